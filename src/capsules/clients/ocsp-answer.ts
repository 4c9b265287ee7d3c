import { type Instant, isExemptFromRevocation, isWeakDigest, OCSP_NO_CHECK, type OcspSingleResponse, resultOrNull } from '#model'
import { digest, digestAlgorithmOfOid } from '#readers/crypto'
import {
  Asn1Error,
  type BasicOcspResponse,
  type Certificate,
  encodeNonce,
  type OcspQuestion,
  readOcspResponse,
  sameName,
  verifyIssuedSignature,
  type X509Limits,
} from '#readers/x509'

/** Why an OCSP response gives no status. For the log. */
export type OcspProblem =
  | 'answer-unreadable'
  /** The OCSPResponse has another responseStatus than successful. */
  | 'answer-refused'
  | 'answer-extension-unknown'
  /** Not signed by a responder of the authority. */
  | 'responder-not-authorised'
  | 'answer-signature-broken'
  | 'answer-algorithm-weak'
  | 'answer-for-another-request'
  | 'answer-about-another-certificate'
  | 'answer-not-current'
  | 'status-unknown'

export type OcspVerdict =
  /** `until`: `nextUpdate` of the response; null when it has none. */
  { readonly status: 'good' | 'revoked'; readonly until: Instant | null } | { readonly status: 'unknown'; readonly problem: OcspProblem }

export interface OcspFreshness {
  /** How far `thisUpdate` and `producedAt` may be in the future. */
  readonly clockSkewMilliseconds: number
  /** Maximum age of `producedAt` for a response with our nonce and a `nextUpdate`. Otherwise of `thisUpdate`, because the response may be a replay. */
  readonly maxAgeMilliseconds: number
}

const OCSP_SIGNING = '1.3.6.1.5.5.7.3.9'
/** Critical extensions that a responder may have: basicConstraints, keyUsage, extKeyUsage, certificatePolicies, id-pkix-ocsp-nocheck. */
const knownExtensions: ReadonlySet<string> = new Set(['2.5.29.19', '2.5.29.15', '2.5.29.37', '2.5.29.32', OCSP_NO_CHECK])

/**
 * The status of a certificate according to an OCSP response. The response is used only when it is signed by the issuing authority, or by a responder to which
 * that authority has delegated OCSP signing (RFC 6960, 4.2.2.2). For any other response, including one with a broken signature, the status is `unknown`.
 */
export function judgeOcspAnswer(
  der: Uint8Array,
  question: OcspQuestion,
  now: Instant,
  { limits, freshness }: { readonly limits: X509Limits; readonly freshness: OcspFreshness },
): OcspVerdict {
  const response = resultOrNull(Asn1Error, () => readOcspResponse(der, limits))
  if (response === null) return unknown('answer-unreadable')
  if (response.kind === 'refused') return unknown('answer-refused')
  const problem = problemOfSigner(response, question.issuer, now) ?? problemOfNonce(response, question)
  if (problem !== null) return unknown(problem)
  const about = response.facts.responses.filter((single) => isAbout(single, question))
  if (about.length === 0) return unknown('answer-about-another-certificate')
  // When there are several SingleResponses for the certificate, the worst status counts.
  const verdicts = about.map((single) => verdictOf(single, response, now, freshness))
  return verdicts.reduce((worst, next) => (gravity[next.status] > gravity[worst.status] ? next : worst))
}

const gravity = { good: 0, unknown: 1, revoked: 2 } as const

function unknown(problem: OcspProblem): OcspVerdict {
  return { status: 'unknown', problem }
}

function problemOfSigner(response: BasicOcspResponse, issuer: Certificate, now: Instant): OcspProblem | null {
  const { facts } = response
  if (facts.unknownCriticalExtensions.length > 0) return 'answer-extension-unknown'
  const { digest: algorithm } = facts.signatureAlgorithm
  if (algorithm !== null && isWeakDigest(algorithm)) return 'answer-algorithm-weak'
  const signers = [issuer, ...response.certificates.filter((certificate) => isDelegated(certificate, issuer, now))]
  const designated = signers.filter((signer) => isDesignated(signer, response))
  if (designated.length === 0) return 'responder-not-authorised'
  return designated.some((signer) => verifyIssuedSignature(response, signer) === 'intact') ? null : 'answer-signature-broken'
}

/** Whether the ResponderID designates this certificate, by its name or by SHA-1 of its key (RFC 6960, 4.2.2.3). */
function isDesignated(signer: Certificate, { facts: { responderId } }: BasicOcspResponse): boolean {
  if ('byName' in responderId) return sameName(responderId.byName, signer.facts.subject)
  return digest('SHA1', signer.subjectPublicKeyBits)?.toString('hex') === responderId.byKeyHash
}

/**
 * Whether a certificate is that of a delegated responder (RFC 6960, 4.2.2.2): issued directly by the authority, for OCSP signing, valid now. Its own status
 * cannot be queried, so it must have id-pkix-ocsp-nocheck (4.2.2.2.1): a certificate without it would have to be checked for revocation.
 */
function isDelegated(certificate: Certificate, issuer: Certificate, now: Instant): boolean {
  const { facts } = certificate
  return (
    sameName(facts.issuer, issuer.facts.subject) &&
    facts.notBefore <= now &&
    now <= facts.notAfter &&
    facts.extendedKeyUsage?.purposes.includes(OCSP_SIGNING) === true &&
    (facts.keyUsage === null || facts.keyUsage.includes('digitalSignature')) &&
    isExemptFromRevocation(facts) &&
    facts.extensions.every(({ oid, critical }) => !critical || knownExtensions.has(oid)) &&
    verifyIssuedSignature(certificate, issuer) === 'intact'
  )
}

/**
 * A nonce in the response must be ours (RFC 8954). A response without one is accepted: many responders sign responses in advance, and `maxAgeMilliseconds`
 * bounds a replay.
 */
function problemOfNonce({ facts }: BasicOcspResponse, { nonce }: OcspQuestion): OcspProblem | null {
  return facts.nonce === null || facts.nonce === encodeNonce(nonce).toString('hex') ? null : 'answer-for-another-request'
}

function isAbout({ certId }: OcspSingleResponse, { certificate, issuer }: OcspQuestion): boolean {
  const algorithm = digestAlgorithmOfOid(certId.hashAlgorithm)
  if (algorithm === null || certId.serialNumber !== certificate.facts.serialNumber) return false
  const hashOf = (bytes: Uint8Array) => digest(algorithm, bytes)?.toString('hex')
  const names = [certificate.issuerDer, issuer.subjectDer].map(hashOf)
  return names.includes(certId.issuerNameHash) && hashOf(issuer.subjectPublicKeyBits) === certId.issuerKeyHash
}

function verdictOf(
  single: OcspSingleResponse,
  { facts }: BasicOcspResponse,
  now: Instant,
  { clockSkewMilliseconds, maxAgeMilliseconds }: OcspFreshness,
): OcspVerdict {
  const { thisUpdate, nextUpdate, status } = single
  if (single.unknownCriticalExtensions.length > 0) return unknown('answer-extension-unknown')
  const latest = now + clockSkewMilliseconds
  const oldest = now - maxAgeMilliseconds
  // A response with our nonce was produced for this request, so its `thisUpdate` may be older. Without a nonce or `nextUpdate`, an old response may be a
  // replay.
  const fresh = facts.nonce === null || nextUpdate === null ? thisUpdate >= oldest : facts.producedAt >= oldest
  const current = thisUpdate <= latest && facts.producedAt <= latest && (nextUpdate === null || now <= nextUpdate)
  if (!fresh || !current) return unknown('answer-not-current')
  return status === 'unknown' ? unknown('status-unknown') : { status, until: nextUpdate }
}
