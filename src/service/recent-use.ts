/** How much time of the worker threads each client has used lately, and for its longest task, in milliseconds; older use counts less and less. */
export class RecentUse {
  readonly #halfLife: number
  readonly #used = new Map<string, { milliseconds: number; longest: number; at: number }>()

  constructor(halfLifeMilliseconds: number) {
    this.#halfLife = halfLifeMilliseconds
  }

  of(client: string, now: number): number {
    const used = this.#used.get(client)
    return used === undefined ? 0 : used.milliseconds * this.#share(used.at, now)
  }

  longestOf(client: string, now: number): number {
    const used = this.#used.get(client)
    return used === undefined ? 0 : used.longest * this.#share(used.at, now)
  }

  add(client: string, milliseconds: number, now: number): void {
    const longest = Math.max(this.longestOf(client, now), milliseconds)
    this.#used.set(client, { milliseconds: this.of(client, now) + milliseconds, longest, at: now })
    if (this.#used.size > maxClients) this.#forget(now)
  }

  #share(at: number, now: number): number {
    return 0.5 ** ((now - at) / this.#halfLife)
  }

  /** Clients whose use counts for less than a millisecond; where that is not enough, all of them begin anew. */
  #forget(now: number): void {
    for (const client of this.#used.keys()) if (this.of(client, now) < 1) this.#used.delete(client)
    if (this.#used.size > maxClients) this.#used.clear()
  }
}

/** Each costs a hundred bytes. */
const maxClients = 10_000
