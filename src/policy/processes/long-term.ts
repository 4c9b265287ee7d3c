import { type BlockResult, type BlockStatus, type CheckResult, type Instant, notApplicable, register, timeFact } from '#model'
import { checkAcceptance } from '../blocks/signature-acceptance-validation.js'
import { checkAtTime, inOrderOfDecision, type ValidatedPath } from '../blocks/x509-certificate-validation.js'
import { block, check, statusOf } from '../check.js'
import type { Evaluation } from '../evaluation.js'
import { type AddedChecks, addedTo } from '../own-checks.js'
import { afterContentTimeStamps } from './basic-signature.js'
import { checkRevocationAndTimeStamp } from './revocation-and-time-stamp.js'
import type { EvaluatedTimeMark } from './time-mark.js'
import type { EvaluatedTimeStamp } from './time-stamp.js'
import { checkTimeStampOrder } from './time-stamp-order.js'

export interface LongTermSignature {
  readonly block: BlockResult
  /** Every check that counts, in the order in which they decide. */
  readonly checks: readonly CheckResult[]
}

export interface LongTermInput {
  readonly added: AddedChecks
  readonly timeless: readonly CheckResult[]
  readonly path: ValidatedPath | null
  readonly best: Instant | null
  readonly timeStamps: readonly EvaluatedTimeStamp[]
  readonly timeMark: EvaluatedTimeMark | null
}

/**
 * Validation with time and long-term data (EN 319 102-1, 5.5), with the rules that BDOC adds about OCSP and time-stamp. What depends on the moment is
 * asked again for the best signature time; without a proven one it stays what it is now, and at the end the proof itself is missed.
 */
export function evaluateLongTerm(evaluation: Evaluation, input: LongTermInput): LongTermSignature {
  const { path, best, timeStamps, timeMark } = input
  const moment = best ?? evaluation.validationTime
  const ordered = inOrderOfDecision([
    ...(path?.checks ?? []),
    ...(timeMark?.checks ?? []),
    ...(path === null
      ? []
      : afterContentTimeStamps(
          withoutFreshness(
            evaluation,
            best,
            checkAtTime(evaluation, path, { validity: moment, revocation: moment, algorithms: 'validation-time' }),
          ),
          timeStamps,
        )),
  ])
  const certificate = best === null && isLevelT(evaluation) ? timeLast(ordered) : ordered
  const acceptance = afterContentTimeStamps(checkAcceptance(evaluation, moment, addedTo('acceptance', input.added)), timeStamps)
  const relations = [
    checkRevocationData(evaluation),
    ...checkTimeStampOrder(evaluation, timeStamps),
    ...checkRevocationAndTimeStamp(evaluation, path, best, timeMark),
    checkDelay(evaluation, best),
  ]
  const before = [...input.timeless, ...certificate, ...acceptance, ...relations]
  const checks = [...before, checkExistence(evaluation, best, before)]
  const status: BlockStatus = statusOf(checks)
  const own = [...(timeMark?.checks ?? []), ...relations, ...checks.slice(-1)]
  return { block: block('long-term', 'EN 319 102-1 5.5', evaluation.facts.id, own, [], status), checks }
}

/** An instance of X-Road counts the age of an answer to the time-stamp. Without a proven one the missing proof is what is wrong, and the answer is of any age. */
function withoutFreshness({ data }: Evaluation, best: Instant | null, checks: readonly CheckResult[]): readonly CheckResult[] {
  return best === null && data.domain !== null ? checks.filter(({ key }) => key !== 'revocation-data-fresh') : checks
}

/** Level T: time without revocation data never passes, not even when the signer needs none (`decisions.md#incomplete-levels`). */
function checkRevocationData(evaluation: Evaluation): CheckResult {
  return check(evaluation.policy, 'revocation-data-in-signature', !isLevelT(evaluation), { level: evaluation.facts.level })
}

function isLevelT({ facts }: Evaluation): boolean {
  return facts.level === 'T'
}

/**
 * What level T lacks is revocation data, whatever became of the certificate since (`decisions.md#situations`): as long as no time is proven, that
 * the certificate has ended by now is said after it.
 */
function timeLast(checks: readonly CheckResult[]): readonly CheckResult[] {
  const ofTime = ({ key }: CheckResult) => register[key].ofTime === true
  return [...checks.filter((result) => !ofTime(result)), ...checks.filter(ofTime)]
}

function checkDelay({ policy, facts }: Evaluation, best: Instant | null): CheckResult {
  const claimed = facts.claimedSigningTime
  const about = { claimed: timeFact(claimed), bestSignatureTime: timeFact(best) }
  if (policy.maxTimeStampDelay === null || best === null || claimed === null) return notApplicable('time-stamp-delay', about)
  return check(policy, 'time-stamp-delay', best <= claimed + policy.maxTimeStampDelay, about)
}

/**
 * Nothing proves when the signature was made, although its level promises it: as if it were a basic signature (`decisions.md#situations`).
 * Asked last, so that every other reason is shown first; where one of them explains the missing proof (`explainsMissingTime`), it is not reported twice.
 */
function checkExistence({ policy, facts }: Evaluation, best: Instant | null, before: readonly CheckResult[]): CheckResult {
  const said = best === null && before.some((result) => result.outcome === 'failed' && register[result.key].explainsMissingTime === true)
  if (said) return notApplicable('existence-proven', { level: facts.level })
  return check(policy, 'existence-proven', best !== null, { level: facts.level, bestSignatureTime: timeFact(best) })
}
