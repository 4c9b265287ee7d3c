import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { limits } from '#config'
import { createSlowBodies } from '../../../src/http/bodies/slow-bodies.js'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const bounds = {
  idleAfterMilliseconds: 1_000,
  maxIdleMilliseconds: 10_000,
  slowAfterMilliseconds: 5_000,
  maxIdlePerClient: 2,
  maxSlowPerClient: 4,
}

function bodies(withBounds = bounds) {
  const slow = createSlowBodies(withBounds)
  const ended: string[] = []
  return { ended, open: (name: string) => slow.watch(name.slice(0, 1), () => ended.push(name)) }
}

describe('a body that does not arrive', () => {
  it('is given up after the time without a byte, and no sooner', () => {
    const { open, ended } = bodies()
    const watch = open('a1')
    vi.advanceTimersByTime(9_999)
    watch.arrived()
    vi.advanceTimersByTime(9_999)
    expect(ended).toEqual([])
    vi.advanceTimersByTime(1)
    expect(ended).toEqual(['a1'])
    expect(vi.getTimerCount()).toBe(0)
  })

  it('is nothing to look at any more when it is complete', () => {
    const { open, ended } = bodies()
    const watch = open('a1')
    vi.advanceTimersByTime(6_000)
    watch.done()
    expect(vi.getTimerCount()).toBe(0)
    vi.advanceTimersByTime(60_000)
    expect(ended).toEqual([])
  })

  it('gives way to a newer one of the same client, when there are too many', () => {
    const { open, ended } = bodies()
    for (const name of ['a1', 'a2', 'b1', 'a3', 'a4']) {
      open(name)
      vi.advanceTimersByTime(10)
    }
    vi.advanceTimersByTime(1_000)
    expect(ended).toEqual(['a1', 'a2'])
  })

  it('is not idle while bytes come, and as slow it is counted all the same', () => {
    const { open, ended } = bodies()
    const watches = Array.from({ length: 6 }, (_, i) => {
      const watch = open(`a${i}`)
      vi.advanceTimersByTime(1)
      return watch
    })
    for (let second = 0; second < 8; second++) {
      vi.advanceTimersByTime(900)
      for (const watch of watches) watch.arrived()
      if (second === 4) expect(ended).toEqual([])
    }
    expect(ended).toEqual(['a0', 'a1'])
  })
})

describe('the bounds of the service', () => {
  it('give a body up after ten seconds without a byte, and leave a client four that are idle', () => {
    const { open, ended } = bodies(limits.http)
    open('a1')
    vi.advanceTimersByTime(9_999)
    expect(ended).toEqual([])
    vi.advanceTimersByTime(1)
    expect(ended).toEqual(['a1'])
    for (const name of ['b1', 'b2', 'b3', 'b4', 'b5', 'c1']) {
      open(name)
      vi.advanceTimersByTime(1)
    }
    vi.advanceTimersByTime(limits.http.idleAfterMilliseconds)
    expect(ended).toEqual(['a1', 'b1'])
  })
})
