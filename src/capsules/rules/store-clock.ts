import type { Instant } from '#model'

/** The stored state of the clock of a store, shared by all instances that use it. */
export interface KeptClock {
  /** The time of the store when it was last written; null: never. */
  readonly seen: Instant | null
  /** The wall clock when it was found to be ahead of the time of the store; deletion is suspended until an operator accepts it. Null: not suspended. */
  readonly suspended: Instant | null
  /** How often an operator has accepted the wall clock. */
  readonly accepted: number
}

export interface ClockReading {
  readonly wall: Instant
  /** The monotonic clock: milliseconds since an arbitrary moment. */
  readonly monotonic: number
}

/**
 * The time of a store, by which its capsules are deleted. It is never ahead of the wall clock, and advances no faster than the monotonic clock. It does not
 * follow a wall clock that jumps forward, and does not count time in which no instance was running. Both only delay deletion, until an operator accepts the
 * wall clock.
 */
export class StoreClock {
  #time: Instant | null = null
  #monotonic = 0
  #accepted: number | null = null

  /** Milliseconds by which the wall clock is ahead, computed without reading the store; 0 before the first `advance`. */
  aheadAt(reading: ClockReading): number {
    return this.#time === null ? 0 : Math.max(0, reading.wall - this.#advancedTo(this.#time, reading))
  }

  /** The time of the store at the reading. `kept` is the stored state, which another instance may have advanced or an operator may have reset. */
  advance(kept: KeptClock, reading: ClockReading): Instant {
    const known = this.#time !== null && kept.accepted === this.#accepted
    const own = known && this.#time !== null ? this.#advancedTo(this.#time, reading) : kept.seen
    const furthest = own === null || kept.seen === null ? own : Math.max(own, kept.seen)
    // A new store starts with the wall clock: it holds no capsules that could be deleted too early.
    const time = furthest === null ? reading.wall : Math.min(furthest, reading.wall)
    this.#time = time
    this.#monotonic = reading.monotonic
    this.#accepted = kept.accepted
    return time
  }

  #advancedTo(time: Instant, { monotonic }: ClockReading): Instant {
    return time + Math.max(0, Math.floor(monotonic - this.#monotonic))
  }
}
