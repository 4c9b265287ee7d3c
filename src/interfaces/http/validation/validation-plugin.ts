import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { siva1DocumentTypes } from '#model'
import { bufferOf } from '#std'
import type { Caller, DocumentRequest } from '#threads'
import { clientOf, type DocumentRequestOptions, prepareForDocuments, refusalSchemas } from '../document-requests.js'
import { assertAccepts } from '../media-types.js'
import { describeAnswer, reference } from '../schemas/index.js'
import { checkedBody } from './read-fields.js'
import { readReportRequest } from './read-validation-request.js'
import { assertJsonOrUpload, checkedUpload, readUploads } from './upload.js'

const answer = describeAnswer(reference('ValidationReport'), 'The report, whatever the indications are')

const binary = { type: 'string', format: 'binary' } as const

/** What the description says of uploads. `checkedUpload` checks the members of the query as those of a request in JSON. */
const uploads = {
  querystring: {
    type: 'object',
    properties: {
      filename: { type: 'string', description: 'Name of the file. Needed where the bytes of the file are the body' },
      documentType: {
        type: 'string',
        enum: siva1DocumentTypes,
        description: 'May be left out where the bytes of the file are the body: the content shows it',
      },
      signaturePolicy: { type: 'string' },
      reportType: { type: 'string' },
    },
  },
  body: {
    content: {
      'application/json': { schema: reference('ValidationRequest') },
      'application/octet-stream': { schema: binary },
      'multipart/form-data': { schema: { type: 'object', additionalProperties: binary, description: 'One file' } },
    },
  },
}

interface ValidationPluginOptions extends DocumentRequestOptions {
  /** False where `/validate` is that of SiVa 3. */
  readonly isRoot: boolean
}

/** Registers POST /validate, and POST /validate/etsi for the report in XML. */
export function validationPlugin(app: FastifyInstance, options: ValidationPluginOptions, done: () => void): void {
  const { service, isRoot } = options
  prepareForDocuments(app, options, ['application/json', 'application/xml'], { assertRequest: assertJsonOrUpload })
  readUploads(app)
  const request = { tags: ['documents'], body: reference('ValidationRequest') }
  const config = { validates: true, refusals: refusalSchemas, described: uploads } as const
  const wantedBy = (received: FastifyRequest) => readReportRequest(checkedUpload(received) ?? checkedBody(received), service.clock())
  if (isRoot)
    app.post(
      '/validate',
      {
        schema: {
          ...request,
          operationId: 'validate',
          summary: 'Validates every signature of a document',
          description:
            'The document is a member of the JSON, or its bytes are the body and its name is in the query: curl --data-binary @leping.asice -H "content-type: application/octet-stream" "…/validate?filename=leping.asice". With the report type etsi the answer is the XML of /validate/etsi. The same over SOAP 1.1: POST /soap/validationWebService, described by /soap/validationWebService?wsdl.',
          response: { 200: answer },
        },
        attachValidation: true,
        config,
      },
      async (received, reply) => {
        const { request: wanted, reportType } = wantedBy(received)
        assertAccepts(received.headers, reportType === 'etsi' ? 'application/xml' : 'application/json')
        const caller = clientOf(received, reply, options)
        return reportType === 'etsi' ? etsiReport(wanted, caller, reply, options) : jsonReport(wanted, reportType, caller, options)
      },
    )
  app.post(
    '/validate/etsi',
    {
      schema: {
        ...request,
        operationId: 'validateForArchive',
        summary: 'Validates every signature of a document and returns the report of ETSI TS 119 102-2',
        response: {
          200: {
            description: 'The report in XML',
            content: {
              'application/xml': {
                // Binary, because clients that are generated for Java read every text as JSON.
                schema: { ...binary, description: 'ValidationReport of ETSI TS 119 102-2, schema of version 1.4.1' },
              },
            },
          },
        },
      },
      attachValidation: true,
      config,
    },
    async (received, reply) => {
      assertAccepts(received.headers, 'application/xml')
      return etsiReport(wantedBy(received).request, clientOf(received, reply, options), reply, options)
    },
  )
  done()
}

/** The report with the members of the interface description, and with `detailedReport` when it is requested. */
async function jsonReport(
  request: DocumentRequest,
  reportType: 'simple' | 'detailed',
  caller: Caller,
  { service, settings }: DocumentRequestOptions,
): Promise<object> {
  const order = { form: 'siva1-json', strict: settings.strict, detailed: reportType === 'detailed' } as const
  return (await service.validate(request, order, caller)).written
}

/** The report of TS 119 102-2 as XML. `nosniff`, because it contains texts of the document, which browsers must not interpret as HTML. */
async function etsiReport(
  request: DocumentRequest,
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
