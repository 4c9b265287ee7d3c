import type { AdesLevel } from '#model'
import type { PdfSignature } from '#readers/pdf'
import type { SecurityStore } from './document-security-store.js'

/** The facts from which the level of one signature follows. */
export interface LevelInput {
  /** Whether a signature time-stamp is present, readable or not: the level follows from what is present, not from what verifies. */
  readonly hasSignatureTimeStamp: boolean
  /** Document time-stamps that cover the signature. */
  readonly laterTimeStamps: readonly PdfSignature[]
  readonly store: SecurityStore
}

/**
 * The baseline level, as the reference service reports it:
 *
 * - T needs a signature time-stamp, or a document time-stamp before the first DSS dictionary.
 * - LT also needs revocation data in a dictionary; a dictionary without revocation data does not change level T.
 * - LTA also needs an archival time-stamp: a document time-stamp in a revision after the first one with a dictionary. It does not count as a signature
 *   time-stamp.
 */
export function levelOf({ hasSignatureTimeStamp, laterTimeStamps, store }: LevelInput): AdesLevel {
  const archival = laterTimeStamps.filter((timeStamp) => store.isBefore(timeStamp))
  if (!hasSignatureTimeStamp && archival.length === laterTimeStamps.length) return 'B'
  if (!store.hasRevocations) return 'T'
  return archival.length > 0 ? 'LTA' : 'LT'
}
