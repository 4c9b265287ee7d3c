import type { Instant } from '#model'

/** The stored state of the clock of a store, shared by all instances that use it. */
export interface KeptClock {
  /** The time of the store when it was last written; null: never. */
  readonly seen: Instant | null
  /** The wall clock at the moment when it was found ahead of the time of the store; nothing is deleted until it was accepted. Null: it agrees. */
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
 * The time of a store, by which its capsules are deleted: it is never ahead of the wall clock, and advances no faster than the monotonic clock. A wall
 * clock that jumps forward leaves it where it is; time in which no instance was running is missing in it. Both only make deletion later, until an
 * operator accepts the wall clock.
 */
export class StoreClock {
  #time: Instant | null = null
  #monotonic = 0
  #accepted: number | null = null

  /** Milliseconds by which the wall clock is ahead, as far as is known without the store; 0 before the first `advance`. */
  aheadAt(reading: ClockReading): number {
    return this.#time === null ? 0 : Math.max(0, reading.wall - this.#advancedTo(this.#time, reading))
  }

  /** The time of the store at the reading. `kept` is the stored state: another instance may have advanced it, an operator may have accepted the wall clock. */
  advance(kept: KeptClock, reading: ClockReading): Instant {
    const known = this.#time !== null && kept.accepted === this.#accepted
    const own = known && this.#time !== null ? this.#advancedTo(this.#time, reading) : kept.seen
    const furthest = own === null || kept.seen === null ? own : Math.max(own, kept.seen)
    // A new store starts with the wall clock: it has no capsules that could be deleted too early.
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
