import { RequestError, type RequestProblem } from '#model'
import { RefusedField, readDocument, readDocumentType, textOf } from '../validation/read-validation-request.js'

/**
 * The document of a JSON request for data files, which only DIGIDOC-XML hands out. Throws `RequestError` with one problem for each wrong field; other
 * members are ignored.
 */
export function readDataFilesRequest(members: ReadonlyMap<string, unknown>): Uint8Array {
  const problems: RequestProblem[] = []
  const document = readDocument(textOf(members.get('document')))
  if (document instanceof RefusedField) problems.push({ field: 'document', code: document.code, message: document.message })
  const type = readDocumentType(textOf(members.get('documentType')))
  if (type instanceof RefusedField) problems.push({ field: 'documentType', code: type.code, message: onlyDdoc.message })
  else if (type !== 'DDOC') problems.push({ field: 'documentType', ...onlyDdoc })
  if (problems.length > 0 || document instanceof RefusedField) throw new RequestError(problems)
  return document
}

const onlyDdoc = {
  code: 'DOCUMENT_TYPE_WITHOUT_DATA_FILES',
  message: 'Data files can be returned for DDOC containers only; the document type must be DDOC.',
} as const
