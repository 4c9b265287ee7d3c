import type { FastifyInstance } from 'fastify'
import type { ValidationService } from '#service'
import { answerDocumentRequest, type DocumentRequestOptions, prepareForDocuments, refusalSchemas } from '../document-requests.js'
import { describeAnswer, reference } from '../schemas/index.js'
import { readDataFilesRequest } from './read-data-files-request.js'

export interface DataFilesPluginOptions extends DocumentRequestOptions {
  readonly service: ValidationService
}

/** Registers POST /getDataFiles. */
export async function dataFilesPlugin(app: FastifyInstance, options: DataFilesPluginOptions): Promise<void> {
  const { service } = options
  await prepareForDocuments(app, options)
  const schema = {
    operationId: 'getDataFiles',
    tags: ['documents'],
    summary: 'Returns the data files of a DIGIDOC-XML document; signatures are not validated',
    description: 'The same over SOAP 1.1: POST /soap/dataFilesWebService, described by /soap/dataFilesWebService?wsdl.',
    body: reference('DataFilesRequest'),
    response: { 200: describeAnswer(reference('DataFilesReport'), 'The data files'), ...refusalSchemas },
  }
  app.post('/getDataFiles', { schema }, (request, reply) =>
    answerDocumentRequest(request, reply, options, async (members, caller) => ({
      dataFiles: await service.dataFiles(readDataFilesRequest(members), caller),
    })),
  )
}
