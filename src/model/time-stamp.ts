import type { DigestAlgorithm, DigestFacts, SignatureAlgorithm } from './algorithm.js'
import type { CertificateId, DistinguishedName } from './certificate.js'
import type { RevocationId } from './revocation.js'
import type { Instant } from './time.js'

/** SHA-256 of the encoded TimeStampToken, lower-case hex. */
export type TimeStampId = string

/** Kinds of time-stamps by the data that the imprint covers (EN 319 102-1, 5.6.2; EN 319 132-1, 5.5). */
export type TimeStampKind = 'content' | 'signature' | 'validation-data' | 'archive' | 'document' | 'container'

/** Objects that the imprint of a token covers. The token can prove that they existed at genTime (EN 319 102-1, 5.6.2.3). */
export interface TimeStampCoverage {
  readonly signatureValue: boolean
  /** Signed properties and signed data, through SignedInfo or directly. */
  readonly signedData: boolean
  readonly certificates: readonly CertificateId[]
  readonly revocations: readonly RevocationId[]
  readonly timeStamps: readonly TimeStampId[]
}

/** How the signer of a token names its certificate (SignerIdentifier; RFC 5652, 5.3). */
export type SignerDesignation =
  | { readonly kind: 'issuer-serial'; readonly issuer: DistinguishedName; readonly serialNumber: string }
  /** Lower-case hex. */
  | { readonly kind: 'key-identifier'; readonly subjectKeyIdentifier: string }

/**
 * What the trust knows about the unit of a token whose certificate the document does not contain (`decisions.md#listed-unit`). `found`: the certificate is a
 * listed one. `none`: no listed unit is designated. `several`: units with different keys are. `not-stated`: the token does not state the digest of its
 * certificate. `other`: it states the digest of another certificate.
 */
type ListedUnit = 'found' | 'none' | 'several' | 'not-stated' | 'other'

export interface TimeStampFacts {
  readonly id: TimeStampId
  /** TimeStampToken; its outer structure may be BER. */
  readonly encoded: Uint8Array
  readonly kind: TimeStampKind
  readonly genTime: Instant
  readonly serialNumber: string
  readonly tsaPolicy: string
  /** TSTInfo.tsa when it is a directoryName. */
  readonly tsaName: DistinguishedName | null
  readonly imprint: {
    readonly digest: DigestFacts
    /** `data-not-found`: the data to be covered cannot be assembled. `algorithm-unknown`: the digest cannot be computed. */
    readonly status: 'intact' | 'mismatch' | 'data-not-found' | 'algorithm-unknown'
  }
  /**
   * Digests by which a manifest under the imprint covers files, or the hash index of an archive time-stamp certificates and attributes: the token proves no more than
   * they do. Absent without either.
   */
  readonly manifestDigests?: readonly DigestAlgorithm[]
  /** The CMS signature of the token. */
  readonly token: {
    readonly signatureAlgorithm: SignatureAlgorithm
    readonly digestAlgorithm: string
    /** `digestAlgorithm` as a known algorithm: that of the messageDigest attribute, by which the signature covers TSTInfo. Null when it is not known. */
    readonly messageDigestAlgorithm: DigestAlgorithm | null
    /** The messageDigest attribute equals the digest of TSTInfo, and content-type is id-ct-TSTInfo. */
    readonly messageDigestIntact: boolean
    /** `no-certificate`: no certificate that matches the signer identifier is available. */
    readonly signature: 'intact' | 'mismatch' | 'no-certificate' | 'algorithm-unknown'
    /** ESSCertID(v2) of the signing-certificate attribute compared with the certificate; `absent`: no such attribute. */
    readonly signingCertificateAttribute: 'match' | 'mismatch' | 'absent'
  }
  /** The certificate of the time-stamping unit; null when it is not available. */
  readonly signingCertificate: CertificateId | null
  /** Absent when the document contains the certificate. */
  readonly listedUnit?: ListedUnit
  /** Certificates in the token, in order. */
  readonly certificates: readonly CertificateId[]
  readonly coverage: TimeStampCoverage
}

/** A time-stamp property of the signature that cannot be read. */
export interface UnreadableTimeStamp {
  readonly kind: TimeStampKind
  /** Code of the error or of the violated rule. */
  readonly problem: string
}
