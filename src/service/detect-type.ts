import { limits } from '#config'
import { detectDocumentType } from '#container'
import { type DocumentType, MalformedDocument } from '#model'

/** The type of a document by its content, for callers who do not name one. Throws `MalformedDocument` when it is none that can be told. */
export function documentTypeOf(document: Uint8Array): DocumentType {
  if (document.length === 0) throw new MalformedDocument('DOCUMENT_EMPTY', 'It is empty.')
  const type = detectDocumentType(document, limits)
  if (type !== null) return type
  throw new MalformedDocument(
    'DOCUMENT_TYPE_NOT_RECOGNISED',
    'This is neither an ASiC-E, BDOC or X-Road container nor a DIGIDOC-XML or PDF document.',
  )
}
