import {
  asWarning,
  type BlockResult,
  type CheckFacts,
  type CheckResult,
  type Errors,
  type FailedCheck,
  type Grounds,
  type Instant,
  type SignatureConclusion,
  type SignatureLevel,
  type Verdict,
} from '#model'
import { block, check } from './check.js'
import type { ValidationPolicy } from './validation-policy.js'

/** The legal level, and whether the policy is satisfied with it. */
export interface LegalLevel {
  readonly level: SignatureLevel
  /** Level of a signature that passes where the lists determine none (`decisions.md#legal-level`). */
  readonly atLeast: 'AdES' | ''
  readonly satisfies: boolean
  readonly facts: CheckFacts
  /** How it was determined, for the explanation. */
  readonly block: BlockResult | null
}

/** What the processes found about one signature, before it is concluded. */
export interface EvaluatedSignature extends Omit<Grounds, 'policy' | 'validationTime' | 'level'> {
  /** Checks that failed, in the order in which they decide. */
  readonly failures: readonly FailedCheck[]
  /**
   * Failed checks of time-stamps that prove nothing. They never decide: the missing proof of existence does. They are listed behind the errors, or, when the
   * signature passes without these time-stamps, as warnings.
   */
  readonly beside: readonly FailedCheck[]
  readonly legalLevel: LegalLevel
  /** Whether the report shows why a signature failed: not for DIGIDOC-XML. */
  readonly showsReason: boolean
}

/**
 * The only place that makes a verdict. The first failed check decides (EN 319 102-1, 5.1.3). The legal level is checked only for a signature that would pass;
 * any other keeps its own reason (`decisions.md#polv2`).
 *
 * @param aboutOthers warnings that need more than the signature: repeated signatures, stale lists
 */
export function conclude(
  policy: ValidationPolicy,
  evaluated: EvaluatedSignature,
  validationTime: Instant,
  aboutOthers: readonly CheckResult[],
): SignatureConclusion {
  const { source, id, signingCertificate, certificationPath, bestSignatureTime, proofsOfExistence, failures, beside, legalLevel } =
    evaluated
  const sound = failures.length === 0
  const ofLevel = sound ? check(policy, 'signature-level-qualified', legalLevel.satisfies, legalLevel.facts) : null
  const verdict =
    ofLevel === null
      ? verdictOf([...failures, ...beside], evaluated.showsReason)
      : verdictOf(ofLevel.outcome === 'failed' ? [ofLevel] : [], evaluated.showsReason)
  const passes = verdict.indication === 'TOTAL-PASSED'
  return {
    source,
    id,
    policy: policy.name,
    validationTime,
    ...verdict,
    level: passes && legalLevel.level === '' ? legalLevel.atLeast : legalLevel.level,
    signingCertificate,
    certificationPath,
    bestSignatureTime,
    blocks: [
      ...evaluated.blocks,
      ...(ofLevel === null ? [] : [block('signature-level', 'TS 119 615 4.6', id, [ofLevel])]),
      ...(legalLevel.block === null ? [] : [legalLevel.block]),
    ],
    proofsOfExistence,
    warnings: [
      ...distinct([...evaluated.warnings, ...(sound ? beside.map(asWarning) : [])]),
      ...(ofLevel?.outcome === 'warned' ? [ofLevel] : []),
      ...aboutOthers,
    ],
  }
}

function verdictOf(failures: readonly FailedCheck[], showsReason: boolean): Verdict {
  const [first, ...others] = distinct(failures)
  if (first === undefined) return { indication: 'TOTAL-PASSED', subIndication: null, errors: [] }
  const errors: Errors = [first, ...others]
  if (!showsReason) return { indication: 'TOTAL-FAILED', subIndication: null, errors }
  const { onFailure } = first
  return onFailure.indication === 'FAILED'
    ? { indication: 'TOTAL-FAILED', subIndication: onFailure.subIndication, errors }
    : { indication: 'INDETERMINATE', subIndication: onFailure.subIndication, errors }
}

/** The checks, each key with the same facts once: two processes may report the same failure. */
function distinct<T extends CheckResult>(checks: readonly T[]): readonly T[] {
  const seen = new Map<string, T>()
  for (const result of checks) {
    const name = `${result.key} ${JSON.stringify(result.facts)}`
    if (!seen.has(name)) seen.set(name, result)
  }
  return [...seen.values()]
}
