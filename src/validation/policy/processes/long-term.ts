import {
  type BlockResult,
  type BlockStatus,
  type CheckFacts,
  type CheckResult,
  type Instant,
  notApplicable,
  register,
  revocationOutlook,
  type SignatureFacts,
  timeFact,
} from '#model'
import { timeOfAlgorithms } from '../blocks/algorithm-reliability.js'
import { checkAcceptance } from '../blocks/signature-acceptance-validation.js'
import { checkAtTime, inOrderOfDecision, momentAt, type ValidatedPath } from '../blocks/x509-certificate-validation.js'
import { block, check, statusOf } from '../check.js'
import type { Evaluation } from '../evaluation.js'
import { type AddedChecks, addedToAcceptance } from '../own-checks.js'
import { afterContentTimeStamps } from './basic-signature.js'
import { checkRevocationAndTimeStamp } from './revocation-and-time-stamp.js'
import type { EvaluatedTimeMark } from './time-mark.js'
import type { EvaluatedTimeStamp } from './time-stamp.js'
import { checkTimeStampOrder } from './time-stamp-order.js'

export interface LongTermSignature {
  readonly block: BlockResult
  /** Every check that affects the verdict, by priority. */
  readonly checks: readonly CheckResult[]
}

interface LongTermInput {
  readonly added: AddedChecks
  readonly timeIndependent: readonly CheckResult[]
  readonly path: ValidatedPath | null
  readonly best: Instant | null
  readonly timeStamps: readonly EvaluatedTimeStamp[]
  readonly timeMark: EvaluatedTimeMark | null
}

/**
 * Validation with time and long-term data (EN 319 102-1, 5.5), with the BDOC rules for OCSP response and time-stamp. Time-dependent checks are made for the
 * best signature time. Without a proven time they are made for validation time, and the missing proof is the last failure.
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
          withoutFreshness(evaluation, best, checkAtTime(evaluation, path, momentAt(moment, timeOfAlgorithms(evaluation, best)))),
          timeStamps,
        )),
  ])
  const certificate = best === null && isLevelT(evaluation) ? timeLast(ordered) : ordered
  const acceptance = afterContentTimeStamps(checkAcceptance(evaluation, moment, addedToAcceptance(input.added, moment)), timeStamps)
  const relations = [
    checkRevocationData(evaluation, path),
    ...checkTimeStampOrder(evaluation, timeStamps),
    ...checkRevocationAndTimeStamp(evaluation, path, best, timeMark),
    checkDelay(evaluation, best),
  ]
  const before = [...input.timeIndependent, ...certificate, ...acceptance, ...relations]
  const checks = [...before, checkExistence(evaluation, best, before)]
  const status: BlockStatus = statusOf(checks)
  const own = [...(timeMark?.checks ?? []), ...relations, ...checks.slice(-1)]
  return { block: block('long-term', 'EN 319 102-1 5.5', evaluation.facts.id, own, [], status), checks }
}

/** In X-Road the age of an OCSP response is measured up to the time-stamp. Without a proven time, the missing proof is reported instead of freshness. */
function withoutFreshness({ data }: Evaluation, best: Instant | null, checks: readonly CheckResult[]): readonly CheckResult[] {
  return best === null && data.domain !== null ? checks.filter(({ key }) => register[key].needsProvenTimeInDomain !== true) : checks
}

/** Level T (time-stamp without revocation data) never passes, not even when the signer's certificate needs none (`decisions.md#incomplete-levels`). */
function checkRevocationData(evaluation: Evaluation, path: ValidatedPath | null): CheckResult {
  const [signer] = path?.certificates ?? []
  return check(evaluation.policy, 'revocation-data-in-signature', !isLevelT(evaluation), () => ({
    level: evaluation.facts.level,
    ...foundRevocations(evaluation.facts),
    outlook: signer === undefined ? 'can-be-added' : revocationOutlook(signer),
  }))
}

/** What there is instead of revocation data that make level LT: data in another place, data that cannot be used, or none. */
function foundRevocations({ revocations, unreadableRevocations }: SignatureFacts): CheckFacts {
  const [unreadable] = unreadableRevocations
  if (unreadable !== undefined) return { found: 'unreadable', kind: unreadable.kind, problem: unreadable.problem }
  const origins = new Set(revocations.map(({ origin }) => origin))
  if (origins.has('cms-signed-data')) return { found: 'cms-signed-data' }
  // Those of a time-stamp are about its unit, not about the signer.
  return { found: origins.has('attribute-revocation-values') ? 'elsewhere' : 'none' }
}

function isLevelT({ facts }: Evaluation): boolean {
  return facts.level === 'T'
}

/**
 * Puts the checks of validity periods last. When no time is proven, a level T signature is reported for its missing revocation data first, and only then for
 * a certificate that has expired since (`decisions.md#situations`).
 */
function timeLast(checks: readonly CheckResult[]): readonly CheckResult[] {
  const aboutValidity = ({ key }: CheckResult) => register[key].aboutValidity === true
  return [...checks.filter((result) => !aboutValidity(result)), ...checks.filter(aboutValidity)]
}

function checkDelay({ policy, facts }: Evaluation, best: Instant | null): CheckResult {
  const claimed = facts.claimedSigningTime
  const about = () => ({ claimed: timeFact(claimed), bestSignatureTime: timeFact(best) })
  if (policy.maxTimeStampDelay === null || best === null || claimed === null) return notApplicable('time-stamp-delay', about)
  return check(policy, 'time-stamp-delay', best <= claimed + policy.maxTimeStampDelay, about)
}

/**
 * A proof of the signing time is required (`decisions.md#situations`). This is checked last, so that every other failure is shown first. When one of them
 * explains the missing proof (`explainsMissingTime`), the missing proof is not reported.
 */
function checkExistence({ policy, facts }: Evaluation, best: Instant | null, before: readonly CheckResult[]): CheckResult {
  const explained =
    best === null && before.some((result) => result.outcome === 'failed' && register[result.key].explainsMissingTime === true)
  if (explained) return notApplicable('existence-proven', { level: facts.level })
  return check(policy, 'existence-proven', best !== null, () => ({ level: facts.level, bestSignatureTime: timeFact(best) }))
}
