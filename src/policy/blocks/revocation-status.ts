import { type CertificateFacts, type CertificateRevocation, type CheckResult, type Instant, timeFact } from '#model'
import { check } from '../check.js'
import { type Evaluation, nameOf } from '../evaluation.js'
import { type EvaluatedRevocation, evaluateRevocation, isOfIssuer } from './revocation-acceptance.js'
import type { CanConfirm } from './signer-revocation-data.js'

const certificateHold = 6

/** What the available revocation data say about one certificate of a path. */
export interface RevocationView {
  readonly certificate: CertificateFacts
  /** Position in the path: 0 is the certificate that signed, the others are authorities. */
  readonly index: number
  readonly evaluated: readonly EvaluatedRevocation[]
  readonly accepted: readonly CertificateRevocation[]
  /** The latest accepted data of those that can confirm the certificate; when there are none, the latest of all accepted data. */
  readonly latest: CertificateRevocation | null
  /** The accepted data that state the earliest revocation other than a suspension; null when not revoked. */
  readonly revoked: CertificateRevocation | null
  /** The accepted data that state the earliest suspension which no later confirming data lift; null when not suspended. */
  readonly onHold: CertificateRevocation | null
}

/**
 * Collects and evaluates the revocation data about one certificate. Only data for the issuer in this path count (`isOfIssuer`).
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
  const evaluated = evaluation
    .revocationsOf(certificate.id)
    .filter((revocation) => isOfIssuer(evaluation, revocation, issuer))
    .map((revocation) => evaluateRevocation(evaluation, revocation))
  const accepted = evaluated.filter((about) => about.accepted).map((about) => about.revocation)
  const confirming = canConfirm === null ? accepted : accepted.filter(canConfirm)
  const latest = latestOf(confirming) ?? latestOf(accepted)
  // Later data can lift a suspension (certificateHold), but no other revocation (RFC 5280, 5.3.1).
  const revoked = accepted
    .filter((about) => about.status === 'revoked' && about.revocationReason !== certificateHold)
    .reduce<CertificateRevocation | null>(earlier, null)
  const onHold = accepted
    .filter((about) => about.status === 'revoked' && about.revocationReason === certificateHold)
    .filter((hold) => !confirming.some((about) => about.status === 'good' && isAfter(about, hold)))
    .reduce<CertificateRevocation | null>(earlier, null)
  return { certificate, index, evaluated, accepted, latest, revoked, onHold }
}

function latestOf(accepted: readonly CertificateRevocation[]): CertificateRevocation | null {
  return accepted.reduce<CertificateRevocation | null>(
    (best, next) => (best === null || next.producedAt > best.producedAt ? next : best),
    null,
  )
}

function earlier(best: CertificateRevocation | null, next: CertificateRevocation): CertificateRevocation {
  return best === null || timeOf(next) < timeOf(best) ? next : best
}

/** Both producedAt and thisUpdate must be later: a cached status with a newer producedAt may not reflect the suspension yet. */
function isAfter(about: CertificateRevocation, hold: CertificateRevocation): boolean {
  return about.producedAt > hold.producedAt && about.thisUpdate > hold.thisUpdate
}

/** Time of a revocation. Without a revocation time the certificate counts as revoked from the beginning. */
function timeOf(revocation: CertificateRevocation): Instant {
  return revocation.revocationTime ?? Number.NEGATIVE_INFINITY
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
    check(policy, key, revoked === null || time < timeOf(revoked), facts, { since: revoked?.revocationTime ?? null }),
    check(policy, 'certificate-not-on-hold', onHold === null || time < timeOf(onHold), () => ({
      ...about(),
      suspendedAt: timeFact(onHold?.revocationTime ?? null),
    })),
  ]
}
