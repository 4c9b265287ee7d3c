export interface CacheBounds {
  /** Of all entries together, by the estimates that come with them. */
  readonly maxBytes: number
  /** Of one entry; a larger one is never kept. */
  readonly maxEntryBytes: number
}

/** A map entry, its key and the two objects around a value. */
const ENTRY_BYTES = 200

/**
 * Cache across requests, bounded by bytes and not by number of entries, because clients choose the size of an entry. The least recently used entry is
 * dropped first. The only cache class of the service.
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

  get(key: string): Value | null {
    const entry = this.#entries.get(key)
    if (entry === undefined) return null
    // A Map hands out its entries in the order in which they were set.
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    return entry.value
  }

  /** Keeps `value`, unless it is larger than `maxEntryBytes`. `bytes` is an upper estimate of the memory that it takes. */
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
