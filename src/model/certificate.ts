import type { EncryptionAlgorithm, SignatureAlgorithm } from './algorithm.js'
import type { Instant } from './time.js'

/** SHA-256 of the DER encoding, lower-case hex. Two certificates are the same when their encodings are equal. */
export type CertificateId = string

export interface DistinguishedName {
  /** RFC 4514 text for display, most specific attribute first. */
  readonly text: string
  /** Normalised for comparison by RFC 5280 §7.1: equal strings mean equal names. */
  readonly canonical: string
  /** Attributes in the order of the encoding (least specific first); `oid` dotted, `value` decoded text. */
  readonly attributes: readonly { readonly oid: string; readonly value: string }[]
}

/** Bits of KeyUsage in the order of RFC 5280, 4.2.1.3. */
export const keyUsageBits = [
  'digitalSignature',
  'nonRepudiation',
  'keyEncipherment',
  'dataEncipherment',
  'keyAgreement',
  'keyCertSign',
  'cRLSign',
  'encipherOnly',
  'decipherOnly',
] as const

export type KeyUsageBit = (typeof keyUsageBits)[number]

export interface PublicKeyFacts {
  /** SHA-256 of the SubjectPublicKeyInfo, lower-case hex. */
  readonly id: string
  readonly algorithm: EncryptionAlgorithm | null
  /** Modulus or curve order length in bits; null for key types, curves and parameters that are not known. */
  readonly size: number | null
  /** Curve name (`P-256`, `brainpoolP256r1`) or null. */
  readonly curve: string | null
}

/** One statement of the qcStatements extension (EN 319 412-5): its OID and, for QcType and QcCClegislation, the values inside. */
export interface QcStatement {
  readonly oid: string
  readonly values: readonly string[]
}

/** The contents of a certificate as facts; nothing is evaluated. */
export interface CertificateFacts {
  readonly id: CertificateId
  /** DER. */
  readonly encoded: Uint8Array
  readonly subject: DistinguishedName
  readonly issuer: DistinguishedName
  /** Decimal; may be negative. */
  readonly serialNumber: string
  readonly notBefore: Instant
  readonly notAfter: Instant
  readonly publicKey: PublicKeyFacts
  readonly signatureAlgorithm: SignatureAlgorithm
  /** Lower-case hex, or null when the extension is absent. */
  readonly subjectKeyIdentifier: string | null
  readonly authorityKeyIdentifier: string | null
  readonly basicConstraints: { readonly ca: boolean; readonly pathLength: number | null } | null
  readonly keyUsage: readonly KeyUsageBit[] | null
  readonly extendedKeyUsage: { readonly critical: boolean; readonly purposes: readonly string[] } | null
  readonly certificatePolicies: readonly string[]
  readonly qcStatements: readonly QcStatement[]
  /**
   * OIDs of extensions that are not critical and whose values cannot be read. What they would say counts as absent, and what they might allow (key usage,
   * purposes, authority) as not allowed. Absent when all can be read.
   */
  readonly unreadableExtensions?: readonly string[]
  /** Every extension in order. */
  readonly extensions: readonly { readonly oid: string; readonly critical: boolean }[]
  readonly ocspUrls: readonly string[]
  readonly caIssuersUrls: readonly string[]
  readonly crlUrls: readonly string[]
}

/** Whether both have the same subject name and public key. Such certificates are one issuer, whatever else differs (cross-certificates, renewals). */
export function sameEntity(a: CertificateFacts, b: CertificateFacts): boolean {
  return a.publicKey.id === b.publicKey.id && a.subject.canonical === b.subject.canonical
}

const COMMON_NAME = '2.5.4.3'

/** The last common name of the subject, which is the most specific one, without surrounding quotes; empty when there is none. */
export function commonNameOf(certificate: CertificateFacts): string {
  return withoutQuotes(lastCommonName(certificate) ?? '')
}

/** Removes surrounding quotes: in old Estonian certificates they are part of the encoded name. */
export function withoutQuotes(name: string): string {
  return name.length > 1 && name.startsWith('"') && name.endsWith('"') ? name.slice(1, -1) : name
}

/** Name of the subject for display: its last common name, which is the most specific one; without a common name, the whole subject. */
export function shownName(certificate: CertificateFacts): string {
  return lastCommonName(certificate) ?? certificate.subject.text
}

function lastCommonName({ subject }: CertificateFacts): string | undefined {
  return subject.attributes.findLast(({ oid }) => oid === COMMON_NAME)?.value
}

/** id-etsi-ext-valassured-ST-certs (EN 319 412-1, 5.2) and id-ce-noRevAvail (RFC 9608, 2). */
const VALIDITY_ASSURED_SHORT_TERM = '0.4.0.194121.2.1'
const NO_REVOCATION_AVAILABLE = '2.5.29.56'

/** Whether revocation data about a certificate may still come: its authority issues none about a certificate that says so. */
export function revocationOutlook({ extensions }: CertificateFacts): 'can-be-added' | 'short-term' | 'not-issued' {
  const has = (wanted: string) => extensions.some(({ oid }) => oid === wanted)
  return has(VALIDITY_ASSURED_SHORT_TERM) ? 'short-term' : has(NO_REVOCATION_AVAILABLE) ? 'not-issued' : 'can-be-added'
}

/** id-pkix-ocsp-nocheck (RFC 6960, 4.2.2.2.1). */
export const OCSP_NO_CHECK = '1.3.6.1.5.5.7.48.1.5'

/** Whether its authority says that the certificate of a responder need not be checked. An extension that cannot be read says nothing. */
export function isExemptFromRevocation({ extensions, unreadableExtensions }: CertificateFacts): boolean {
  return extensions.some(({ oid }) => oid === OCSP_NO_CHECK) && unreadableExtensions?.includes(OCSP_NO_CHECK) !== true
}
