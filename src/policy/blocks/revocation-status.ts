import { type CertificateFacts, type CertificateRevocation, type CheckResult, type Instant, sameEntity, timeFact } from '#model'
import { check } from '../check.js'
import { type Evaluation, nameOf } from '../evaluation.js'
import type { Helps } from './answers-about-the-signer.js'
import { type JudgedRevocation, judgeRevocation } from './revocation-acceptance.js'

const certificateHold = 6

/** What the available revocation data say about one certificate of a path. */
export interface RevocationView {
  readonly certificate: CertificateFacts
  /** Position in the path: 0 is the certificate that signed, the others are authorities. */
  readonly index: number
  readonly judged: readonly JudgedRevocation[]
  readonly accepted: readonly CertificateRevocation[]
  /** The latest accepted datum of those that can help; where none can, of all accepted ones. */
  readonly latest: CertificateRevocation | null
  /** The earliest revocation that an acceptable datum states and no later one lifts. */
  readonly revoked: CertificateRevocation | null
  /** Suspended, and not released by later data that can help. */
  readonly onHold: CertificateRevocation | null
}

/**
 * Collects and judges the revocation data about one certificate. Only data for the issuer in this path count: two authorities may use the same name and
 * serial number.
 *
 * @param index position in the path, 0 for the certificate that was used
 * @param helps which answers can speak for the certificate; null: all
 */
export function viewRevocation(
  evaluation: Evaluation,
  certificate: CertificateFacts,
  issuer: CertificateFacts | null,
  index: number,
  helps: Helps | null,
): RevocationView {
  const judged = evaluation
    .revocationsOf(certificate.id)
    .filter((revocation) => {
      const stated = evaluation.certificate(revocation.issuer)
      return stated !== null && (issuer === null || sameEntity(stated, issuer))
    })
    .map((revocation) => judgeRevocation(evaluation, revocation))
  const accepted = judged.filter((about) => about.accepted).map((about) => about.revocation)
  const helpful = helps === null ? accepted : accepted.filter(helps)
  const latest = latestOf(helpful) ?? latestOf(accepted)
  // A later answer can lift a hold (certificateHold), but no other revocation (RFC 5280, 5.3.1).
  const revoked = accepted
    .filter((about) => about.status === 'revoked' && about.revocationReason !== certificateHold)
    .reduce<CertificateRevocation | null>(earlier, null)
  const onHold = accepted
    .filter((about) => about.status === 'revoked' && about.revocationReason === certificateHold)
    .filter((hold) => !helpful.some((about) => about.status === 'good' && isAfter(about, hold)))
    .reduce<CertificateRevocation | null>(earlier, null)
  return { certificate, index, judged, accepted, latest, revoked, onHold }
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

/** producedAt and thisUpdate both have to be later: a cached answer does not reflect a hold that was lifted since. */
function isAfter(about: CertificateRevocation, hold: CertificateRevocation): boolean {
  return about.producedAt > hold.producedAt && about.thisUpdate > hold.thisUpdate
}

/** Moment of a revocation; without one it counts as revoked from the beginning. */
function timeOf(revocation: CertificateRevocation): Instant {
  return revocation.revocationTime ?? Number.NEGATIVE_INFINITY
}

/**
 * Whether the certificate was revoked or suspended at `time` (EN 319 102-1, 5.2.6.4 step 4). A proven time must be strictly before the
 * revocation: a signature of the same second counts as made after it.
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
