import type { EndRecord } from './end-record.js'
import { decodeEntryName, fileNameOfUnzip } from './entry-name.js'
import { zip64Values } from './extra-field.js'
import { assertFileType, assertFileTypeOfExtra } from './file-type.js'
import { ZipError } from './zip-error.js'
import type { ZipLimits } from './zip-limits.js'

/** The header of one entry in the central directory (APPNOTE 4.3.12). Sizes and offsets in bytes. */
export interface CentralHeader {
  readonly name: string
  readonly encodedName: Buffer
  readonly flags: number
  readonly method: 'stored' | 'deflated'
  readonly crc: number
  readonly compressedSize: number
  readonly size: number
  readonly localOffset: number
}

/** General purpose bits (APPNOTE 4.4.4). */
export const flagBits = {
  encrypted: 0x0001,
  dataDescriptor: 0x0008,
  patchData: 0x0020,
  strongEncryption: 0x0040,
  utf8: 0x0800,
  maskedHeader: 0x2000,
} as const

const headerSignature = 0x02014b50
const headerLength = 46

/** Reads all entries in the order of the directory, and checks that names are unique and sizes within the limits. Throws `ZipError`. */
export function readCentralDirectory(bytes: Buffer, end: EndRecord, limits: ZipLimits): readonly CentralHeader[] {
  if (end.entryCount === 0) throw new ZipError('ZIP_EMPTY', 'The archive has no entry.')
  if (end.entryCount > limits.maxEntries) {
    throw new ZipError('ZIP_LIMIT_ENTRIES', `The archive has ${end.entryCount} entries; ${limits.maxEntries} are allowed.`)
  }
  const headers: CentralHeader[] = []
  const names = new Set<string>()
  let at = end.directoryStart
  for (let index = 0; index < end.entryCount; index++) {
    if (at + headerLength > end.directoryEnd || bytes.readUInt32LE(at) !== headerSignature) {
      throw new ZipError('ZIP_CENTRAL_DIRECTORY', 'The central directory holds fewer entries than the end record says.', at)
    }
    const next = at + headerLength + bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
    if (next > end.directoryEnd) throw new ZipError('ZIP_CENTRAL_DIRECTORY', 'An entry of the central directory is truncated.', at)
    const header = readCentralHeader(bytes, at, limits)
    const fileName = fileNameOfUnzip(header.name)
    if (names.has(fileName)) {
      throw new ZipError('ZIP_DUPLICATE_ENTRY', 'The archive holds two entries of the same name.', at, header.name)
    }
    names.add(fileName)
    headers.push(header)
    at = next
  }
  if (at !== end.directoryEnd) {
    throw new ZipError('ZIP_CENTRAL_DIRECTORY', 'The central directory is longer than the end record says.', at)
  }
  assertAllowedSizes(headers, limits)
  return headers
}

function readCentralHeader(bytes: Buffer, at: number, limits: ZipLimits): CentralHeader {
  const nameEnd = at + headerLength + bytes.readUInt16LE(at + 28)
  const extraEnd = nameEnd + bytes.readUInt16LE(at + 30)
  const encodedName = bytes.subarray(at + headerLength, nameEnd)
  if (encodedName.length > limits.maxNameBytes) {
    throw new ZipError('ZIP_LIMIT_NAME', `The name of an entry has more than ${limits.maxNameBytes} bytes.`, at)
  }
  const flags = bytes.readUInt16LE(at + 8)
  const extra = bytes.subarray(nameEnd, extraEnd)
  const name = decodeEntryName(encodedName, (flags & flagBits.utf8) !== 0, extra, at)
  if ((flags & (flagBits.encrypted | flagBits.strongEncryption | flagBits.maskedHeader)) !== 0) {
    throw new ZipError('ZIP_ENCRYPTED', 'An entry is encrypted.', at, name)
  }
  const method = methodOf(bytes.readUInt16LE(at + 10))
  if (method === null || (flags & flagBits.patchData) !== 0) {
    throw new ZipError('ZIP_METHOD', 'An entry is packed by a method other than "stored" and "deflated".', at, name)
  }
  assertFileType(name, bytes.readUInt8(at + 5), bytes.readUInt32LE(at + 38), at)
  assertFileTypeOfExtra(name, extra, nameEnd)
  // The order in the ZIP64 block is size, compressed size, offset, disk; each is present only when the field of the header is saturated.
  const widen = zip64Values(extra, nameEnd)
  const size = widen(bytes.readUInt32LE(at + 24))
  const compressedSize = widen(bytes.readUInt32LE(at + 20))
  const localOffset = widen(bytes.readUInt32LE(at + 42))
  const disk = bytes.readUInt16LE(at + 34)
  if (disk !== 0 && disk !== 0xffff)
    throw new ZipError('ZIP_SEVERAL_DISKS', 'An entry is stored in another part of a split archive.', at, name)
  if ((method === 'stored' && size !== compressedSize) || (name.endsWith('/') && size !== 0)) {
    throw new ZipError('ZIP_SIZE_CLAIM', 'The sizes that an entry states cannot be true.', at, name)
  }
  return { name, encodedName, flags, method, crc: bytes.readUInt32LE(at + 16), compressedSize, size, localOffset }
}

function methodOf(code: number): CentralHeader['method'] | null {
  return code === 0 ? 'stored' : code === 8 ? 'deflated' : null
}

/** Checks the stated sizes, which unpacking never exceeds, and the ratio of unpacked to packed size of each entry and of the whole archive. */
function assertAllowedSizes(headers: readonly CentralHeader[], limits: ZipLimits): void {
  const total = { size: 0, compressedSize: 0 }
  for (const header of headers) {
    assertAllowedRatio(header, limits, header.name)
    total.size += header.size
    total.compressedSize += header.compressedSize
  }
  if (total.size > limits.maxUnpackedBytes) {
    throw new ZipError('ZIP_LIMIT_UNPACKED', `The archive unpacks to more than ${limits.maxUnpackedBytes} bytes.`)
  }
  assertAllowedRatio(total, limits, null)
}

function assertAllowedRatio(sizes: { size: number; compressedSize: number }, limits: ZipLimits, name: string | null): void {
  if (sizes.size > limits.ratioFreeBytes && sizes.size > sizes.compressedSize * limits.maxRatio) {
    throw new ZipError('ZIP_LIMIT_RATIO', `The archive unpacks to more than ${limits.maxRatio} times its size.`, null, name)
  }
}
