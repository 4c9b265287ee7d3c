import { Buffer } from 'node:buffer'
import { releaseMemory } from '#service'

/** The octets of one body while they arrive. */
export interface BodyMemory {
  add(piece: Buffer): void
  /** The body whole. Nothing may be added afterwards. */
  take(): Buffer
  release(): void
}

/**
 * A body whose length is announced is put together where it will stand: each piece is given back as soon as it has been copied. Pieces that are kept until the
 * last one has arrived lie all over the heap of the system, which grows to the sum of all bodies and stays as large afterwards.
 *
 * @param announced of the header Content-Length, within the bounds; null when there is none
 */
export function bodyMemory(announced: number | null): BodyMemory {
  return announced === null || announced < largeBytes ? inPieces() : inOnePlace(announced)
}

/** Smaller ones cost more by a mapping of their own than they can leave behind. */
const largeBytes = 262_144

function inOnePlace(announced: number): BodyMemory {
  const place = ownPages(announced)
  let length = 0
  return {
    add: (piece) => {
      piece.copy(place, length)
      length += piece.length
      releaseMemory([piece])
    },
    // The server of the platform ends a request with its announced length, or not at all.
    take: () => (length === place.length ? place : Buffer.from(place.subarray(0, length))),
    release: () => releaseMemory([place]),
  }
}

/**
 * Memory in pages of its own, which are taken when they are written to and go back to the system as a whole. The platform gives those to buffers that can be
 * resized, and only to them; others come from the heap of the system, which keeps blocks of up to 32 MB for the next one once it has had some.
 */
function ownPages(bytes: number): Buffer {
  return Buffer.from(new ArrayBuffer(bytes, { maxByteLength: bytes }), 0, bytes)
}

function inPieces(): BodyMemory {
  const pieces: Buffer[] = []
  return {
    add: (piece) => void pieces.push(piece),
    take: () => {
      const [only] = pieces
      if (pieces.length === 1 && only !== undefined) return only
      const body = Buffer.concat(pieces)
      releaseMemory(pieces)
      return body
    },
    release: () => releaseMemory(pieces),
  }
}

declare global {
  interface ArrayBufferConstructor {
    /** ECMAScript 2024; every supported version of Node.js has it. */
    new (byteLength: number, options: { readonly maxByteLength: number }): ArrayBuffer
  }
}
