import { describe, expect, it } from 'vitest'
import { type KeptClock, StoreClock } from '#capsules/rules'

const day = 86_400_000
const start = Date.UTC(2026, 10, 22)
const never: KeptClock = { seen: null, suspended: null, accepted: 0 }
const kept = (seen: number, accepted = 0): KeptClock => ({ seen, suspended: null, accepted })

describe('the time of a store', () => {
  it('the time of a capsule store begins with the wall clock in a new store', () => {
    expect(new StoreClock().advance(never, { wall: start, monotonic: 7 })).toBe(start)
  })

  it('the time of a capsule store goes with the monotonic clock, and is never ahead of the wall clock', () => {
    const clock = new StoreClock()
    let time = clock.advance(never, { wall: start, monotonic: 0 })
    time = clock.advance(kept(time), { wall: start + 60_000, monotonic: 60_000 })
    expect(time).toBe(start + 60_000)
    // A wall clock that runs slow holds it back.
    expect(clock.advance(kept(time), { wall: start + 61_000, monotonic: 120_000 })).toBe(start + 61_000)
  })

  it('the time of a capsule store stays where it is when the wall clock jumps forward, and knows by how much', () => {
    const clock = new StoreClock()
    clock.advance(never, { wall: start, monotonic: 0 })
    const jumped = { wall: start + 1461 * day, monotonic: 3_000 }
    expect(clock.aheadAt(jumped)).toBe(1461 * day - 3_000)
    expect(clock.advance(kept(start), jumped)).toBe(start + 3_000)
    expect(clock.aheadAt({ wall: start + 6_000, monotonic: 6_000 })).toBe(0)
  })

  it('the time of a capsule store goes back with the wall clock, and takes its return for a jump', () => {
    const clock = new StoreClock()
    clock.advance(never, { wall: start + 1461 * day, monotonic: 0 })
    expect(clock.advance(kept(start + 1461 * day), { wall: start, monotonic: 1_000 })).toBe(start)
    expect(clock.advance(kept(start), { wall: start + 1461 * day, monotonic: 2_000 })).toBe(start + 1_000)
  })

  it('the time of a capsule store continues from the stored time after a restart, independent of the wall clock', () => {
    expect(new StoreClock().advance(kept(start), { wall: start + 1461 * day, monotonic: 99 })).toBe(start)
    expect(new StoreClock().advance(kept(start), { wall: start - day, monotonic: 99 })).toBe(start - day)
  })

  it('the time of a capsule store takes over how far another instance has come', () => {
    const clock = new StoreClock()
    clock.advance(kept(start), { wall: start + 10_000, monotonic: 0 })
    expect(clock.advance(kept(start + 9_000), { wall: start + 10_001, monotonic: 1 })).toBe(start + 9_000)
  })

  it('the time of a capsule store begins anew with what an operator has accepted', () => {
    const clock = new StoreClock()
    clock.advance(kept(start), { wall: start + 40 * day, monotonic: 0 })
    expect(clock.advance(kept(start + 40 * day, 1), { wall: start + 40 * day + 5, monotonic: 5 })).toBe(start + 40 * day)
    expect(clock.advance(kept(start + 40 * day, 1), { wall: start + 40 * day + 10, monotonic: 10 })).toBe(start + 40 * day + 5)
    // Also backwards: the time that was kept was wrong.
    expect(clock.advance(kept(start, 2), { wall: start + 40 * day + 15, monotonic: 15 })).toBe(start)
  })
})
