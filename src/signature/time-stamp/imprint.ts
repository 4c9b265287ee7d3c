import { createDigest } from '#crypto'
import type { DigestAlgorithm, TimeStampFacts } from '#model'
import { SignatureLimitError } from '../signature-limit-error.js'

/** What an imprint covers: octets in pieces, produced one after the other so that large files are never joined. Null: it cannot be assembled. */
export type ImprintInput = Iterable<Uint8Array> | null

/** Counts what is hashed for imprints: a hundred archive time-stamps would each hash every file of the container again. */
export interface ImprintBudget {
  remaining: number
}

export function verifyImprint(
  imprint: { readonly algorithm: DigestAlgorithm | null; readonly value: string },
  input: ImprintInput,
  budget: ImprintBudget,
): TimeStampFacts['imprint']['status'] {
  if (input === null) return 'data-not-found'
  const running = imprint.algorithm === null ? null : createDigest(imprint.algorithm)
  if (running === null) return 'algorithm-unknown'
  for (const piece of input) {
    budget.remaining -= piece.length
    if (budget.remaining < 0) {
      throw new SignatureLimitError(
        'SIGNATURE_TOO_MUCH_TIME_STAMPED_DATA',
        'The time-stamps of a signature cover more data than is allowed',
      )
    }
    running.update(piece)
  }
  return running.digest().toString('hex') === imprint.value ? 'intact' : 'mismatch'
}
