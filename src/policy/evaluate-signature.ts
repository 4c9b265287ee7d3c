import {
  asWarning,
  type BlockResult,
  type CheckResult,
  failedChecks,
  type Indication,
  type Instant,
  type ProofOfTime,
  type SignatureConclusion,
  type SignatureFacts,
  type Syntax,
  type SyntaxFacts,
  type UnreadableSignature,
  type ValidationData,
} from '#model'
import { answersThatHelp } from './blocks/answers-about-the-signer.js'
import { type CertificateQuestion, validatePath } from './blocks/x509-certificate-validation.js'
import { check, statusOf } from './check.js'
import { evaluateDdocSignature } from './ddoc/evaluate-ddoc-signature.js'
import { beginEvaluation, type Evaluation } from './evaluation.js'
import { evaluateArchival } from './processes/archival.js'
import { evaluateBasicSignature, type FormatChecks } from './processes/basic-signature.js'
import { evaluateLongTerm } from './processes/long-term.js'
import { type EvaluatedTimeMark, evaluateTimeMark } from './processes/time-mark.js'
import {
  checkUnreadableTimeStamps,
  type EvaluatedTimeStamp,
  earliestSignatureTimeStamp,
  evaluateTimeStamps,
  failuresOf,
} from './processes/time-stamp.js'
import type { ValidationPolicy } from './validation-policy.js'
import { checkXadesFormat } from './xades/format-checks.js'

/**
 * The verdict on one signature by EN 319 102-1: time-stamps and time-mark first, because they say when it existed, then the basic signature, long-term
 * and archival processes. Pure: the same policy, facts, data and time always give the same conclusion. Never throws for an invalid signature.
 */
export function evaluateSignature(
  policy: ValidationPolicy,
  facts: SignatureFacts,
  data: ValidationData,
  validationTime: Instant,
): SignatureConclusion {
  return evaluateBySyntax(beginEvaluation(policy, facts, data, validationTime), facts.syntax)
}

type FactsOf<S extends Syntax> = Extract<SyntaxFacts, { readonly name: S }>

/** How the signatures of a syntax are validated. A new one adds its line: the processes of EN 319 102-1 with format checks of its own. */
const procedures: { readonly [S in Syntax]: (evaluation: Evaluation, syntax: FactsOf<S>) => SignatureConclusion } = {
  xades: (evaluation, syntax) => evaluateAdesSignature(evaluation, (findings) => checkXadesFormat(evaluation, syntax, findings)),
  ddoc: evaluateDdocSignature,
}

function evaluateBySyntax<S extends Syntax>(evaluation: Evaluation, syntax: FactsOf<S> & { readonly name: S }): SignatureConclusion {
  return procedures[syntax.name](evaluation, syntax)
}

function evaluateAdesSignature(evaluation: Evaluation, formatChecks: FormatChecks): SignatureConclusion {
  const { policy, facts, validationTime } = evaluation
  const timeStamps = evaluateTimeStamps(evaluation)
  const timeMark = evaluateTimeMark(evaluation)
  const best = bestSignatureTime(facts.proofOfTime, timeStamps, timeMark)
  const moment = best ?? validationTime
  const certificate = facts.signingCertificate === null ? null : evaluation.certificate(facts.signingCertificate)
  const question: CertificateQuestion | null =
    certificate === null
      ? null
      : {
          certificate,
          usage: 'signature',
          usageTime: moment,
          helps: answersThatHelp(evaluation, best, timeMark?.revocation ?? null),
          moment: { validity: moment, revocation: moment, algorithms: 'validation-time' },
        }
  const path = question === null ? null : validatePath(evaluation, question)
  const basic = evaluateBasicSignature(evaluation, { formatChecks, question, path, timeStamps })
  const longTerm = evaluateLongTerm(evaluation, { timeless: basic.timeless, path, best, timeStamps, timeMark })
  const archival = evaluateArchival(evaluation, longTerm, question, best)
  const blocks: readonly BlockResult[] = [
    ...timeStamps.map((timeStamp) => timeStamp.block),
    ...(timeMark === null ? [] : [timeMark.block]),
    basic.block,
    longTerm.block,
    archival.block,
  ]
  return {
    source: facts.source,
    id: facts.id,
    policy: policy.name,
    validationTime,
    ...decide(
      longTerm.checks,
      archival.rescued,
      [...failuresOf(timeStamps), ...failedChecks(checkUnreadableTimeStamps(evaluation))],
      [...longTerm.checks, ...timeStamps.flatMap((timeStamp) => timeStamp.checks)],
    ),
    level: '',
    signingCertificate: facts.signingCertificate,
    bestSignatureTime: best,
    blocks,
    proofsOfExistence: evaluation.proofs.list(),
  }
}

/** A signature that relies on a time-mark has no signature time-stamp, and the other way round. */
function bestSignatureTime(
  proof: ProofOfTime,
  timeStamps: readonly EvaluatedTimeStamp[],
  timeMark: EvaluatedTimeMark | null,
): Instant | null {
  switch (proof) {
    case 'time-stamp':
      return earliestSignatureTimeStamp(timeStamps)?.genTime ?? null
    case 'time-mark':
      return timeMark?.producedAt ?? null
    case 'none':
      return null
  }
}

type Decision = Pick<SignatureConclusion, 'indication' | 'subIndication' | 'errors' | 'warnings'>

/**
 * The first failed check decides. Time-stamps that prove nothing never decide – what is missing without them does – but are named among the
 * errors; when the signature passes without them, among the warnings.
 */
function decide(
  checks: readonly CheckResult[],
  rescued: boolean,
  ofTimeStamps: readonly CheckResult[],
  all: readonly CheckResult[],
): Decision {
  const failures = rescued ? [] : failedChecks(checks)
  const warnings = all.filter((result) => result.outcome === 'warned')
  const status = statusOf(failures)
  if (status.indication === 'PASSED') {
    const named = ofTimeStamps.map(asWarning)
    return { indication: 'TOTAL-PASSED', subIndication: null, errors: [], warnings: distinct([...warnings, ...named]) }
  }
  const indication: Indication = status.indication === 'FAILED' ? 'TOTAL-FAILED' : 'INDETERMINATE'
  return {
    indication,
    subIndication: status.subIndication,
    errors: distinct([...failures, ...ofTimeStamps]),
    warnings: distinct(warnings),
  }
}

/** The same finding reached on two ways is shown once. */
function distinct(checks: readonly CheckResult[]): readonly CheckResult[] {
  const seen = new Map<string, CheckResult>()
  for (const result of checks) {
    const name = `${result.key} ${JSON.stringify(result.facts)}`
    if (!seen.has(name)) seen.set(name, result)
  }
  return [...seen.values()]
}

/** A signature that cannot be read at all (ruling 22): its neighbours are validated, it gets a conclusion of its own. */
export function evaluateUnreadableSignature(
  policy: ValidationPolicy,
  signature: UnreadableSignature,
  validationTime: Instant,
): SignatureConclusion {
  const { source, id, code, message, offset } = signature
  const error = check(policy, 'signature-readable', false, { code, message, offset })
  const status = { indication: 'FAILED', subIndication: 'FORMAT_FAILURE' } as const
  const clause = 'EN 319 102-1 5.2.2'
  return {
    source,
    id,
    policy: policy.name,
    validationTime,
    indication: 'TOTAL-FAILED',
    subIndication: 'FORMAT_FAILURE',
    level: '',
    signingCertificate: null,
    bestSignatureTime: null,
    blocks: [{ name: 'format-checking', clause, subject: id, status, checks: [error], children: [] }],
    proofsOfExistence: [],
    errors: [error],
    warnings: [],
  }
}
