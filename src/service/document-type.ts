import { limits } from '#config'
import { type AsicLimits, recogniseDocument } from '#container'
import { type DocumentType, MalformedDocument } from '#model'

/** The type of a document by its content, for callers who do not name one. Throws `MalformedDocument` when the content fits no type. */
export function documentTypeOf(document: Uint8Array): DocumentType {
  if (document.length === 0) throw new MalformedDocument('DOCUMENT_EMPTY', 'It is empty.')
  const type = recogniseDocument(document, limits)
  if (type !== null) return type
  throw new MalformedDocument(
    'DOCUMENT_TYPE_NOT_RECOGNISED',
    'This is neither an ASiC-E, BDOC or X-Road container nor a DIGIDOC-XML or PDF document.',
  )
}

/**
 * A document whose bytes are those of another type is refused for that, before a reader finds a syntax error in it. What cannot be told is left to the
 * reader of the expected type.
 */
export function assertDocumentType(document: Uint8Array, expected: DocumentType, bounds: Pick<AsicLimits, 'zip'>): void {
  const found = recogniseDocument(document, bounds)
  if (found !== null && found !== expected)
    throw new MalformedDocument('DOCUMENT_TYPE_DIFFERS', `The content is not of the type ${expected} but ${found}.`)
}
