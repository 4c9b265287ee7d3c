import { type DocumentType, ReaderError, resultOrNull, xroadMessageFile } from '#model'
import { mayHoldEntry, readZip, type ZipLimits } from '#readers/zip'
import { bufferOf } from '#std'
import { rolesOfEntries } from './asic-container.js'
import { entryKindOf } from './entry-kind.js'
import { isWhiteSpace, skipLeadingMarks } from './leading-marks.js'
import { statedKind } from './mimetype.js'

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
    /** Containers with time-stamp tokens that a document may be in. */
    readonly maxNestedDepth: number
  }
}

/**
 * The type of a document, determined by its bytes before a reader is chosen; null for an unknown type. The reader of the type reports the defects of the
 * document: a ZIP archive that cannot be read counts as a container.
 */
export function recogniseDocument(bytes: Uint8Array, limits: RecognitionLimits): DocumentType | null {
  const buffer = bufferOf(bytes)
  const start = buffer.toString('latin1', 0, 4)
  if (start === 'PK\x03\x04' || start === 'PK\x05\x06') return hasXroadMarks(buffer, limits) ? 'XROAD' : kindOfContainer(buffer, limits)
  // Before PDF, because the name of a data file may contain the header of a PDF.
  if (hasSignedDocRoot(buffer)) return 'DDOC'
  // Before PDF, because a message may contain a PDF near its beginning.
  if (isSignedMessage(buffer)) return 'CADES'
  if (buffer.subarray(0, pdfHeaderWindow).includes('%PDF-')) return 'PDF'
  return hasXmlSignature(buffer) ? 'XADES' : null
}

/** id-signedData (RFC 5652, 5.1), as the first value of the outermost sequence, whose length has one to six octets. */
const signedData = Buffer.from('06092a864886f70d010702', 'hex')

function isSignedMessage(bytes: Buffer): boolean {
  const at = bytes.subarray(0, 7 + signedData.length).indexOf(signedData)
  return bytes[0] === 0x30 && at >= 2 && at <= 7
}

/** Whether an XML document, in an encoding that contains ASCII, may have signatures. An encrypted document of CDOC names their namespace for its keys. */
function hasXmlSignature(bytes: Buffer): boolean {
  const root = firstElement(bytes)
  return root !== null && root !== 'EncryptedData' && bytes.includes('http://www.w3.org/2000/09/xmldsig#')
}

/** A container whose first file is its type, stored, and that of ASiC-E: nearly every one. */
const plainAsicE = Buffer.from('mimetypeapplication/vnd.etsi.asic-e+zip')

/**
 * The kind of a container by the type that it states and, where it states none of ASiC, by its entries. A ZIP archive that cannot be read, or is no container of
 * signatures, counts as BDOC, whose reader refuses it (`decisions.md#asic-kinds`).
 */
function kindOfContainer(bytes: Buffer, { zip, container }: RecognitionLimits): 'BDOC' | 'ASICE' | 'ASICS' {
  const isPlain = bytes.indexOf(plainAsicE) === 30
  const kind = resultOrNull(ReaderError, () => {
    if (isPlain && !mayHoldEntry(bytes, '.p7s', '.tst')) return 'BDOC'
    const { entries } = readZip(bytes, zip)
    const roles = rolesOfEntries(entries)
    const mimetypes = entries.filter(({ name }) => entryKindOf(name) === 'mimetype')
    const stated = statedKind(mimetypes, { maxMimetypeBytes: container.maxNamedMimetypeBytes })
    const files = entries.filter(({ name }) => entryKindOf(name) === 'data-file').length
    const isSigned = roles.has('xades') || roles.has('cades')
    // Tokens without signatures are the form of ASiC-S, also where the container states the other type.
    if (stated === 'asic-s' || (files === 1 && roles.has('token') && !isSigned)) return 'ASICS'
    if (stated === 'asic-e') return roles.has('cades') || roles.has('token') ? 'ASICE' : 'BDOC'
    if (isOpenDocument(mimetypes) || !(isSigned || roles.has('token') || roles.has('evidence-record'))) return 'BDOC'
    return files === 1 && !roles.has('manifest') && !roles.has('asic-manifest') ? 'ASICS' : 'ASICE'
  })
  return kind ?? 'BDOC'
}

/** Documents of office programs have signatures of their own kind. */
function isOpenDocument([mimetype]: readonly { read(): Buffer }[]): boolean {
  return mimetype?.read().toString('latin1', 0, 40).startsWith('application/vnd.oasis.opendocument') === true
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
 * Whether the first element of an XML document is SignedDoc. With a DOCTYPE any SignedDoc element counts, so that the reader gets the document and refuses it
 * because of the DOCTYPE.
 */
function hasSignedDocRoot(bytes: Buffer): boolean {
  const at = startOfContent(bytes)
  if (at === null) return false
  if (bytes.toString('latin1', at, at + 4) === '<!DO') return bytes.includes('<SignedDoc', at, 'latin1')
  return nameOfElement(bytes, at) === 'SignedDoc'
}

/** The local name of the first element of an XML document; null when it has none, and with a DOCTYPE, which no reader accepts. */
function firstElement(bytes: Buffer): string | null {
  const at = startOfContent(bytes)
  return at === null ? null : nameOfElement(bytes, at)
}

function nameOfElement(bytes: Buffer, at: number): string | null {
  return /^<(?:[A-Za-z_][\w.-]*:)?([A-Za-z_][\w.-]*)[\s/>]/.exec(bytes.toString('latin1', at, at + 100))?.[1] ?? null
}

/**
 * Position of the DOCTYPE or of the first element of an XML document, in an encoding that contains ASCII. Skips byte-order marks, white space, the declaration,
 * instructions and comments; each byte is examined once. Null when one of them does not end.
 */
function startOfContent(bytes: Buffer): number | null {
  let at = skipLeadingMarks(bytes).start
  for (;;) {
    while (isWhiteSpace(bytes[at])) at++
    const head = bytes.toString('latin1', at, at + 4)
    const [open, close] = head === '<!--' ? [4, '-->'] : [2, '?>']
    if (open === 2 && !head.startsWith('<?')) return at
    const end = bytes.indexOf(close, at + open)
    if (end < 0) return null
    at = end + close.length
  }
}
