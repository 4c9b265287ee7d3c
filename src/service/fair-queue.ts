/** An item that waits. */
export interface Queued {
  /** Identifies the client. Empty when it is unknown; all unknown clients count as one. */
  readonly client: string
}

/** Items that wait, grouped by client, so that a client that sends a thousand documents delays only its own. */
export class FairQueue<Item extends Queued> {
  /** Queues of the clients; the client that was served longest ago is first. */
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
   * Removes and returns the next item; null when there is none. The candidates are the first acceptable item of each client. The next item is the candidate
   * with the lowest score; among equal scores, that of the client that was served longest ago.
   *
   * @param scoreOf score in any unit; null for an item that is not acceptable
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
   * The item to drop when there are too many: the newest item of the client with the most items. Among clients with equally many items, that of the client with
   * the highest score; of `newcomer` when no score is higher than its score.
   */
  newestOfLargest(newcomer: string, scoreOf: (client: string) => number): Item | null {
    return [...(this.#queues.get(this.#clientToDrop(newcomer, scoreOf, 0)) ?? [])].at(-1) ?? null
  }

  /** Whether another item of the newcomer would be the one that is dropped. */
  wouldBeDropped(newcomer: string, scoreOf: (client: string) => number): boolean {
    return this.#clientToDrop(newcomer, scoreOf, 1) === newcomer
  }

  /** The client whose item is dropped when the newcomer has `more` items in addition to those that wait. */
  #clientToDrop(newcomer: string, scoreOf: (client: string) => number, more: number): string {
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
