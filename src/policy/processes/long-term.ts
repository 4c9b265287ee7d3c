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
 * Validation with time and long-term data (EN 319 102-1, 5.5), with the rules of BDOC about OCSP response and time-stamp. Checks that depend on the moment
 * are made for the best signature time; without a proven time they are made for validation time, and the missing proof is the last failure.
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

/** X-Road counts the age of an answer up to the time-stamp. Without a proven time the missing proof is reported, and freshness cannot be checked. */
function withoutFreshness({ data }: Evaluation, best: Instant | null, checks: readonly CheckResult[]): readonly CheckResult[] {
  return best === null && data.domain !== null ? checks.filter(({ key }) => register[key].needsProvenTimeInDomain !== true) : checks
}

/** Level T: time without revocation data never passes, not even when the signer needs none (`decisions.md#incomplete-levels`). */
function checkRevocationData(evaluation: Evaluation): CheckResult {
  return check(evaluation.policy, 'revocation-data-in-signature', !isLevelT(evaluation), () => ({ level: evaluation.facts.level }))
}

function isLevelT({ facts }: Evaluation): boolean {
  return facts.level === 'T'
}

/**
 * Puts checks of validity in time last. Level T lacks revocation data, whatever became of the certificate since (`decisions.md#situations`): while no time is
 * proven, that the certificate has expired by now is reported after that.
 */
function timeLast(checks: readonly CheckResult[]): readonly CheckResult[] {
  const ofTime = ({ key }: CheckResult) => register[key].ofTime === true
  return [...checks.filter((result) => !ofTime(result)), ...checks.filter(ofTime)]
}

function checkDelay({ policy, facts }: Evaluation, best: Instant | null): CheckResult {
  const claimed = facts.claimedSigningTime
  const about = () => ({ claimed: timeFact(claimed), bestSignatureTime: timeFact(best) })
  if (policy.maxTimeStampDelay === null || best === null || claimed === null) return notApplicable('time-stamp-delay', about)
  return check(policy, 'time-stamp-delay', best <= claimed + policy.maxTimeStampDelay, about)
}

/**
 * A proof of the time of signing is required (`decisions.md#situations`). Checked last, so that every other failure is shown first; where one of them explains
 * the missing proof (`explainsMissingTime`), it is not reported as well.
 */
function checkExistence({ policy, facts }: Evaluation, best: Instant | null, before: readonly CheckResult[]): CheckResult {
  const explained =
    best === null && before.some((result) => result.outcome === 'failed' && register[result.key].explainsMissingTime === true)
  if (explained) return notApplicable('existence-proven', { level: facts.level })
  return check(policy, 'existence-proven', best !== null, () => ({ level: facts.level, bestSignatureTime: timeFact(best) }))
}
