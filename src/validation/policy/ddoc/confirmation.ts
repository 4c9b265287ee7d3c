import {
  type BlockResult,
  type CertificateFacts,
  type CertificateRevocation,
  type CheckFacts,
  type CheckResult,
  checked,
  type DdocConfirmationFacts,
  type DdocFacts,
  failedChecks,
  type Instant,
  notApplicable,
  type OcspFacts,
  provenObject,
  register,
  sameEntity,
  timeFact,
} from '#model'
import { algorithmFacts, isReliableAt, reliabilityOfSignature, timeOfAlgorithms } from '../blocks/algorithm-reliability.js'
import { isCurrentAt } from '../blocks/signer-revocation-data.js'
import { block, check } from '../check.js'
import { type Evaluation, nameOf } from '../evaluation.js'
import { isMadeInTime, isWithin, toSecond } from '../moments.js'
import { isTimeMarkResponderAt, standingAt } from '../trust-service.js'

export interface DdocConfirmation {
  readonly block: BlockResult
  /** Proven time: producedAt of the response; null when the confirmation fails. */
  readonly proven: Instant | null
  /** Certificate of the responder; null when it is not known. */
  readonly responder: CertificateFacts | null
}

/** The usable response of the signature; null when there is none. */
export function ddocResponse(evaluation: Evaluation, { confirmation }: DdocFacts): OcspFacts | null {
  const id = confirmation?.revocation ?? null
  const found = id === null ? null : evaluation.revocation(id)
  return found?.kind === 'ocsp' ? found : null
}

/**
 * The OCSP confirmation: exactly one response about the signer's certificate, from a responder that is itself trusted for it (`decisions.md#time-mark`), with a
 * nonce that binds it to the signature value. Its producedAt is then the proven time (`decisions.md#ddoc-time`). The checks are in the order that existing
 * clients expect.
 */
export function ddocConfirmation(evaluation: Evaluation, ddoc: DdocFacts, issuer: CertificateFacts | null): DdocConfirmation {
  const { confirmation } = ddoc
  const response = ddocResponse(evaluation, ddoc)
  const clause = 'DIGIDOC-XML, OCSP confirmation'
  if (confirmation === null) {
    const missing = [checked('ddoc-confirmation-present', false)]
    return { block: block('time-mark', clause, evaluation.facts.id, missing), proven: null, responder: null }
  }
  const responder = response === null ? null : responderOf(evaluation, response, confirmation)
  const checks = [
    checked('ddoc-confirmation-present', true),
    ...checkReferences(confirmation, response),
    ...(response === null || responder === null ? [] : checkResponse(evaluation, confirmation, response, responder, issuer)),
  ]
  const proves = response !== null && failedChecks(checks).every(({ key }) => register[key].timeMarkProvesAnyway === true)
  if (proves) {
    evaluation.proofs.add(provenObject.signature, response.producedAt, response.id)
    evaluation.proofs.add(provenObject.signedData, response.producedAt, response.id)
  }
  return {
    block: block('time-mark', clause, confirmation.revocation ?? evaluation.facts.id, checks),
    proven: proves ? response.producedAt : null,
    responder: responder?.certificate ?? null,
  }
}

/** Checks of the references that the signature contains to the response and to the certificate of its responder. */
function checkReferences(confirmation: DdocConfirmationFacts, response: OcspFacts | null): readonly CheckResult[] {
  const { id, count, empty, problem, refused, reference, responderReference } = confirmation
  const about = { id }
  const readable = checked(refused ? 'ddoc-confirmation-successful' : 'ddoc-confirmation-readable', response !== null, () => ({
    ...about,
    problem,
  }))
  return [
    ...checkResponderReference(responderReference),
    checked('ddoc-confirmation-single', count === 1, () => ({ ...about, count })),
    checked('ddoc-confirmation-not-empty', !empty, about),
    empty ? notApplicable('ddoc-confirmation-readable', about) : readable,
    checked('ddoc-confirmation-reference', reference !== null, about),
    reference === null
      ? notApplicable('ddoc-confirmation-digest', about)
      : checked('ddoc-confirmation-digest', reference.digest === 'match', about),
    reference === null || response === null
      ? notApplicable('ddoc-confirmation-time', about)
      : checked('ddoc-confirmation-time', reference.producedAt === toSecond(response.producedAt), () => ({
          ...about,
          producedAt: timeFact(response.producedAt),
          referencedProducedAt: timeFact(reference.producedAt) ?? reference.producedAtText,
        })),
  ]
}

function checkResponderReference(reference: DdocConfirmationFacts['responderReference']): readonly CheckResult[] {
  if (reference === null) return [notApplicable('ddoc-responder-reference'), notApplicable('ddoc-responder-reference-digest')]
  return [
    checked('ddoc-responder-reference', reference.serialNumber === 'match', () => ({
      certificate: reference.certificateSerialNumber,
      reference: reference.referencedSerialNumber,
    })),
    checked('ddoc-responder-reference-digest', reference.digest === 'match'),
  ]
}

interface Responder {
  /** The certificate whose key verifies the response; null when there is none. */
  readonly certificate: CertificateFacts | null
  /** A responder with the name or key of the response is listed, whether or not its key verifies the response. */
  readonly known: boolean
  readonly signature: 'intact' | 'mismatch' | 'no-certificate' | 'algorithm-unknown'
}

function responderOf(evaluation: Evaluation, response: OcspFacts, { responderCertificate }: DdocConfirmationFacts): Responder {
  const signer = evaluation.revocationSigner(response.id)
  const certificate = evaluation.certificate(signer?.signer ?? null)
  const signature = signer?.signature ?? 'no-certificate'
  if (certificate !== null) return { certificate, known: evaluation.anchorServices(certificate.id).length > 0, signature }
  // No key verifies the response. The responder counts as known when its certificate in the signature is listed; without such a certificate, when any
  // certificate that matches the responder id was available to verify with.
  const listed = responderCertificate !== null && evaluation.anchorServices(responderCertificate).length > 0
  return { certificate: null, known: listed || (responderCertificate === null && signature !== 'no-certificate'), signature }
}

/**
 * Checks of the response itself. The certificate status from an unknown responder is not evaluated; the nonce still shows whether the response belongs to this
 * signature.
 */
function checkResponse(
  evaluation: Evaluation,
  confirmation: DdocConfirmationFacts,
  response: OcspFacts,
  responder: Responder,
  issuer: CertificateFacts | null,
): readonly CheckResult[] {
  const { producedAt } = response
  const { certificate, known } = responder
  const about: CheckFacts = { responder: confirmation.responder, producedAt: timeFact(producedAt), revocation: response.id }
  const intact = responder.signature === 'intact' && isKeyOfEmbedded(evaluation, certificate, confirmation)
  const checks = [checked('ddoc-responder-known', known, () => ({ ...about, withoutAnchors: evaluation.data.withoutAnchors }))]
  if (known) checks.push(checked('ddoc-confirmation-signature', intact, () => ({ ...about, status: responder.signature })))
  if (known && certificate !== null) checks.push(...checkResponder(evaluation, response, certificate, about))
  const nonce = evaluation.facts.timeMarks.find((timeMark) => timeMark.revocation === response.id)?.nonce ?? 'absent'
  checks.push(checked('ddoc-confirmation-nonce', nonce === 'match', () => ({ ...about, nonce })))
  if (known && issuer !== null) checks.push(...checkStatus(evaluation, confirmation, response, issuer, about))
  return checks
}

/** Whether the responder certificate in the signature has the key that verifies the response; true without such a certificate. */
function isKeyOfEmbedded(
  evaluation: Evaluation,
  certificate: CertificateFacts | null,
  { responderCertificate }: DdocConfirmationFacts,
): boolean {
  if (responderCertificate === null) return true
  return certificate !== null && evaluation.certificate(responderCertificate)?.publicKey.id === certificate.publicKey.id
}

function checkResponder(
  evaluation: Evaluation,
  { producedAt, signatureAlgorithm, unknownCriticalExtensions }: OcspFacts,
  certificate: CertificateFacts,
  about: CheckFacts,
): readonly CheckResult[] {
  const { policy, validationTime } = evaluation
  const services = evaluation.anchorServices(certificate.id)
  const standing = standingAt(services, ['ocsp'], producedAt)
  const authorised = standing.status || isTimeMarkResponderAt(services, producedAt)
  const reliability = reliabilityOfSignature(policy.algorithms.revocation, signatureAlgorithm, certificate.publicKey)
  return [
    checked('ddoc-responder-authorised', authorised, () => ({
      ...about,
      service: standing.service?.name ?? '',
      status: standing.period?.status ?? '',
    })),
    checked('ddoc-responder-valid', isWithin(certificate, producedAt), () => ({
      ...about,
      subject: nameOf(certificate),
      notBefore: timeFact(certificate.notBefore),
      notAfter: timeFact(certificate.notAfter),
    })),
    check(policy, 'revocation-algorithm-acceptable', isReliableAt(reliability, timeOfAlgorithms(evaluation, producedAt)), () => ({
      kind: 'ocsp',
      responder: nameOf(certificate),
      ...algorithmFacts(signatureAlgorithm),
      reason: reliability.reason,
      until: timeFact(reliability.until),
    })),
    check(policy, 'revocation-made-in-time', isMadeInTime(policy, producedAt, validationTime), () => ({
      kind: 'ocsp',
      about: '',
      producedAt: timeFact(producedAt),
      at: timeFact(validationTime),
    })),
    check(policy, 'revocation-extensions-understood', unknownCriticalExtensions.length === 0, () => ({
      kind: 'ocsp',
      responder: nameOf(certificate),
      extensions: unknownCriticalExtensions,
    })),
  ]
}

/** The response must contain exactly one single response, about the signer's certificate and its issuer, with the status good. */
function checkStatus(
  evaluation: Evaluation,
  { singleResponses }: DdocConfirmationFacts,
  response: OcspFacts,
  issuer: CertificateFacts,
  about: CheckFacts,
): readonly CheckResult[] {
  const { signingCertificate } = evaluation.facts
  const answers = signingCertificate === null ? [] : evaluation.revocationsOf(signingCertificate)
  const answer = answers.find((each) => {
    const stated = evaluation.certificate(each.issuer)
    return each.revocation === response.id && stated !== null && sameEntity(stated, issuer)
  })
  const designated = answer !== undefined && singleResponses === 1 && answer.unknownCriticalExtensions.length === 0
  const facts = () => ({ ...about, singleResponses })
  if (answer === undefined) return [checked('ddoc-confirmation-certificate', false, facts)]
  return [
    checked('ddoc-confirmation-certificate', designated, facts),
    checked('ddoc-certificate-not-revoked', answer.status !== 'revoked', () => ({
      ...facts(),
      revokedAt: timeFact(answer.revocationTime),
    })),
    checked('ddoc-certificate-known', answer.status !== 'unknown', facts),
    // A state from before the issuance cannot contain the revocation of the certificate (`decisions.md#answers-before-issuance`).
    check(evaluation.policy, 'revocation-issued-after-certificate', answer.status !== 'good' || isOfItsTime(evaluation, answer), () => ({
      kind: 'ocsp',
      about: nameOf(evaluation.certificate(answer.certificate)),
      thisUpdate: timeFact(answer.thisUpdate),
      notBefore: timeFact(evaluation.certificate(answer.certificate)?.notBefore ?? null),
    })),
    // With thisUpdate after producedAt the response states a status from the future (RFC 6960, 2.4).
    check(evaluation.policy, 'revocation-times-in-order', toSecond(answer.thisUpdate) <= toSecond(response.producedAt), () => ({
      kind: 'ocsp',
      about: nameOf(evaluation.certificate(answer.certificate)),
      producedAt: timeFact(response.producedAt),
      thisUpdate: timeFact(answer.thisUpdate),
    })),
    check(evaluation.policy, 'revocation-data-current', isCurrentAt(answer, response.producedAt), () => ({
      at: timeFact(response.producedAt),
      thisUpdate: timeFact(answer.thisUpdate),
      nextUpdate: timeFact(answer.nextUpdate),
      revocation: answer.revocation,
    })),
  ]
}

/** Whether the state of the response is not from before the certificate. */
function isOfItsTime(evaluation: Evaluation, { certificate, thisUpdate }: CertificateRevocation): boolean {
  const about = evaluation.certificate(certificate)
  return about !== null && toSecond(thisUpdate) >= about.notBefore
}
