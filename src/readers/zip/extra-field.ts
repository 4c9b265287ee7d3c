import { ZipError } from './zip-error.js'

/** Blocks of an extra field that are read (APPNOTE 4.5.2). */
type ExtraBlock = 'zip64' | 'unicode-path' | 'asi-unix' | 'libarchive'

const blockIds: Readonly<Record<ExtraBlock, number>> = { zip64: 0x0001, 'unicode-path': 0x7075, 'asi-unix': 0x756e, libarchive: 0x6c78 }

/**
 * The content of a block of an extra field; null when the field has no such block. A second block of the same kind is refused, because readers differ about
 * which block counts.
 *
 * @throws ZipError ZIP_EXTRA_FIELD
 */
export function extraBlock(extra: Buffer, block: ExtraBlock, offset: number): Buffer | null {
  if (extra.length === 0) return null
  let found: Buffer | null = null
  let at = 0
  // Fewer than four bytes at the end are padding by old alignment tools.
  while (at + 4 <= extra.length) {
    const start = at + 4
    const end = start + extra.readUInt16LE(at + 2)
    if (end > extra.length) throw new ZipError('ZIP_EXTRA_FIELD', 'The extra field of an entry is truncated.', offset + at)
    if (extra.readUInt16LE(at) === blockIds[block]) {
      if (found !== null) throw new ZipError('ZIP_EXTRA_FIELD', 'The extra field of an entry repeats a block.', offset + at)
      found = extra.subarray(start, end)
    }
    at = end
  }
  return found
}

/**
 * Returns a function that widens header fields. It must be called in the order of the ZIP64 block, which has 8 bytes for each saturated field and for no other
 * (APPNOTE 4.5.3). The function throws `ZipError` when the block lacks the value.
 */
export function zip64Values(extra: Buffer, offset: number): (field: number) => number {
  const block = extraBlock(extra, 'zip64', offset)
  let at = 0
  return (field) => {
    if (field !== 0xffffffff) return field
    if (block === null || at + 8 > block.length) {
      throw new ZipError('ZIP_EXTRA_FIELD', 'The ZIP64 size of an entry is missing.', offset)
    }
    at += 8
    return Number(block.readBigUInt64LE(at - 8))
  }
}
