import type { DocumentType, FileContent } from '#model'
import { bufferOf } from '#std'
import { documentFormats, type ListedDataFile } from './document-formats.js'
import { assertDocumentType, documentTypeOf, withKindOfContent } from './document-type.js'
import { refusingDocument } from './refusal.js'
import type { ValidationLimits } from './validation-context.js'

/** A data file in the form of the interfaces, with the content as one line of base64. */
export interface DataFileReport {
  readonly fileName: string
  readonly size: number
  readonly mimeType: string
  readonly base64: string | null
}

/**
 * The data files of a document of any type, in the order of the document. They are read by the same readers and bounds as for a validation, so they have the
 * bytes that a validation checks. Nothing is validated. Damaged content throws when its pieces are read.
 *
 * @param type null: recognised by the content
 * @throws MalformedDocument when the document cannot be read, or is of another type
 * @throws RequestError when it needs more work than the bounds allow
 */
export function listDataFiles(document: Uint8Array, type: DocumentType | null, limits: ValidationLimits): readonly ListedDataFile[] {
  const documentType = type ?? documentTypeOf(document, limits)
  if (type !== null) assertDocumentType(document, type, limits)
  const files = refusingDocument(
    () => documentFormats[documentType].list(document, limits),
    (refusal) => withKindOfContent(refusal, document, limits),
  )
  return files.map((file) => ({
    ...file,
    content: file.content === null ? null : refusingContent(file.content),
  }))
}

/** Content whose reader errors become refusals of the document. Its pieces are decoded when they are read. */
function refusingContent(content: FileContent): FileContent {
  return {
    size: content.size,
    *pieces() {
      const pieces = content.pieces()[Symbol.iterator]()
      for (;;) {
        const piece = refusingDocument(() => pieces.next())
        if (piece.done === true) return
        yield piece.value
      }
    },
  }
}

/**
 * The data files of a DIGIDOC-XML document as the interfaces return them. Flaws of names, attributes and signatures do not matter
 * (`decisions.md#ddoc-data-files`). Throws as `listDataFiles`.
 */
export function reportDataFiles(document: Uint8Array, limits: ValidationLimits): readonly DataFileReport[] {
  return listDataFiles(document, 'DDOC', limits).map(({ name, size, mimeType, content }) => ({
    fileName: name,
    size: size ?? 0,
    mimeType: mimeType ?? '',
    base64: content === null ? null : encode(content),
  }))
}

function encode(content: FileContent): string {
  let text = ''
  // Every piece except the last has a multiple of three bytes, so the encoded pieces can be joined.
  for (const piece of content.pieces()) text += bufferOf(piece).toString('base64')
  return text
}
