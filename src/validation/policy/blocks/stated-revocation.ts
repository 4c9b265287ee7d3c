import { type CertificateRevocation, certificateHold, type Instant } from '#model'

/** What accepted revocation data state about one certificate, taken together. */
export interface StatedRevocation {
  /** The latest of the data that can confirm the certificate; when there are none, the latest of all. */
  readonly latest: CertificateRevocation | null
  /** The data that state the earliest revocation other than a suspension; null when not revoked. */
  readonly revoked: CertificateRevocation | null
  /** The data that state the earliest suspension which no later confirming data lift; null when not suspended. */
  readonly onHold: CertificateRevocation | null
}

/**
 * Later data can lift a suspension (certificateHold), but no other revocation (RFC 5280, 5.3.1).
 *
 * @param accepted accepted data about one certificate
 * @param confirming those of them that can confirm the certificate, and so lift a suspension
 */
export function statedRevocation(
  accepted: readonly CertificateRevocation[],
  confirming: readonly CertificateRevocation[],
): StatedRevocation {
  const latest = latestOf(confirming) ?? latestOf(accepted)
  const revoked = accepted
    .filter((about) => about.status === 'revoked' && about.revocationReason !== certificateHold)
    .reduce<CertificateRevocation | null>(earlier, null)
  const onHold = accepted
    .filter((about) => about.status === 'revoked' && about.revocationReason === certificateHold)
    .filter((hold) => !confirming.some((about) => about.status === 'good' && isAfter(about, hold)))
    .reduce<CertificateRevocation | null>(earlier, null)
  return { latest, revoked, onHold }
}

/** Time of a revocation. Without a revocation time the certificate counts as revoked from the beginning. */
export function timeOfRevocation(revocation: CertificateRevocation): Instant {
  return revocation.revocationTime ?? Number.NEGATIVE_INFINITY
}

function latestOf(accepted: readonly CertificateRevocation[]): CertificateRevocation | null {
  return accepted.reduce<CertificateRevocation | null>(
    (best, next) => (best === null || next.producedAt > best.producedAt ? next : best),
    null,
  )
}

function earlier(best: CertificateRevocation | null, next: CertificateRevocation): CertificateRevocation {
  return best === null || timeOfRevocation(next) < timeOfRevocation(best) ? next : best
}

/** Both producedAt and thisUpdate must be later: a cached status with a newer producedAt may not reflect the suspension yet. */
function isAfter(about: CertificateRevocation, hold: CertificateRevocation): boolean {
  return about.producedAt > hold.producedAt && about.thisUpdate > hold.thisUpdate
}
