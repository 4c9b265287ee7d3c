import { ZipError } from './zip-error.js'

/** Blocks of an extra field that are read (APPNOTE 4.5.2). */
export type ExtraBlock = 'zip64' | 'unicode-path' | 'asi-unix' | 'libarchive'

const blockIds: Readonly<Record<ExtraBlock, number>> = { zip64: 0x0001, 'unicode-path': 0x7075, 'asi-unix': 0x756e, libarchive: 0x6c78 }

/** Content of the block, null when the field has none. A second block of the same kind is refused: readers differ in which one counts. */
export function extraBlock(extra: Buffer, block: ExtraBlock, offset: number): Buffer | null {
  if (extra.length === 0) return null
  let found: Buffer | null = null
  let at = 0
  // Fewer than four bytes at the end are padding of old alignment tools.
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

/** The value of each header field in the order of the ZIP64 block, which holds 8 bytes for every saturated one and no other (APPNOTE 4.5.3). */
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
