import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { createDeflate, createInflate, type Deflate, inflateSync } from 'node:zlib'
import { describe, expect, it, vi } from 'vitest'
import { compress } from '../../../src/cdoc2/container/payload/compress.js'

const chunk = 65_536

/** Content that shrinks so much that the level changes again and again. */
async function* zeros(count: number): AsyncGenerator<Uint8Array> {
  for (let i = 0; i < count; i++) {
    await Promise.resolve()
    yield Buffer.alloc(chunk)
  }
}

async function* from(pieces: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) {
    await Promise.resolve()
    yield piece
  }
}

/** Ratio of output to input after each 512 octets of a stream, as many as the Java client reads at once. */
async function ratiosOf(stream: Uint8Array): Promise<readonly number[]> {
  const inflate = createInflate()
  let output = 0
  inflate.on('data', (piece: Buffer) => {
    output += piece.length
  })
  const ratios: number[] = []
  for (let at = 0; at < stream.length; at += 512) {
    await new Promise((done) => inflate.write(stream.subarray(at, at + 512), done))
    ratios.push(output / Math.min(at + 512, stream.length))
  }
  return ratios
}

describe('compressing', () => {
  it('compressing gives what inflates to the content', async () => {
    const packed: Uint8Array[] = []
    for await (const piece of compress(zeros(64))) packed.push(piece)
    const plain: Uint8Array[] = []
    for await (const piece of zeros(64)) plain.push(piece)
    expect(inflateSync(Buffer.concat(packed)).equals(Buffer.concat(plain))).toBe(true)
  })

  const text = Buffer.from('Käesolevaga kinnitan, et olen lepingu läbi lugenud ja sellest aru saanud. ')
  it.each<[string, number, (index: number) => Uint8Array]>([
    ['empty records', 12, () => Buffer.alloc(512)],
    ['headers and short texts', 40, (index) => Buffer.alloc(512, index % 2 === 0 ? text : 0)],
    ['zeros', 40, () => Buffer.alloc(chunk)],
    ['one text again and again', 40, () => Buffer.alloc(chunk, text)],
    ['random octets with zeros between them', 40, (index) => (index % 4 === 0 ? randomBytes(chunk) : Buffer.alloc(chunk))],
    ['random octets', 20, () => randomBytes(chunk)],
  ])('compressing keeps the ratio of every beginning below that which the Java client refuses: %s', async (_what, count, make) => {
    const pieces = Array.from({ length: count }, (_, index) => make(index))
    const packed: Uint8Array[] = []
    for await (const piece of compress(from(pieces))) packed.push(piece)
    const stream = Buffer.concat(packed)
    expect(inflateSync(stream).equals(Buffer.concat(pieces))).toBe(true)
    expect(Math.max(...(await ratiosOf(stream)))).toBeLessThan(10)
    expect(stream.length).toBeLessThan(Buffer.concat(pieces).length * 1.01 + 100)
  })

  it('compressing makes ordinary text smaller', async () => {
    const words = Array.from({ length: 100_000 }, () => randomBytes(2).toString('hex')).join(' ')
    const packed: Uint8Array[] = []
    for await (const piece of compress(from([Buffer.from(words)]))) packed.push(piece)
    expect(Buffer.concat(packed).length).toBeLessThan(words.length * 0.6)
  })

  it('compressing may be given up at any moment: no stream is destroyed while its level changes, over which the platform would end the process', async () => {
    const prototype = Object.getPrototypeOf(createDeflate()) as Deflate
    const changing = new Set<unknown>()
    let changes = 0
    let destroyed = 0
    const { params, destroy } = prototype
    vi.spyOn(prototype, 'params').mockImplementation(function (this: Deflate, level, strategy, done) {
      changing.add(this)
      changes += 1
      params.call(this, level, strategy, (...args: []) => {
        changing.delete(this)
        done(...args)
      })
    })
    vi.spyOn(prototype, 'destroy').mockImplementation(function (this: Deflate, error) {
      if (changing.has(this)) destroyed += 1
      // Not while the level changes: an assertion of the platform would end this process.
      return changing.has(this) ? this : destroy.call(this, error)
    })
    for (let pieces = 1; pieces < 24; pieces++) {
      const compressing = compress(zeros(400))
      for (let i = 0; i < pieces; i++) await compressing.next()
      // A consumer that takes its time: what fills goes on until there is no more room.
      await delay(pieces % 3)
      await compressing.return(undefined)
    }
    vi.restoreAllMocks()
    expect(changes).toBeGreaterThan(24)
    expect(destroyed).toBe(0)
  })

  it('compressing ends with what the content throws', async () => {
    const failing = async function* (): AsyncGenerator<Uint8Array> {
      yield* zeros(20)
      throw new Error('the disk is gone')
    }
    const all = async () => {
      for await (const _ of compress(failing()));
    }
    await expect(all()).rejects.toThrow('the disk is gone')
  })
})
