import { type CertificateRevocation, type CheckResult, type Instant, notApplicable, timeFact } from '#model'
import { checkRecent } from '../blocks/revocation-freshness.js'
import { isCurrentAt, isInWindow } from '../blocks/signer-revocation-data.js'
import type { ValidatedPath } from '../blocks/x509-certificate-validation.js'
import { check } from '../check.js'
import type { Evaluation } from '../evaluation.js'
import { toSecond } from '../moments.js'
import type { AppliedPolicy } from '../validation-policy.js'
import type { EvaluatedTimeMark } from './time-mark.js'

/**
 * The time relation between the OCSP response about the signer and the time-stamp (BDOC 2.1, 6.2; `decisions.md#revocation-and-time-stamp`):
 *
 * - The response must be produced after the time-stamp. More than 15 minutes later is a warning, more than 24 hours later an error. The limits come from the
 *   policy. Of several suitable responses the earliest counts.
 * - Its nextUpdate must not be before the best signature time.
 * - The response of a time-mark proves the time itself, so only its nextUpdate and the age of thisUpdate are checked.
 */
export function checkRevocationAndTimeStamp(
  evaluation: Evaluation,
  path: ValidatedPath | null,
  best: Instant | null,
  timeMark: EvaluatedTimeMark | null,
): readonly CheckResult[] {
  const answers = path?.views[0]?.accepted.filter((revocation) => revocation.kind === 'ocsp') ?? []
  if (best === null) return noneApplicable
  if (answers.length === 0) return checkListAge(evaluation, path, best)
  const mark = timeMark === null ? null : answers.find(({ revocation }) => revocation === timeMark.revocation)
  if (mark === undefined) return noneApplicable
  if (mark !== null) return [...noneApplicable.slice(0, 3), ...checkAge(evaluation, [mark], best)]
  const { policy } = evaluation
  const { revocationDelay } = policy
  if (revocationDelay === null) return [...noneApplicable.slice(0, 3), ...checkAge(evaluation, answers, best)]
  const inOrder = answers.toSorted((a, b) => a.producedAt - b.producedAt)
  const inWindow = inOrder.filter((answer) => isInWindow(answer, best, revocationDelay.max))
  const confirming = inWindow.find((answer) => isCurrentAt(answer, best))
  const after = inOrder.find((answer) => toSecond(answer.producedAt) >= toSecond(best))
  const shown = confirming ?? after ?? inOrder.at(-1)
  const about = () => ({
    timeStampedAt: timeFact(best),
    producedAt: timeFact(shown?.producedAt ?? null),
    revocation: shown?.revocation ?? null,
  })
  const delay = after === undefined || shown === undefined ? 0 : toSecond(shown.producedAt) - toSecond(best)
  const delayed = () => ({ ...about(), minutes: Math.floor(delay / 60_000) })
  const inTime = after === undefined || inWindow.length > 0
  return [
    check(policy, 'revocation-after-time-stamp', after !== undefined, about),
    check(policy, 'revocation-within-day', inTime, delayed),
    inTime
      ? check(policy, 'revocation-within-quarter', isPrompt(revocationDelay, delay), delayed)
      : notApplicable('revocation-within-quarter', about),
    ...checkAge(evaluation, inWindow, best),
  ]
}

function isPrompt({ warning, inclusive }: NonNullable<AppliedPolicy['revocationDelay']>, delay: number): boolean {
  return inclusive ? delay < warning : delay <= warning
}

const noneApplicable: readonly CheckResult[] = [
  notApplicable('revocation-after-time-stamp'),
  notApplicable('revocation-within-day'),
  notApplicable('revocation-within-quarter'),
  notApplicable('revocation-data-current'),
  notApplicable('revocation-data-recent'),
]

/**
 * When the policy accepts CRLs for the signer, one must be current at the best signature time. A CRL is valid for a period, so it may be older than the
 * time-stamp; a later CRL contains the entries of earlier ones.
 */
function checkListAge(evaluation: Evaluation, path: ValidatedPath | null, best: Instant): readonly CheckResult[] {
  const lists = path?.views[0]?.accepted.filter((revocation) => revocation.kind === 'crl') ?? []
  if (lists.length === 0 || !evaluation.policy.revocationSources.includes('crl')) return noneApplicable
  return [...noneApplicable.slice(0, 3), ...checkAge(evaluation, lists, best)]
}

/** Whether one of the responses or CRLs is current at the best signature time, and how old its thisUpdate is. */
function checkAge(evaluation: Evaluation, answers: readonly CertificateRevocation[], best: Instant): readonly CheckResult[] {
  const current = answers.find((answer) => isCurrentAt(answer, best))
  const shown = current ?? answers[0]
  if (shown === undefined) return noneApplicable.slice(3)
  const about = () => ({
    at: timeFact(best),
    thisUpdate: timeFact(shown.thisUpdate),
    nextUpdate: timeFact(shown.nextUpdate),
    revocation: shown.revocation,
  })
  return [
    check(evaluation.policy, 'revocation-data-current', current !== undefined, about),
    checkRecent(evaluation, shown, evaluation.certificate(shown.certificate), best),
  ]
}
