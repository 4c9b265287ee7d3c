import { gunzipSync, gzipSync } from 'node:zlib'
import { translated } from '#model'
import { digestHex } from '#readers/crypto'
import { parseXml, type XmlDocument, XmlError } from '#readers/xml'
import { readTrustedList, type TrustedList, type TrustedListLimits } from '../trusted-list/read-trusted-list.js'
import { TrustedListError } from '../trusted-list/trusted-list-error.js'

/** Where a file comes from. A list in the store was accepted before, but is checked again like any other. */
export type ListOrigin = 'network' | 'folder' | 'store'

/** A file that may be a list. Only its content shows whether it is one. */
export interface ListFile {
  /** File name or URL, for messages and to recognise pivots. */
  readonly name: string
  readonly origin: ListOrigin
  /** The list that the file was requested as; null for a file from a folder. */
  readonly promised: ListPromise | null
  /** The XML, or the XML in gzip. Called only when the file is read, so that not all files are in memory at once. */
  readonly bytes: () => Uint8Array
  /** The list as it is stored; absent for a file from a folder. */
  readonly stored?: StoredList
}

/** What a file is expected to be, because it was requested as such. */
export type ListPromise =
  | { readonly kind: 'list-of-lists' }
  | { readonly kind: 'pivot'; readonly location: string }
  | { readonly kind: 'trusted-list'; readonly territory: string }

/** What a list was requested as, in words. */
function nameOf(promise: ListPromise): string {
  switch (promise.kind) {
    case 'list-of-lists':
      return 'list of lists'
    case 'pivot':
      return `pivot ${promise.location}`
    case 'trusted-list':
      return `list of ${promise.territory}`
  }
}

/** A list in the store, or a downloaded one, which is not checked yet. Plain data. */
export interface StoredList {
  /** Name of the source. */
  readonly source: string
  readonly promise: ListPromise
  /** SHA-256 of the XML, lower-case hex. */
  readonly digest: string
  /** SHA-256 of `bytes`, lower-case hex. */
  readonly packed: string
  /** gzip of the XML. */
  readonly bytes: Uint8Array
  /** URL, ETag and Last-Modified of the download, to ask for a newer one; null when it was not downloaded. */
  readonly fetched: { readonly location: string; readonly etag: string | null; readonly lastModified: string | null } | null
}

/** Key of a list in the store, in words. A newer list replaces the one with the same key. */
export const keyOf = ({ source, promise }: Pick<StoredList, 'source' | 'promise'>): string => `${nameOf(promise)} of ${source}`

/**
 * A list in the form of the store: compressed, because thirty lists in XML would use most of the memory of a refresh. At the fastest level, which is 50 %
 * larger than the best level, in a fifth of the time.
 */
export function packList(xml: Uint8Array, list: Pick<StoredList, 'source' | 'promise' | 'fetched'>): StoredList {
  const bytes = gzipSync(xml, { level: 1, chunkSize: 1_048_576 })
  return { ...list, digest: digestHex(xml), packed: digestHex(bytes), bytes }
}

/** A stored or downloaded list as input of a check. */
export function fileOf(stored: StoredList, origin: 'store' | 'network'): ListFile {
  const { promise, bytes, fetched } = stored
  return { name: fetched?.location ?? nameOf(promise), origin, promised: promise, bytes: () => bytes, stored }
}

/** A list with the XML document that it was read from. */
export interface ReadList {
  readonly document: XmlDocument
  readonly list: TrustedList
  /** SHA-256 of the XML, lower-case hex. */
  readonly digest: string
  readonly file: ListFile
}

/** Decompresses, parses and reads a file. Throws `TrustedListError`, and what `bytes` throws. */
export function readListFile(file: ListFile, limits: TrustedListLimits): ReadList {
  const xml = unpackList(file.bytes(), limits.xml.maxBytes)
  const unreadable = ({ described }: XmlError) => new TrustedListError('LIST_XML', `The file is not XML that can be read: ${described}`)
  const document = translated(XmlError, () => parseXml(xml, limits.xml), unreadable)
  return { document, list: readTrustedList(document, limits), digest: digestHex(xml), file }
}

/** The XML of a file, decompressed when it is gzip. Throws `TrustedListError`. */
export function unpackList(bytes: Uint8Array, maxBytes: number): Uint8Array {
  if (bytes.length === 0) throw new TrustedListError('LIST_EMPTY', 'The file is empty.')
  const tooLarge = () => new TrustedListError('LIST_TOO_LARGE', `The list is larger than ${maxBytes} bytes.`)
  if (bytes.length > maxBytes) throw tooLarge()
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b || bytes.length < 4) return bytes
  try {
    return gunzipSync(bytes, { maxOutputLength: maxBytes, chunkSize: pieceFor(bytes, maxBytes) })
  } catch (error) {
    if (!(error instanceof Error)) throw error
    if ('code' in error && error.code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge()
    throw new TrustedListError('LIST_COMPRESSION', `The file is not valid gzip, or is truncated (${error.message}).`)
  }
}

/**
 * Chunk size for decompression: the size of the content, which the last four bytes of gzip state (RFC 1952, 2.3.1). In one chunk, decompression needs memory of
 * the size of the list; with the default chunks of zlib it needs twice as much. A wrong length only causes one chunk within the limit.
 */
function pieceFor(bytes: Uint8Array, maxBytes: number): number {
  const said = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).readUInt32LE(bytes.length - 4)
  return Math.min(Math.max(said + 1, 65_536), maxBytes)
}
