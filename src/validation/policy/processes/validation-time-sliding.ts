import { type CertificateFacts, type CertificateRevocation, type Instant, provenObject } from '#model'
import { reliabilityOfSignature } from '../blocks/algorithm-reliability.js'
import type { RevocationView } from '../blocks/revocation-status.js'
import type { ValidatedPath } from '../blocks/x509-certificate-validation.js'
import type { Evaluation } from '../evaluation.js'

/**
 * Validation time sliding (EN 319 102-1, 5.6.2.2): goes back from validation time to the latest time at which the whole path was acceptable. Returns that
 * control time; null when it cannot be determined, because an anchor, revocation data or proofs of existence are missing, or an algorithm was never acceptable
 * (NO_POE).
 */
export function slideValidationTime(evaluation: Evaluation, path: ValidatedPath): Instant | null {
  let controlTime = evaluation.validationTime
  if (!path.anchored) return null
  for (let index = path.certificates.length - 2; index >= 0; index -= 1) {
    const certificate = path.certificates[index]
    const issuer = path.certificates[index + 1]
    const view = path.views[index]
    if (certificate === undefined || issuer === undefined || view === undefined) return null
    const next = controlTimeOf(evaluation, path, certificate, issuer, view, controlTime)
    if (next === null) return null
    controlTime = next
  }
  return controlTime
}

function controlTimeOf(
  evaluation: Evaluation,
  path: ValidatedPath,
  certificate: CertificateFacts,
  issuer: CertificateFacts,
  view: RevocationView,
  controlTime: Instant,
): Instant | null {
  const { policy, proofs } = evaluation
  // Sub-steps a and b: certificate and revocation data must provably have existed at the control time, and the data must have been issued before it.
  if (proofs.earliest(provenObject.certificate(certificate.id)) > controlTime) return null
  const usable = view.accepted.filter(
    (revocation) => revocation.thisUpdate < controlTime && proofs.earliest(provenObject.revocation(revocation.revocation)) <= controlTime,
  )
  const latest = usable.reduce<CertificateRevocation | null>(
    (best, next) => (best === null || next.thisUpdate > best.thisUpdate ? next : best),
    null,
  )
  if (latest === null) return null
  let slid = controlTime
  // Shell model: every revocation counts, whatever its reason.
  for (const revocation of usable)
    if (revocation.status === 'revoked') slid = Math.min(slid, revocation.revocationTime ?? Number.NEGATIVE_INFINITY)
  // Sub-step c: when the data are not fresh at the control time, the time of their issuance becomes the control time.
  if (policy.maxRevocationAge !== null && latest.thisUpdate <= slid - policy.maxRevocationAge) slid = Math.min(slid, latest.thisUpdate)
  // Sub-step d: the control time must be before the end of each algorithm. For an algorithm that was never acceptable there is no such time.
  const accepted = policy.algorithms[path.usage === 'time-stamp' ? 'time-stamp-certificate' : 'certificate']
  const datum = view.evaluated.find((evaluated) => evaluated.revocation === latest)
  for (const reliability of [
    reliabilityOfSignature(accepted, certificate.signatureAlgorithm, issuer.publicKey),
    ...(datum === undefined ? [] : [datum.reliability]),
  ]) {
    if (reliability.reason !== null) return null
    if (reliability.until !== null && reliability.until <= slid) slid = reliability.until
  }
  return slid
}
