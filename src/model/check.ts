import type { Outcome } from './outcome.js'
import { type ConstraintLevel, type FindingKey, register } from './register/index.js'
import type { Instant } from './time.js'

/** A moment among the facts of a check; only the report turns it into text. */
export interface TimeFact {
  readonly instant: Instant
}

export function timeFact(instant: Instant): TimeFact
export function timeFact(instant: Instant | null): TimeFact | null
export function timeFact(instant: Instant | null): TimeFact | null {
  return instant === null ? null : { instant }
}

/** Text of a document for a fact or a message, at most 200 characters of it: hostile text may be as long as the document. */
export function excerpt(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text
}

export type FactValue = string | number | boolean | null | readonly string[] | TimeFact

/** What a check looked at: small, flat values. Bytes as hex or base64, moments and sizes as values. */
export type CheckFacts = Readonly<Record<string, FactValue>>

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

/** `warned` is shown and changes nothing; `informed` stands in the explanation only; `not-applicable`: the question does not arise. */
export interface OtherCheck extends Asked {
  readonly outcome: 'satisfied' | 'warned' | 'informed' | 'not-applicable'
}

/** One question of the register asked of one signature or document, and its answer. */
export type CheckResult = FailedCheck | OtherCheck

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
 * @param facts what was looked at, for messages and the explanation
 * @param level what a "no" means: the check fails, warns or informs; `ignore`: it is not applicable. By default that of the register
 * @param failure used only where the check fails
 */
export function checked(
  key: FindingKey,
  holds: boolean,
  facts: CheckFacts = noFacts,
  level: ConstraintLevel = register[key].level,
  failure: Failure = ordinary,
): CheckResult {
  const { clause } = register[key]
  if (level === 'ignore') return { key, clause, outcome: 'not-applicable', facts }
  if (holds) return { key, clause, outcome: 'satisfied', facts }
  switch (level) {
    case 'fail':
      return {
        key,
        clause,
        outcome: 'failed',
        onFailure: failure.onFailure ?? register[key].onFailure,
        since: failure.since ?? null,
        facts,
      }
    case 'warn':
      return { key, clause, outcome: 'warned', facts }
    case 'inform':
      return { key, clause, outcome: 'informed', facts }
  }
}

/** The question does not arise; the explanation shows that it was not forgotten. */
export function notApplicable(key: FindingKey, facts: CheckFacts = noFacts): OtherCheck {
  return { key, clause: register[key].clause, outcome: 'not-applicable', facts }
}

export function failedChecks(checks: readonly CheckResult[]): readonly FailedCheck[] {
  return checks.filter((result) => result.outcome === 'failed')
}

/** The same answer as a warning: it explains why a token was not accepted on which the verdict does not rest. */
export function asWarning({ key, clause, facts }: CheckResult): OtherCheck {
  return { key, clause, outcome: 'warned', facts }
}
