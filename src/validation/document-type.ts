import { asSentence, type DocumentType, MalformedDocument, siva1DocumentTypes } from '#model'
import { describeContent, type RecognitionLimits, recogniseDocument } from '#validation/container'

/**
 * The type of a document, recognised by its content, for callers who do not name it. Throws `MalformedDocument` when the type is not recognised.
 *
 * @param accepted the types that the document may have; null: any
 * @param otherwise the type of a document that is not recognised; null: none
 */
export function documentTypeOf(
  document: Uint8Array,
  limits: RecognitionLimits,
  accepted: readonly DocumentType[] | null = null,
  otherwise: DocumentType | null = null,
): DocumentType {
  if (document.length === 0) throw new MalformedDocument('DOCUMENT_EMPTY', 'It is empty.')
  const type = recogniseDocument(document, limits)
  if (type !== null && accepted?.includes(type) === false)
    throw new MalformedDocument('DOCUMENT_TYPE_DIFFERS', `By its content it is ${documentTypeNames[type]}, which its name does not say.`)
  if (type !== null) return type
  if (otherwise !== null) return otherwise
  const kind = describeContent(document, limits)
  throw new MalformedDocument(
    'DOCUMENT_TYPE_NOT_RECOGNISED',
    `This is neither an ASiC-E, BDOC or X-Road container nor a DIGIDOC-XML, PDF, CAdES or signed XML document.${kind === null ? '' : ` It looks like ${kind}.`}`,
  )
}

/** What a document of each type is called in messages. */
export const documentTypeNames: Readonly<Record<DocumentType, string>> = {
  BDOC: 'a BDOC or ASiC-E container',
  DDOC: 'a DIGIDOC-XML document',
  PDF: 'a PDF document',
  XROAD: 'a container of the X-Road',
  ASICE: 'an ASiC-E container of another kind than BDOC',
  ASICS: 'an ASiC-S container',
  CADES: 'a CMS signature (CAdES)',
  XADES: 'an XML document with signatures (XAdES)',
}

/**
 * Throws `MalformedDocument` for a document whose content is recognised as another type. Otherwise it would be refused for a syntax error of the expected type.
 * A document that is not recognised is left to the reader of the expected type.
 */
export function assertDocumentType(document: Uint8Array, expected: DocumentType, bounds: RecognitionLimits): void {
  const found = recogniseDocument(document, bounds)
  if (found === null || found === expected) return
  // What only newer interfaces read is left to the reader of the expected type, whose refusal names the kind of the content.
  if (isNamedBySiva1(expected) && !isNamedBySiva1(found)) return
  // Every ZIP archive is recognised as a container, for example also a Word document.
  const kind = describeContent(document, bounds)
  const what =
    kind === null ? ` but ${found}: it is ${documentTypeNames[found]}, not ${documentTypeNames[expected]}` : `: it looks like ${kind}`
  throw new MalformedDocument('DOCUMENT_TYPE_DIFFERS', `The content is not of the type ${expected}${what}.`)
}

/**
 * Adds the kind of the content to the refusal of a reader, so that for a photograph the message says that it is one, and not only that the end of a ZIP archive
 * is missing. The code is that of the reader.
 */
export function withKindOfContent(refusal: MalformedDocument, document: Uint8Array, bounds: RecognitionLimits): MalformedDocument {
  const kind = describeContent(document, bounds)
  if (kind === null) return refusal
  return new MalformedDocument(refusal.code, `${asSentence(refusal.message)} The file looks like ${kind}.`, refusal.where, {
    cause: refusal,
  })
}

function isNamedBySiva1(type: DocumentType): boolean {
  return siva1DocumentTypes.some((name) => name === type)
}
