import type { SignatureFacts } from '#model'

/** Identifier of the BDOC 2.1 signature policy: the time-mark profile. */
const BDOC_POLICY = '1.3.6.1.4.1.10015.1000.3.2.1'

export interface LevelSigns {
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
 * The level that a signature shows, and what it rests on for its time (BDOC 2.1, chapter 6; EN 319 132-1, chapter 6). A signature with the BDOC policy, an
 * OCSP response and no signature time-stamp has a time-mark, whatever the nonce. A signature time-stamp decides against the time-mark, whatever the policy says.
 * Revocation data without any proof of time is level B.
 */
export function adesLevel(signs: LevelSigns): Pick<SignatureFacts, 'level' | 'proofOfTime'> {
  if (signs.policyIdentifier === BDOC_POLICY && signs.ocspResponse && !signs.signatureTimeStamp)
    return { level: 'LT', proofOfTime: 'time-mark' }
  if (signs.archiveTimeStamp) return { level: 'LTA', proofOfTime: 'time-stamp' }
  if (signs.signatureTimeStamp) return { level: signs.revocationData ? 'LT' : 'T', proofOfTime: 'time-stamp' }
  return { level: 'B', proofOfTime: 'none' }
}
