import { limits } from '#config'
import { describeContent, type RecognitionLimits, recogniseDocument } from '#container'
import { asSentence, type DocumentType, MalformedDocument } from '#model'

/** The type of a document by its content, for callers who do not name one. Throws `MalformedDocument` when the content fits no type. */
export function documentTypeOf(document: Uint8Array): DocumentType {
  if (document.length === 0) throw new MalformedDocument('DOCUMENT_EMPTY', 'It is empty.')
  const type = recogniseDocument(document, limits)
  if (type !== null) return type
  const kind = describeContent(document, limits)
  throw new MalformedDocument(
    'DOCUMENT_TYPE_NOT_RECOGNISED',
    `This is neither an ASiC-E, BDOC or X-Road container nor a DIGIDOC-XML or PDF document.${kind === null ? '' : ` It looks like ${kind}.`}`,
  )
}

const names: Readonly<Record<DocumentType, string>> = {
  BDOC: 'a BDOC or ASiC-E container',
  DDOC: 'a DIGIDOC-XML document',
  PDF: 'a PDF document',
  XROAD: 'a container of the X-Road',
}

/**
 * Throws `MalformedDocument` for a document whose first bytes are those of another type, so that it is not refused for a syntax error of the expected one. An
 * unrecognised document is left to the reader of the expected type.
 */
export function assertDocumentType(document: Uint8Array, expected: DocumentType, bounds: RecognitionLimits): void {
  const found = recogniseDocument(document, bounds)
  if (found === null || found === expected) return
  // Every ZIP archive is recognised as a container; a Word document is one as well.
  const kind = describeContent(document, bounds)
  const what = kind === null ? ` but ${found}: it is ${names[found]}, not ${names[expected]}` : `: it looks like ${kind}`
  throw new MalformedDocument('DOCUMENT_TYPE_DIFFERS', `The content is not of the type ${expected}${what}.`)
}

/**
 * Adds to the refusal of a reader what the file looks like, so that for a photograph the message says what it is, and not only that the end of a ZIP archive is
 * missing. The code stays that of the reader.
 */
export function withKindOfContent(refusal: MalformedDocument, document: Uint8Array, bounds: RecognitionLimits): MalformedDocument {
  const kind = describeContent(document, bounds)
  if (kind === null) return refusal
  return new MalformedDocument(refusal.code, `${asSentence(refusal.message)} The file looks like ${kind}.`, refusal.where, {
    cause: refusal,
  })
}
