import { type AsicLimits, type DdocLimits, openDdoc } from '#container'
import { type FileContent, MalformedDocument } from '#model'
import { assertDocumentType } from './document-type.js'
import { refusingDocument } from './refusal.js'

export type DdocDocumentLimits = DdocLimits & Pick<AsicLimits, 'zip'>

/** A data file as its container holds it. The name is data: it may be anything but a path that somebody should follow. */
export interface ExtractedDataFile {
  readonly name: string
  /** Bytes of the content; in hashcode form, where there is none, what the container states. */
  readonly size: number
  readonly mimeType: string
  /** Null in hashcode form. */
  readonly content: FileContent | null
}

/** The same with the content as one line of base64, as the interfaces show it. */
export interface DataFileReport {
  readonly fileName: string
  readonly size: number
  readonly mimeType: string
  readonly base64: string | null
}

/**
 * The data files of a DIGIDOC-XML document, in its order. Nothing is validated: whether signatures are good, or there at all, plays no role, and neither
 * do flaws of names and attributes (`decisions.md#ddoc-data-files`).
 *
 * @throws MalformedDocument when the document cannot be read, or the content of a file cannot be decoded
 * @throws RequestError when the document asks for more work than the bounds allow
 */
export function extractDataFiles(document: Uint8Array, limits: DdocDocumentLimits): readonly ExtractedDataFile[] {
  assertDocumentType(document, 'DDOC', limits)
  return refusingDocument(() => openDdoc(document, limits)).dataFiles.map(({ id, name, mimeType, contentType, content, statedSize }) => {
    if (content === null && contentType === 'EMBEDDED_BASE64')
      throw new MalformedDocument('DDOC_DATA_FILE_NOT_BASE64', 'The content of a data file is not base64.', id.slice(0, 100))
    return { name, size: content?.size ?? statedSize ?? 0, mimeType, content }
  })
}

export function reportDataFiles(document: Uint8Array, limits: DdocDocumentLimits): readonly DataFileReport[] {
  return extractDataFiles(document, limits).map(({ name, size, mimeType, content }) => ({
    fileName: name,
    size,
    mimeType,
    base64: content === null ? null : encode(content),
  }))
}

function encode(content: FileContent): string {
  let text = ''
  // Every piece but the last is whole groups of three bytes, so the encodings join.
  for (const piece of content.pieces()) text += Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength).toString('base64')
  return text
}
