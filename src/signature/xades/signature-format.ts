import type { SignatureFormat } from '#model'

/** Identifier of the BDOC 2.1 signature policy: the time-mark profile. */
export const BDOC_POLICY = '1.3.6.1.4.1.10015.1000.3.2.1'

export interface FormatSigns {
  /** Identifier of an explicit policy; null without one. */
  readonly policyIdentifier: string | null
  /** Properties that stand in the signature, readable or not: an unreadable time-stamp does not turn a signature into one with time-mark. */
  readonly signatureTimeStamp: boolean
  readonly archiveTimeStamp: boolean
  /** Revocation data that can be read. */
  readonly ocspResponse: boolean
  readonly revocationData: boolean
}

/**
 * The level that a signature shows (BDOC 2.1, chapter 6; EN 319 132-1, chapter 6; rulings 5 and 55). A signature time-stamp decides against the
 * time-mark, whatever the policy says. Revocation data without any proof of time is level B.
 */
export function signatureFormat(signs: FormatSigns): SignatureFormat {
  if (signs.policyIdentifier === BDOC_POLICY && signs.ocspResponse && !signs.signatureTimeStamp) return 'XAdES_BASELINE_LT_TM'
  if (signs.archiveTimeStamp) return 'XAdES_BASELINE_LTA'
  if (signs.signatureTimeStamp) return signs.revocationData ? 'XAdES_BASELINE_LT' : 'XAdES_BASELINE_T'
  return signs.policyIdentifier === null ? 'XAdES_BASELINE_B_BES' : 'XAdES_BASELINE_B_EPES'
}
