import type { DigestAlgorithm, TimeStampFacts } from '#model'
import { createDigest } from '#readers/crypto'

/** The octets that an imprint covers, by their digest. For octets that several time-stamps cover, so that they are hashed once. */
export interface DigestedInput {
  /** Null for an algorithm that the platform lacks. */
  digestBy(algorithm: DigestAlgorithm): Uint8Array | null
}

/**
 * The octets that an imprint covers, in pieces that are produced one after the other, so that large files are never joined. Null when they are not available.
 */
export type ImprintPieces = Iterable<Uint8Array> | null
export type ImprintInput = ImprintPieces | DigestedInput

/** Bounds the octets that are hashed: otherwise each of a hundred archive time-stamps would hash every file of the container again. */
export interface OctetBudget {
  /** Throws when the bound is reached. */
  spend(octets: number): void
}

/** Compares a MessageImprint (RFC 3161, 2.4.1) with the digest of the octets that it should cover. Throws what `budget` throws. */
export function verifyMessageImprint(
  imprint: { readonly algorithm: DigestAlgorithm | null; readonly value: string },
  covered: ImprintInput,
  budget: OctetBudget,
): TimeStampFacts['imprint']['status'] {
  if (covered === null) return 'data-not-found'
  if ('digestBy' in covered) return compare(imprint.algorithm === null ? null : covered.digestBy(imprint.algorithm), imprint.value)
  const running = imprint.algorithm === null ? null : createDigest(imprint.algorithm)
  if (running === null) return 'algorithm-unknown'
  for (const piece of covered) {
    budget.spend(piece.length)
    running.update(piece)
  }
  return compare(running.digest(), imprint.value)
}

function compare(actual: Uint8Array | null, stated: string): TimeStampFacts['imprint']['status'] {
  if (actual === null) return 'algorithm-unknown'
  return Buffer.from(actual).toString('hex') === stated ? 'intact' : 'mismatch'
}
