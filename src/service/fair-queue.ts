/** An item that waits, and its client. */
export interface Queued {
  /** Names the client; empty where it is not known, and all of these are one. */
  readonly client: string
}

/**
 * Items that wait, by client. The next one is of the client that has used the least so far, and of several the one that was served longest ago: whoever
 * sends a thousand documents waits for his own ones, and nobody else does.
 */
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

  /** False when it does not wait, or waits no more. */
  remove(item: Item): boolean {
    const own = this.#queues.get(item.client)
    if (own?.delete(item) !== true) return false
    if (own.size === 0) this.#queues.delete(item.client)
    this.#size -= 1
    return true
  }

  /**
   * Removes the next item that is acceptable; null when there is none. `usedBy`: what a client has used, in any unit. With `costOf`, what an item is expected
   * to use is added, and a cheap item goes before a dear one that came first.
   */
  take(
    usedBy: (client: string) => number,
    isAcceptable: (item: Item) => boolean = () => true,
    costOf: ((item: Item) => number) | null = null,
  ): Item | null {
    let next: Item | null = null
    let least = Number.POSITIVE_INFINITY
    for (const [client, own] of this.#queues) {
      const used = usedBy(client)
      for (const item of own) {
        if (!isAcceptable(item)) continue
        const total = used + (costOf === null ? 0 : costOf(item))
        if (total < least) [next, least] = [item, total]
        // Without a cost, the first that came is the one.
        if (costOf === null) break
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

  /** The newest item of the client with the most items, which gives way when there are too many; of `newcomer` where it has as many as anybody. */
  newestOfLargest(newcomer: string): Item | null {
    let largest: ReadonlySet<Item> = this.#queues.get(newcomer) ?? new Set()
    for (const own of this.#queues.values()) if (own.size > largest.size) largest = own
    return [...largest].at(-1) ?? null
  }

  *[Symbol.iterator](): Generator<Item> {
    for (const own of this.#queues.values()) yield* own
  }
}
