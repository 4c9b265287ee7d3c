import {
  type BlockResult,
  type CertificateFacts,
  type CheckFacts,
  type CheckResult,
  type FailedCheck,
  failedChecks,
  type Instant,
  notApplicable,
  provenObject,
  type TimeStampFacts,
  type TimeStampKind,
  timeFact,
  warnedChecks,
  withFacts,
} from '#model'
import {
  algorithmFacts,
  isReliableAt,
  type Reliability,
  reliabilityOfDigest,
  reliabilityOfSignature,
  weakSinceOfDigest,
} from '../blocks/algorithm-reliability.js'
import {
  type CertificateQuestion,
  certificateBlock,
  checkAtTime,
  type ValidatedPath,
  validatePath,
} from '../blocks/x509-certificate-validation.js'
import { block, check, passed } from '../check.js'
import { type Evaluation, nameOf } from '../evaluation.js'
import { isMadeInTime } from '../moments.js'
import { isRemovable, validatePastSignature } from './past-signature-validation.js'
import { extractProofs } from './proof-of-existence-extraction.js'

export interface EvaluatedTimeStamp {
  readonly timeStamp: TimeStampFacts
  /** The time-stamp verifies and is trusted, so it proves that the covered data existed at genTime. */
  readonly proves: boolean
  readonly block: BlockResult
  /** All checks when `proves` is false; only the warnings when it is true. */
  readonly checks: readonly CheckResult[]
}

/**
 * Time-stamp validation (EN 319 102-1, 5.4). Time-stamps are validated newest first, and each valid one adds its proofs of existence before the next is
 * validated. Past validation of a time-stamp whose unit was revoked, or whose algorithm is no longer acceptable, can so use a later one that covers it (5.6.3).
 */
export function evaluateTimeStamps(evaluation: Evaluation): readonly EvaluatedTimeStamp[] {
  const { facts } = evaluation
  const evaluated = new Map<TimeStampFacts, EvaluatedTimeStamp>()
  for (const timeStamp of facts.timeStamps.toSorted((a, b) => b.genTime - a.genTime)) {
    const result = evaluateTimeStamp(evaluation, timeStamp)
    evaluated.set(timeStamp, result)
    if (result.proves) extractProofs(evaluation, timeStamp)
  }
  return facts.timeStamps.map((timeStamp) => evaluated.get(timeStamp)).filter((each) => each !== undefined)
}

function evaluateTimeStamp(evaluation: Evaluation, timeStamp: TimeStampFacts): EvaluatedTimeStamp {
  const { validationTime, proofs } = evaluation
  const certificate = evaluation.certificate(timeStamp.signingCertificate)
  const about = () => ({ timeStamp: timeStamp.id, kind: timeStamp.kind, genTime: timeFact(timeStamp.genTime), unit: nameOf(certificate) })
  const identification = block(
    'identification-of-the-signing-certificate',
    'EN 319 102-1 5.2.3',
    timeStamp.id,
    checkIdentification(evaluation, timeStamp, about),
  )
  const verification = block('cryptographic-verification', 'EN 319 102-1 5.2.7', timeStamp.id, checkToken(evaluation, timeStamp, about))
  const acceptance = block(
    'signature-acceptance-validation',
    'EN 319 102-1 5.2.8',
    timeStamp.id,
    checkAlgorithms(evaluation, timeStamp, validationTime, about),
  )
  const question = certificate === null ? null : questionOf(evaluation, certificate, timeStamp)
  const path = question === null ? null : validatePath(evaluation, question)
  const present = [
    identification,
    verification,
    ...(question === null || path === null ? [] : [unitBlock(evaluation, timeStamp, question, path)]),
    acceptance,
  ]
  const checks = present.flatMap((child) => child.checks)
  const existed = proofs.earliest(provenObject.timeStamp(timeStamp.id))
  const past =
    question !== null && isRemovable(checks)
      ? validatePastSignature(evaluation, question, existed, checkAlgorithms(evaluation, timeStamp, existed, about))
      : null
  const failure = present.find((child) => child.status.indication !== 'PASSED')
  const proves = failure === undefined || past?.conclusive === true
  const children = past === null ? present : [...present, past.block]
  return {
    timeStamp,
    proves,
    block: block('time-stamp', 'EN 319 102-1 5.4', timeStamp.id, [], children, proves ? passed : failure.status),
    checks: proves ? warnedChecks(checks) : checks,
  }
}

function questionOf(
  { policy, validationTime }: Evaluation,
  certificate: CertificateFacts,
  { genTime }: TimeStampFacts,
): CertificateQuestion {
  // Validity is checked at genTime unless its end ends the proof, but revocation at validation time: the holder of a revoked key can write any earlier genTime.
  const validity = policy.timeStampUnitExpiry === 'ends-proof' ? Math.max(genTime, validationTime) : genTime
  const moment = { validity, revocation: validationTime, algorithms: validationTime }
  return { certificate, usage: 'time-stamp', usageTime: genTime, canConfirm: null, moment }
}

function unitBlock(evaluation: Evaluation, { id }: TimeStampFacts, question: CertificateQuestion, path: ValidatedPath): BlockResult {
  const checks = [...path.checks, ...checkAtTime(evaluation, path, question.moment)]
  return certificateBlock(
    path,
    checks.map((result) => withFacts(result, { timeStamp: id })),
  )
}

function checkIdentification({ policy }: Evaluation, timeStamp: TimeStampFacts, about: () => CheckFacts): readonly CheckResult[] {
  const attribute = timeStamp.token.signingCertificateAttribute
  return [
    check(policy, 'time-stamp-certificate-identified', timeStamp.signingCertificate !== null, () => ({
      ...about(),
      listed: timeStamp.listedUnit ?? null,
    })),
    check(policy, 'time-stamp-certificate-reference-present', attribute !== 'absent', about),
    // Without the certificate of the unit there is nothing to compare.
    timeStamp.signingCertificate === null
      ? notApplicable('time-stamp-certificate-reference-match', about)
      : check(policy, 'time-stamp-certificate-reference-match', attribute !== 'mismatch', about),
  ]
}

function checkToken({ policy, validationTime }: Evaluation, timeStamp: TimeStampFacts, about: () => CheckFacts): readonly CheckResult[] {
  const { imprint, token } = timeStamp
  const digestKnown = imprint.status !== 'algorithm-unknown'
  return [
    check(policy, 'time-stamp-data-found', imprint.status !== 'data-not-found', about),
    digestKnown && imprint.status !== 'data-not-found'
      ? check(policy, 'time-stamp-imprint-intact', imprint.status === 'intact', about)
      : notApplicable('time-stamp-imprint-intact', about),
    check(policy, 'time-stamp-content-intact', token.messageDigestIntact, about),
    check(policy, 'time-stamp-made-in-time', isMadeInTime(policy, timeStamp.genTime, validationTime), () => ({
      ...about(),
      at: timeFact(validationTime),
    })),
    token.signature === 'intact' || token.signature === 'mismatch'
      ? check(policy, 'time-stamp-signature-intact', token.signature === 'intact', about)
      : notApplicable('time-stamp-signature-intact', about),
    // A certificate was identified, but no signature was verified, so nothing is proven.
    ...(token.signature === 'no-certificate' && timeStamp.signingCertificate !== null
      ? [check(policy, 'time-stamp-certificate-identified', false, about)]
      : []),
  ]
}

function checkAlgorithms(
  evaluation: Evaluation,
  timeStamp: TimeStampFacts,
  time: Instant,
  about: () => CheckFacts,
): readonly CheckResult[] {
  const { policy } = evaluation
  const { imprint, token, manifestDigests = [] } = timeStamp
  const certificate = evaluation.certificate(timeStamp.signingCertificate)
  const accepted = policy.algorithms['time-stamp']
  const ofImprint = imprint.status === 'algorithm-unknown' ? null : imprint.digest.algorithm
  const evaluated: readonly (readonly [CheckFacts, Reliability])[] = [
    [algorithmFacts(token.signatureAlgorithm), reliabilityOfSignature(accepted, token.signatureAlgorithm, certificate?.publicKey ?? null)],
    [{ algorithm: imprint.digest.identifier }, reliabilityOfDigest(accepted, ofImprint)],
    // The signature value covers the signed attributes. They cover TSTInfo by this digest, which may be weaker than that of the signature algorithm.
    [{ algorithm: token.digestAlgorithm }, reliabilityOfDigest(accepted, token.messageDigestAlgorithm)],
    ...manifestDigests.map((algorithm) => [{ algorithm }, reliabilityOfDigest(accepted, algorithm)] as const),
  ]
  const computable = token.signature !== 'algorithm-unknown'
  return [
    ...evaluated.map(([algorithm, reliability], index) =>
      check(policy, 'time-stamp-algorithm-acceptable', isReliableAt(reliability, time) && (index > 0 || computable), () => ({
        ...about(),
        ...algorithm,
        reason: reliability.reason ?? (index > 0 || computable ? null : 'not-computable'),
        until: timeFact(reliability.until),
        at: timeFact(time),
      })),
    ),
    ...checkStrength(evaluation, timeStamp),
    timeStamp.tsaName === null || certificate === null
      ? notApplicable('time-stamp-name-match', about)
      : check(policy, 'time-stamp-name-match', timeStamp.tsaName.canonical === certificate.subject.canonical, () => ({
          ...about(),
          stated: timeStamp.tsaName?.text ?? null,
        })),
  ]
}

/** A warning for each weak digest of a time-stamp: of its imprint, of its content, of its signature, of its manifest. */
function checkStrength({ policy }: Evaluation, { imprint, kind, token, manifestDigests = [] }: TimeStampFacts): readonly CheckResult[] {
  const used = [imprint.digest.algorithm, token.messageDigestAlgorithm, token.signatureAlgorithm.digest, ...manifestDigests]
  const weak = [...new Set(used)].flatMap((algorithm) => {
    const since = weakSinceOfDigest(policy.algorithms['time-stamp'], algorithm)
    return since === null ? [] : [{ algorithm, since, uses: [`time-stamp ${kind}`] }]
  })
  return weak.length === 0 ? [check(policy, 'digest-strong', true)] : weak.map((facts) => check(policy, 'digest-strong', false, facts))
}

/** The earliest time-stamp that proves that the signature value existed; null when none does. */
export function earliestSignatureTimeStamp(timeStamps: readonly EvaluatedTimeStamp[]): TimeStampFacts | null {
  return timeStamps
    .filter(({ proves, timeStamp }) => proves && isSignatureTimeStamp(timeStamp))
    .reduce<TimeStampFacts | null>((best, { timeStamp }) => (best === null || timeStamp.genTime < best.genTime ? timeStamp : best), null)
}

function isSignatureTimeStamp(timeStamp: TimeStampFacts): boolean {
  return (timeStamp.kind === 'signature' || timeStamp.kind === 'document') && timeStamp.coverage.signatureValue
}

/**
 * Failed checks of the time-stamps of some kinds that prove nothing, among them one for each time-stamp property that cannot be read
 * (`decisions.md#situations`).
 */
export function failuresOf(
  { policy, facts }: Evaluation,
  timeStamps: readonly EvaluatedTimeStamp[],
  isOfKind: (kind: TimeStampKind) => boolean,
): readonly FailedCheck[] {
  const checks = timeStamps.filter(({ proves, timeStamp }) => !proves && isOfKind(timeStamp.kind)).flatMap((evaluated) => evaluated.checks)
  const unreadable = facts.unreadableTimeStamps
    .filter(({ kind }) => isOfKind(kind))
    .map(({ kind, problem }) => check(policy, 'time-stamp-readable', false, { kind, problem }))
  return failedChecks([...checks, ...unreadable])
}
