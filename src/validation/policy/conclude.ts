import {
  asWarning,
  type BlockResult,
  type CheckFacts,
  type CheckResult,
  type Errors,
  type FailedCheck,
  failedChecks,
  type Grounds,
  type Instant,
  type SignatureConclusion,
  type SignatureLevel,
  type Verdict,
  warnedChecks,
} from '#model'
import { block, check } from './check.js'
import type { AppliedPolicy, acceptanceOf, ValidationPolicy } from './validation-policy.js'

/** The legal level, and whether the policy accepts it. */
export interface LegalLevel {
  /** Null when the trusted lists determine none. */
  readonly level: SignatureLevel | null
  /** What a sound signature is at least when the trusted lists determine no level (`decisions.md#legal-level`). */
  readonly atLeast: 'AdES' | null
  readonly acceptance: ReturnType<typeof acceptanceOf>
  readonly facts: CheckFacts
  /** The policy for the kind of document, which may require a level of this kind alone. */
  readonly policy: Pick<AppliedPolicy, 'levels' | 'outcomes' | 'legalLevel'>
  /** How the level was determined, for the explanation. */
  readonly block: BlockResult | null
}

/** What a verdict depends on besides the signature. */
export interface Circumstances {
  readonly policy: ValidationPolicy
  readonly validationTime: Instant
  /**
   * Checks that depend on the document or on the trusted lists: repeated signatures, files that are not signed, stale lists. Those that fail decide after those
   * of the signature.
   */
  readonly documentChecks: readonly CheckResult[]
}

/** Results of the processes for one signature: what `conclude` makes the verdict of. */
interface Results extends Omit<Grounds, 'policy' | 'validationTime' | 'level' | 'leastLevel'> {
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
 * @param evaluated results of the processes of its syntax, which end here
 */
export function conclude({ policy, validationTime, documentChecks }: Circumstances, evaluated: Results): SignatureConclusion {
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
  const documentFailures = failedChecks(documentChecks)
  const sound = failures.length === 0 && documentFailures.length === 0
  const levelChecks = sound ? checkLegalLevel(legalLevel) : []
  const verdict = verdictOf(
    sound ? failedChecks(levelChecks) : [...failures, ...documentFailures, ...timeStampFailures],
    evaluated.showsReason,
  )
  return {
    source,
    id,
    policy: policy.name,
    validationTime,
    ...verdict,
    level: legalLevel.level,
    leastLevel: failures.length === 0 ? legalLevel.atLeast : null,
    signingCertificate,
    certificationPath,
    bestSignatureTime,
    blocks: [
      ...evaluated.blocks,
      ...(documentFailures.length === 0 ? [] : [block('format-checking', 'EN 319 102-1 5.2.2', id, documentFailures)]),
      ...(levelChecks.length === 0 ? [] : [block('signature-level', 'TS 119 172-4 4.4', id, levelChecks)]),
      ...(legalLevel.block === null ? [] : [legalLevel.block]),
    ],
    proofsOfExistence,
    warnings: [
      ...distinct([...evaluated.warnings, ...(sound ? timeStampFailures.map(asWarning) : [])]),
      ...warnedChecks(levelChecks),
      ...warnedChecks(documentChecks),
    ],
  }
}

/** Whether the policy accepts the legal level, and whether without a warning. */
function checkLegalLevel({ policy, acceptance, facts }: LegalLevel): readonly CheckResult[] {
  return [
    check(policy, policy.legalLevel.check, acceptance !== 'refused', facts),
    ...(acceptance === 'with-warning' ? [check(policy, 'signature-level-with-device', false, facts)] : []),
  ]
}

/** The verdict of failures in the order in which they decide: the first one does. */
export function verdictOf(failures: readonly FailedCheck[], showsReason: boolean): Verdict {
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
