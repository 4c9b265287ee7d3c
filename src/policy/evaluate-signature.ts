import {
  type BlockResult,
  type CheckResult,
  failedChecks,
  type Indication,
  type Instant,
  type SignatureConclusion,
  type SignatureFacts,
  type UnreadableSignature,
  type ValidationData,
} from '#model'
import { answersThatHelp } from './blocks/answers-about-the-signer.js'
import { type CertificateQuestion, validatePath } from './blocks/x509-certificate-validation.js'
import { check, statusOf } from './check.js'
import { evaluateDdocSignature } from './ddoc/evaluate-ddoc-signature.js'
import { beginEvaluation } from './evaluation.js'
import { evaluateArchival } from './processes/archival.js'
import { evaluateBasicSignature } from './processes/basic-signature.js'
import { evaluateLongTerm } from './processes/long-term.js'
import { evaluateTimeMark } from './processes/time-mark.js'
import { checkUnreadableTimeStamps, earliestSignatureTimeStamp, evaluateTimeStamps, failuresOf } from './processes/time-stamp.js'
import type { ValidationPolicy } from './validation-policy.js'

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
  if (facts.ddoc !== undefined) return evaluateDdocSignature(policy, facts, facts.ddoc, data, validationTime)
  const evaluation = beginEvaluation(policy, facts, data, validationTime)
  const timeStamps = evaluateTimeStamps(evaluation)
  const timeMark = evaluateTimeMark(evaluation)
  // A level that relies on a time-mark has no signature time-stamp, and the other way round.
  const best = timeMark === null ? (earliestSignatureTimeStamp(timeStamps)?.genTime ?? null) : timeMark.producedAt
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
  const basic = evaluateBasicSignature(evaluation, question, path, timeStamps)
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
    format: facts.format,
    level: '',
    signingCertificate: facts.signingCertificate,
    bestSignatureTime: best,
    blocks,
    proofsOfExistence: evaluation.proofs.list(),
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
    const named = ofTimeStamps.map((result) => ({ ...result, outcome: 'warned', onFailure: null }) as const)
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
    format: '',
    level: '',
    signingCertificate: null,
    bestSignatureTime: null,
    blocks: [{ name: 'format-checking', clause, subject: id, status, checks: [error], children: [] }],
    proofsOfExistence: [],
    errors: [error],
    warnings: [],
  }
}
