import { ZipError } from './zip-error.js'

/** The place of the central directory, from the end record (APPNOTE 4.3.16) or its ZIP64 form (4.3.14). Offsets in bytes; `directoryEnd` is exclusive. */
export interface EndRecord {
  readonly entryCount: number
  readonly directoryStart: number
  readonly directoryEnd: number
}

const endSignature = Buffer.from('PK\x05\x06', 'latin1')
const endLength = 22
const maxCommentLength = 0xffff
const zip64LocatorSignature = 0x07064b50
const zip64LocatorLength = 20
const zip64EndSignature = 0x06064b50
const zip64EndLength = 56

/** Finds and reads the end record. Throws `ZipError`. */
export function readEndRecord(bytes: Buffer): EndRecord {
  const end = findEndRecord(bytes)
  const ordinary: DirectoryFields = {
    disk: bytes.readUInt16LE(end + 4),
    directoryDisk: bytes.readUInt16LE(end + 6),
    entriesOnDisk: bytes.readUInt16LE(end + 8),
    entries: bytes.readUInt16LE(end + 10),
    size: bytes.readUInt32LE(end + 12),
    start: bytes.readUInt32LE(end + 16),
  }
  const wide = readZip64EndRecord(bytes, end)
  if (wide !== null) assertSameDirectory(ordinary, wide, end)
  const { disk, directoryDisk, entriesOnDisk, entries, size, start } = wide ?? ordinary
  if (disk !== 0 || directoryDisk !== 0 || entriesOnDisk !== entries) {
    throw new ZipError('ZIP_SEVERAL_DISKS', 'The archive is one part of several.', end)
  }
  const directoryEnd = wide?.position ?? end
  if (start + size !== directoryEnd) {
    throw new ZipError('ZIP_CENTRAL_DIRECTORY', 'The central directory is not where the end record says.', end)
  }
  return { entryCount: entries, directoryStart: start, directoryEnd }
}

/**
 * Finds the end record. The last end signature of the file counts, and its comment has to end with the file. Readers that search differently (from the front,
 * or for a matching comment length) would use another record when the comment contains a signature: such an archive is refused.
 */
function findEndRecord(bytes: Buffer): number {
  const tailStart = Math.max(0, bytes.length - endLength - maxCommentLength)
  const inTail = bytes.length < endLength ? -1 : bytes.subarray(tailStart).lastIndexOf(endSignature, bytes.length - endLength - tailStart)
  if (inTail < 0) throw new ZipError('ZIP_NO_END_RECORD', 'The file is not a ZIP archive, or its end is missing.')
  const position = tailStart + inTail
  if (position + endLength + bytes.readUInt16LE(position + 20) !== bytes.length) {
    throw new ZipError('ZIP_TRAILING_BYTES', 'The archive does not end with its end record and comment.', position)
  }
  return position
}

/** What both forms of the end record state. */
interface DirectoryFields {
  readonly disk: number
  readonly directoryDisk: number
  readonly entriesOnDisk: number
  readonly entries: number
  readonly size: number
  readonly start: number
}

interface Zip64EndRecord extends DirectoryFields {
  readonly position: number
}

function readZip64EndRecord(bytes: Buffer, end: number): Zip64EndRecord | null {
  const locator = end - zip64LocatorLength
  if (locator < 0 || bytes.readUInt32LE(locator) !== zip64LocatorSignature) return null
  const position = Number(bytes.readBigUInt64LE(locator + 8))
  // The record and its locator are directly before the ordinary record; the extensible data sector of version 2 may be between them.
  if (position + zip64EndLength > locator || bytes.readUInt32LE(position) !== zip64EndSignature) {
    throw new ZipError('ZIP_ZIP64', 'The ZIP64 end record is not where its locator says.', locator)
  }
  if (bytes.readBigUInt64LE(position + 4) + 12n !== BigInt(locator - position)) {
    throw new ZipError('ZIP_ZIP64', 'The ZIP64 end record does not reach to its locator.', position)
  }
  if (bytes.readUInt32LE(locator + 4) !== 0 || bytes.readUInt32LE(locator + 16) > 1) {
    throw new ZipError('ZIP_SEVERAL_DISKS', 'The archive is one part of several.', locator)
  }
  return {
    position,
    disk: bytes.readUInt32LE(position + 16),
    directoryDisk: bytes.readUInt32LE(position + 20),
    entriesOnDisk: Number(bytes.readBigUInt64LE(position + 24)),
    entries: Number(bytes.readBigUInt64LE(position + 32)),
    size: Number(bytes.readBigUInt64LE(position + 40)),
    start: Number(bytes.readBigUInt64LE(position + 48)),
  }
}

/** A reader that ignores ZIP64 must see the same directory: each field of the ordinary record must be saturated or equal. */
function assertSameDirectory(ordinary: DirectoryFields, wide: DirectoryFields, end: number): void {
  const agrees = (field: keyof DirectoryFields, saturated: number): boolean =>
    ordinary[field] === saturated || ordinary[field] === wide[field]
  const counts = agrees('disk', 0xffff) && agrees('directoryDisk', 0xffff) && agrees('entriesOnDisk', 0xffff) && agrees('entries', 0xffff)
  if (!counts || !agrees('size', 0xffffffff) || !agrees('start', 0xffffffff)) {
    throw new ZipError('ZIP_ZIP64', 'The ZIP64 end record contradicts the ordinary one.', end)
  }
}
