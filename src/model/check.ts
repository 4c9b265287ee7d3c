import type { Outcome } from './outcome.js'
import { type ConstraintLevel, type FindingKey, register } from './register/index.js'
import { reportBounds } from './report-bounds.js'
import type { Instant } from './time.js'

/** A moment among the facts of a check; only the report turns it into text. */
export interface TimeFact {
  readonly instant: Instant
}

/** The fact for a moment; null for none. */
export function timeFact(instant: Instant): TimeFact
export function timeFact(instant: Instant | null): TimeFact | null
export function timeFact(instant: Instant | null): TimeFact | null {
  return instant === null ? null : { instant }
}

/** Text of a document for a fact or a message, at most `excerptCharacters` of it: hostile text may be as long as the document. */
export function excerpt(text: string): string {
  const { excerptCharacters } = reportBounds
  // A pair of surrogates at the end is not cut in two.
  return text.length > excerptCharacters ? `${text.slice(0, excerptCharacters).replace(/[\uD800-\uDBFF]$/, '')}…` : text
}

/** A text of at most `most` characters: a longer one is cut between two characters and ends with an ellipsis. */
export function shortened(text: string, most: number): string {
  return text.length <= most ? text : `${Array.from(text.slice(0, most)).slice(0, -1).join('')}…`
}

export type FactValue = string | number | boolean | null | readonly string[] | TimeFact

/** The facts of a check: small, flat values. Bytes as hex or base64, moments and sizes as values. */
export type CheckFacts = Readonly<Record<string, FactValue>>

/**
 * Facts, or how they are gathered. Most checks are satisfied, and what they looked at is read for an explanation alone: then a function costs next to nothing.
 * It may be called at any later time, so it must refer to nothing that changes.
 */
export type Facts = CheckFacts | (() => CheckFacts)

interface Asked {
  readonly key: FindingKey
  readonly clause: string
  readonly facts: CheckFacts
}

/** A check that was not satisfied and ends in `onFailure`. */
export interface FailedCheck extends Asked {
  readonly outcome: 'failed'
  readonly onFailure: Outcome
  /** Moment from which on the check fails (revocation, end of validity, end of an algorithm); null when it does not depend on one. */
  readonly since: Instant | null
}

/** `warned` is shown and changes nothing; `informed` is in the explanation only; `not-applicable`: the check does not apply. */
export interface OtherCheck extends Asked {
  readonly outcome: 'satisfied' | 'warned' | 'informed' | 'not-applicable'
}

/** One question of the register asked of one signature or document, and its answer. It cannot be copied with a spread: see `writtenCheck`. */
export type CheckResult = FailedCheck | OtherCheck

/** An answer whose facts are gathered when they are read. */
class Answer<Given extends CheckResult['outcome']> implements Asked {
  readonly key: FindingKey
  readonly outcome: Given
  #facts: Facts

  constructor(key: FindingKey, outcome: Given, facts: Facts) {
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

class Failed extends Answer<'failed'> implements FailedCheck {
  readonly onFailure: Outcome
  readonly since: Instant | null

  constructor(key: FindingKey, facts: Facts, onFailure: Outcome, since: Instant | null) {
    super(key, 'failed', facts)
    this.onFailure = onFailure
    this.since = since
  }
}

const noFacts: CheckFacts = Object.freeze({})

/** Facts about a failure that the register cannot know. */
export interface Failure {
  /** Replaces the outcome of the register where the facts call for another one of the closed list. */
  readonly onFailure?: Outcome
  readonly since?: Instant | null
}

const ordinary: Failure = Object.freeze({})

/**
 * The only constructor of answered checks.
 *
 * @param holds whether the answer is yes
 * @param facts for messages and the explanation
 * @param level what a "no" means: the check fails, warns or informs; `ignore`: it is not applicable. By default that of the register
 * @param failure used only where the check fails
 */
export function checked(
  key: FindingKey,
  holds: boolean,
  facts: Facts = noFacts,
  level: ConstraintLevel = register[key].level,
  failure: Failure = ordinary,
): CheckResult {
  if (level === 'ignore') return new Answer(key, 'not-applicable', facts)
  if (holds) return new Answer(key, 'satisfied', facts)
  switch (level) {
    case 'fail':
      return new Failed(key, facts, failure.onFailure ?? register[key].onFailure, failure.since ?? null)
    case 'warn':
      return new Answer(key, 'warned', facts)
    case 'inform':
      return new Answer(key, 'informed', facts)
  }
}

/** A check that does not apply; the explanation lists it, so that it differs from a check that was left out. */
export function notApplicable(key: FindingKey, facts: Facts = noFacts): OtherCheck {
  return new Answer(key, 'not-applicable', facts)
}

/** Those of the checks that failed, in their order. */
export function failedChecks(checks: readonly CheckResult[]): readonly FailedCheck[] {
  return checks.filter((result) => result.outcome === 'failed')
}

/** The same answer as a warning: it explains why a token was not accepted on which the verdict does not rest. */
export function asWarning(result: CheckResult): OtherCheck {
  return new Answer(result.key, 'warned', () => result.facts)
}

/** The same answer with facts added. */
export function withFacts(result: CheckResult, added: CheckFacts): CheckResult {
  const facts = () => ({ ...result.facts, ...added })
  return result.outcome === 'failed'
    ? new Failed(result.key, facts, result.onFailure, result.since)
    : new Answer(result.key, result.outcome, facts)
}

/** The same failure with another outcome. */
export function withOutcome(result: FailedCheck, onFailure: Outcome): FailedCheck {
  return new Failed(result.key, () => result.facts, onFailure, result.since)
}

/** A check as a plain object with its facts, to be written or sent to another thread. */
export function writtenCheck<Check extends CheckResult>(result: Check): Check
export function writtenCheck(result: CheckResult): CheckResult {
  const { key, clause, facts } = result
  return result.outcome === 'failed'
    ? { key, clause, outcome: result.outcome, onFailure: result.onFailure, since: result.since, facts }
    : { key, clause, outcome: result.outcome, facts }
}
