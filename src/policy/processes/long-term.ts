import {
  type BlockResult,
  type BlockStatus,
  type CertificateRevocation,
  type CheckResult,
  type Instant,
  notApplicable,
  register,
  type TimeStampFacts,
  type TimeStampKind,
  timeFact,
} from '#model'
import { isCurrentAt, isInWindow } from '../blocks/answers-about-the-signer.js'
import { checkRecent } from '../blocks/revocation-freshness.js'
import { checkAcceptance } from '../blocks/signature-acceptance-validation.js'
import { checkAtTime, inOrderOfDecision, type ValidatedPath } from '../blocks/x509-certificate-validation.js'
import { block, check, statusOf } from '../check.js'
import type { Evaluation } from '../evaluation.js'
import { toSecond } from '../moments.js'
import { type AddedChecks, addedTo } from '../own-checks.js'
import { afterContentTimeStamps } from './basic-signature.js'
import type { EvaluatedTimeMark } from './time-mark.js'
import type { EvaluatedTimeStamp } from './time-stamp.js'

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
    ...checkOrder(evaluation, timeStamps),
    ...checkRevocationTimes(evaluation, path, best, timeMark),
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

const ranks: Readonly<Record<TimeStampKind, number>> = {
  content: 0,
  signature: 1,
  'validation-data': 2,
  archive: 3,
  document: 1,
  container: 3,
}

/** Coherence: what was stamped later in the life of the signature has the later time; what is covered is not younger than what covers it. */
function checkOrder({ policy }: Evaluation, timeStamps: readonly EvaluatedTimeStamp[]): readonly CheckResult[] {
  const proving = timeStamps.filter(({ proves }) => proves).map(({ timeStamp }) => timeStamp)
  if (proving.length < 2) return [notApplicable('time-stamp-order')]
  const byRank = proving.toSorted((a, b) => ranks[a.kind] - ranks[b.kind])
  const checks: CheckResult[] = []
  let latest: TimeStampFacts | null = null
  for (const timeStamp of byRank) {
    // Only against lower ranks: two time-stamps of one rank have no order of their own.
    const lower = latest === null ? null : latestBelow(byRank, ranks[timeStamp.kind])
    if (lower !== null && toSecond(lower.genTime) > toSecond(timeStamp.genTime)) checks.push(wrongOrder(policy, lower, timeStamp))
    latest = timeStamp
  }
  const byId = new Map(proving.map((timeStamp) => [timeStamp.id, timeStamp]))
  for (const covering of proving) {
    for (const id of covering.coverage.timeStamps) {
      const covered = byId.get(id)
      if (covered !== undefined && ranks[covered.kind] === ranks[covering.kind] && toSecond(covered.genTime) > toSecond(covering.genTime))
        checks.push(wrongOrder(policy, covered, covering))
    }
  }
  return checks.length > 0 ? checks : [check(policy, 'time-stamp-order', true)]
}

function latestBelow(byRank: readonly TimeStampFacts[], rank: number): TimeStampFacts | null {
  let latest: TimeStampFacts | null = null
  for (const timeStamp of byRank) {
    if (ranks[timeStamp.kind] >= rank) break
    if (latest === null || timeStamp.genTime > latest.genTime) latest = timeStamp
  }
  return latest
}

function wrongOrder(policy: Evaluation['policy'], earlier: TimeStampFacts, later: TimeStampFacts): CheckResult {
  return check(policy, 'time-stamp-order', false, {
    first: earlier.kind,
    firstTime: timeFact(earlier.genTime),
    second: later.kind,
    secondTime: timeFact(later.genTime),
  })
}

/**
 * The answer about the signer has to come after the time-stamp, and soon (BDOC 2.1, 6.2; a warning from 15 minutes, an error from 24 hours on), and must not have
 * run out before the moment for which it is asked. Of several that can help the earliest counts. A time-mark is answer and time in one.
 */
function checkRevocationTimes(
  evaluation: Evaluation,
  path: ValidatedPath | null,
  best: Instant | null,
  timeMark: EvaluatedTimeMark | null,
): readonly CheckResult[] {
  const answers = path?.views[0]?.accepted.filter((revocation) => revocation.kind === 'ocsp') ?? []
  if (best === null) return notAsked
  if (answers.length === 0) return checkListAge(evaluation, path, best)
  const mark = timeMark === null ? null : answers.find(({ revocation }) => revocation === timeMark.revocation)
  if (mark === undefined) return notAsked
  if (mark !== null) return [...notAsked.slice(0, 3), ...checkAge(evaluation, [mark], best)]
  const { policy } = evaluation
  const { revocationDelay } = policy
  if (revocationDelay === null) return [...notAsked.slice(0, 3), ...checkAge(evaluation, answers, best)]
  const inOrder = answers.toSorted((a, b) => a.producedAt - b.producedAt)
  const inWindow = inOrder.filter((answer) => isInWindow(answer, best, revocationDelay.max))
  const helpful = inWindow.find((answer) => isCurrentAt(answer, best))
  const after = inOrder.find((answer) => toSecond(answer.producedAt) >= toSecond(best))
  const shown = helpful ?? after ?? inOrder.at(-1)
  const about = { timeStampedAt: timeFact(best), producedAt: timeFact(shown?.producedAt ?? null), revocation: shown?.revocation ?? null }
  const delay = after === undefined || shown === undefined ? 0 : toSecond(shown.producedAt) - toSecond(best)
  const delayed = { ...about, minutes: Math.floor(delay / 60_000) }
  const inTime = after === undefined || inWindow.length > 0
  return [
    check(policy, 'revocation-after-time-stamp', after !== undefined, about),
    check(policy, 'revocation-within-day', inTime, delayed),
    inTime
      ? check(policy, 'revocation-within-quarter', delay <= revocationDelay.warning, delayed)
      : notApplicable('revocation-within-quarter', about),
    ...checkAge(evaluation, inWindow, best),
  ]
}

const notAsked: readonly CheckResult[] = [
  notApplicable('revocation-after-time-stamp'),
  notApplicable('revocation-within-day'),
  notApplicable('revocation-within-quarter'),
  notApplicable('revocation-data-current'),
  notApplicable('revocation-data-recent'),
]

/**
 * Where lists may speak for a signer, the one that does must be in force at the moment for which it is asked. A list is made for a span of time, so it
 * may be older than the time-stamp, and a later one holds all that earlier ones held.
 */
function checkListAge(evaluation: Evaluation, path: ValidatedPath | null, best: Instant): readonly CheckResult[] {
  const lists = path?.views[0]?.accepted.filter((revocation) => revocation.kind === 'crl') ?? []
  if (lists.length === 0 || !evaluation.policy.revocationSources.includes('crl')) return notAsked
  return [...notAsked.slice(0, 3), ...checkAge(evaluation, lists, best)]
}

/** Of answers that came in time one has to be in force at the moment for which it is asked. */
function checkAge(evaluation: Evaluation, answers: readonly CertificateRevocation[], best: Instant): readonly CheckResult[] {
  const current = answers.find((answer) => isCurrentAt(answer, best))
  const shown = current ?? answers[0]
  if (shown === undefined) return notAsked.slice(3)
  const about = {
    at: timeFact(best),
    thisUpdate: timeFact(shown.thisUpdate),
    nextUpdate: timeFact(shown.nextUpdate),
    revocation: shown.revocation,
  }
  return [
    check(evaluation.policy, 'revocation-data-current', current !== undefined, about),
    checkRecent(evaluation, shown, evaluation.certificate(shown.certificate), best),
  ]
}

function checkDelay({ policy, facts }: Evaluation, best: Instant | null): CheckResult {
  const claimed = facts.claimedSigningTime
  const about = { claimed: timeFact(claimed), bestSignatureTime: timeFact(best) }
  if (policy.maxTimeStampDelay === null || best === null || claimed === null) return notApplicable('time-stamp-delay', about)
  return check(policy, 'time-stamp-delay', best <= claimed + policy.maxTimeStampDelay, about)
}

/**
 * Nothing proves when the signature was made, although its level promises it: as if it were a basic signature (`decisions.md#situations`).
 * Asked last, so that every other reason is shown first; where one of them says why no proof is at hand, a second error about it would only confuse.
 */
function checkExistence({ policy, facts }: Evaluation, best: Instant | null, before: readonly CheckResult[]): CheckResult {
  const said = best === null && before.some((result) => result.outcome === 'failed' && register[result.key].explainsMissingTime === true)
  if (said) return notApplicable('existence-proven', { level: facts.level })
  return check(policy, 'existence-proven', best !== null, { level: facts.level, bestSignatureTime: timeFact(best) })
}
