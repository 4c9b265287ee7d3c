import type { SignatureAlgorithm } from './algorithm.js'
import type { CertificateId, DistinguishedName } from './certificate.js'
import type { Instant } from './time.js'

/** SHA-256 of the encoded OCSPResponse or CertificateList, lower-case hex. */
export type RevocationId = string

/** Where an OCSP response or CRL was found. */
export type RevocationOrigin =
  | 'revocation-values'
  | 'time-stamp-validation-data'
  | 'attribute-revocation-values'
  | 'time-stamp-token'
  | 'cms-signed-data'
  | 'dss-dictionary'

export interface OcspCertId {
  readonly hashAlgorithm: string
  /** Lower-case hex. */
  readonly issuerNameHash: string
  readonly issuerKeyHash: string
  readonly serialNumber: string
}

export interface OcspSingleResponse {
  readonly certId: OcspCertId
  readonly status: 'good' | 'revoked' | 'unknown'
  readonly revocationTime: Instant | null
  /** CRLReason number; null when absent. */
  readonly revocationReason: number | null
  readonly thisUpdate: Instant
  readonly nextUpdate: Instant | null
  readonly archiveCutOff: Instant | null
  /** Unknown critical extensions, dotted OIDs. */
  readonly unknownCriticalExtensions: readonly string[]
}

export interface OcspFacts {
  readonly kind: 'ocsp'
  readonly id: RevocationId
  /** DER. */
  readonly encoded: Uint8Array
  readonly origin: RevocationOrigin
  readonly responderId: { readonly byName: DistinguishedName } | { readonly byKeyHash: string }
  readonly producedAt: Instant
  readonly responses: readonly OcspSingleResponse[]
  /** Content of extnValue of the nonce extension (1.3.6.1.5.5.7.48.1.2), not decoded, lower-case hex; null when absent. */
  readonly nonce: string | null
  /** Certificates inside the response, in order. */
  readonly certificates: readonly CertificateId[]
  readonly signatureAlgorithm: SignatureAlgorithm
  readonly unknownCriticalExtensions: readonly string[]
}

/** One certificate that a CRL lists as revoked. */
export interface CrlEntry {
  readonly serialNumber: string
  readonly revocationTime: Instant
  readonly reason: number | null
}

export interface CrlFacts {
  readonly kind: 'crl'
  readonly id: RevocationId
  /** DER. */
  readonly encoded: Uint8Array
  readonly origin: RevocationOrigin
  readonly issuer: DistinguishedName
  readonly authorityKeyIdentifier: string | null
  readonly thisUpdate: Instant
  readonly nextUpdate: Instant | null
  /** Only the entries with one of `serialNumbers`: a CRL may have a million others. */
  readonly entries: readonly CrlEntry[]
  /** The serial numbers that were looked for, decimal. Of any other certificate the missing entry says nothing: the CRL has to be read again. */
  readonly serialNumbers: readonly string[]
  readonly expiredCertsOnCrl: Instant | null
  readonly signatureAlgorithm: SignatureAlgorithm
  /**
   * The issuing distribution point extension, when the CRL has one that the reader supports: the kind of certificates that the CRL covers, and the URIs of
   * its distribution point (empty: the CRL is not partitioned). Absent: the CRL covers all certificates of the issuer.
   */
  readonly scope?: { readonly certificates: 'all' | 'end-entity' | 'authority'; readonly distributionPoints: readonly string[] }
  /** Critical extensions that restrict the scope in a way that the reader does not support (delta, indirect, partial reasons), dotted OIDs. */
  readonly unknownCriticalExtensions: readonly string[]
}

/** CRLReason certificateHold (RFC 5280, 5.3.1): a suspension, which later data can lift. */
export const certificateHold = 6

export type RevocationFacts = OcspFacts | CrlFacts

/** An OCSP response or CRL in the signature that cannot be used: not DER, not successful, or of an unknown response type. */
export interface UnreadableRevocation {
  readonly kind: 'ocsp' | 'crl'
  readonly origin: RevocationOrigin
  /** Code of the reader, or `OCSP_STATUS_<n>` for a response that is not successful. */
  readonly problem: string
}
