export interface CacheBounds {
  /** Total of all entries, by the size estimates given to `add`. */
  readonly maxBytes: number
  /** Size of one entry. A larger value is not cached. */
  readonly maxEntryBytes: number
}

/** Fixed memory per entry: the map entry, the key and the two objects around the value. */
const ENTRY_BYTES = 200

interface Entry<Value> {
  readonly value: Value
  readonly bytes: number
  /** Whether it was used since it was added or last passed over. */
  used: boolean
}

/**
 * Cache across requests. It is bounded by bytes and not by the number of entries, because clients choose the size of an entry. When there is no room, the
 * oldest entry that was not used is dropped, and one that was used counts as new ("second chance"): with a thousand entries a use then takes a tenth of the time
 * that it takes to keep them in the order of their use. The only cache class of the service.
 */
export class BoundedCache<Value extends object | string> {
  readonly #bounds: CacheBounds
  /** From the oldest to the newest. */
  readonly #entries = new Map<string, Entry<Value>>()
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
    entry.used = true
    return entry.value
  }

  /** Caches `value`, unless it is larger than `maxEntryBytes`. `bytes` is an upper estimate of its memory. */
  add(key: string, value: Value, bytes: number): void {
    const entry = { value, bytes: ENTRY_BYTES + 2 * key.length + bytes, used: false }
    const { maxBytes, maxEntryBytes } = this.#bounds
    this.delete(key)
    if (entry.bytes > Math.min(maxBytes, maxEntryBytes)) return
    this.#dropUntil(maxBytes - entry.bytes)
    this.#append(key, entry)
  }

  delete(key: string): void {
    const entry = this.#entries.get(key)
    if (entry === undefined) return
    this.#entries.delete(key)
    this.#bytes -= entry.bytes
  }

  #dropUntil(maxBytes: number): void {
    // The iteration of a Map includes entries that are added during it.
    for (const [key, entry] of this.#entries) {
      if (this.#bytes <= maxBytes) return
      this.delete(key)
      if (entry.used) this.#append(key, entry)
    }
  }

  #append(key: string, entry: Entry<Value>): void {
    entry.used = false
    this.#entries.set(key, entry)
    this.#bytes += entry.bytes
  }
}
