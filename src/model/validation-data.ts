import type { CertificateFacts, CertificateId } from './certificate.js'
import type { OcspSingleResponse, RevocationId } from './revocation.js'
import type { Instant } from './time.js'
import type { TrustService } from './trust-snapshot.js'
import type { IntermediateProfiles } from './xroad-trust.js'

/** A service whose identity is this certificate, or one with the same subject and public key. */
export interface AnchorService extends Omit<TrustService, 'id' | 'certificates'> {
  readonly service: string
}

/** The X-Road instance whose trust anchors are used for a signature. */
export interface XroadDomain {
  /** Instance identifier from the message; null when it states none. */
  readonly instance: string | null
  /** Whether trust is configured for this instance. */
  readonly known: boolean
  /** How much older than the time-stamp an OCSP response may be, in milliseconds. */
  readonly ocspFreshness: number
  /** Whether an OCSP response whose nextUpdate is before the time-stamp is refused. */
  readonly verifiesNextUpdate: boolean
  readonly expires: Instant | null
  readonly intermediateProfiles: IntermediateProfiles
}

/** A certificate that is a service identity, or has the same subject and public key as one. */
export interface TrustAnchor {
  readonly certificate: CertificateId
  readonly services: readonly AnchorService[]
}

/** A certificate and its issuer. The signature of the issuer on it verifies. */
export interface PathLink {
  readonly certificate: CertificateId
  readonly issuer: CertificateId
}

/** A certificate and the issuer whose key does not verify it: `mismatch`, or `algorithm-unknown` when nothing was verified. */
export interface BrokenLink extends PathLink {
  readonly signature: 'mismatch' | 'algorithm-unknown'
}

/**
 * A prospective path, from the certificate up; each signature has been verified with the key of the next certificate. The path ends at the first trust anchor,
 * or, without one, where no issuer is known. `certificates[0]` is the certificate itself; when `anchored`, the last one is the anchor.
 * An issuer that is listed, but not as an authority, is the end of one path and an intermediate certificate of others.
 */
export interface CertificatePath {
  readonly certificates: readonly CertificateId[]
  readonly anchored: boolean
}

/**
 * The authorities above the signer's certificate, also beyond the first trust anchors (TS 119 615 4.3). Used only for the legal level, not for path validation.
 * Whether each of them may issue certificates is not checked here.
 */
export interface Ascent {
  /** From the certificate up, each once. A listed entity with several certificates is represented by one of them. */
  readonly links: readonly PathLink[]
  /** The issuers in the links. */
  readonly certificates: readonly CertificateFacts[]
  /** The listed ones among these issuers. */
  readonly anchors: readonly TrustAnchor[]
  /** False when a limit was reached, so that further authorities may exist. */
  readonly complete: boolean
}

/** The status of one certificate according to one OCSP response or CRL. */
export interface CertificateRevocation extends Omit<OcspSingleResponse, 'certId'> {
  readonly certificate: CertificateId
  /** The issuer certificate for which the CertID (OCSP) or issuer name (CRL) matches. */
  readonly issuer: CertificateId
  readonly revocation: RevocationId
  readonly kind: 'ocsp' | 'crl'
  /** producedAt of OCSP, thisUpdate of a CRL. */
  readonly producedAt: Instant
}

/** The signer of an OCSP response or CRL. */
export interface RevocationSigner {
  readonly revocation: RevocationId
  /** The certificate that matches the responder id or issuer name, and whose key verifies the signature; null when none is available. */
  readonly signer: CertificateId | null
  /** Further certificates of the same key that match, each with a path to a trust anchor. Left out when there are none. */
  readonly others?: readonly CertificateId[]
  /** `mismatch`: a certificate that matches the responder id or issuer name is available, but the signature does not verify with its key. */
  readonly signature: 'intact' | 'mismatch' | 'no-certificate' | 'algorithm-unknown'
}

/** What `trust` adds to the facts of one signature: paths, revocation statuses and their signers. Nothing is evaluated. */
export interface ValidationData {
  readonly snapshotDigest: string
  /** True when the snapshot contains no service at all. */
  readonly withoutAnchors: boolean
  /** All certificates of paths and anchors: those from the signature and those from the snapshot. */
  readonly certificates: readonly CertificateFacts[]
  readonly anchors: readonly TrustAnchor[]
  /** For the signer, each time-stamping unit, each responder and each authority in their paths. */
  readonly paths: readonly { readonly certificate: CertificateId; readonly paths: readonly CertificatePath[] }[]
  /** Certificates whose signature verifies with no candidate issuer. The issuer here matches by name and key identifier. */
  readonly brokenLinks: readonly BrokenLink[]
  /** Authorities above the signer's certificate; empty without a signing certificate. */
  readonly ascent: Ascent
  readonly revocations: readonly CertificateRevocation[]
  readonly revocationSigners: readonly RevocationSigner[]
  /** Null when the trust anchors of the EU trusted lists and the trust settings are used. */
  readonly domain: XroadDomain | null
  /** Path building reached a limit; `paths` contains what was found before. */
  readonly pathBudgetExhausted: boolean
}
