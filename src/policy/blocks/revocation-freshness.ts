import { type CertificateFacts, type CertificateRevocation, type CheckResult, type Instant, notApplicable, timeFact } from '#model'
import { check } from '../check.js'
import { type Evaluation, nameOf } from '../evaluation.js'
import { isCurrentAt, isRecentAt } from './answers-about-the-signer.js'

/**
 * Revocation freshness (EN 319 102-1, 5.2.5): how old revocation data may be, counted from their issuance to the moment they are used for.
 * The reference sets no limit; what protects a signature with long-term data is the relation between OCSP and time-stamp.
 */
export function checkFreshness({ policy }: Evaluation, revocation: CertificateRevocation, time: Instant): CheckResult {
  const facts = { thisUpdate: timeFact(revocation.thisUpdate), at: timeFact(time), maxAge: policy.maxRevocationAge }
  if (policy.maxRevocationAge === null) return notApplicable('revocation-data-fresh', facts)
  return check(policy, 'revocation-data-fresh', revocation.thisUpdate > time - policy.maxRevocationAge, facts)
}

/** Whether what speaks for an authority, a responder or a time-stamping unit was still in force at the moment for which it is asked, and how old its state was. */
export function checkSupportingData(
  evaluation: Evaluation,
  revocation: CertificateRevocation,
  certificate: CertificateFacts,
  time: Instant,
): readonly CheckResult[] {
  const facts = factsOf(revocation, certificate, time)
  return [
    check(evaluation.policy, 'supporting-revocation-data-current', isCurrentAt(revocation, time), facts),
    checkRecent(evaluation, revocation, certificate, time),
  ]
}

export function checkRecent(
  { policy }: Evaluation,
  revocation: CertificateRevocation,
  certificate: CertificateFacts | null,
  time: Instant,
): CheckResult {
  const recent = isRecentAt(revocation, time, policy.oldRevocationStateWarning)
  return check(policy, 'revocation-data-recent', recent, factsOf(revocation, certificate, time))
}

function factsOf(revocation: CertificateRevocation, certificate: CertificateFacts | null, time: Instant) {
  const { kind, thisUpdate, nextUpdate } = revocation
  return {
    kind,
    about: nameOf(certificate),
    thisUpdate: timeFact(thisUpdate),
    nextUpdate: timeFact(nextUpdate),
    at: timeFact(time),
    revocation: revocation.revocation,
  }
}
