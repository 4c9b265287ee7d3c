import { describe, expect, it } from 'vitest'
import { BoundedCache } from '#std'

/** Key, entry and objects around a value: what `add` counts beside the octets that it is told. */
const around = (key: string): number => 200 + 2 * key.length

describe('a cache that is bounded by bytes', () => {
  const make = (maxBytes: number, maxEntryBytes = maxBytes) => new BoundedCache<string>({ maxBytes, maxEntryBytes })

  it('a cache that is bounded by bytes forgets the oldest that was not used when the octets of all entries exceed the bound', () => {
    const cache = make(3 * (around('a') + 1_000))
    const left = () => ['a', 'b', 'c', 'd', 'e', 'f'].filter((key) => cache.has(key)).join('')
    for (const key of ['a', 'b', 'c']) cache.add(key, key.toUpperCase(), 1_000)
    expect([cache.size, cache.bytes]).toEqual([3, 3 * (around('a') + 1_000)])
    expect(cache.get('a')).toBe('A')
    cache.add('d', 'D', 1_000)
    expect(left()).toBe('acd')
    // What was used counts as new once: c is the oldest, then a.
    cache.add('e', 'E', 1_001)
    expect(left()).toBe('de')
    expect(cache.bytes).toBe(2 * around('a') + 2_001)
  })

  it('a cache that is bounded by bytes forgets the oldest where all were used, and never what is added', () => {
    const cache = make(3 * (around('a') + 1_000))
    for (const key of ['a', 'b', 'c']) cache.add(key, key.toUpperCase(), 1_000)
    for (const key of ['c', 'b', 'a']) expect(cache.get(key)).toBe(key.toUpperCase())
    cache.add('d', 'D', 1_000)
    expect(['a', 'b', 'c', 'd'].map((key) => cache.get(key))).toEqual([null, 'B', 'C', 'D'])
    expect([cache.size, cache.bytes]).toEqual([3, 3 * (around('a') + 1_000)])
  })

  it('a cache that is bounded by bytes takes an entry of exactly the bound, and none above it', () => {
    const cache = make(100_000, around('k') + 500)
    cache.add('k', 'fits', 500)
    expect(cache.get('k')).toBe('fits')
    cache.add('l', 'does not', 501)
    expect(cache.get('l')).toBeNull()
    expect(cache.bytes).toBe(around('k') + 500)
  })

  it('a cache that is bounded by bytes counts an entry that is set again once, and drops the old one when the new one is too large', () => {
    const cache = make(100_000, 5_000)
    cache.add('k', 'old', 1_000)
    cache.add('k', 'new', 2_000)
    expect([cache.get('k'), cache.size, cache.bytes]).toEqual(['new', 1, around('k') + 2_000])
    cache.add('k', 'huge', 10_000)
    expect([cache.get('k'), cache.size, cache.bytes]).toEqual([null, 0, 0])
  })

  it('a cache that is bounded by bytes counts its keys', () => {
    const cache = make(10_000)
    for (let number = 0; number < 1_000; number++) cache.add(`${'k'.repeat(996)}${number + 1_000}`, 'v', 0)
    expect(cache.size).toBe(Math.floor(10_000 / around('k'.repeat(1_000))))
    expect(cache.bytes).toBeLessThanOrEqual(10_000)
  })

  it('a cache that is bounded by bytes keeps no value when its bound is 0', () => {
    const cache = make(0)
    cache.add('k', 'v', 0)
    expect([cache.get('k'), cache.size, cache.bytes]).toEqual([null, 0, 0])
  })

  it('a cache that is bounded by bytes keeps an entry no longer because somebody asks whether it is there', () => {
    const cache = make(2 * (around('a') + 1_000))
    for (const key of ['a', 'b']) cache.add(key, key.toUpperCase(), 1_000)
    expect(cache.has('a')).toBe(true)
    cache.add('c', 'C', 1_000)
    expect(['a', 'b', 'c'].map((key) => cache.has(key))).toEqual([false, true, true])
  })
})
