import { type CertificateFacts, type CertificateRevocation, type CheckResult, type Instant, timeFact } from '#model'
import { check } from '../check.js'
import { type Evaluation, nameOf } from '../evaluation.js'
import { type EvaluatedRevocation, evaluateRevocations } from './revocation-acceptance.js'
import type { CanConfirm } from './signer-revocation-data.js'
import { type StatedRevocation, statedRevocation, timeOfRevocation } from './stated-revocation.js'

/** What the available revocation data say about one certificate of a path. */
export interface RevocationView extends StatedRevocation {
  readonly certificate: CertificateFacts
  /** Position in the path: 0 is the certificate that signed, the others are authorities. */
  readonly index: number
  readonly evaluated: readonly EvaluatedRevocation[]
  readonly accepted: readonly CertificateRevocation[]
}

/**
 * Collects and evaluates the revocation data about one certificate. Only data for the issuer in this path count.
 *
 * @param index position in the path, 0 for the certificate that was used
 * @param canConfirm which data can confirm the certificate; null: all
 */
export function viewRevocation(
  evaluation: Evaluation,
  certificate: CertificateFacts,
  issuer: CertificateFacts | null,
  index: number,
  canConfirm: CanConfirm | null,
): RevocationView {
  const evaluated = evaluateRevocations(evaluation, certificate, issuer)
  const accepted = evaluated.filter((about) => about.accepted).map((about) => about.revocation)
  const confirming = canConfirm === null ? accepted : accepted.filter(canConfirm)
  return { certificate, index, evaluated, accepted, ...statedRevocation(accepted, confirming) }
}

/**
 * Whether the certificate was revoked or suspended at `time` (EN 319 102-1, 5.2.6.4 step 4). A proven time must be strictly before the revocation: a signature
 * from the same second counts as made after it.
 */
export function checkRevocationStatus({ policy }: Evaluation, view: RevocationView, usage: string, time: Instant): readonly CheckResult[] {
  const about = () => ({ usage, certificate: nameOf(view.certificate), at: timeFact(time) })
  const revoked = view.revoked
  const key = view.index === 0 ? 'certificate-not-revoked' : 'authority-not-revoked'
  const facts = () => ({
    ...about(),
    revocation: revoked?.revocation ?? view.latest?.revocation ?? null,
    revokedAt: timeFact(revoked?.revocationTime ?? null),
    reason: revoked?.revocationReason ?? null,
  })
  const onHold = view.onHold
  return [
    check(policy, key, revoked === null || time < timeOfRevocation(revoked), facts, { since: revoked?.revocationTime ?? null }),
    check(policy, 'certificate-not-on-hold', onHold === null || time < timeOfRevocation(onHold), () => ({
      ...about(),
      suspendedAt: timeFact(onHold?.revocationTime ?? null),
    })),
  ]
}
