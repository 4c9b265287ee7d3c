import { describe, expect, it } from 'vitest'
import { limits } from '#config'
import { bodyMemory } from '../../../src/http/bodies/body-memory.js'
import { BodyPool } from '../../../src/http/bodies/body-pool.js'

const pieces = (length: number, size = 65_536) =>
  Array.from({ length: Math.ceil(length / size) }, (_, index) => {
    const piece = Buffer.from(new ArrayBuffer(Math.min(size, length - index * size)))
    return piece.fill(index % 251)
  })

describe('the memory of a body that arrives', () => {
  for (const [what, length, announced] of [
    ['small', 1_000, 1_000],
    ['small, in several pieces', 200_000, 200_000],
    ['large', 1_000_000, 1_000_000],
    ['large, without an announced length', 1_000_000, null],
  ] as const)
    it(`holds all of its octets: ${what}`, () => {
      const memory = bodyMemory(announced)
      const whole = Buffer.concat(pieces(length))
      for (const piece of pieces(length)) memory.add(piece)
      expect(memory.take().equals(whole)).toBe(true)
    })

  it('releases each piece of a large body at once, and has separate pages, which can be transferred', () => {
    const memory = bodyMemory(1_000_000)
    const arrived = pieces(1_000_000)
    for (const piece of arrived) memory.add(piece)
    expect(arrived.map(({ byteLength }) => byteLength)).toEqual(arrived.map(() => 0))
    const body = memory.take()
    expect(body.buffer).toMatchObject({ resizable: true, byteLength: 1_000_000 })
    const { port1, port2 } = new MessageChannel()
    port1.postMessage(body, [body.buffer as ArrayBuffer])
    expect(body).toHaveLength(0)
    port1.close()
    port2.close()
  })

  it.each([
    ['at the bound', limits.request.largeBytes, true],
    ['below it', limits.request.largeBytes - 1, false],
  ])('has separate pages %s', (_, length, own) => {
    const memory = bodyMemory(length)
    for (const piece of pieces(length)) memory.add(piece)
    expect(memory.take().buffer).toHaveProperty('resizable', own)
  })

  it('is not there for a body that is only announced, however much that is', () => {
    const pool = new BodyPool({ maxPooledBytes: 16_777_216, pooledMilliseconds: 1_000 })
    const before = process.memoryUsage().external
    const announced = Array.from({ length: 50 }, () => bodyMemory(28_000_000, pool))
    const small = Array.from({ length: 50 }, () => bodyMemory(1_000_000, pool))
    for (const memory of [...announced, ...small]) memory.add(Buffer.from('{"document":"'))
    expect(process.memoryUsage().external - before).toBeLessThan(10_000_000)
    expect(pool.take(16_000_000), 'nothing of the pool is lent').not.toBeNull()
    for (const memory of [...announced, ...small]) memory.release()
  })

  it('is given back when the body is refused', () => {
    const memory = bodyMemory(1_000_000)
    for (const piece of pieces(500_000)) memory.add(piece)
    memory.release()
    expect(() => memory.take()).toThrow(TypeError)
  })
})
