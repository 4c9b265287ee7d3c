import {
  type AnchorService,
  type BlockResult,
  type CheckResult,
  type FailedCheck,
  failedChecks,
  type Instant,
  type ReferenceFacts,
  type SignatureFacts,
  type TimeStampFacts,
  type TimeStampLevel,
  type TrustSource,
  type ValidationData,
  type Verdict,
  warnedChecks,
} from '#model'
import { checkReference } from './blocks/cryptographic-verification.js'
import { check } from './check.js'
import { verdictOf } from './conclude.js'
import { beginEvaluation, type Evaluation } from './evaluation.js'
import { type EvaluatedTimeStamp, evaluateTimeStamps } from './processes/time-stamp.js'
import { standingAt } from './trust-service.js'
import type { ValidationPolicy } from './validation-policy.js'

/** A time-stamp token of a container, to be concluded. */
export interface TokenEvidence {
  /** What its manifest says of the files that it names. */
  readonly references: readonly ReferenceFacts[]
  readonly coversDataFile: boolean
}

/** The conclusion on a token. */
type TokenConclusion = Verdict & {
  readonly warnings: readonly CheckResult[]
  readonly level: TimeStampLevel
  readonly blocks: readonly BlockResult[]
}

/**
 * The conclusions on the time-stamp tokens of a container, in their order, by the same process as for the time-stamps of signatures (EN 319 102-1, 5.4): newest
 * first, so that a later token proves that an earlier one existed. Pure.
 *
 * @param sources of the trust snapshot, of which the trusted lists decide whether a service is qualified
 * @param findings findings about the container. Those that fail under the policy fail each token
 * @param archivedAt as in `beginEvaluation`
 * @param facts the tokens with the evidence that they share, in the form of the facts of a signature that has nothing else
 */
export function concludeTokens(
  policy: ValidationPolicy,
  tokens: readonly TokenEvidence[],
  { facts, data }: { readonly facts: SignatureFacts; readonly data: ValidationData },
  sources: readonly TrustSource[],
  validationTime: Instant,
  findings: readonly CheckResult[],
  archivedAt: Instant | null = null,
): readonly TokenConclusion[] {
  const evaluation = beginEvaluation({ policy, validationTime, documentChecks: [] }, facts, data, archivedAt)
  const { policy: applied } = evaluation
  const ofContainer = failedChecks(
    findings.filter(({ key }) => applied.levels[key] === 'fail').map(({ key, facts }) => check(applied, key, false, facts)),
  )
  const lists = new Set(sources.flatMap(({ id, kind }) => (kind === 'trusted-list' ? [id] : [])))
  const evaluated = new Map(evaluateTimeStamps(evaluation).map((each) => [each.timeStamp, each]))
  return facts.timeStamps.flatMap((timeStamp, index) => {
    const token = tokens[index]
    const result = evaluated.get(timeStamp)
    return token === undefined || result === undefined ? [] : [concludeToken(evaluation, token, timeStamp, result, { lists, ofContainer })]
  })
}

function concludeToken(
  evaluation: Evaluation,
  { references, coversDataFile }: TokenEvidence,
  timeStamp: TimeStampFacts,
  { proves, checks, block }: EvaluatedTimeStamp,
  { lists, ofContainer }: { readonly lists: ReadonlySet<string>; readonly ofContainer: readonly FailedCheck[] },
): TokenConclusion {
  const ofFiles = references.flatMap((reference) => checkReference(evaluation, reference))
  const failures = [...failedChecks(ofFiles), ...(proves ? [] : failedChecks(checks)), ...ofContainer]
  const covers = check(evaluation.policy, 'token-covers-data-file', coversDataFile, { timeStamp: timeStamp.id })
  return {
    ...verdictOf(failures, true),
    warnings: warnedChecks([...ofFiles, ...checks, ...(failures.length === 0 ? [covers] : [])]),
    level: levelOf(evaluation, timeStamp, lists),
    blocks: [block],
  }
}

/** By the services of the unit, or of the authorities above it, in the trusted lists, at the time that the token states. */
function levelOf(evaluation: Evaluation, { signingCertificate, genTime }: TimeStampFacts, lists: ReadonlySet<string>): TimeStampLevel {
  if (signingCertificate === null) return null
  const own = evaluation.anchorServices(signingCertificate)
  const above = evaluation
    .paths(signingCertificate)
    .flatMap(({ anchored, certificates }) => (anchored ? certificates.flatMap((id) => evaluation.anchorServices(id)) : []))
  const services: readonly AnchorService[] = [...own, ...above].filter(({ source }) => lists.has(source))
  if (services.length === 0) return null
  return standingAt(services, ['tsa'], genTime, ['TSA/QTST']).status ? 'qualified' : 'not-qualified'
}
