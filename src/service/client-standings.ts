export interface StandingBounds {
  /** After this time, the use of threads and the length of the longest task count half. */
  readonly useHalfLifeMilliseconds: number
  /** A task that takes at least this long counts as long: it does not end in its first slice. */
  readonly firstSliceMilliseconds: number
  /** Length of a period. Seniority grows with the number of periods in which a client had short tasks. */
  readonly seniorityPeriodMilliseconds: number
  /** Maximum number of periods that is counted. */
  readonly maxSeniorityPeriods: number
  /** Maximum number of clients that are recorded; the client that was served longest ago is removed first. */
  readonly maxKnownClients: number
}

interface Standing {
  /** Milliseconds of threads, decayed to `at`. */
  readonly used: number
  /** Milliseconds of the longest task, decayed to `at`. */
  readonly longest: number
  readonly at: number
  readonly periods: number
  /** When the last period was counted. */
  readonly countedAt: number
}

/**
 * The use of threads by each client: the time used recently, the length of its longest recent task, and the number of periods in which it had short tasks.
 * Times are milliseconds of a monotonic clock.
 */
export class ClientStandings {
  readonly #bounds: StandingBounds
  /** In the order in which they were last served. */
  readonly #standings = new Map<string, Standing>()

  constructor(bounds: StandingBounds) {
    this.#bounds = bounds
  }

  /** Records a task of the client that has ended, or was interrupted, after `milliseconds`. */
  add(client: string, milliseconds: number, now: number): void {
    const before = this.#standings.get(client)
    const isShort = milliseconds < this.#bounds.firstSliceMilliseconds
    const counts = isShort && (before === undefined || now - before.countedAt >= this.#bounds.seniorityPeriodMilliseconds)
    const periods = before?.periods ?? 0
    // Reinserted at the end, so that the first client of the map is the one that was served longest ago.
    this.#standings.delete(client)
    this.#standings.set(client, {
      used: this.usedBy(client, now, before) + milliseconds,
      longest: Math.max(this.longestOf(client, now, before), milliseconds),
      at: now,
      periods: counts ? Math.min(this.#bounds.maxSeniorityPeriods, periods + 1) : isShort ? periods : periods >> 1,
      countedAt: counts ? now : (before?.countedAt ?? now),
    })
    if (this.#standings.size > this.#bounds.maxKnownClients)
      for (const oldest of this.#standings.keys()) return void this.#standings.delete(oldest)
  }

  /** Milliseconds of threads that the client has used, decayed exponentially. */
  usedBy(client: string, now: number, standing = this.#standings.get(client)): number {
    return standing === undefined ? 0 : standing.used * this.#share(standing.at, now)
  }

  /** Milliseconds of the longest task of the client, decayed exponentially. */
  longestOf(client: string, now: number, standing = this.#standings.get(client)): number {
    return standing === undefined ? 0 : standing.longest * this.#share(standing.at, now)
  }

  /**
   * 0 for an unknown client, 1 after the first short task, and one more each time the number of periods with short tasks has doubled. A long task halves this
   * number.
   */
  seniorityOf(client: string): number {
    return Math.floor(Math.log2((this.#standings.get(client)?.periods ?? 0) + 1))
  }

  #share(at: number, now: number): number {
    return 0.5 ** ((now - at) / this.#bounds.useHalfLifeMilliseconds)
  }
}
