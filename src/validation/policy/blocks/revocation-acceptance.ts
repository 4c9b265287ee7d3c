import {
  type CertificateFacts,
  type CertificateRevocation,
  type CheckFacts,
  type CheckResult,
  type Instant,
  isExemptFromRevocation,
  notApplicable,
  OCSP_NO_CHECK,
  periodAt,
  provenObject,
  type RevocationSigner,
  register,
  sameEntity,
  timeFact,
} from '#model'
import { check, statusOf } from '../check.js'
import { type Evaluation, nameOf, unreadableFact } from '../evaluation.js'
import { isAuthorityValid, isMadeInTime, isWithin, toSecond } from '../moments.js'
import { algorithmFacts, isReliableAt, type Reliability, reliabilityOfSignature, timeOfAlgorithms } from './algorithm-reliability.js'
import { certificatesOf, checkPath, type PathQuestion } from './certification-path.js'
import { checkSupportingData } from './revocation-freshness.js'
import { statedRevocation, timeOfRevocation } from './stated-revocation.js'

/**
 * Responders of which each confirms the next one. Real ones need at most two: a responder, and the authority that issued its certificate. The document decides
 * how many there are, and each takes a part of the stack.
 */
const MAX_RESPONDERS = 10

/** Revocation data about one certificate (an OCSP response or CRL), and whether they are accepted. */
export interface EvaluatedRevocation {
  readonly revocation: CertificateRevocation
  readonly accepted: boolean
  readonly checks: readonly CheckResult[]
  readonly reliability: Reliability
}

/**
 * Whether an OCSP response or CRL is accepted (EN 319 102-1, 5.2.6.4; RFC 6960, 3.2 and 4.2.2): its signer is known, authorised for the certificate and
 * valid at producedAt, and the signature verifies. Evaluated once for each response or CRL. It is not accepted when nothing else confirms its responder.
 */
export function evaluateRevocation(evaluation: Evaluation, revocation: CertificateRevocation): EvaluatedRevocation {
  const key = `${revocation.revocation} ${revocation.certificate} ${revocation.issuer}`
  const known = evaluation.evaluatedRevocations.get(key)
  if (known !== undefined) return known
  const { openRevocations: open } = evaluation
  // The status of the responder depends on this same response, or on too many others.
  if (open.has(key) || open.size >= MAX_RESPONDERS) {
    return { revocation, accepted: false, checks: [], reliability: { reason: 'not-accepted', until: null } }
  }
  open.add(key)
  const evaluated = evaluate(evaluation, revocation)
  open.delete(key)
  evaluation.evaluatedRevocations.set(key, evaluated)
  return evaluated
}

/** The evaluated revocation data about a certificate of this issuer (`isOfIssuer`). */
export function evaluateRevocations(
  evaluation: Evaluation,
  certificate: CertificateFacts,
  issuer: CertificateFacts | null,
): readonly EvaluatedRevocation[] {
  return evaluation
    .revocationsOf(certificate.id)
    .filter((revocation) => isOfIssuer(evaluation, revocation, issuer))
    .map((revocation) => evaluateRevocation(evaluation, revocation))
}

function evaluate(evaluation: Evaluation, revocation: CertificateRevocation): EvaluatedRevocation {
  const { policy } = evaluation
  const signer = evaluation.revocationSigner(revocation.revocation)
  const { certificate, checks: responder } = chooseResponder(evaluation, revocation, signer)
  // A certificate that matches the responder id or issuer name is available, but its key does not verify the signature.
  const broken = certificate === null && signer?.signature === 'mismatch'
  // One is available, but the platform cannot verify this algorithm, so nothing was verified.
  const computable = signer?.signature !== 'algorithm-unknown'
  const datum = evaluation.revocation(revocation.revocation)
  const about = () => factsOf(evaluation, revocation, certificate)
  const reliability: Reliability =
    datum === null
      ? { reason: 'not-accepted', until: null }
      : reliabilityOfSignature(policy.algorithms.revocation, datum.signatureAlgorithm, certificate?.publicKey ?? null)
  const extensions = [...revocation.unknownCriticalExtensions, ...(datum?.unknownCriticalExtensions ?? [])]
  const checks: CheckResult[] = [
    check(policy, 'revocation-issuer-identified', certificate !== null || broken || !computable, about),
    certificate === null && !broken
      ? notApplicable('revocation-signature-intact', about)
      : check(policy, 'revocation-signature-intact', signer?.signature === 'intact', () => ({
          ...about(),
          status: signer?.signature ?? null,
        })),
    ...responder,
    ...(isOwnAnswer(evaluation, certificate, revocation) ? [check(policy, 'revocation-issuer-authorised', false, about)] : []),
    check(
      policy,
      'revocation-algorithm-acceptable',
      computable && isReliableAt(reliability, timeOfItsAlgorithms(evaluation, revocation)),
      () => ({
        ...about(),
        ...(datum === null ? { algorithm: '' } : algorithmFacts(datum.signatureAlgorithm)),
        reason: reliability.reason ?? (computable ? null : 'not-computable'),
        until: timeFact(reliability.until),
      }),
    ),
    check(policy, 'revocation-extensions-understood', extensions.length === 0, () => ({ ...about(), extensions })),
    check(policy, 'revocation-status-known', revocation.status !== 'unknown', about),
    ...checkTimes(evaluation, revocation, certificate, about),
  ]
  return {
    revocation,
    accepted: statusOf(checks).indication === 'PASSED',
    checks,
    reliability,
  }
}

interface Responder {
  readonly certificate: CertificateFacts | null
  readonly checks: readonly CheckResult[]
}

/**
 * The first certificate of the key that signed whose checks have no failure; otherwise the one that `trust` prefers. One is sufficient: the document decides
 * which of them it contains, and in which order.
 */
function chooseResponder(evaluation: Evaluation, revocation: CertificateRevocation, signer: RevocationSigner | null): Responder {
  let preferred: Responder | null = null
  for (const id of [signer?.signer ?? null, ...(signer?.others ?? [])]) {
    const certificate = evaluation.certificate(id)
    if (certificate === null) continue
    const checks = evaluateResponder(evaluation, certificate, revocation, () => factsOf(evaluation, revocation, certificate))
    if (checks.every(({ outcome }) => outcome !== 'failed')) return { certificate, checks }
    preferred ??= { certificate, checks }
  }
  return preferred ?? { certificate: null, checks: [] }
}

function factsOf(evaluation: Evaluation, revocation: CertificateRevocation, responder: CertificateFacts | null): CheckFacts {
  return {
    revocation: revocation.revocation,
    kind: revocation.kind,
    responder: nameOf(responder),
    about: nameOf(evaluation.certificate(revocation.certificate)),
    producedAt: timeFact(revocation.producedAt),
  }
}

/**
 * Whether revocation data are about a certificate of this issuer; null: of any known one. Two authorities may use the same name and serial number, so data of
 * the one say nothing about a certificate of the other.
 */
function isOfIssuer(evaluation: Evaluation, revocation: CertificateRevocation, issuer: CertificateFacts | null): boolean {
  const stated = evaluation.certificate(revocation.issuer)
  return stated !== null && (issuer === null || sameEntity(stated, issuer))
}

/**
 * Whether an OCSP response about a certificate is signed with the key of that same certificate. Such a response is never accepted, even when the authority
 * delegated the certificate as a responder with id-pkix-ocsp-nocheck: the holder of a revoked key could continue to sign good responses.
 */
function isOwnAnswer(evaluation: Evaluation, responder: CertificateFacts | null, { kind, certificate }: CertificateRevocation): boolean {
  return kind === 'ocsp' && responder !== null && responder.publicKey.id === evaluation.certificate(certificate)?.publicKey.id
}

function existence(evaluation: Evaluation, revocation: CertificateRevocation): Instant {
  return evaluation.proofs.earliest(provenObject.revocation(revocation.revocation))
}

/** When the algorithms of the data and of their signer must be acceptable. The response of a time-mark itself proves the time of the signature. */
function timeOfItsAlgorithms(evaluation: Evaluation, revocation: CertificateRevocation): Instant {
  const { facts, proofs } = evaluation
  const isMark = facts.timeMarks.some((mark) => mark.nonce === 'match' && mark.revocation === revocation.revocation)
  const proven = isMark ? revocation.producedAt : proofs.earliest(provenObject.signature)
  return Math.min(existence(evaluation, revocation), timeOfAlgorithms(evaluation, proven))
}

/** The checks of the first path of the responder without a failure; otherwise those of the path whose first failure comes latest. */
function evaluateResponder(
  evaluation: Evaluation,
  certificate: CertificateFacts,
  revocation: CertificateRevocation,
  about: () => CheckFacts,
): readonly CheckResult[] {
  const question: PathQuestion = {
    usage: revocation.kind,
    usageTime: revocation.producedAt,
    authority: evaluation.certificate(revocation.issuer),
  }
  let best: readonly CheckResult[] | null = null
  let bestProgress = -1
  for (const path of evaluation.paths(certificate.id)) {
    const certificates = certificatesOf(evaluation, certificate, path)
    if (certificates === null) continue
    const issuer = certificates[1]
    const checks = [
      ...toResponderKeys(evaluation, checkPath(evaluation, certificates, path.anchored, question), about),
      ...checkPathAlgorithms(evaluation, certificates, revocation, about),
      ...(path.anchored && issuer !== undefined ? checkResponderItself(evaluation, certificate, issuer, revocation, about) : []),
    ]
    const firstFailure = checks.findIndex((result) => result.outcome === 'failed')
    if (firstFailure === -1) return checks
    if (firstFailure > bestProgress) {
      best = checks
      bestProgress = firstFailure
    }
  }
  const { policy } = evaluation
  return best ?? [check(policy, 'revocation-issuer-chain-found', false, () => ({ ...about(), issuer: certificate.issuer.text }))]
}

/** Algorithms of the signatures on the certificates below the anchor, at the same time as that of the response or CRL. */
function checkPathAlgorithms(
  evaluation: Evaluation,
  certificates: readonly CertificateFacts[],
  revocation: CertificateRevocation,
  about: () => CheckFacts,
): readonly CheckResult[] {
  const { policy } = evaluation
  return certificates.slice(0, -1).map((certificate, index) => {
    const reliability = reliabilityOfSignature(
      policy.algorithms.revocation,
      certificate.signatureAlgorithm,
      certificates[index + 1]?.publicKey ?? null,
    )
    return check(policy, 'revocation-algorithm-acceptable', isReliableAt(reliability, timeOfItsAlgorithms(evaluation, revocation)), () => ({
      ...about(),
      certificate: nameOf(certificate),
      certificateId: certificate.id,
      ...algorithmFacts(certificate.signatureAlgorithm),
      reason: reliability.reason,
      until: timeFact(reliability.until),
    }))
  })
}

/** Maps the checks of the path to the keys for responders, so that the report shows whether the signer or the responder is meant. */
function toResponderKeys({ policy }: Evaluation, checks: readonly CheckResult[], about: () => CheckFacts): readonly CheckResult[] {
  return checks.map((result) => {
    const key = register[result.key].responderKey ?? 'revocation-issuer-certificate-acceptable'
    return check(policy, key, result.outcome !== 'failed', () => ({ ...result.facts, ...about(), question: result.key }))
  })
}

/**
 * Checks of a responder that is not listed: valid at producedAt (`decisions.md#helper-expiry`), and not revoked, unless its authority exempts it with
 * id-pkix-ocsp-nocheck. When the authority itself signed, any of its certificates for this key may be the one that was found: its validity is checked like that
 * of an authority, and its revocation in the path of the certificate that it issued.
 */
function checkResponderItself(
  evaluation: Evaluation,
  certificate: CertificateFacts,
  issuer: CertificateFacts,
  revocation: CertificateRevocation,
  about: () => CheckFacts,
): readonly CheckResult[] {
  const { policy, validationTime } = evaluation
  const { producedAt } = revocation
  const authority = evaluation.certificate(revocation.issuer)
  const authorityItself = authority !== null && sameEntity(certificate, authority)
  const valid = authorityItself ? isAuthorityValid(certificate, producedAt, validationTime) : isWithin(certificate, producedAt)
  const validity = () => ({ notBefore: timeFact(certificate.notBefore), notAfter: timeFact(certificate.notAfter) })
  return [
    check(policy, 'revocation-issuer-valid', valid, () => ({ ...about(), ...validity() })),
    ...(authorityItself || isExemptFromRevocation(certificate)
      ? [notApplicable('revocation-issuer-not-revoked', about)]
      : checkResponderNotRevoked(evaluation, certificate, issuer, revocation, about)),
  ]
}

function checkResponderNotRevoked(
  evaluation: Evaluation,
  certificate: CertificateFacts,
  issuer: CertificateFacts,
  revocation: CertificateRevocation,
  about: () => CheckFacts,
): readonly CheckResult[] {
  const accepted = evaluateRevocations(evaluation, certificate, issuer)
    .filter((each) => each.accepted)
    .map((each) => each.revocation)
  const holds = isNotRevoked(evaluation, accepted, revocation)
  const { latest } = statedRevocation(accepted, accepted)
  return [
    check(evaluation.policy, 'revocation-issuer-not-revoked', holds, () => ({ ...about(), ...unreadableFact(certificate, OCSP_NO_CHECK) })),
    ...(latest === null ? [] : checkSupportingData(evaluation, latest, certificate, revocation.producedAt)),
  ]
}

/**
 * Whether accepted data state that the responder is good, or was revoked or suspended after its response provably existed (an archive time-stamp can prove
 * that). A suspension that later data lift does not count.
 */
function isNotRevoked(evaluation: Evaluation, accepted: readonly CertificateRevocation[], revocation: CertificateRevocation): boolean {
  if (accepted.length === 0) return false
  const provenAt = existence(evaluation, revocation)
  const { revoked, onHold } = statedRevocation(accepted, accepted)
  return [revoked, onHold].every((stated) => stated === null || provenAt < timeOfRevocation(stated))
}

function checkTimes(
  evaluation: Evaluation,
  revocation: CertificateRevocation,
  responder: CertificateFacts | null,
  about: () => CheckFacts,
): readonly CheckResult[] {
  const { policy, validationTime } = evaluation
  const certificate = evaluation.certificate(revocation.certificate)
  if (certificate === null) return []
  const facts = () => ({ ...about(), thisUpdate: timeFact(revocation.thisUpdate), notBefore: timeFact(certificate.notBefore) })
  // With thisUpdate after producedAt the response states a status from the future. For a CRL both are thisUpdate.
  const inOrder = toSecond(revocation.thisUpdate) <= toSecond(revocation.producedAt)
  const coveredSince = toSecond(expiredCoveredSince(evaluation, revocation, responder))
  return [
    // A state from before the issuance cannot contain the revocation of the certificate (`decisions.md#answers-before-issuance`).
    check(
      policy,
      'revocation-issued-after-certificate',
      revocation.status !== 'good' || toSecond(revocation.thisUpdate) >= certificate.notBefore,
      facts,
    ),
    check(policy, 'revocation-times-in-order', inOrder, facts),
    check(policy, 'revocation-made-in-time', isMadeInTime(policy, revocation.producedAt, validationTime), () => ({
      ...facts(),
      at: timeFact(validationTime),
    })),
    // A stated revocation counts at any time: only its absence may be due to the expiry.
    check(policy, 'revocation-covers-certificate', revocation.status !== 'good' || certificate.notAfter >= coveredSince, () => ({
      ...facts(),
      notAfter: timeFact(certificate.notAfter),
    })),
    check(policy, 'revocation-next-update-present', revocation.nextUpdate !== null, facts),
  ]
}

/**
 * The time since which expired certificates are covered: a certificate that expired before it need no longer be known, so that "good", or its absence from a
 * CRL, does not show that it was never revoked (RFC 5280, 3.3; RFC 6960, 4.4.4; `decisions.md#answers-after-expiry`). This is thisUpdate, unless the data, or
 * the trusted list about the responder or the authority, state an earlier time (archiveCutOff, expiredCertsOnCRL, ExpiredCertsRevocationInfo).
 */
function expiredCoveredSince(evaluation: Evaluation, revocation: CertificateRevocation, responder: CertificateFacts | null): Instant {
  const services = [...(responder === null ? [] : evaluation.anchorServices(responder.id)), ...evaluation.anchorServices(revocation.issuer)]
  const listed = services.map(
    (service) => periodAt(service, revocation.producedAt)?.qualification?.expiredCertificatesRevocationInfo ?? null,
  )
  const stated = [revocation.archiveCutOff, ...listed].filter((since) => since !== null)
  return Math.min(revocation.thisUpdate, ...stated)
}
