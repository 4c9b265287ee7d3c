import {
  type BlockResult,
  type CertificateRevocation,
  type CheckResult,
  type Instant,
  notApplicable,
  provenObject,
  type RevocationId,
  register,
  sameEntity,
  timeFact,
} from '#model'
import { isReliableAt, reliabilityOfDigest, timeOfAlgorithms } from '../blocks/algorithm-reliability.js'
import { evaluateRevocation } from '../blocks/revocation-acceptance.js'
import { block, check } from '../check.js'
import { type Evaluation, nameOf } from '../evaluation.js'
import { isTimeMarkResponderAt, standingAt } from '../trust-service.js'

export interface EvaluatedTimeMark {
  readonly producedAt: Instant | null
  /** The OCSP response that proves this time. */
  readonly revocation: RevocationId | null
  readonly checks: readonly CheckResult[]
  readonly block: BlockResult
}

/**
 * Evaluates the time-mark (BDOC 2.1, 6.1): an OCSP response about the signer whose nonce is the DigestInfo of the signature value, from a responder that is
 * itself listed for it (`decisions.md#time-mark`). The earliest one counts. Null for signatures whose proof of time is not a time-mark.
 */
export function evaluateTimeMark(evaluation: Evaluation): EvaluatedTimeMark | null {
  const { policy, facts } = evaluation
  if (facts.proofOfTime !== 'time-mark') return null
  const answers = facts.signingCertificate === null ? [] : evaluation.revocationsOf(facts.signingCertificate)
  const matching = facts.timeMarks.filter((timeMark) => timeMark.nonce === 'match')
  const reliable = matching.filter(({ digest, producedAt }) =>
    isReliableAt(reliabilityOfDigest(policy.algorithms['time-stamp'], digest?.algorithm ?? null), timeOfAlgorithms(evaluation, producedAt)),
  )
  const marks = reliable
    .flatMap((timeMark) => answers.filter((answer) => answer.kind === 'ocsp' && answer.revocation === timeMark.revocation))
    .toSorted((a, b) => a.producedAt - b.producedAt)
  const authorised = marks.filter((mark) => isAuthorised(evaluation, mark))
  const proving = authorised.filter((mark) => provesExistence(evaluation, mark))
  // The same response proves time and certificate status, so prefer one whose status is not `unknown`.
  const proof = proving.find(({ status }) => status !== 'unknown') ?? proving[0] ?? null
  const shown = proof ?? authorised[0] ?? marks[0]
  const about = () => ({
    responder: shown === undefined ? '' : nameOf(signerOf(evaluation, shown)),
    producedAt: timeFact(shown?.producedAt ?? null),
    revocation: shown?.revocation ?? null,
  })
  const checks = [
    matching.length === 0
      ? notApplicable('time-mark-algorithm-acceptable', about)
      : check(policy, 'time-mark-algorithm-acceptable', reliable.length > 0, () => ({
          algorithm: matching[0]?.digest?.identifier ?? '',
          until: timeFact(reliabilityOfDigest(policy.algorithms['time-stamp'], matching[0]?.digest?.algorithm ?? null).until),
        })),
    marks.length === 0
      ? notApplicable('time-mark-responder-authorised', about)
      : check(policy, 'time-mark-responder-authorised', authorised.length > 0, about),
    ...(proof === null ? [] : statusChecks(evaluation, proof)),
  ]
  if (proof !== null) {
    evaluation.proofs.add(provenObject.signature, proof.producedAt, proof.revocation)
    evaluation.proofs.add(provenObject.signedData, proof.producedAt, proof.revocation)
    evaluation.evaluatedRevocations.clear()
  }
  return {
    producedAt: proof?.producedAt ?? null,
    revocation: proof?.revocation ?? null,
    checks,
    block: block('time-mark', 'BDOC 2.1 6.1', shown?.revocation ?? facts.id, checks),
  }
}

/**
 * The response of a time-mark proves the time and confirms the certificate. When its status is `unknown`, no other response replaces it: unlike with a
 * time-stamp, the age of the other response relative to the signature would not be bounded.
 */
function statusChecks(evaluation: Evaluation, mark: CertificateRevocation): readonly CheckResult[] {
  return evaluateRevocation(evaluation, mark).checks.filter(({ key }) => register[key].timeMarkProvesAnyway === true)
}

function signerOf(evaluation: Evaluation, mark: CertificateRevocation) {
  return evaluation.certificate(evaluation.revocationSigner(mark.revocation)?.signer ?? null)
}

/**
 * Whether the responder is listed for time-marks and its certificate is in the signature (BDOC 2.1, 6.1). A certificate that is only in the trusted lists is
 * not sufficient: the signature must contain its own evidence.
 */
function isAuthorised(evaluation: Evaluation, mark: CertificateRevocation): boolean {
  const responder = signerOf(evaluation, mark)
  const { timeMarks } = evaluation.facts
  const places = timeMarks.flatMap(({ revocation, responderCertificates }) => (revocation === mark.revocation ? responderCertificates : []))
  const isInSignature = places.some((id) => {
    const certificate = evaluation.certificate(id)
    return certificate !== null && responder !== null && sameEntity(certificate, responder)
  })
  if (responder === null || !isInSignature) return false
  const services = evaluation.anchorServices(responder.id)
  return standingAt(services, ['ocsp'], mark.producedAt).status || isTimeMarkResponderAt(services, mark.producedAt)
}

function provesExistence(evaluation: Evaluation, mark: CertificateRevocation): boolean {
  return evaluateRevocation(evaluation, mark).checks.every(
    ({ outcome, key }) => outcome !== 'failed' || register[key].timeMarkProvesAnyway === true,
  )
}

/**
 * Checks that a response has the right nonce. One is sufficient: others may be ordinary revocation data. Applies only to a signature whose proof of time is a
 * time-mark: with a time-stamp the nonce has no meaning (BDOC 2.1, 6.1).
 */
export function checkTimeMarkNonce({ policy, facts }: Evaluation): readonly CheckResult[] {
  if (facts.proofOfTime !== 'time-mark') return [notApplicable('time-mark-nonce-match')]
  const match = facts.timeMarks.find((timeMark) => timeMark.nonce === 'match')
  const shown = match ?? facts.timeMarks[0]
  return [
    check(policy, 'time-mark-nonce-match', match !== undefined, () => ({
      nonce: shown?.nonce ?? 'absent',
      producedAt: timeFact(shown?.producedAt ?? null),
      revocation: shown?.revocation ?? null,
    })),
  ]
}
