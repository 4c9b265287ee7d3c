import { Buffer } from 'node:buffer'

export interface BodyPoolBounds {
  /** Octets of all places together, in use or free. */
  readonly maxPooledBytes: number
  /** After this time without a body the free places are left to the garbage collector. */
  readonly pooledMilliseconds: number
}

/**
 * Memory that large bodies use one after the other. Fresh pages cost more than all other work on a large body: the system fills them with zeros when they are first
 * written to, 2.8 ms for 3.7 MB. Threads read the memory where it is, because it is shared with them.
 *
 * A place is lent for one request and given back when it is answered or refused. What is not given back is lost to the pool until it has been
 * garbage-collected, so that all places together stay within the bound; without a free place a body has memory of its own.
 *
 * Free places that are not used for a time are left to the garbage collector, which may take minutes. Until then they count, and serve again when they are wanted:
 * otherwise a service that had been idle would have no place for large bodies.
 */
export class BodyPool {
  readonly #bounds: BodyPoolBounds
  #free: SharedArrayBuffer[] = []
  /** Free places that the garbage collector may take. */
  #left: readonly WeakRef<SharedArrayBuffer>[] = []
  /** The lent buffers: giving one back twice does not take its memory from the next borrower. */
  readonly #lent = new WeakSet<Uint8Array>()
  #bytes = 0
  #idle: NodeJS.Timeout | null = null
  readonly #collected = new FinalizationRegistry<number>((bytes) => {
    this.#bytes -= bytes
  })

  constructor(bounds: BodyPoolBounds) {
    this.#bounds = bounds
  }

  /** A place of exactly this length; null when there is none. It holds octets of earlier bodies until it is written to. */
  take(length: number): Buffer | null {
    this.#recall()
    const place = this.#freePlace(length) ?? this.#newPlace(length)
    if (place === null) return null
    const lent = Buffer.from(place, 0, length)
    this.#lent.add(lent)
    return lent
  }

  /** Takes back what `take` returned; no code may read or write it afterwards. No effect on other memory, or when it was given back before. */
  giveBack(lent: Uint8Array): void {
    const { buffer } = lent
    if (!(buffer instanceof SharedArrayBuffer) || !this.#lent.delete(lent)) return
    this.#free.push(buffer)
    this.#idle ??= setTimeout(() => this.#leave(), this.#bounds.pooledMilliseconds).unref()
    this.#idle.refresh()
  }

  #leave(): void {
    this.#left = [...this.#left, ...this.#free.map((place) => new WeakRef(place))]
    this.#free = []
  }

  #recall(): void {
    for (const left of this.#left) {
      const place = left.deref()
      if (place !== undefined) this.#free.push(place)
    }
    this.#left = []
  }

  /** The smallest one that is large enough. */
  #freePlace(length: number): SharedArrayBuffer | null {
    let best = -1
    for (const [index, { byteLength }] of this.#free.entries())
      if (byteLength >= length && byteLength < (this.#free[best]?.byteLength ?? Number.POSITIVE_INFINITY)) best = index
    return best < 0 ? null : (this.#free.splice(best, 1)[0] ?? null)
  }

  #newPlace(length: number): SharedArrayBuffer | null {
    const size = 2 ** Math.ceil(Math.log2(length))
    if (this.#bytes + size > this.#bounds.maxPooledBytes) {
      // All free ones are too small: they give way to sizes that are sent now.
      this.#leave()
      return null
    }
    this.#bytes += size
    // As for `ownPages`: memory of its own, which goes back to the system as a whole.
    const place = new SharedArrayBuffer(size, { maxByteLength: size })
    this.#collected.register(place, size)
    return place
  }
}

declare global {
  interface SharedArrayBufferConstructor {
    /** ECMAScript 2024; every supported version of Node.js has it. */
    new (byteLength: number, options: { readonly maxByteLength: number }): SharedArrayBuffer
  }
}
