import type { AdesLevel } from '#model'
import type { PdfSignature } from '#pdf'
import type { SecurityStore } from './security-store.js'

/** What stands in a file for one signature. */
export interface LevelInput {
  /** Readable or not: its level is what a signature promises, not what it keeps. */
  readonly hasSignatureTimeStamp: boolean
  /** Document time-stamps that cover the signature. */
  readonly laterTimeStamps: readonly PdfSignature[]
  readonly store: SecurityStore
}

/**
 * The baseline level, as the reference reports it. A document time-stamp in a revision behind the first one with a DSS dictionary is archival: it makes an
 * LT signature LTA, and it is no signature time-stamp. So T needs a signature time-stamp or a document time-stamp from before the dictionary, and LT
 * revocation data in the dictionary; one without revocation data adds nothing to T.
 */
export function levelOf({ hasSignatureTimeStamp, laterTimeStamps, store }: LevelInput): AdesLevel {
  const archival = laterTimeStamps.filter((timeStamp) => store.isBefore(timeStamp))
  if (!hasSignatureTimeStamp && archival.length === laterTimeStamps.length) return 'B'
  if (!store.hasRevocations) return 'T'
  return archival.length > 0 ? 'LTA' : 'LT'
}
