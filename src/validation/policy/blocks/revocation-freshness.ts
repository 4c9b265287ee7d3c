import { type CertificateFacts, type CertificateRevocation, type CheckResult, type Instant, notApplicable, timeFact } from '#model'
import { check } from '../check.js'
import { type Evaluation, nameOf } from '../evaluation.js'
import { isCurrentAt, isRecentAt } from './signer-revocation-data.js'

/**
 * Revocation freshness (EN 319 102-1, 5.2.5): the age of revocation data at the time for which they are used, counted from thisUpdate. Only X-Road has a
 * limit; for other documents `checkRevocationAndTimeStamp` bounds the time between OCSP response and time-stamp.
 */
export function checkFreshness({ policy }: Evaluation, revocation: CertificateRevocation, time: Instant): CheckResult {
  const facts = () => ({ thisUpdate: timeFact(revocation.thisUpdate), at: timeFact(time), maxAge: policy.maxRevocationAge })
  if (policy.maxRevocationAge === null) return notApplicable('revocation-data-fresh', facts)
  return check(policy, 'revocation-data-fresh', revocation.thisUpdate > time - policy.maxRevocationAge, facts)
}

/** Warnings about revocation data of an authority, responder or time-stamping unit: whether they were current at `time`, and how old thisUpdate was. */
export function checkSupportingData(
  evaluation: Evaluation,
  revocation: CertificateRevocation,
  certificate: CertificateFacts,
  time: Instant,
): readonly CheckResult[] {
  const facts = () => factsOf(revocation, certificate, time)
  return [
    check(evaluation.policy, 'supporting-revocation-data-current', isCurrentAt(revocation, time), facts),
    checkRecent(evaluation, revocation, certificate, time),
  ]
}

/** Whether thisUpdate is recent at `time`; otherwise a warning. */
export function checkRecent(
  { policy }: Evaluation,
  revocation: CertificateRevocation,
  certificate: CertificateFacts | null,
  time: Instant,
): CheckResult {
  const recent = isRecentAt(revocation, time, policy.oldRevocationStateWarning)
  return check(policy, 'revocation-data-recent', recent, () => factsOf(revocation, certificate, time))
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
