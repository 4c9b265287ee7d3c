import type { FastifyInstance } from 'fastify'
import type { ValidationService } from '#service'
import { answerDocumentRequest, type DocumentRequestOptions, prepareForDocuments, refusalSchemas } from '../document-requests.js'
import { describeAnswer, validationReportSchema, validationRequestSchema } from '../schemas/index.js'
import { readValidationRequest } from './read-validation-request.js'
import { renderReport } from './render-report.js'

export interface ValidationPluginOptions extends DocumentRequestOptions {
  readonly service: ValidationService
}

/** POST /validate. */
export async function validationPlugin(app: FastifyInstance, options: ValidationPluginOptions): Promise<void> {
  const { service, settings } = options
  await prepareForDocuments(app, options)
  const schema = {
    operationId: 'validate',
    tags: ['documents'],
    summary: 'Validates every signature of a document',
    description: 'The same over SOAP 1.1: POST /soap/validationWebService, described by /soap/validationWebService?wsdl.',
    body: {
      ...validationRequestSchema,
      examples: [{ document: 'UEsDBAoAAAgAAGxhc2lj…', filename: 'leping.asice', documentType: 'BDOC', signaturePolicy: 'POLv1' }],
    },
    response: { 200: describeAnswer(validationReportSchema, 'The report, whatever the verdict'), ...refusalSchemas },
  }
  app.post('/validate', { schema }, (request, reply) =>
    answerDocumentRequest(request, reply, options, async (members, caller) => {
      const { report } = await service.validate(readValidationRequest(members, service.clock()), caller)
      return renderReport(report, settings.strict)
    }),
  )
}
