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

/** The legal level, and whether the policy accepts it. */
export interface LegalLevel {
  /** Null when the trusted lists determine none. */
  readonly level: SignatureLevel | null
  /** What a sound signature is at least when the trusted lists determine no level (`decisions.md#legal-level`). */
  readonly atLeast: 'AdES' | null
  readonly satisfies: boolean
  readonly facts: CheckFacts
  /** How the level was determined, for the explanation. */
  readonly block: BlockResult | null
}

/** Results of the processes for one signature, before its verdict is concluded. */
export interface EvaluatedSignature extends Omit<Grounds, 'policy' | 'validationTime' | 'level' | 'leastLevel'> {
  /** Checks that failed, in the order in which they decide. */
  readonly failures: readonly FailedCheck[]
  /**
   * Failed checks of time-stamps that prove nothing. They never decide the verdict; the missing proof of existence does. They are listed after the other
   * errors, or as warnings when the signature passes without these time-stamps.
   */
  readonly timeStampFailures: readonly FailedCheck[]
  readonly legalLevel: LegalLevel
  /** Whether the verdict has a sub-indication. False for DIGIDOC-XML, except when the snapshot has no trust anchors. */
  readonly showsReason: boolean
}

/**
 * Makes the verdict; no other code does. The first failed check decides (EN 319 102-1, 5.1.3). The legal level is checked only for a signature that would
 * otherwise pass; any other signature keeps its own sub-indication (`decisions.md#polv2`).
 *
 * @param documentWarnings warnings that depend on other signatures or on the trusted lists: repeated signatures, stale lists
 */
export function conclude(
  policy: ValidationPolicy,
  evaluated: EvaluatedSignature,
  validationTime: Instant,
  documentWarnings: readonly CheckResult[],
): SignatureConclusion {
  const {
    source,
    id,
    signingCertificate,
    certificationPath,
    bestSignatureTime,
    proofsOfExistence,
    failures,
    timeStampFailures,
    legalLevel,
  } = evaluated
  const sound = failures.length === 0
  const levelCheck = sound ? check(policy, 'signature-level-qualified', legalLevel.satisfies, legalLevel.facts) : null
  const verdict =
    levelCheck === null
      ? verdictOf([...failures, ...timeStampFailures], evaluated.showsReason)
      : verdictOf(levelCheck.outcome === 'failed' ? [levelCheck] : [], evaluated.showsReason)
  return {
    source,
    id,
    policy: policy.name,
    validationTime,
    ...verdict,
    level: legalLevel.level,
    leastLevel: sound ? legalLevel.atLeast : null,
    signingCertificate,
    certificationPath,
    bestSignatureTime,
    blocks: [
      ...evaluated.blocks,
      ...(levelCheck === null ? [] : [block('signature-level', 'TS 119 172-4 4.4', id, [levelCheck])]),
      ...(legalLevel.block === null ? [] : [legalLevel.block]),
    ],
    proofsOfExistence,
    warnings: [
      ...distinct([...evaluated.warnings, ...(sound ? timeStampFailures.map(asWarning) : [])]),
      ...(levelCheck?.outcome === 'warned' ? [levelCheck] : []),
      ...documentWarnings,
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

/** Removes checks with the same key and facts: two processes may report the same failure. */
function distinct<T extends CheckResult>(checks: readonly T[]): readonly T[] {
  const seen = new Map<string, T>()
  for (const result of checks) {
    const name = `${result.key} ${JSON.stringify(result.facts)}`
    if (!seen.has(name)) seen.set(name, result)
  }
  return [...seen.values()]
}
