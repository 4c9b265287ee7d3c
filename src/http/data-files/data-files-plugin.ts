import type { FastifyInstance } from 'fastify'
import type { ValidationService } from '#service'
import { answerDocumentRequest, type DocumentRequestOptions, prepareForDocuments, refusalSchemas } from '../document-requests.js'
import { dataFilesReportSchema, dataFilesRequestSchema } from '../schemas/index.js'
import { readDataFilesRequest } from './read-data-files-request.js'

export interface DataFilesPluginOptions extends DocumentRequestOptions {
  readonly service: ValidationService
}

/** POST /getDataFiles. */
export async function dataFilesPlugin(app: FastifyInstance, options: DataFilesPluginOptions): Promise<void> {
  const { service } = options
  await prepareForDocuments(app, options)
  const schema = {
    summary: 'Hands out the data files of a DIGIDOC-XML document, without validating anything',
    body: dataFilesRequestSchema,
    response: { 200: dataFilesReportSchema, ...refusalSchemas },
  }
  app.post('/getDataFiles', { schema }, (request, reply) =>
    answerDocumentRequest(request, reply, options, async (members, caller) => ({
      dataFiles: await service.dataFiles(readDataFilesRequest(members), caller),
    })),
  )
}
