import { describe, expect, it } from 'vitest'
import { limits } from '#config'
import { ReaderError } from '#model'
import { readZip } from '#readers/zip'
import { openAsic, recogniseDocument } from '#validation/container'
import { fields } from '../../readers/zip/archive-builder.js'
import { buildContainer } from './asic-builder.js'

/** Numbers from 0 to below `bound`, the same in every run (xorshift, 32 bits). */
function seeded(seed: number): (bound: number) => number {
  let state = seed
  return (bound) => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % bound
  }
}

function mutated(original: Buffer, random: (bound: number) => number): Buffer {
  let bytes = Buffer.from(original)
  for (let change = random(3); change >= 0; change--) {
    const at = random(bytes.length)
    switch (random(5)) {
      case 0:
        bytes[at] = (bytes[at] ?? 0) ^ (1 << random(8))
        break
      case 1:
        bytes[at] = [0, 0xff, 0x7f, 0x80][random(4)] ?? 0
        break
      case 2:
        bytes = bytes.subarray(0, at + 1)
        break
      case 3:
        bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(random(bytes.length))])
        break
      default:
        bytes.fill(0xff, at, Math.min(at + 4, bytes.length))
    }
    if (bytes.length === 0) bytes = Buffer.alloc(1)
  }
  return bytes
}

const container = buildContainer({
  dataFiles: { 'Šužlikud.txt': 'one two three '.repeat(20), 'b/c.bin': Buffer.alloc(300, 7) },
  others: [
    { name: 'wide', content: 'x', local: { size: 0xffffffff, compressedSize: 0xffffffff, extra: fields([2, 1], [2, 16], [8, 1], [8, 1]) } },
  ],
  comment: Buffer.from('made by hand'),
})

describe('hostile bytes', () => {
  it('hostile bytes end in a container or in an error that callers know', () => {
    const random = seeded(20_260_820)
    const outcomes = { opened: 0, malformed: 0, refused: 0 }
    for (let run = 0; run < 6_000; run++) {
      const bytes = mutated(container, random)
      recogniseDocument(bytes, limits)
      try {
        for (const file of openAsic(bytes, limits).dataFiles) file.digest('SHA256')
        outcomes.opened++
      } catch (error) {
        if (!(error instanceof ReaderError)) throw error
        if (error.limit) outcomes.refused++
        else outcomes.malformed++
      }
    }
    // Most changes are seen; what still opens changed fields that mean nothing to a reader, such as times.
    expect(outcomes.malformed).toBeGreaterThan(4_000)
    expect(outcomes.opened).toBeGreaterThan(100)
  })

  it('hostile bytes of an archive end in entries or a reader error', () => {
    const random = seeded(4_711)
    for (let run = 0; run < 6_000; run++) {
      try {
        for (const entry of readZip(mutated(container, random), limits.zip).entries) entry.read()
      } catch (error) {
        if (!(error instanceof ReaderError)) throw error
      }
    }
  })

  it('an archive cut at any place is malformed', () => {
    for (let length = 0; length < container.length; length++) {
      expect(() => openAsic(container.subarray(0, length), limits)).toThrow(ReaderError)
    }
  })

  it('changed bytes in the content of a data file are noticed when it is read', () => {
    const at = container.indexOf('b/c.bin') + 'b/c.bin'.length + 1
    const bytes = Buffer.from(container)
    bytes[at] = (bytes[at] ?? 0) ^ 1
    const [, file] = openAsic(bytes, limits).dataFiles
    expect(() => [...(file?.content.pieces() ?? [])]).toThrow(expect.objectContaining({ name: 'ContainerError', place: 'b/c.bin' }))
  })
})

describe('memory', () => {
  it('memory of a large container goes back to the document itself once the digest is there', () => {
    const size = 20_000_000
    const noise = Buffer.alloc(size)
    const random = seeded(1)
    for (let at = 0; at + 4 <= size; at += 4) noise.writeUInt32LE(random(0xffffffff), at)
    const document = buildContainer({ dataFiles: { 'large.bin': noise } })
    const [file] = openAsic(document, limits).dataFiles
    expect(file?.digest('SHA256')).not.toBeNull()
    // Unpacked again at each call: nothing of it was kept.
    const [[first], [second]] = [[...(file?.content.pieces() ?? [])], [...(file?.content.pieces() ?? [])]]
    expect(first === second).toBe(false)
    // The unpacked file and one byte of room, not the sum of chunks and their copy.
    expect(first?.buffer.byteLength).toBe(size + 1)
  })
})
