import { setTimeout as delay } from 'node:timers/promises'
import { createDeflate, type Deflate, inflateSync } from 'node:zlib'
import { describe, expect, it, vi } from 'vitest'
import { compress } from '../../src/cdoc2/payload/compress.js'

const chunk = 65_536

/** Content that shrinks so much that the level changes again and again. */
async function* zeros(count: number): AsyncGenerator<Uint8Array> {
  for (let i = 0; i < count; i++) {
    await Promise.resolve()
    yield Buffer.alloc(chunk)
  }
}

describe('compressing', () => {
  it('gives what inflates to the content', async () => {
    const packed: Uint8Array[] = []
    for await (const piece of compress(zeros(64))) packed.push(piece)
    const plain: Uint8Array[] = []
    for await (const piece of zeros(64)) plain.push(piece)
    expect(inflateSync(Buffer.concat(packed)).equals(Buffer.concat(plain))).toBe(true)
  })

  it('may be given up at any moment: no stream is destroyed while its level changes, over which the platform would end the process', async () => {
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

  it('ends with what the content throws', async () => {
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
