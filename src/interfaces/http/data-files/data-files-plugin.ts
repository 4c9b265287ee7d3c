import type { FastifyInstance } from 'fastify'
import { clientOf, type DocumentRequestOptions, prepareForDocuments, refusalSchemas } from '../document-requests.js'
import { describeAnswer, reference } from '../schemas/index.js'
import { checkedBody } from '../validation/read-fields.js'
import { readDataFilesRequest } from './read-data-files-request.js'

/** Registers POST /getDataFiles. */
export function dataFilesPlugin(app: FastifyInstance, options: DocumentRequestOptions, done: () => void): void {
  const { service } = options
  prepareForDocuments(app, options)
  const schema = {
    operationId: 'getDataFiles',
    tags: ['documents'],
    summary: 'Returns the data files of a DIGIDOC-XML document; signatures are not validated',
    description: 'The same over SOAP 1.1: POST /soap/dataFilesWebService, described by /soap/dataFilesWebService?wsdl.',
    body: reference('DataFilesRequest'),
    response: { 200: describeAnswer(reference('DataFilesReport'), 'The data files') },
  }
  app.post('/getDataFiles', { schema, attachValidation: true, config: { refusals: refusalSchemas } }, async (request, reply) => ({
    dataFiles: await service.dataFiles(readDataFilesRequest(checkedBody(request)), clientOf(request, reply, options)),
  }))
  done()
}
