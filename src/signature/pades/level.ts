import type { AdesLevel } from '#model'
import type { PdfSignature } from '#pdf'
import type { SecurityStore } from './document-security-store.js'

/** What the level of one signature follows from. */
export interface LevelInput {
  /** Present, readable or not: the level follows from what the signature holds, verified or not. */
  readonly hasSignatureTimeStamp: boolean
  /** Document time-stamps that cover the signature. */
  readonly laterTimeStamps: readonly PdfSignature[]
  readonly store: SecurityStore
}

/**
 * The baseline level, as the reference service reports it. A document time-stamp in a revision after the first one with a DSS dictionary is archival: it
 * makes an LT signature LTA and does not count as a signature time-stamp. So T needs a signature time-stamp, or a document time-stamp before the
 * dictionary, and LT needs revocation data in the dictionary; a dictionary without revocation data adds nothing to T.
 */
export function levelOf({ hasSignatureTimeStamp, laterTimeStamps, store }: LevelInput): AdesLevel {
  const archival = laterTimeStamps.filter((timeStamp) => store.isBefore(timeStamp))
  if (!hasSignatureTimeStamp && archival.length === laterTimeStamps.length) return 'B'
  if (!store.hasRevocations) return 'T'
  return archival.length > 0 ? 'LTA' : 'LT'
}
