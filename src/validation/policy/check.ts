import {
  type BlockName,
  type BlockResult,
  type BlockStatus,
  type CheckResult,
  checked,
  type Facts,
  type Failure,
  type FindingKey,
} from '#model'
import type { ConstraintLevels, ConstraintOutcomes } from './validation-policy.js'

export const passed: BlockStatus = Object.freeze({ indication: 'PASSED', subIndication: null })

/** Like `checked`, with the level and the outcome that the policy sets for the key. An outcome that depends on the facts (`failure`) takes precedence. */
export function check(
  { levels, outcomes }: { readonly levels: ConstraintLevels; readonly outcomes: ConstraintOutcomes },
  key: FindingKey,
  holds: boolean,
  facts?: Facts,
  failure?: Failure,
): CheckResult {
  const outcome = outcomes[key]
  return checked(key, holds, facts, levels[key], outcome === undefined ? failure : { onFailure: outcome, ...failure })
}

/**
 * A building block whose checks were recorded at the levels of the register, at those of the policy: it may require what the register only warns about.
 */
export function blockAtLevelsOf(policy: Parameters<typeof check>[0], recorded: BlockResult): BlockResult {
  const checks: CheckResult[] = []
  let differs = false
  for (const result of recorded.checks) {
    const decided = (result.outcome === 'warned' || result.outcome === 'informed') && policy.levels[result.key] !== undefined
    checks.push(decided ? check(policy, result.key, false, () => result.facts) : result)
    differs ||= decided
  }
  return differs ? block(recorded.name, recorded.clause, recorded.subject, checks, recorded.children) : recorded
}

/** Status of a list of checks: the first failed one decides (EN 319 102-1, 5.1.3). Building blocks put the more specific check first. */
export function statusOf(checks: readonly CheckResult[]): BlockStatus {
  for (const result of checks) if (result.outcome === 'failed') return result.onFailure
  return passed
}

/**
 * The result of a building block or process.
 *
 * @param clause clause of the standard or format that defines it
 * @param subject id of the object that was validated
 * @param status default: the status of its own checks
 */
export function block(
  name: BlockName,
  clause: string,
  subject: string,
  checks: readonly CheckResult[],
  children: readonly BlockResult[] = [],
  status: BlockStatus = statusOf(checks),
): BlockResult {
  return { name, clause, subject, status, checks, children }
}

/**
 * The result of a process that has no checks of its own: its status is that of the first child that does not pass. The children are evaluated when somebody first
 * reads them, which only an explanation does, so `children` must not read anything that changes.
 */
export function lateBlock(name: BlockName, clause: string, subject: string, children: () => readonly BlockResult[]): BlockResult {
  return new LateBlock(name, clause, subject, children)
}

/** A class, because V8 makes a hidden class for each literal with getters, which the garbage collector has to walk. */
class LateBlock implements BlockResult {
  readonly name: BlockName
  readonly clause: string
  readonly subject: string
  readonly checks: readonly CheckResult[] = []
  #children: readonly BlockResult[] | (() => readonly BlockResult[])

  constructor(name: BlockName, clause: string, subject: string, children: () => readonly BlockResult[]) {
    this.name = name
    this.clause = clause
    this.subject = subject
    this.#children = children
  }

  get children(): readonly BlockResult[] {
    if (typeof this.#children === 'function') this.#children = this.#children()
    return this.#children
  }

  get status(): BlockStatus {
    return this.children.find(({ status }) => status.indication !== 'PASSED')?.status ?? passed
  }
}
