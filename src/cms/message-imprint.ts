import { createDigest } from '#crypto'
import type { DigestAlgorithm, TimeStampFacts } from '#model'

/** What an imprint covers: octets in pieces, produced one after the other so that large files are never joined. Null: it cannot be assembled. */
export type ImprintInput = Iterable<Uint8Array> | null

/** Counts what is hashed: a hundred archive time-stamps would each hash every file of the container again. */
export interface OctetBudget {
  /** Throws when the bound is reached. */
  spend(octets: number): void
}

/** Compares a MessageImprint (RFC 3161, 2.4.1) with the digest of what it should cover. */
export function verifyMessageImprint(
  imprint: { readonly algorithm: DigestAlgorithm | null; readonly value: string },
  covered: ImprintInput,
  budget: OctetBudget,
): TimeStampFacts['imprint']['status'] {
  if (covered === null) return 'data-not-found'
  const running = imprint.algorithm === null ? null : createDigest(imprint.algorithm)
  if (running === null) return 'algorithm-unknown'
  for (const piece of covered) {
    budget.spend(piece.length)
    running.update(piece)
  }
  return running.digest().toString('hex') === imprint.value ? 'intact' : 'mismatch'
}
