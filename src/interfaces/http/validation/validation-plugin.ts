import type { FastifyInstance, FastifyReply } from 'fastify'
import type { ValidationRequest } from '#model'
import { bufferOf } from '#std'
import type { Caller } from '#threads'
import { clientOf, type DocumentRequestOptions, prepareForDocuments, refusalSchemas } from '../document-requests.js'
import { assertAccepts } from '../media-types.js'
import { describeAnswer, reference } from '../schemas/index.js'
import { checkedBody } from './read-fields.js'
import { readReportRequest } from './read-validation-request.js'

const answer = {
  ...describeAnswer({}, 'The report, whatever the indications are; in XML (ETSI TS 119 102-2) for the report type etsi, otherwise in JSON'),
  content: {
    'application/json': { schema: reference('ValidationReport') },
    'application/xml': { schema: { type: 'string', description: 'ValidationReport of ETSI TS 119 102-2, schema of version 1.4.1' } },
  },
}

/** Registers POST /validate. */
export function validationPlugin(app: FastifyInstance, options: DocumentRequestOptions, done: () => void): void {
  const { service } = options
  prepareForDocuments(app, options, ['application/json', 'application/xml'])
  const schema = {
    operationId: 'validate',
    tags: ['documents'],
    summary: 'Validates every signature of a document',
    description: 'The same over SOAP 1.1: POST /soap/validationWebService, described by /soap/validationWebService?wsdl.',
    body: reference('ValidationRequest'),
    response: { 200: answer },
  }
  app.post(
    '/validate',
    { schema, attachValidation: true, config: { validates: true, refusals: refusalSchemas } },
    async (request, reply) => {
      const { request: wanted, reportType } = readReportRequest(checkedBody(request), service.clock())
      assertAccepts(request.headers, reportType === 'etsi' ? 'application/xml' : 'application/json')
      const caller = clientOf(request, reply, options)
      return reportType === 'etsi' ? etsiReport(wanted, caller, reply, options) : jsonReport(wanted, reportType, caller, options)
    },
  )
  done()
}

/** The report with the members of the interface description, and with `detailedReport` when it is requested. */
async function jsonReport(
  request: ValidationRequest,
  reportType: 'simple' | 'detailed',
  caller: Caller,
  { service, settings }: DocumentRequestOptions,
): Promise<object> {
  const order = { form: 'siva1-json', strict: settings.strict, detailed: reportType === 'detailed' } as const
  return (await service.validate(request, order, caller)).written
}

/** The report of TS 119 102-2 as XML. `nosniff`, because it contains texts of the document, which browsers must not interpret as HTML. */
async function etsiReport(
  request: ValidationRequest,
  caller: Caller,
  reply: FastifyReply,
  { service }: DocumentRequestOptions,
): Promise<Buffer> {
  const { written } = await service.validate(request, { form: 'etsi' }, caller)
  void reply
    .header('content-type', 'application/xml; charset=utf-8')
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'no-store')
  return bufferOf(written)
}
