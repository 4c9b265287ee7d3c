import type { SignatureFacts } from '#model'

/** Identifier of the BDOC 2.1 signature policy: the time-mark profile. */
const BDOC_POLICY = '1.3.6.1.4.1.10015.1000.3.2.1'

/** What the level of a signature follows from. */
export interface LevelSigns {
  /** Identifier of an explicit policy; null without one. */
  readonly policyIdentifier: string | null
  /** Properties that are present, readable or not: an unreadable time-stamp does not turn a signature into one with time-mark. */
  readonly signatureTimeStamp: boolean
  readonly archiveTimeStamp: boolean
  /** Revocation data that can be read. */
  readonly ocspResponse: boolean
  readonly revocationData: boolean
}

/**
 * The level by what the signature holds, and its proof of time (BDOC 2.1, 6; EN 319 132-1, 6; `decisions.md#time-mark`). A signature with the BDOC policy,
 * an OCSP response and no signature time-stamp has a time-mark, whatever the nonce. With a signature time-stamp it has none, whatever the policy says.
 * Revocation data without proof of time is level B.
 */
export function adesLevel(signs: LevelSigns): Pick<SignatureFacts, 'level' | 'proofOfTime'> {
  if (signs.policyIdentifier === BDOC_POLICY && signs.ocspResponse && !signs.signatureTimeStamp)
    return { level: 'LT', proofOfTime: 'time-mark' }
  if (signs.archiveTimeStamp) return { level: 'LTA', proofOfTime: 'time-stamp' }
  if (signs.signatureTimeStamp) return { level: signs.revocationData ? 'LT' : 'T', proofOfTime: 'time-stamp' }
  return { level: 'B', proofOfTime: 'none' }
}
