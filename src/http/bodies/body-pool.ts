import { Buffer } from 'node:buffer'

export interface BodyPoolBounds {
  /** Maximum sum of the octets of all blocks, lent or free. */
  readonly maxPooledBytes: number
  /** After this time without a returned block, the free blocks become collectable. */
  readonly pooledMilliseconds: number
}

/**
 * Blocks of memory that large bodies use one after the other. New pages would cost more than all other work on a large body: the system fills them with zeros
 * when they are first written to, 2.8 ms for 3.7 MB. Worker threads read the blocks directly, because the memory is shared.
 *
 * A block is lent for one request and returned when the request has been answered or refused. A block that is not returned still counts until it has been
 * garbage-collected, so that all blocks stay within the bound. When no block is free, a body gets memory of its own.
 *
 * Free blocks that are not used for a time become collectable, that is, only weakly referenced. The garbage collector may take minutes. Until then they count
 * and can be lent again; otherwise a service that had been idle would have no blocks for large bodies.
 */
export class BodyPool {
  readonly #bounds: BodyPoolBounds
  #free: SharedArrayBuffer[] = []
  /** Free blocks that the garbage collector may take. */
  #collectable: readonly WeakRef<SharedArrayBuffer>[] = []
  /** The lent buffers, so that returning one twice does not take its memory from the next request. */
  readonly #lent = new WeakSet<Uint8Array>()
  #bytes = 0
  #idle: NodeJS.Timeout | null = null
  readonly #collected = new FinalizationRegistry<number>((bytes) => {
    this.#bytes -= bytes
  })

  constructor(bounds: BodyPoolBounds) {
    this.#bounds = bounds
  }

  /** Lends a buffer of exactly this length; null when no block is free and none can be added. Until it is written to, it holds octets of earlier bodies. */
  take(length: number): Buffer | null {
    this.#recall()
    const block = this.#freeBlock(length) ?? this.#newBlock(length)
    if (block === null) return null
    const lent = Buffer.from(block, 0, length)
    this.#lent.add(lent)
    return lent
  }

  /** Returns a buffer of `take` to the pool; no code may read or write it afterwards. No effect for other memory or a buffer that was already returned. */
  giveBack(lent: Uint8Array): void {
    const { buffer } = lent
    if (!(buffer instanceof SharedArrayBuffer) || !this.#lent.delete(lent)) return
    this.#free.push(buffer)
    this.#idle ??= setTimeout(() => this.#makeCollectable(), this.#bounds.pooledMilliseconds).unref()
    this.#idle.refresh()
  }

  #makeCollectable(): void {
    this.#collectable = [...this.#collectable, ...this.#free.map((block) => new WeakRef(block))]
    this.#free = []
  }

  #recall(): void {
    for (const reference of this.#collectable) {
      const block = reference.deref()
      if (block !== undefined) this.#free.push(block)
    }
    this.#collectable = []
  }

  /** The smallest free block that is large enough. */
  #freeBlock(length: number): SharedArrayBuffer | null {
    let best = -1
    for (const [index, { byteLength }] of this.#free.entries())
      if (byteLength >= length && byteLength < (this.#free[best]?.byteLength ?? Number.POSITIVE_INFINITY)) best = index
    return best < 0 ? null : (this.#free.splice(best, 1)[0] ?? null)
  }

  #newBlock(length: number): SharedArrayBuffer | null {
    const size = 2 ** Math.ceil(Math.log2(length))
    if (this.#bytes + size > this.#bounds.maxPooledBytes) {
      // All free blocks are too small: they make room for blocks of the sizes that are needed now.
      this.#makeCollectable()
      return null
    }
    this.#bytes += size
    // Resizable, so that it has pages of its own, as in `ownPages`.
    const block = new SharedArrayBuffer(size, { maxByteLength: size })
    this.#collected.register(block, size)
    return block
  }
}

declare global {
  interface SharedArrayBufferConstructor {
    /** ECMAScript 2024; every supported version of Node.js has it. */
    new (byteLength: number, options: { readonly maxByteLength: number }): SharedArrayBuffer
  }
}
