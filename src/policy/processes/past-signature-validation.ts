import type { BlockResult, CheckResult, Instant } from '#model'
import { type CertificateQuestion, checkAtTime } from '../blocks/x509-certificate-validation.js'
import { block, check, failedChecks } from '../check.js'
import type { ConstraintKey } from '../constraints.js'
import type { Evaluation } from '../evaluation.js'
import { isWithin, written } from '../moments.js'
import { validatePastCertificate } from './past-certificate-validation.js'

export interface PastSignature {
  readonly conclusive: boolean
  readonly block: BlockResult
}

/**
 * Questions that past validation asks again with proofs of existence. Only their failures can be removed: any other that happens to end in the
 * same sub-indication (an OCSP response that came too late, level T) stands whatever existed when (EN 319 102-1, 5.6.3.4).
 */
const askedAgain: ReadonlySet<string> = new Set<ConstraintKey>([
  'certificate-not-revoked',
  'certificate-not-on-hold',
  'authority-not-revoked',
  'certificate-algorithm-acceptable',
  'certificate-valid',
  'authority-valid',
  'revocation-data-fresh',
  'signature-algorithm-acceptable',
  'reference-algorithm-acceptable',
  'certificate-reference-algorithm-acceptable',
  'time-stamp-algorithm-acceptable',
])

/** INDETERMINATE for lack of a proof of existence, and nothing else. What is certain (REVOKED, EXPIRED) stays. */
export function isRemovable(checks: readonly CheckResult[]): boolean {
  const failures = failedChecks(checks)
  return failures.length > 0 && failures.every(({ key, onFailure }) => askedAgain.has(key) && onFailure?.indication === 'INDETERMINATE')
}

/**
 * Past signature validation (EN 319 102-1, 5.6.2.4) of a signature or time-stamp whose present validation failed for reasons of time only.
 * Conclusive when the object existed at `existed`, not after the control time of its certificate, inside the certificate's validity, and
 * everything that has to hold did so where its own proof of existence lies.
 */
export function validatePastSignature(
  evaluation: Evaluation,
  question: CertificateQuestion,
  existed: Instant,
  acceptance: readonly CheckResult[],
): PastSignature {
  const { policy } = evaluation
  const past = validatePastCertificate(evaluation, question)
  const atTime =
    past === null ? [] : checkAtTime(evaluation, past.path, { validity: question.usageTime, revocation: existed, algorithms: 'proven' })
  const inTime = past !== null && existed <= past.controlTime
  const listed = past?.path.certificates.length === 1
  const within = listed || isWithin(question.certificate, question.usageTime)
  const conclusive = inTime && within && failedChecks([...atTime, ...acceptance]).length === 0
  const result = check(policy, 'past-validation', conclusive, {
    controlTime: written(past?.controlTime ?? null),
    existedAt: written(existed),
    withinValidity: within,
  })
  // For the explanation only: what it changes is said by the process that asked.
  const status = conclusive
    ? ({ indication: 'PASSED', subIndication: null } as const)
    : ({ indication: 'INDETERMINATE', subIndication: 'NO_POE' } as const)
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
