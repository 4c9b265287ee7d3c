import type { SignatureFacts } from '#model'

/** Identifier of the BDOC 2.1 signature policy: the time-mark profile. */
const BDOC_POLICY = '1.3.6.1.4.1.10015.1000.3.2.1'

/** The facts from which the level of a signature follows. */
export interface LevelInput {
  /** Identifier of an explicit policy; null without one. */
  readonly policyIdentifier: string | null
  /** Whether these properties are present, readable or not: an unreadable time-stamp must not turn a signature into one with a time-mark. */
  readonly signatureTimeStamp: boolean
  readonly archiveTimeStamp: boolean
  /** Whether there is an OCSP response, or any revocation data, that can be read. */
  readonly ocspResponse: boolean
  readonly revocationData: boolean
}

/**
 * The level of a signature by its content, and its proof of time (BDOC 2.1, 6; EN 319 132-1, 6; `decisions.md#time-mark`):
 *
 * - A signature with the BDOC policy, an OCSP response and no signature time-stamp has a time-mark, whatever the nonce is.
 * - A signature with a signature time-stamp has no time-mark, whatever its policy is.
 * - Revocation data without proof of time is level B.
 */
export function adesLevel(input: LevelInput): Pick<SignatureFacts, 'level' | 'proofOfTime'> {
  if (input.policyIdentifier === BDOC_POLICY && input.ocspResponse && !input.signatureTimeStamp)
    return { level: 'LT', proofOfTime: 'time-mark' }
  if (input.archiveTimeStamp) return { level: 'LTA', proofOfTime: 'time-stamp' }
  if (input.signatureTimeStamp) return { level: input.revocationData ? 'LT' : 'T', proofOfTime: 'time-stamp' }
  return { level: 'B', proofOfTime: 'none' }
}
