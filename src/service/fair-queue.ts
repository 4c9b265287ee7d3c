/** An item that waits, and its client. */
export interface Queued {
  /** Identifies the client. Empty when it is unknown; all unknown clients count as one. */
  readonly client: string
}

/** Items that wait, by client: a client that sends a thousand documents delays its own ones only. */
export class FairQueue<Item extends Queued> {
  /** Clients in the order in which it is their turn. */
  readonly #queues = new Map<string, Set<Item>>()
  #size = 0

  get size(): number {
    return this.#size
  }

  add(item: Item): void {
    const own = this.#queues.get(item.client) ?? new Set()
    this.#queues.set(item.client, own)
    own.add(item)
    this.#size += 1
  }

  /** False when the item is not in the queue. */
  remove(item: Item): boolean {
    const own = this.#queues.get(item.client)
    if (own?.delete(item) !== true) return false
    if (own.size === 0) this.#queues.delete(item.client)
    this.#size -= 1
    return true
  }

  /**
   * Removes the next item; null when there is none. Of each client the first one that is acceptable counts. The one with the least score is next, and of
   * several that of the client that was served longest ago.
   *
   * @param scoreOf in any unit; null for what is not acceptable
   */
  take(scoreOf: (item: Item) => number | null): Item | null {
    let next: Item | null = null
    let least = Number.POSITIVE_INFINITY
    for (const own of this.#queues.values()) {
      for (const item of own) {
        const score = scoreOf(item)
        if (score === null) continue
        if (score < least) [next, least] = [item, score]
        break
      }
    }
    if (next === null) return null
    this.remove(next)
    const rest = this.#queues.get(next.client)
    if (rest !== undefined) {
      this.#queues.delete(next.client)
      this.#queues.set(next.client, rest)
    }
    return next
  }

  /**
   * The newest item of the client with the most items, which gives way when there are too many. Of clients with as many, that of the one with the highest
   * score; of `newcomer` where no score is higher.
   */
  newestOfLargest(newcomer: string, scoreOf: (client: string) => number): Item | null {
    return [...(this.#queues.get(this.#givingWay(newcomer, scoreOf, 0)) ?? [])].at(-1) ?? null
  }

  /** Whether an item that the newcomer added would be the one that gives way. */
  wouldGiveWay(newcomer: string, scoreOf: (client: string) => number): boolean {
    return this.#givingWay(newcomer, scoreOf, 1) === newcomer
  }

  /** The client that gives way when the newcomer has so many more items than wait. */
  #givingWay(newcomer: string, scoreOf: (client: string) => number, more: number): string {
    let victim = { client: newcomer, size: (this.#queues.get(newcomer)?.size ?? 0) + more, score: scoreOf(newcomer) }
    for (const [client, { size }] of this.#queues) {
      if (size < victim.size || client === newcomer) continue
      const score = scoreOf(client)
      if (size > victim.size || score > victim.score) victim = { client, size, score }
    }
    return victim.client
  }

  *[Symbol.iterator](): Generator<Item> {
    for (const own of this.#queues.values()) yield* own
  }
}
