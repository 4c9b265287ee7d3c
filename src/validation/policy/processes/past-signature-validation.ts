import { type BlockResult, type CheckResult, failedChecks, type Instant, indeterminateWith, register, timeFact } from '#model'
import { type CertificateQuestion, checkAtTime } from '../blocks/x509-certificate-validation.js'
import { block, check, passed } from '../check.js'
import type { Evaluation } from '../evaluation.js'
import { validatePastCertificate } from './past-certificate-validation.js'

interface PastSignature {
  readonly conclusive: boolean
  readonly block: BlockResult
}

/**
 * Whether there are failures and proofs of existence can remove all of them (EN 319 102-1, 5.6.3.4). FAILED results (REVOKED, EXPIRED) cannot be removed,
 * nor failures that past validation does not check again, although their sub-indication may be the same: an OCSP response produced too late, level T.
 */
export function isRemovable(checks: readonly CheckResult[]): boolean {
  const failures = failedChecks(checks)
  return (
    failures.length > 0 &&
    failures.every(({ key, onFailure }) => register[key].removable === true && onFailure.indication === 'INDETERMINATE')
  )
}

/**
 * Past signature validation (EN 319 102-1, 5.6.2.4) of a signature or time-stamp that fails at validation time only because of time-dependent checks. It is
 * conclusive when the object existed not later than the control time of its certificate path, and the time-dependent checks, among them that it was used
 * within the validity of the certificate, are satisfied with the proofs of existence.
 *
 * @param existed time at which the object provably existed
 * @param acceptance checks of signature acceptance at `existed`
 */
export function validatePastSignature(
  evaluation: Evaluation,
  question: CertificateQuestion,
  existed: Instant,
  acceptance: readonly CheckResult[],
): PastSignature {
  const { policy } = evaluation
  const past = validatePastCertificate(evaluation, question)
  // Where its end ends the proof, the unit must have been in force when a later time-stamp proves that the token existed.
  const endsProof = question.usage === 'time-stamp' && policy.timeStampUnitExpiry === 'ends-proof'
  const validity = endsProof ? Math.max(question.usageTime, existed) : question.usageTime
  const atTime = past === null ? [] : checkAtTime(evaluation, past.path, { validity, revocation: existed, algorithms: 'proven' })
  const inTime = past !== null && existed <= past.controlTime
  const conclusive = inTime && failedChecks([...atTime, ...acceptance]).length === 0
  const result = check(policy, 'past-validation', conclusive, () => ({
    controlTime: timeFact(past?.controlTime ?? null),
    existedAt: timeFact(existed),
  }))
  // This status is shown in the explanation only; the calling process decides.
  const status = conclusive ? passed : indeterminateWith('NO_POE')
  return {
    conclusive,
    block: block(
      'past-signature-validation',
      'EN 319 102-1 5.6.2.4',
      question.certificate.id,
      [result, ...atTime, ...acceptance],
      [],
      status,
    ),
  }
}
