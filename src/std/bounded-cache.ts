export interface CacheBounds {
  /** Total of all entries, by the size estimates given to `add`. */
  readonly maxBytes: number
  /** Size of one entry. A larger value is not cached. */
  readonly maxEntryBytes: number
}

/** Fixed memory per entry: the map entry, the key and the two objects around the value. */
const ENTRY_BYTES = 200

/**
 * LRU cache across requests. It is bounded by bytes and not by the number of entries, because clients choose the size of an entry. The only cache class of
 * the service.
 */
export class BoundedCache<Value extends object | string> {
  readonly #bounds: CacheBounds
  readonly #entries = new Map<string, { readonly value: Value; readonly bytes: number }>()
  #bytes = 0

  constructor(bounds: CacheBounds) {
    this.#bounds = bounds
  }

  get bytes(): number {
    return this.#bytes
  }

  get size(): number {
    return this.#entries.size
  }

  /** Whether there is an entry; asking is no use of it. */
  has(key: string): boolean {
    return this.#entries.has(key)
  }

  get(key: string): Value | null {
    const entry = this.#entries.get(key)
    if (entry === undefined) return null
    // A Map iterates in insertion order, so setting the entry again makes it the most recently used.
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    return entry.value
  }

  /** Caches `value`, unless it is larger than `maxEntryBytes`. `bytes` is an upper estimate of its memory. */
  add(key: string, value: Value, bytes: number): void {
    const entry = { value, bytes: ENTRY_BYTES + 2 * key.length + bytes }
    this.delete(key)
    if (entry.bytes > this.#bounds.maxEntryBytes) return
    this.#entries.set(key, entry)
    this.#bytes += entry.bytes
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#bounds.maxBytes) break
      this.delete(oldest)
    }
  }

  delete(key: string): void {
    const entry = this.#entries.get(key)
    if (entry === undefined) return
    this.#entries.delete(key)
    this.#bytes -= entry.bytes
  }
}
