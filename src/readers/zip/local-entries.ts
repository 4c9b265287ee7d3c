import { type CentralHeader, flagBits } from './central-directory.js'
import { assertSameUnicodePath } from './entry-name.js'
import { zip64Values } from './extra-field.js'
import { assertFileTypeOfExtra } from './file-type.js'
import { ZipError } from './zip-error.js'

const headerSignature = 0x04034b50
const headerLength = 30
const descriptorSignature = 0x08074b50
const directorySignature = 0x02014b50
/** The first octets of every signature. */
const signatureStart = Buffer.from('PK', 'latin1')
/** Flags that must be equal in both headers; compression hints may differ. */
const decidingFlags =
  flagBits.encrypted | flagBits.dataDescriptor | flagBits.patchData | flagBits.strongEncryption | flagBits.utf8 | flagBits.maskedHeader

/**
 * Walks the entries in the order of the file, compares each local header (APPNOTE 4.3.7) and data descriptor (4.3.9) with the central
 * directory, and checks that the entries fill the file from its first byte to the directory without gap or overlap. A reader
 * that streams from the start then sees the same entries as a reader that starts at the directory.
 *
 * @returns the packed bytes of each entry
 * @throws ZipError
 */
export function readLocalEntries(
  bytes: Buffer,
  headers: readonly CentralHeader[],
  directoryStart: number,
): ReadonlyMap<CentralHeader, Buffer> {
  const packed = new Map<CentralHeader, Buffer>()
  let at = 0
  for (const header of [...headers].sort((a, b) => a.localOffset - b.localOffset)) {
    if (header.localOffset < at) throw new ZipError('ZIP_OVERLAP', 'Two entries share bytes.', header.localOffset, header.name)
    if (header.localOffset > at) throw unaccounted(at)
    const dataStart = checkLocalHeader(bytes, header, directoryStart)
    const dataEnd = dataStart + header.compressedSize
    if (dataEnd > directoryStart) throw new ZipError('ZIP_OVERLAP', 'An entry reaches into the central directory.', at, header.name)
    const data = bytes.subarray(dataStart, dataEnd)
    if (header.method === 'stored' && (header.flags & flagBits.dataDescriptor) !== 0) assertNoDescriptorInside(data, header)
    packed.set(header, data)
    at = dataEnd + descriptorLength(bytes.subarray(dataEnd, directoryStart), header, dataEnd)
  }
  if (at !== directoryStart) throw unaccounted(at)
  return packed
}

function unaccounted(at: number): ZipError {
  return new ZipError('ZIP_UNACCOUNTED_BYTES', 'The archive holds bytes that belong to no entry.', at)
}

/** Compares a local header with the central directory. Returns the position of the data. */
function checkLocalHeader(bytes: Buffer, header: CentralHeader, directoryStart: number): number {
  const at = header.localOffset
  if (at + headerLength > directoryStart || bytes.readUInt32LE(at) !== headerSignature) {
    throw new ZipError('ZIP_LOCAL_HEADER', 'The central directory points to a place without a local header.', at, header.name)
  }
  const nameEnd = at + headerLength + bytes.readUInt16LE(at + 26)
  const dataStart = nameEnd + bytes.readUInt16LE(at + 28)
  if (dataStart > directoryStart) throw new ZipError('ZIP_LOCAL_HEADER', 'The local header of an entry is truncated.', at, header.name)
  const extra = bytes.subarray(nameEnd, dataStart)
  assertSameUnicodePath(header.name, header.encodedName, extra, nameEnd)
  assertFileTypeOfExtra(header.name, extra, nameEnd)
  const widen = zip64Values(extra, nameEnd)
  const size = widen(bytes.readUInt32LE(at + 22))
  const compressedSize = widen(bytes.readUInt32LE(at + 18))
  // With a data descriptor the local fields are zero, or already right.
  const streamed = (header.flags & flagBits.dataDescriptor) !== 0
  const agrees = (local: number, central: number): boolean => local === central || (streamed && local === 0)
  if (
    !bytes.subarray(at + headerLength, nameEnd).equals(header.encodedName) ||
    ((bytes.readUInt16LE(at + 6) ^ header.flags) & decidingFlags) !== 0 ||
    bytes.readUInt16LE(at + 8) !== (header.method === 'stored' ? 0 : 8) ||
    !agrees(bytes.readUInt32LE(at + 14), header.crc) ||
    !agrees(compressedSize, header.compressedSize) ||
    !agrees(size, header.size)
  ) {
    throw new ZipError('ZIP_HEADER_MISMATCH', 'Local header and central directory describe different entries.', at, header.name)
  }
  return dataStart
}

/**
 * Refuses a stored entry whose content contains a matching data descriptor. A streaming reader does not know where such an entry ends. It uses the first
 * descriptor that states the size of what it has read so far, with a signature of its own or followed by the signature of a header, and would read other
 * entries after it.
 */
function assertNoDescriptorInside(data: Buffer, { localOffset, name }: CentralHeader): void {
  const states = (size: number, sizesAt: number, width: number): boolean => {
    if (size < 0 || sizesAt + 2 * width > data.length) return false
    const sizeAt = (at: number): number => (width === 4 ? data.readUInt32LE(at) : Number(data.readBigUInt64LE(at)))
    return sizeAt(sizesAt) === size && sizeAt(sizesAt + width) === size
  }
  const describesPart = (at: number, width: number): boolean => {
    const signature = data.readUInt32LE(at)
    if (signature === descriptorSignature) return states(at, at + 8, width)
    return (signature === headerSignature || signature === directorySignature) && states(at - 4 - 2 * width, at - 2 * width, width)
  }
  for (let at = data.indexOf(signatureStart); at >= 0 && at + 4 <= data.length; at = data.indexOf(signatureStart, at + 1)) {
    if (describesPart(at, 4) || describesPart(at, 8))
      throw new ZipError('ZIP_HEADER_MISMATCH', 'A stored entry holds the data descriptor of a part of it.', localOffset, name)
  }
}

/** The length of the data descriptor after the data, which has to repeat CRC and sizes. It may have a signature, and sizes of 4 or 8 bytes. */
function descriptorLength(rest: Buffer, header: CentralHeader, offset: number): number {
  if ((header.flags & flagBits.dataDescriptor) === 0) return 0
  for (const signed of [true, false]) {
    // The wide form first: for an empty file it begins like the narrow form, and no header that follows a narrow descriptor looks like the rest of a wide one.
    for (const width of [8, 4]) {
      const start = signed ? 4 : 0
      const length = start + 4 + 2 * width
      if (rest.length < length || (signed && rest.readUInt32LE(0) !== descriptorSignature)) continue
      const sizeAt = (at: number): number => (width === 4 ? rest.readUInt32LE(at) : Number(rest.readBigUInt64LE(at)))
      const packed = sizeAt(start + 4)
      const unpacked = sizeAt(start + 4 + width)
      if (rest.readUInt32LE(start) === header.crc && packed === header.compressedSize && unpacked === header.size) return length
    }
  }
  throw new ZipError('ZIP_HEADER_MISMATCH', 'Data descriptor and central directory describe different entries.', offset, header.name)
}
