import type { Outcome } from './outcome.js'
import { type ConstraintLevel, type FindingKey, register } from './register/index.js'
import { reportBounds } from './report-bounds.js'
import type { Instant } from './time.js'

/** A point in time among the facts of a check. Only the report formats it as text. */
export interface TimeFact {
  readonly instant: Instant
}

/** Wraps a point in time as a fact; null stays null. */
export function timeFact(instant: Instant): TimeFact
export function timeFact(instant: Instant | null): TimeFact | null
export function timeFact(instant: Instant | null): TimeFact | null {
  return instant === null ? null : { instant }
}

/** Text of a document for a fact or a message, cut after `excerptCharacters`: hostile text may be as long as the document. */
export function excerpt(text: string): string {
  const { excerptCharacters } = reportBounds
  // Does not leave half of a surrogate pair at the end.
  return text.length > excerptCharacters ? `${text.slice(0, excerptCharacters).replace(/[\uD800-\uDBFF]$/, '')}…` : text
}

/** A text of at most `maxCharacters` characters (UTF-16 code units). A longer text is cut between two code points and ends with an ellipsis. */
export function shortened(text: string, maxCharacters: number): string {
  return text.length <= maxCharacters ? text : `${Array.from(text.slice(0, maxCharacters)).slice(0, -1).join('')}…`
}

export type FactValue = string | number | boolean | null | readonly string[] | TimeFact

/** The facts of a check: small, flat values. Bytes are hex or base64; times and sizes are values, not text. */
export type CheckFacts = Readonly<Record<string, FactValue>>

/**
 * Facts, or a function that builds them on first use. Most checks are satisfied, and only an explanation reads the facts of those: to build them all costs an
 * eighth more calls and a quarter more time for a small document. The function may be called at any later time, so it must not read anything that changes.
 */
export type Facts = CheckFacts | (() => CheckFacts)

interface CheckBase {
  readonly key: FindingKey
  readonly clause: string
  readonly facts: CheckFacts
}

/** A check that was not satisfied; it leads to `onFailure`. */
export interface FailedCheck extends CheckBase {
  readonly outcome: 'failed'
  readonly onFailure: Outcome
  /** Time from which the check fails (revocation, end of validity, end of an algorithm's acceptance); null when the check does not depend on time. */
  readonly since: Instant | null
}

/** `warned`: reported as a warning, without effect on the verdict. `informed`: in the explanation only. `not-applicable`: the check does not apply. */
interface OtherCheck extends CheckBase {
  readonly outcome: 'satisfied' | 'warned' | 'informed' | 'not-applicable'
}

/** The result of one check of the register for one signature or document. Its facts come from a getter, so a spread does not copy them: use `plainCheck`. */
export type CheckResult = FailedCheck | OtherCheck

/** A check result that builds its facts when they are first read. */
class RecordedCheck<Result extends CheckResult['outcome']> implements CheckBase {
  readonly key: FindingKey
  readonly outcome: Result
  #facts: Facts

  constructor(key: FindingKey, outcome: Result, facts: Facts) {
    this.key = key
    this.outcome = outcome
    this.#facts = facts
  }

  get clause(): string {
    return register[this.key].clause
  }

  get facts(): CheckFacts {
    if (typeof this.#facts === 'function') this.#facts = this.#facts()
    return this.#facts
  }
}

class RecordedFailure extends RecordedCheck<'failed'> implements FailedCheck {
  readonly onFailure: Outcome
  readonly since: Instant | null

  constructor(key: FindingKey, facts: Facts, onFailure: Outcome, since: Instant | null) {
    super(key, 'failed', facts)
    this.onFailure = onFailure
    this.since = since
  }
}

const noFacts: CheckFacts = Object.freeze({})

/** What the register does not know about a failure. */
export interface Failure {
  /** Replaces the outcome that the register states, where the facts require another one. */
  readonly onFailure?: Outcome
  readonly since?: Instant | null
}

const ordinary: Failure = Object.freeze({})

/**
 * Records the result of a check. Every check that was evaluated is created here.
 *
 * @param holds whether the check is satisfied
 * @param facts for messages and the explanation
 * @param level effect of an unsatisfied check: it fails, warns or informs. With `ignore` the check is not applicable. Default: the level in the register
 * @param failure used only when the check fails
 */
export function checked(
  key: FindingKey,
  holds: boolean,
  facts: Facts = noFacts,
  level: ConstraintLevel = register[key].level,
  failure: Failure = ordinary,
): CheckResult {
  if (level === 'ignore') return new RecordedCheck(key, 'not-applicable', facts)
  if (holds) return new RecordedCheck(key, 'satisfied', facts)
  switch (level) {
    case 'fail':
      return new RecordedFailure(key, facts, failure.onFailure ?? register[key].onFailure, failure.since ?? null)
    case 'warn':
      return new RecordedCheck(key, 'warned', facts)
    case 'inform':
      return new RecordedCheck(key, 'informed', facts)
  }
}

/** A check that does not apply. The explanation lists it, so that a reader sees that it was not forgotten. */
export function notApplicable(key: FindingKey, facts: Facts = noFacts): OtherCheck {
  return new RecordedCheck(key, 'not-applicable', facts)
}

/** Shared by the many lists in which no check fails or warns. */
const none: readonly never[] = Object.freeze([])

/** The failed checks, in order. */
export function failedChecks(checks: readonly CheckResult[]): readonly FailedCheck[] {
  let failed: FailedCheck[] | null = null
  for (const result of checks) {
    if (result.outcome !== 'failed') continue
    failed ??= []
    failed.push(result)
  }
  return failed ?? none
}

/** The checks that were warned of, in order. */
export function warnedChecks(checks: readonly CheckResult[]): readonly CheckResult[] {
  let warned: CheckResult[] | null = null
  for (const result of checks) {
    if (result.outcome !== 'warned') continue
    warned ??= []
    warned.push(result)
  }
  return warned ?? none
}

/** The same check as a warning: it explains why a token was not accepted when the verdict does not depend on that token. */
export function asWarning(result: CheckResult): OtherCheck {
  return new RecordedCheck(result.key, 'warned', () => result.facts)
}

/** The same check with additional facts. */
export function withFacts(result: CheckResult, added: CheckFacts): CheckResult {
  const facts = () => ({ ...result.facts, ...added })
  return result.outcome === 'failed'
    ? new RecordedFailure(result.key, facts, result.onFailure, result.since)
    : new RecordedCheck(result.key, result.outcome, facts)
}

/** The same failure with another outcome. */
export function withOutcome(result: FailedCheck, onFailure: Outcome): FailedCheck {
  return new RecordedFailure(result.key, () => result.facts, onFailure, result.since)
}

/** A check as a plain object with its facts, for serialisation or another thread. */
export function plainCheck<Check extends CheckResult>(result: Check): Check
export function plainCheck(result: CheckResult): CheckResult {
  const { key, clause, facts } = result
  return result.outcome === 'failed'
    ? { key, clause, outcome: result.outcome, onFailure: result.onFailure, since: result.since, facts }
    : { key, clause, outcome: result.outcome, facts }
}
