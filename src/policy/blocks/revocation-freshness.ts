import type { CertificateRevocation, CheckResult, Instant } from '#model'
import { check, notApplicable } from '../check.js'
import type { Evaluation } from '../evaluation.js'
import { written } from '../moments.js'

/**
 * Revocation freshness (EN 319 102-1, 5.2.5): how old revocation data may be, counted from their issuance to the moment they are used for.
 * The reference sets no limit; what protects a signature with long-term data is the relation between OCSP and time-stamp.
 */
export function checkFreshness({ policy }: Evaluation, revocation: CertificateRevocation, time: Instant): CheckResult {
  const facts = { thisUpdate: written(revocation.thisUpdate), at: written(time), maxAge: policy.maxRevocationAge }
  if (policy.maxRevocationAge === null) return notApplicable('revocation-data-fresh', facts)
  return check(policy, 'revocation-data-fresh', revocation.thisUpdate > time - policy.maxRevocationAge, facts)
}
