import { gunzipSync } from 'node:zlib'
import { digestHex } from '#crypto'
import { translated } from '#model'
import { parseXml, type XmlDocument, XmlError } from '#xml'
import { readTrustedList } from '../trusted-list/read-trusted-list.js'
import type { TrustedList, TrustedListLimits } from '../trusted-list/trusted-list.js'
import { TrustedListError } from '../trusted-list/trusted-list-error.js'

/** Where a file comes from. What the store holds was accepted before, and is checked again all the same. */
export type ListOrigin = 'network' | 'folder' | 'store'

/** A file that may be a list. What it is, only its content says. */
export interface ListFile {
  /** File name or address, for messages and to recognise pivots. */
  readonly name: string
  readonly origin: ListOrigin
  /** What was requested from there; null for a file of a folder. */
  readonly promised: ListPromise | null
  /** The XML, or gzip of it. Called when the file is looked at, so that not all of them are in memory at once. */
  readonly bytes: () => Uint8Array
}

export type ListPromise =
  | { readonly kind: 'list-of-lists' }
  | { readonly kind: 'pivot'; readonly location: string }
  | { readonly kind: 'trusted-list'; readonly territory: string }

/** A list with the bytes that it was read from. */
export interface ReadList {
  readonly document: XmlDocument
  readonly list: TrustedList
  /** SHA-256 of the XML, lower-case hex. */
  readonly digest: string
  readonly file: ListFile
}

/** Unpacks, parses and reads a file. Throws `TrustedListError` and nothing else, except what `bytes` throws. */
export function readListFile(file: ListFile, limits: TrustedListLimits): ReadList {
  const xml = unpackList(file.bytes(), limits.xml.maxBytes)
  const unreadable = ({ described }: XmlError) => new TrustedListError('LIST_XML', `The file is not XML that can be read: ${described}`)
  const document = translated(XmlError, () => parseXml(xml, limits.xml), unreadable)
  return { document, list: readTrustedList(document, limits), digest: digestHex(xml), file }
}

/** The XML of a file: as it is, or out of gzip. Throws `TrustedListError`. */
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
 * The last four octets of gzip say how much it unpacks to (RFC 1952, 2.3.1). Unpacked in one piece a list costs its own size; in the pieces
 * of zlib's default, twice that. A wrong length gains no more than one piece within the bound.
 */
function pieceFor(bytes: Uint8Array, maxBytes: number): number {
  const said = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).readUInt32LE(bytes.length - 4)
  return Math.min(Math.max(said + 1, 65_536), maxBytes)
}
