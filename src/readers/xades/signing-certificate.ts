import type { CertificateFacts, CertificateId, DigestAlgorithm, DigestFacts, SigningCertificateReference } from '#model'
import { digestAsHex } from '#readers/crypto'
import {
  Asn1Error,
  type Asn1Limits,
  type Certificate,
  orAsn1Error,
  parseDistinguishedNameText,
  readIssuerSerial,
  sameName,
} from '#readers/x509'
import { childElement, childElements, plainTextOf, trimWhiteSpace, type XmlElement } from '#readers/xml'
import {
  base64Of,
  type CanonicalForms,
  type SignatureValueVerification,
  verifySignatureValue,
  XMLDSIG_NAMESPACE,
  type XmlSignature,
} from '#readers/xmldsig'
import { readDigest } from './digest.js'
import { XADES_NAMESPACE } from './namespaces.js'

type WrittenIssuerSerial =
  | { readonly kind: 'absent' }
  | { readonly kind: 'text'; readonly issuer: string; readonly serialNumber: string }
  /** DER IssuerSerial; null when it is not base64. */
  | { readonly kind: 'der'; readonly encoded: Buffer | null }

/** A Cert in SigningCertificate or SigningCertificateV2, as written. */
export interface WrittenCertificateReference {
  readonly version: 'v1' | 'v2'
  readonly digest: DigestFacts | null
  readonly issuerSerial: WrittenIssuerSerial
}

/** Reads every Cert of a SigningCertificate (TS 101 903, 7.2.2) or SigningCertificateV2 (EN 319 132-1, 5.2.2). */
export function readSigningCertificate(element: XmlElement, version: 'v1' | 'v2'): readonly WrittenCertificateReference[] {
  return childElements(element, XADES_NAMESPACE, 'Cert').map((cert) => {
    const certDigest = childElement(cert, XADES_NAMESPACE, 'CertDigest')
    return { version, digest: certDigest === null ? null : readDigest(certDigest), issuerSerial: readWrittenIssuerSerial(cert, version) }
  })
}

function readWrittenIssuerSerial(cert: XmlElement, version: 'v1' | 'v2'): WrittenIssuerSerial {
  const element = childElement(cert, XADES_NAMESPACE, version === 'v1' ? 'IssuerSerial' : 'IssuerSerialV2')
  if (element === null) return { kind: 'absent' }
  if (version === 'v2') return { kind: 'der', encoded: base64Of(element) }
  const issuer = childElement(element, XMLDSIG_NAMESPACE, 'X509IssuerName')
  const serialNumber = childElement(element, XMLDSIG_NAMESPACE, 'X509SerialNumber')
  return {
    kind: 'text',
    issuer: issuer === null ? '' : trimWhiteSpace(plainTextOf(issuer) ?? ''),
    serialNumber: serialNumber === null ? '' : trimWhiteSpace(plainTextOf(serialNumber) ?? ''),
  }
}

/** The certificate that counts as the signer's, and the result of verifying the signature value with its key. */
interface IdentifiedSigner {
  readonly certificate: Certificate | null
  readonly verification: SignatureValueVerification | { readonly status: 'no-certificate'; readonly digestInfoWithoutNull: false }
}

/**
 * Identifies the signer: the certificate in ds:KeyInfo whose key verifies the signature value. Certificates that the signing-certificate property names are
 * tried first (EN 319 102-1, 5.2.3). When no key verifies, the first candidate is returned. Another certificate of the same key verifies as well:
 * `compareReferences` detects such a substitution, because the digest of that certificate is not the signed digest.
 *
 * @param keyInfo the certificates of ds:KeyInfo
 * @param maxLeadingZeros zeros that may stand in front of each half of an ECDSA or DSA value
 */
export function identifySigner(
  signature: XmlSignature,
  keyInfo: readonly Certificate[],
  references: readonly WrittenCertificateReference[],
  forms: CanonicalForms,
  { maxLeadingZeros }: { readonly maxLeadingZeros: number },
): IdentifiedSigner {
  const lookup = createDigestLookup(keyInfo)
  const named = new Set(references.map((reference) => lookup(reference.digest)))
  const isNamed = (certificate: Certificate): boolean => named.has(certificate.facts.id)
  const candidates = [...keyInfo.filter(isNamed), ...keyInfo.filter((certificate) => !isNamed(certificate))]
  const results = new Map<string, SignatureValueVerification>()
  for (const certificate of candidates) {
    const key = certificate.facts.publicKey.id
    if (results.has(key)) continue
    const verification = verifySignatureValue(signature, certificate.publicKeyInfo, forms, maxLeadingZeros)
    if (verification.status === 'intact') return { certificate, verification }
    results.set(key, verification)
  }
  const [certificate] = candidates
  const verification = certificate === undefined ? undefined : results.get(certificate.facts.publicKey.id)
  if (certificate === undefined || verification === undefined) {
    return { certificate: null, verification: { status: 'no-certificate', digestInfoWithoutNull: false } }
  }
  return { certificate, verification }
}

/** Bounds of a reference to a certificate. */
interface ReferenceLimits {
  readonly asn1: Asn1Limits
  readonly signature: {
    /** Characters of the name of an issuer. */
    readonly maxNameCharacters: number
  }
}

/**
 * Adds to each reference the certificate that it designates among all certificates of the signature, and the comparison of its issuer and serial number with
 * those of the signer.
 */
export function compareReferences(
  references: readonly WrittenCertificateReference[],
  certificates: readonly Certificate[],
  signer: Certificate | null,
  limits: ReferenceLimits,
): readonly SigningCertificateReference[] {
  // The reference nearly always names the signer: then the digests of the other certificates need not be computed.
  const ofSigner = createDigestLookup(signer === null ? [] : [signer])
  const ofAll = createDigestLookup(certificates)
  return references.map((reference) => ({
    version: reference.version,
    digest: reference.digest,
    certificate: ofSigner(reference.digest) ?? ofAll(reference.digest),
    issuerSerial: compareIssuerSerial(reference.issuerSerial, signer, limits),
  }))
}

/** Returns a function that finds a certificate by the digest of its encoding. For each algorithm all digests are computed once. */
function createDigestLookup(certificates: readonly Certificate[]): (digest: DigestFacts | null) => CertificateId | null {
  const byAlgorithm = new Map<DigestAlgorithm, Map<string, CertificateId>>()
  return (stated) => {
    if (stated?.algorithm == null) return null
    const { algorithm } = stated
    let byDigest = byAlgorithm.get(algorithm)
    if (byDigest === undefined) {
      byDigest = new Map(certificates.map(({ facts }) => [digestOf(algorithm, facts), facts.id]))
      byAlgorithm.set(algorithm, byDigest)
    }
    return byDigest.get(stated.value) ?? null
  }
}

/** The digest of a certificate in hex; its id is its SHA-256. Empty for an algorithm that the platform lacks: no stated digest is empty. */
function digestOf(algorithm: DigestAlgorithm, { id, encoded }: CertificateFacts): string {
  return algorithm === 'SHA256' ? id : (digestAsHex(algorithm, encoded) ?? '')
}

function compareIssuerSerial(
  written: WrittenIssuerSerial,
  signer: Certificate | null,
  { asn1, signature }: ReferenceLimits,
): SigningCertificateReference['issuerSerial'] {
  if (written.kind === 'absent') return 'absent'
  if (signer === null) return 'mismatch'
  const stated = written.kind === 'text' ? readTextForm(written, signature.maxNameCharacters) : readDerForm(written.encoded, asn1)
  if (stated === null) return 'mismatch'
  const { issuer, serialNumber } = signer.facts
  return stated.serialNumber === serialNumber && sameName(stated.issuer, issuer) ? 'match' : 'mismatch'
}

function readTextForm({ issuer, serialNumber }: Extract<WrittenIssuerSerial, { kind: 'text' }>, maxNameCharacters: number) {
  const name = parseDistinguishedNameText(issuer, maxNameCharacters)
  // The longest serial number of RFC 5280 has 20 octets, which are 49 digits. The bound limits the work of BigInt.
  return name !== null && /^[+-]?\d{1,100}$/.test(serialNumber)
    ? { issuer: name, serialNumber: BigInt(serialNumber.replace('+', '')).toString() }
    : null
}

function readDerForm(encoded: Buffer | null, limits: Asn1Limits) {
  const issuerSerial = encoded === null ? null : orAsn1Error(() => readIssuerSerial(encoded, limits))
  return issuerSerial instanceof Asn1Error ? null : issuerSerial
}
