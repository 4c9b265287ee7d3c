import { Cdoc2Error } from '../cdoc2-error.js'

export const BLOCK_LENGTH = 512

/** One header block of POSIX ustar. */
export interface TarHeader {
  readonly name: string
  /** Octets of the content that follows. */
  readonly size: number
  /** `0`: a regular file, `x`: a PAX extended header for the next entry. */
  readonly type: string
}

/** Values of a PAX extended header, which replace those of the next header; null for a value that it does not have. */
export interface ExtendedHeader {
  readonly path: string | null
  readonly size: number | null
}

/**
 * Reads a header block and verifies its checksum.
 *
 * @throws Cdoc2Error `tar-header`
 */
export function readTarHeader(block: Uint8Array): TarHeader {
  if (readOctal(block, 148, 8) !== checksum(block)) throw new Cdoc2Error('tar-header', 'A header of the archive has a wrong checksum')
  // libcdoc writes neither the magic nor a prefix.
  const magic = readText(block, 257, 6)
  if (magic !== 'ustar' && magic !== '') throw new Cdoc2Error('tar-header', 'A header of the archive is not POSIX ustar')
  const prefix = magic === '' ? '' : readText(block, 345, 155)
  const name = readText(block, 0, 100)
  const type = String.fromCharCode(block[156] ?? 0)
  return { name: prefix === '' ? name : `${prefix}/${name}`, size: readSizeField(block), type: type === '\0' ? '0' : type }
}

/** Sum of all octets, the checksum's own field counted as spaces. */
function checksum(block: Uint8Array): number {
  return block.reduce((sum, octet, at) => sum + (at >= 148 && at < 156 ? 0x20 : octet), 0)
}

function readText(block: Uint8Array, start: number, length: number): string {
  const field = block.subarray(start, start + length)
  const end = field.indexOf(0)
  return Buffer.from(end === -1 ? field : field.subarray(0, end)).toString('utf8')
}

function readOctal(block: Uint8Array, start: number, length: number): number {
  const text = readText(block, start, length).trim()
  if (!/^[0-7]{1,12}$/.test(text)) throw new Cdoc2Error('tar-header', 'A header of the archive has a number that is not octal')
  return Number.parseInt(text, 8)
}

/**
 * The size of an entry. From 8 GiB on it does not fit into octal digits; GNU tar and `tar-stream` then set the highest bit of the field and write the number in
 * binary, big-endian.
 */
function readSizeField(block: Uint8Array): number {
  const [start, length] = [124, 12]
  if (block[start] !== 0x80) return readOctal(block, start, length)
  const size = block.subarray(start + 1, start + length).reduce((number, octet) => number * 256 + octet, 0)
  if (!Number.isSafeInteger(size)) throw new Cdoc2Error('tar-header', 'A header of the archive has a size that no file can have')
  return size
}

/** Keys of a sparse file: readers that know them give it another name, and content with zeros in it. */
const sparse = /^(?:GNU\.sparse\.|SCHILY\.(?:filetype|realsize)$)/

/**
 * Reads `path` and `size` of a PAX extended header (POSIX.1-2001): records of `length key=value` and a line feed. A header of a sparse file is refused. Other
 * keys are times and owners, which are ignored.
 *
 * @throws Cdoc2Error `tar-header`
 */
export function readExtendedHeader(content: Uint8Array): ExtendedHeader {
  const octets = Buffer.from(content)
  let path: string | null = null
  let size: number | null = null
  for (let at = 0; at < octets.length; ) {
    const space = octets.indexOf(0x20, at)
    const digits = space === -1 ? '' : octets.subarray(at, space).toString('latin1')
    const length = /^[1-9][0-9]{0,6}$/.test(digits) ? Number(digits) : 0
    const end = at + length
    const equals = octets.indexOf(0x3d, at)
    if (length === 0 || end > octets.length || octets[end - 1] !== 0x0a || equals < space || equals >= end) throw damagedExtension()
    const key = octets.subarray(space + 1, equals).toString('utf8')
    const value = octets.subarray(equals + 1, end - 1).toString('utf8')
    if (sparse.test(key)) throw new Cdoc2Error('tar-header', `The archive has a sparse file (${JSON.stringify(key.slice(0, 100))})`)
    if (key === 'path') path = value
    if (key === 'size') size = readSize(value)
    at = end
  }
  return { path, size }
}

function readSize(text: string): number {
  if (!/^(?:0|[1-9][0-9]{0,14})$/.test(text)) throw damagedExtension()
  return Number(text)
}

function damagedExtension(): Cdoc2Error {
  return new Cdoc2Error('tar-header', 'An extended header of the archive is damaged')
}
