import type { BlockResult, BlockStatus, CheckFacts, CheckResult, Outcome } from '#model'
import { type ConstraintKey, constraints } from './constraints.js'
import type { ValidationPolicy } from './validation-policy.js'

export const passed: BlockStatus = Object.freeze({ indication: 'PASSED', subIndication: null })

const noFacts: CheckFacts = Object.freeze({})

/**
 * Turns an answer into a check. The policy says what a miss means: it fails, warns, informs, or is not even asked.
 * `onFailure` replaces the outcome of the constraint where the facts call for another one of the closed list.
 */
export function check(
  policy: ValidationPolicy,
  key: ConstraintKey,
  holds: boolean,
  facts: CheckFacts = noFacts,
  onFailure: Outcome = constraints[key].onFailure,
): CheckResult {
  const { clause } = constraints[key]
  const level = policy.constraints[key]
  if (level === 'ignore') return { key, clause, outcome: 'not-applicable', onFailure: null, facts }
  if (holds) return { key, clause, outcome: 'satisfied', onFailure: null, facts }
  switch (level) {
    case 'fail':
      return { key, clause, outcome: 'failed', onFailure, facts }
    case 'warn':
      return { key, clause, outcome: 'warned', onFailure: null, facts }
    case 'inform':
      return { key, clause, outcome: 'informed', onFailure: null, facts }
  }
}

/** The question does not arise for this signature; it stands in the explanation so that nobody has to wonder. */
export function notApplicable(key: ConstraintKey, facts: CheckFacts = noFacts): CheckResult {
  return { key, clause: constraints[key].clause, outcome: 'not-applicable', onFailure: null, facts }
}

/** Every check is made; the first failed one decides (EN 319 102-1, 5.1.3). Blocks put the more specific question first. */
export function statusOf(checks: readonly CheckResult[]): BlockStatus {
  for (const { onFailure } of checks) if (onFailure !== null) return onFailure
  return passed
}

export function failedChecks(checks: readonly CheckResult[]): readonly CheckResult[] {
  return checks.filter((result) => result.outcome === 'failed')
}

/** A building block or process with the status of its own checks. */
export function block(
  name: string,
  clause: string,
  subject: string,
  checks: readonly CheckResult[],
  children: readonly BlockResult[] = [],
  status: BlockStatus = statusOf(checks),
): BlockResult {
  return { name, clause, subject, status, checks, children }
}
