import type { FastifyInstance } from 'fastify'
import { bufferOf } from '#std'
import { clientOf, type DocumentRequestOptions, prepareForDocuments, refusalSchemas } from '../document-requests.js'
import { reference } from '../schemas/index.js'
import { checkedBody } from '../validation/read-fields.js'
import { readPrintRequest } from '../validation/read-validation-request.js'

const file = {
  description: 'The report, with the same facts as the report of /validate',
  content: Object.fromEntries(['application/pdf', 'text/html'].map((type) => [type, { schema: { type: 'string', format: 'binary' } }])),
}

/** Registers POST /report: the validation report as a PDF or HTML file. */
export function reportPlugin(app: FastifyInstance, options: DocumentRequestOptions, done: () => void): void {
  const { service } = options
  prepareForDocuments(app, options, null)
  const schema = {
    operationId: 'printReport',
    tags: ['documents'],
    summary: 'Validates every signature of a document and returns the report as a PDF or HTML file',
    body: reference('ReportRequest'),
    response: { 200: file },
  }
  app.post('/report', { schema, attachValidation: true, config: { validates: true, refusals: refusalSchemas } }, async (request, reply) => {
    const { request: printed, order } = readPrintRequest(checkedBody(request), service.clock())
    const { written } = await service.validate(printed, order, clientOf(request, reply, options))
    const [type, name] = order.form === 'pdf' ? ['application/pdf', 'report.pdf'] : ['text/html; charset=utf-8', 'report.html']
    // An attachment, because a report contains texts of the document, and browsers must not run markup in them on this origin.
    void reply
      .header('content-type', type)
      .header('content-disposition', `attachment; filename="${name}"`)
      .header('x-content-type-options', 'nosniff')
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
      .header('cache-control', 'no-store')
    return bufferOf(written)
  })
  done()
}
