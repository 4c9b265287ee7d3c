import { crc32, deflateRawSync } from 'node:zlib'

/** One entry with what it says about itself; every field can be made to lie, in the local header, in the directory, or in both. */
export interface BuiltEntry {
  readonly name: string | Buffer
  readonly content?: string | Buffer
  readonly deflate?: boolean
  /** Packed bytes instead of the real ones. */
  readonly packed?: Buffer
  readonly both?: Partial<HeaderFields>
  readonly local?: Partial<HeaderFields>
  readonly central?: Partial<HeaderFields> & {
    readonly offset?: number
    readonly disk?: number
    readonly host?: number
    readonly attributes?: number
  }
  readonly descriptor?: Buffer
  /** Bytes before the local header. */
  readonly before?: Buffer
  readonly comment?: string
}

interface HeaderFields {
  readonly name: Buffer
  readonly flags: number
  readonly method: number
  readonly crc: number
  readonly compressedSize: number
  readonly size: number
  readonly extra: Buffer
}

export interface BuiltArchive {
  readonly comment?: Buffer
  readonly afterEntries?: Buffer
  /** Changes the end record before it is written. */
  readonly end?: { readonly entries?: number; readonly size?: number; readonly start?: number; readonly disk?: number }
  /** Between directory and end record: makes a ZIP64 record from the true values. */
  readonly beforeEnd?: (directory: { entries: number; size: number; start: number }) => Buffer
}

/** Little-endian integers: `[bytes, value]`. */
export function fields(...values: readonly (readonly [number, number])[]): Buffer {
  return Buffer.concat(
    values.map(([width, value]) => {
      const field = Buffer.alloc(width)
      if (width === 8) field.writeBigUInt64LE(BigInt(value))
      else field.writeUIntLE(value, 0, width)
      return field
    }),
  )
}

export function buildArchive(entries: readonly BuiltEntry[], archive: BuiltArchive = {}): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  const write = (part: Buffer): void => {
    parts.push(part)
    offset += part.length
  }
  for (const entry of entries) {
    write(entry.before ?? Buffer.alloc(0))
    const content = Buffer.from(entry.content ?? '')
    const packed = entry.packed ?? (entry.deflate === true ? deflateRawSync(content) : content)
    const truth: HeaderFields = {
      name: Buffer.from(entry.name),
      flags: 0x0800,
      method: entry.deflate === true ? 8 : 0,
      crc: crc32(content),
      compressedSize: packed.length,
      size: content.length,
      extra: Buffer.alloc(0),
      ...entry.both,
    }
    const local = { ...truth, ...entry.local }
    const central = { offset, disk: 0, host: 0, attributes: 0, ...truth, ...entry.central }
    directory.push(
      fields([4, 0x02014b50], [1, 20], [1, central.host], [2, 20], [2, central.flags], [2, central.method], [4, 0]),
      fields([4, central.crc], [4, central.compressedSize], [4, central.size], [2, central.name.length], [2, central.extra.length]),
      fields([2, Buffer.byteLength(entry.comment ?? '')], [2, central.disk], [2, 0], [4, central.attributes], [4, central.offset]),
      central.name,
      central.extra,
      Buffer.from(entry.comment ?? ''),
    )
    write(fields([4, 0x04034b50], [2, 20], [2, local.flags], [2, local.method], [4, 0]))
    write(fields([4, local.crc], [4, local.compressedSize], [4, local.size], [2, local.name.length], [2, local.extra.length]))
    for (const part of [local.name, local.extra, packed, entry.descriptor ?? Buffer.alloc(0)]) write(part)
  }
  write(archive.afterEntries ?? Buffer.alloc(0))
  const whole = Buffer.concat(directory)
  const truth = { entries: entries.length, size: whole.length, start: offset }
  const end = { disk: 0, ...truth, ...archive.end }
  const comment = archive.comment ?? Buffer.alloc(0)
  return Buffer.concat([
    ...parts,
    whole,
    archive.beforeEnd?.(truth) ?? Buffer.alloc(0),
    fields([4, 0x06054b50], [2, end.disk], [2, end.disk], [2, end.entries], [2, end.entries], [4, end.size], [4, end.start]),
    fields([2, comment.length]),
    comment,
  ])
}
