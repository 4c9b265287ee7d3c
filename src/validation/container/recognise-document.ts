import { type DocumentType, ReaderError, resultOrNull, xroadMessageFile } from '#model'
import { mayHoldEntry, readZip, type ZipLimits } from '#readers/zip'
import { bufferOf } from '#std'
import { entryKindOf } from './entry-kind.js'
import { isWhiteSpace, skipLeadingMarks } from './leading-marks.js'

/** Viewers look for the header of a PDF in the first 1024 bytes (PDF Reference 1.7, appendix H, note 13). */
const pdfHeaderWindow = 1024

/** Bounds of what is examined before a reader is chosen. */
export interface RecognitionLimits {
  readonly zip: ZipLimits
  readonly container: {
    /** Bytes of a tag that are examined. */
    readonly tagBytes: number
    /** Bytes of the beginning of a file of no supported type that are examined. */
    readonly headBytes: number
    /** Bytes of the entry `mimetype` of an archive of no supported type that are examined. */
    readonly maxNamedMimetypeBytes: number
  }
}

/**
 * The type of a document, determined by its bytes before a reader is chosen; null for an unknown type. The reader of the type reports the defects of the
 * document: a ZIP archive that cannot be read counts as a container.
 */
export function recogniseDocument(bytes: Uint8Array, limits: RecognitionLimits): DocumentType | null {
  const buffer = bufferOf(bytes)
  const start = buffer.toString('latin1', 0, 4)
  if (start === 'PK\x03\x04' || start === 'PK\x05\x06') return hasXroadMarks(buffer, limits) ? 'XROAD' : 'BDOC'
  // Before PDF, because the name of a data file may contain the header of a PDF.
  if (hasSignedDocRoot(buffer)) return 'DDOC'
  return buffer.subarray(0, pdfHeaderWindow).includes('%PDF-') ? 'PDF' : null
}

/**
 * Whether a ZIP archive is a container of X-Road. It contains its message, and its signatures reference entries with a leading slash, which no ASiC-E signature
 * does (`decisions.md#document-types`).
 */
function hasXroadMarks(bytes: Buffer, { zip, container }: RecognitionLimits): boolean {
  const found = resultOrNull(ReaderError, () => {
    if (!mayHoldEntry(bytes, xroadMessageFile)) return false
    const { entries } = readZip(bytes, zip)
    if (!entries.some(({ name }) => name === xroadMessageFile)) return false
    return entries.some((entry) => entryKindOf(entry.name) === 'xades-signatures' && hasRootedReference(entry.read(), container.tagBytes))
  })
  return found ?? false
}

/**
 * Whether a tag of the text is a Reference whose URI begins with a slash. Takes time linear in the length of the text. The result only selects the type; the
 * reader of the type decides.
 */
function hasRootedReference(signatureFile: Uint8Array, tagBytes: number): boolean {
  const bytes = bufferOf(signatureFile)
  for (let at = bytes.indexOf('<'); at >= 0; at = bytes.indexOf('<', at + 1)) {
    const end = bytes.indexOf('>', at)
    if (end < 0) return false
    const tag = bytes.toString('latin1', at, Math.min(end, at + tagBytes))
    if (/^<(?:[\w.-]+:)?Reference\s/.test(tag) && /\sURI\s*=\s*["']\//.test(tag)) return true
    at = end
  }
  return false
}

/**
 * Whether the first element of an XML document, in an encoding that contains ASCII, is SignedDoc. Skips byte-order marks, white space,
 * the declaration, instructions and comments; each byte is examined once. With a DOCTYPE any SignedDoc element counts, so that the reader gets the document
 * and refuses it because of the DOCTYPE.
 */
function hasSignedDocRoot(bytes: Buffer): boolean {
  let at = skipLeadingMarks(bytes).start
  for (;;) {
    while (isWhiteSpace(bytes[at])) at++
    const head = bytes.toString('latin1', at, at + 4)
    if (head === '<!DO') return bytes.includes('<SignedDoc', at, 'latin1')
    const [open, close] = head === '<!--' ? [4, '-->'] : [2, '?>']
    if (open === 2 && !head.startsWith('<?')) break
    const end = bytes.indexOf(close, at + open)
    if (end < 0) return false
    at = end + close.length
  }
  return /^<(?:[A-Za-z_][\w.-]*:)?SignedDoc[\s/>]/.test(bytes.toString('latin1', at, at + 100))
}
