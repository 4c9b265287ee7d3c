import {
  type CheckResult,
  commonLevelOf,
  type FailedCheck,
  failedChecks,
  type Instant,
  type ProofOfTime,
  register,
  type SignatureConclusion,
  type TimeStampKind,
  warnedChecks,
} from '#model'
import { timeOfAlgorithms } from '../blocks/algorithm-reliability.js'
import { confirmingData } from '../blocks/signer-revocation-data.js'
import { type CertificateQuestion, momentAt, validatePath } from '../blocks/x509-certificate-validation.js'
import { block, check } from '../check.js'
import { conclude, type LegalLevel } from '../conclude.js'
import type { Evaluation } from '../evaluation.js'
import { isWithin } from '../moments.js'
import { beginAddedChecks, type SyntaxChecks } from '../own-checks.js'
import { determineSignatureLevel } from '../qualification/signature-level.js'
import { acceptanceOf, acceptedLevels } from '../validation-policy.js'
import { evaluateArchival } from './archival.js'
import { evaluateBasicSignature } from './basic-signature.js'
import { evaluateLongTerm } from './long-term.js'
import { type EvaluatedTimeMark, evaluateTimeMark } from './time-mark.js'
import { type EvaluatedTimeStamp, earliestSignatureTimeStamp, evaluateTimeStamps, failuresOf } from './time-stamp.js'

/**
 * Evaluates a signature by the processes of EN 319 102-1: time-stamps and time-mark first, because they prove when the signature existed, then the processes
 * for basic signatures, long-term data and archival data, and the conclusion from them.
 */
export function evaluateAdesSignature(evaluation: Evaluation, syntaxChecks: SyntaxChecks): SignatureConclusion {
  const { facts, validationTime } = evaluation
  const added = beginAddedChecks(evaluation, syntaxChecks)
  const timeStamps = evaluateTimeStamps(evaluation)
  const timeMark = evaluateTimeMark(evaluation)
  const best = bestSignatureTime(facts.proofOfTime, timeStamps, timeMark)
  const moment = best ?? validationTime
  const certificate = evaluation.certificate(facts.signingCertificate)
  const question: CertificateQuestion | null =
    certificate === null
      ? null
      : {
          certificate,
          usage: 'signature',
          usageTime: moment,
          canConfirm: confirmingData(evaluation, best, timeMark?.revocation ?? null),
          moment: momentAt(moment, timeOfAlgorithms(evaluation, best)),
        }
  const path = question === null ? null : validatePath(evaluation, question)
  const basic = evaluateBasicSignature(evaluation, { added, path, timeStamps })
  const longTerm = evaluateLongTerm(evaluation, { added, timeIndependent: basic.timeIndependent, path, best, timeStamps, timeMark })
  const isRequired = (kind: TimeStampKind) => evaluation.policy.requiredTimeStamps.includes(kind)
  const archival = evaluateArchival(evaluation, longTerm, { added, question, best })
  const failedRequired = failuresOf(evaluation, timeStamps, isRequired)
  const required = checkRequiredTimeStamps(evaluation, failedRequired)
  return conclude(evaluation.circumstances, {
    source: facts.source,
    id: facts.id,
    signingCertificate: facts.signingCertificate,
    certificationPath: path === null ? null : { certificates: path.certificates.map(({ id }) => id), anchored: path.anchored },
    bestSignatureTime: best,
    blocks: [
      ...timeStamps.map((timeStamp) => timeStamp.block),
      ...(timeMark === null ? [] : [timeMark.block]),
      basic.block,
      longTerm.block,
      archival.block,
      ...(failedChecks(required).length === 0 ? [] : [block('time-stamp', 'EN 319 102-1 5.4', facts.id, required)]),
    ],
    proofsOfExistence: evaluation.proofs.list(),
    failures: [...(archival.resolved ? [] : failedChecks(longTerm.checks)), ...failedChecks(required), ...failedRequired],
    timeStampFailures: failuresOf(evaluation, timeStamps, (kind) => !isRequired(kind)),
    warnings: [...warnedChecks(longTerm.checks), ...timeStamps.flatMap((timeStamp) => warnedChecks(timeStamp.checks))],
    legalLevel: legalLevelOf(evaluation, best, basic.signerIdentified),
    showsReason: true,
  })
}

/** Whether every time-stamp of a kind that the policy requires to be valid is; its own failures follow. A policy that requires none has no such check. */
function checkRequiredTimeStamps({ policy }: Evaluation, failures: readonly FailedCheck[]): readonly CheckResult[] {
  if (failures.length === 0) return []
  const kinds = failures.flatMap(({ facts: { kind } }) => (typeof kind === 'string' ? [kind] : []))
  return [check(policy, 'time-stamps-valid', false, () => ({ kinds: [...new Set(kinds)] }))]
}

/**
 * The legal level, determined independently of the verdict; empty when the signing certificate is not identified. Without a proven time the signature does not
 * pass, so its level cannot affect the verdict. It is then determined for the claimed time when the certificate was valid at that time, otherwise for
 * validation time. Under a policy file that requires no proof of time the level may decide, which the signer must not choose by the time that it claims.
 */
function legalLevelOf(evaluation: Evaluation, best: Instant | null, signerIdentified: boolean): LegalLevel {
  const { policy, facts, data, validationTime } = evaluation
  const certificate = evaluation.certificate(facts.signingCertificate)
  const claimed = facts.claimedSigningTime
  const isPlausible = certificate !== null && claimed !== null && isWithin(certificate, claimed)
  const requiresProof = (policy.levels['existence-proven'] ?? register['existence-proven'].level) === 'fail'
  const signingTime = best ?? (isPlausible && requiresProof ? claimed : validationTime)
  const determined = determineSignatureLevel(data, facts.signingCertificate, signingTime)
  const level = signerIdentified ? determined.level : null
  return {
    level,
    atLeast: 'AdES',
    acceptance: acceptanceOf(policy, level),
    facts: { level: level === null ? '' : commonLevelOf(level), accepted: acceptedLevels(policy) },
    policy,
    block: determined.block,
  }
}

/** The earliest time proven by the kind of proof that the signature contains; null when no such proof verifies (`decisions.md#best-signature-time`). */
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
