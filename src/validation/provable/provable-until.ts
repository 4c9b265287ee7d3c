import type { CheckResult, Instant, Provable, SignatureConclusion, SignatureEvidence, SignatureFacts } from '#model'
import { concludeSignature, type ValidationPolicy } from '#validation/policy'
import { lastsUntil } from './chain.js'
import { judgedBy, notPassing } from './with-ends.js'

/**
 * Until when the chain of proofs of a signature lasts (`decisions.md#provable-until`). Pure.
 *
 * @param conclusion the conclusion on the signature under the policy
 * @param findings findings about the document
 */
export function provableUntil(
  policy: ValidationPolicy,
  evidence: SignatureEvidence,
  conclusion: Pick<SignatureConclusion, 'indication' | 'validationTime'>,
  findings: readonly CheckResult[],
): Provable {
  const { judged, ends } = judgedBy(policy, evidence.facts.profile.name)
  if (conclusion.indication !== 'TOTAL-PASSED') return notPassing(ends)
  return lastsUntil(
    {
      evidence,
      judged,
      ends,
      conclude: (validationTime, archivedAt) => concludeSignature(judged, evidence, { validationTime, findings, archivedAt }),
      form: extensionOf(evidence.facts),
    },
    conclusion.validationTime,
  )
}

/** Whether a signature passes at a time, by the ends that count for it. */
export function passesAt(
  policy: ValidationPolicy,
  evidence: SignatureEvidence,
  validationTime: Instant,
  findings: readonly CheckResult[],
): boolean {
  const { judged } = judgedBy(policy, evidence.facts.profile.name)
  return concludeSignature(judged, evidence, { validationTime, findings }).indication === 'TOTAL-PASSED'
}

/** The time-stamp that a signature of this kind can get later (EN 319 132-1, 5.5.2; EN 319 122-1, 5.5.3; EN 319 142-1, 5.4.3). */
function extensionOf({ syntax, profile, proofOfTime }: SignatureFacts): Provable['extension'] {
  // No archive time-stamp can follow a time-mark or a DIGIDOC-XML confirmation, and security servers of X-Road add none.
  if (proofOfTime !== 'time-stamp' || profile.name === 'xroad' || profile.name === 'ddoc') return null
  if (profile.name === 'pdf') return 'document-time-stamp'
  return syntax.name === 'ddoc' ? null : 'archive-time-stamp'
}
