import type { FastifyInstance } from 'fastify'
import type { ValidationService } from '#service'
import { answerDocumentRequest, type DocumentRequestOptions, prepareForDocuments, refusalSchemas } from '../document-requests.js'
import { validationReportSchema, validationRequestSchema } from '../schemas/index.js'
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
    summary: 'Validates every signature of a document',
    body: validationRequestSchema,
    response: { 200: validationReportSchema, ...refusalSchemas },
  }
  app.post('/validate', { schema }, (request, reply) =>
    answerDocumentRequest(request, reply, options, async (members, caller) => {
      const { report } = await service.validate(readValidationRequest(members, service.clock()), caller)
      return renderReport(report, settings.strict)
    }),
  )
}
