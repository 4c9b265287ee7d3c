import type { ValueOddity } from '#model'
import { ecdsaEncodingOfOid, explainMismatch, type SignatureStatus, type SignatureVerification, verifySignature } from '#readers/crypto'
import { type Certificate, hasDigest, sameName } from '#readers/x509'
import type { EssCertificateId, SignerInfo } from './signer-info.js'

/** Result of verifying the signature value of a SignerInfo, and the certificate that was used. */
interface SignerVerification {
  /** `no-certificate` when no certificate that the signer identifier designates is available. */
  readonly signature: SignatureStatus | 'no-certificate'
  readonly certificate: Certificate | null
  /** Whether the RSA DigestInfo lacks the NULL parameters; the value counts as intact. */
  readonly digestInfoWithoutNull: boolean
  /** What is odd about the encoding or length of a value that does not verify. */
  readonly oddity: ValueOddity | null
}

/** Whether the signer identifier designates the certificate (RFC 5652, 5.3). */
export function designates({ identifier }: SignerInfo, certificate: Certificate): boolean {
  if (identifier.kind === 'key-identifier') return certificate.facts.subjectKeyIdentifier === identifier.subjectKeyIdentifier
  return identifier.serialNumber === certificate.facts.serialNumber && sameName(identifier.issuer, certificate.facts.issuer)
}

/**
 * Verifies the signature value of a SignerInfo (RFC 5652, 5.6) with the certificate that its identifier designates. If it designates several certificates, the
 * result is for the first one whose key verifies, starting with those that the signing-certificate attributes name; if no key verifies, it is for the first
 * certificate. `coversContent` checks separately whether the message-digest attribute matches the content.
 *
 * @param content the signed octets when there are no signed attributes
 * @param candidates certificates that may include the signer's, the likely ones first
 */
export function verifySignerInfo(signer: SignerInfo, content: Uint8Array, candidates: readonly Certificate[]): SignerVerification {
  let found: SignerVerification = { signature: 'no-certificate', certificate: null, digestInfoWithoutNull: false, oddity: null }
  for (const certificate of namedFirst(signer, candidates)) {
    const { status, digestInfoWithoutNull } = verifyValue(certificate, signer, content)
    if (found.certificate === null || status === 'intact') {
      const oddity = status === 'mismatch' ? explainMismatch(verificationInput(certificate, signer)) : null
      found = { signature: status, certificate, digestInfoWithoutNull, oddity }
    }
    if (status === 'intact') break
  }
  return found
}

/**
 * The designated certificates, starting with those that the signed attributes name. A key identifier designates every certificate of a key that was certified
 * again, and the value verifies with each of them; the attributes state which certificate the signer used.
 */
function namedFirst(signer: SignerInfo, candidates: readonly Certificate[]): readonly Certificate[] {
  const matching = candidates.filter((certificate) => designates(signer, certificate))
  const designated = [...new Map(matching.map((certificate) => [certificate.facts.id, certificate])).values()]
  if (designated.length < 2) return designated
  const named = designated.filter((certificate) => compareSigningCertificate(signer, certificate) === 'match')
  return [...named, ...designated.filter((certificate) => !named.includes(certificate))]
}

/**
 * Verifies the signature value with the key of a certificate: over the signed attributes, or over the content when there are none. It is a mismatch when a
 * signed attribute states other algorithms.
 */
function verifyValue(certificate: Certificate, signer: SignerInfo, content: Uint8Array): SignatureVerification {
  if (!signer.algorithmsAsSigned) return { status: 'mismatch', digestInfoWithoutNull: false }
  return verifySignature({ data: signer.signedAttributesDer ?? content, ...verificationInput(certificate, signer) })
}

function verificationInput({ publicKeyInfo }: Certificate, { signatureAlgorithm, pss, signature }: SignerInfo) {
  return { algorithm: signatureAlgorithm, pss, publicKeyInfo, signature, ecdsaEncoding: ecdsaEncodingOfOid(signatureAlgorithm.identifier) }
}

/**
 * Whether the signed attributes state the content type and the digest of the content (RFC 5652, 5.3 and 11.1 to 11.2). False when either attribute is
 * missing: both are mandatory when there are signed attributes, or when the content is not id-data.
 *
 * @param actual digest of the content by `signer.digestAlgorithm`; null when it cannot be computed
 */
export function coversContent(signer: SignerInfo, contentType: string, actual: Uint8Array | null): boolean {
  return signer.contentType === contentType && actual !== null && signer.messageDigest?.equals(actual) === true
}

/**
 * Compares ESSCertID and ESSCertIDv2 of the signing-certificate attributes with the signer's certificate (RFC 5035, 5.4; EN 319 122-1, 5.2.2).
 * `absent` when both attributes are missing.
 */
export function compareSigningCertificate(
  { signingCertificates }: SignerInfo,
  certificate: Certificate | null,
): 'match' | 'mismatch' | 'absent' {
  if (signingCertificates === null) return 'absent'
  const identifiers = ofSigner(signingCertificates)
  return certificate !== null && identifiers.length > 0 && identifiers.every(({ digest }) => hasDigest(certificate, digest))
    ? 'match'
    : 'mismatch'
}

/**
 * The identifiers of the signer's certificate: the first of each signing-certificate attribute. Further identifiers are hints about its path (RFC 5035, 5.4).
 */
export function ofSigner(identifiers: readonly EssCertificateId[]): readonly EssCertificateId[] {
  const first = (version: EssCertificateId['version']) => identifiers.find((identifier) => identifier.version === version)
  return [first('v1'), first('v2')].filter((identifier) => identifier !== undefined)
}
