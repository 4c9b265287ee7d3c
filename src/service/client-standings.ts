export interface StandingBounds {
  /** After this time the use of threads counts for half, as does the longest task. */
  readonly useHalfLifeMilliseconds: number
  /** A client that had a task of this length lately is one with long tasks: one that did not end in its first slice. */
  readonly firstSliceMilliseconds: number
  /** Length of a period. Seniority grows with the number of periods in which a client had short tasks. */
  readonly seniorityPeriodMilliseconds: number
  /** Largest number of periods that is counted. */
  readonly maxSeniorityPeriods: number
  /** Clients that are known; the one that was served longest ago is forgotten first. */
  readonly maxKnownClients: number
}

interface Standing {
  readonly used: number
  readonly longest: number
  readonly at: number
  readonly periods: number
  readonly countedAt: number
}

/**
 * The use of threads by each client: the time used lately, the length of its longest task, and the number of periods in which it had short tasks. Times are
 * milliseconds of any monotonic clock.
 */
export class ClientStandings {
  readonly #bounds: StandingBounds
  /** In the order in which they were last served. */
  readonly #standings = new Map<string, Standing>()

  constructor(bounds: StandingBounds) {
    this.#bounds = bounds
  }

  /** A task of the client has ended, or was cut off, after this time. */
  add(client: string, milliseconds: number, now: number): void {
    const before = this.#standings.get(client)
    const isShort = milliseconds < this.#bounds.firstSliceMilliseconds
    const counts = isShort && (before === undefined || now - before.countedAt >= this.#bounds.seniorityPeriodMilliseconds)
    const periods = before?.periods ?? 0
    // The client that was served longest ago is removed first, however many unknown clients come.
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

  /** Time of threads that it has used; older use counts less and less. */
  usedBy(client: string, now: number, standing = this.#standings.get(client)): number {
    return standing === undefined ? 0 : standing.used * this.#share(standing.at, now)
  }

  /** Its longest task; the longer ago, the less it counts. */
  longestOf(client: string, now: number, standing = this.#standings.get(client)): number {
    return standing === undefined ? 0 : standing.longest * this.#share(standing.at, now)
  }

  /** 0 for an unknown client, 1 after the first short task, and one more each time that it has been known for twice as long. A long task takes half of that time. */
  seniorityOf(client: string): number {
    return Math.floor(Math.log2((this.#standings.get(client)?.periods ?? 0) + 1))
  }

  #share(at: number, now: number): number {
    return 0.5 ** ((now - at) / this.#bounds.useHalfLifeMilliseconds)
  }
}
