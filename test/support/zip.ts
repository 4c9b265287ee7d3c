import { constants, crc32, deflateRawSync } from 'node:zlib'

/** One entry, with every field that a hostile archive may lie in. */
export interface ZipEntry {
  /** Text is written as UTF-8 with bit 11; bytes as they are, without it. */
  readonly name: string | Buffer
  readonly content: Buffer
  readonly method?: 'stored' | 'deflated'
  readonly comment?: string
  readonly extra?: Buffer
  /** Sizes and CRC after the data, as streaming writers do (bit 3). */
  readonly dataDescriptor?: boolean
  /** What the local header says instead. */
  readonly local?: { readonly name?: string; readonly crc?: number; readonly method?: number }
  /** What both headers say instead of the truth. */
  readonly claimed?: { readonly crc?: number; readonly size?: number; readonly method?: number; readonly flags?: number }
}

/** 2026-03-10 10:00:00 in the form of MS-DOS: always the same, so that the same input gives the same archive. */
const dosTime = 0x5000
const dosDate = ((2026 - 1980) << 9) | (3 << 5) | 10

/** Writes an archive, entries in the given order, duplicates and all. */
export function zipArchive(entries: readonly ZipEntry[], comment = ''): Buffer {
  const parts: Buffer[] = []
  const central: Buffer[] = []
  let offset = 0
  for (const entry of entries) {
    const { local, directory } = encodeEntry(entry, offset)
    parts.push(local)
    central.push(directory)
    offset += local.length
  }
  const directory = Buffer.concat(central)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  end.writeUInt16LE(Buffer.byteLength(comment), 20)
  return Buffer.concat([...parts, directory, end, Buffer.from(comment)])
}

/** Huffman codes only, so that every build of zlib writes the same bytes. */
function deflate(content: Buffer): Buffer {
  return deflateRawSync(content, { strategy: constants.Z_HUFFMAN_ONLY })
}

function encodeEntry(entry: ZipEntry, offset: number): { local: Buffer; directory: Buffer } {
  const isText = typeof entry.name === 'string'
  const name = Buffer.from(entry.name)
  const data = entry.method === 'deflated' ? deflate(entry.content) : entry.content
  const method = entry.claimed?.method ?? (entry.method === 'deflated' ? 8 : 0)
  const size = entry.claimed?.size ?? entry.content.length
  const crc = entry.claimed?.crc ?? crc32(entry.content)
  const flags = entry.claimed?.flags ?? (isText ? 0x800 : 0) | (entry.dataDescriptor === true ? 8 : 0)
  const extra = entry.extra ?? Buffer.alloc(0)
  const comment = Buffer.from(entry.comment ?? '')
  const localName = entry.local?.name === undefined ? name : Buffer.from(entry.local.name)

  const fields = (inLocal: boolean): Buffer => {
    const known = !(inLocal && entry.dataDescriptor === true)
    const header = Buffer.alloc(26)
    header.writeUInt16LE(20, 0)
    header.writeUInt16LE(flags, 2)
    header.writeUInt16LE((inLocal ? entry.local?.method : undefined) ?? method, 4)
    header.writeUInt16LE(dosTime, 6)
    header.writeUInt16LE(dosDate, 8)
    header.writeUInt32LE(known ? ((inLocal ? entry.local?.crc : undefined) ?? crc) : 0, 10)
    header.writeUInt32LE(known ? data.length : 0, 14)
    header.writeUInt32LE(known ? size : 0, 18)
    header.writeUInt16LE(inLocal ? localName.length : name.length, 22)
    header.writeUInt16LE(inLocal ? extra.length : 0, 24)
    return header
  }
  const descriptor = Buffer.alloc(entry.dataDescriptor === true ? 16 : 0)
  if (descriptor.length > 0) {
    descriptor.writeUInt32LE(0x08074b50, 0)
    descriptor.writeUInt32LE(crc, 4)
    descriptor.writeUInt32LE(data.length, 8)
    descriptor.writeUInt32LE(size, 12)
  }
  const rest = Buffer.alloc(14)
  rest.writeUInt16LE(comment.length, 0)
  rest.writeUInt32LE(offset, 10)
  return {
    local: Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), fields(true), localName, extra, data, descriptor]),
    directory: Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), fields(false), rest, name, comment]),
  }
}
