import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it, vi } from 'vitest'
import { bodyMemory } from '../../../src/http/bodies/body-memory.js'
import { BodyPool } from '../../../src/http/bodies/body-pool.js'

const poolOf = (maxPooledBytes = 4_194_304) => new BodyPool({ maxPooledBytes, pooledMilliseconds: 60_000 })
const lent = (place: Buffer | null): Buffer => place ?? expect.fail('the pool has no place')

describe('the memory that large bodies share', () => {
  it('is used again, for a body of any length that fits', () => {
    const pool = poolOf()
    const first = lent(pool.take(900_000))
    expect(first).toHaveLength(900_000)
    pool.giveBack(first)
    const second = lent(pool.take(1_000_000))
    expect(second).toHaveLength(1_000_000)
    expect(second.buffer).toBe(first.buffer)
  })

  it('is never that of two bodies at once, also when one gives it back twice', () => {
    const pool = poolOf()
    const first = lent(pool.take(600_000))
    pool.giveBack(first)
    pool.giveBack(first)
    const [second, third] = [lent(pool.take(600_000)), lent(pool.take(600_000))]
    expect(third.buffer).not.toBe(second.buffer)
    // The first user again, while the second one has it.
    pool.giveBack(first.subarray(10))
    pool.giveBack(first)
    const { buffer } = lent(pool.take(600_000))
    expect([second.buffer, third.buffer]).not.toContain(buffer)
  })

  it('keeps its memory for a body that has arrived, also when its connection closes', () => {
    const pool = poolOf()
    const memory = bodyMemory(600_000, pool)
    memory.add(Buffer.alloc(600_000, 1))
    const body = memory.take()
    memory.release()
    const other = bodyMemory(600_000, pool)
    other.add(Buffer.alloc(600_000, 2))
    expect(other.take().buffer).not.toBe(body.buffer)
    expect(body.every((octet) => octet === 1)).toBe(true)
  })

  it('takes back nothing that it has not lent', () => {
    const pool = poolOf()
    const foreign = Buffer.from(new SharedArrayBuffer(1_048_576))
    pool.giveBack(foreign)
    pool.giveBack(Buffer.alloc(1_048_576))
    expect(lent(pool.take(600_000)).buffer).not.toBe(foreign.buffer)
  })

  it('is bounded, whether its places are in use, free or lost', () => {
    const pool = poolOf(4_194_304)
    const all = [1, 2, 3, 4].map(() => lent(pool.take(1_000_000)))
    expect(pool.take(1_000_000)).toBeNull()
    expect(pool.take(5_000_000)).toBeNull()
    for (const place of all) pool.giveBack(place)
    expect(pool.take(1_000_000)).not.toBeNull()
    // No free place is large enough: the free ones are left to the collector, and count until then.
    expect(pool.take(2_000_000)).toBeNull()
    for (let i = 0; i < 3; i++) expect(pool.take(1_000_000)).not.toBeNull()
    expect(pool.take(1_000_000)).toBeNull()
  })

  it('serves again after a time without bodies, although it is left to the garbage collector then', () => {
    vi.useFakeTimers()
    const pool = poolOf(1_048_576)
    const first = lent(pool.take(1_000_000))
    pool.giveBack(first)
    vi.advanceTimersByTime(60_000)
    // Nothing else fits: without it the body would have memory of its own until a collection.
    const second = lent(pool.take(1_000_000))
    expect(second.buffer).toBe(first.buffer)
    expect(pool.take(1_000_000)).toBeNull()
    pool.giveBack(second)
    vi.advanceTimersByTime(60_000)
    expect(lent(pool.take(1_000_000)).buffer).toBe(first.buffer)
    vi.useRealTimers()
  })

  it('is collected when no body has used it for a time, and stops to count', async () => {
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    const pool = new BodyPool({ maxPooledBytes: 1_048_576, pooledMilliseconds: 1 })
    const used = () => {
      const place = lent(pool.take(1_000_000))
      pool.giveBack(place)
      return new WeakRef(place.buffer)
    }
    const place = used()
    await expect
      .poll(() => {
        collect()
        return place.deref() === undefined
      })
      .toBe(true)
    await expect.poll(() => pool.take(700_000)).not.toBeNull()
  })

  it('holds the octets of one body only, after a longer one, and falls back to memory of its own', () => {
    const pool = poolOf(1_048_576)
    const receive = (octet: number, length: number) => {
      const memory = bodyMemory(length, pool)
      for (let left = length; left > 0; left -= 65_536) memory.add(Buffer.alloc(Math.min(left, 65_536), octet))
      return memory.take()
    }
    const long = receive(0x41, 1_000_000)
    const beside = receive(0x42, 700_000)
    expect(beside.buffer).toBeInstanceOf(ArrayBuffer)
    pool.giveBack(long)
    const short = receive(0x43, 500_000)
    expect(short.buffer).toBe(long.buffer)
    expect(short.equals(Buffer.alloc(500_000, 0x43))).toBe(true)
    expect(beside.equals(Buffer.alloc(700_000, 0x42))).toBe(true)
  })

  it('is given back when a body is refused while it arrives', () => {
    const pool = poolOf(1_048_576)
    const memory = bodyMemory(1_000_000, pool)
    memory.add(Buffer.alloc(10_000))
    memory.release()
    expect(pool.take(1_000_000)).not.toBeNull()
  })
})
