import { failedChecks, type Instant } from '#model'
import { type CertificateQuestion, prospectivePaths, type ValidatedPath } from '../blocks/x509-certificate-validation.js'
import type { Evaluation } from '../evaluation.js'
import { slideValidationTime } from './validation-time-sliding.js'

interface PastCertificate {
  readonly path: ValidatedPath
  /** The latest time at which the whole path was acceptable. */
  readonly controlTime: Instant
}

/**
 * Past certificate validation (EN 319 102-1, 5.6.2.1): the first prospective path without a failed time-independent check for which validation time sliding
 * finds a control time. Null when there is none (NO_POE).
 */
export function validatePastCertificate(evaluation: Evaluation, question: CertificateQuestion): PastCertificate | null {
  for (const path of prospectivePaths(evaluation, question)) {
    if (failedChecks(path.checks).length > 0) continue
    const controlTime = slideValidationTime(evaluation, path)
    if (controlTime !== null) return { path, controlTime }
  }
  return null
}
