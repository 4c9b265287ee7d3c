import { type CheckResult, notApplicable, type TimeStampFacts, type TimeStampKind, timeFact } from '#model'
import { check } from '../check.js'
import type { Evaluation } from '../evaluation.js'
import { toSecond } from '../moments.js'
import type { EvaluatedTimeStamp } from './time-stamp.js'

/** The order in which kinds of time-stamps are added to a signature. A document time-stamp may replace the signature time-stamp, so it has the same rank. */
const ranks: Readonly<Record<TimeStampKind, number>> = {
  content: 0,
  signature: 1,
  'validation-data': 2,
  archive: 3,
  document: 1,
  container: 3,
}

/**
 * Order of time-stamps (EN 319 102-1, 5.5.4 step 5): a time-stamp must not be older than one of lower rank, nor older than one of the same rank that it
 * covers.
 */
export function checkTimeStampOrder({ policy }: Evaluation, timeStamps: readonly EvaluatedTimeStamp[]): readonly CheckResult[] {
  const proving = timeStamps.filter(({ proves }) => proves).map(({ timeStamp }) => timeStamp)
  if (proving.length < 2) return [notApplicable('time-stamp-order')]
  const byRank = proving.toSorted((a, b) => ranks[a.kind] - ranks[b.kind])
  const checks: CheckResult[] = []
  for (const timeStamp of byRank) {
    const lower = latestBelow(byRank, ranks[timeStamp.kind])
    if (lower !== null && toSecond(lower.genTime) > toSecond(timeStamp.genTime)) checks.push(wrongOrder(policy, lower, timeStamp))
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

/** The latest time-stamp of a lower rank. */
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
