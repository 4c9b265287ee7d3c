import type { CertificateFacts, CertificateId } from './certificate.js'
import type { OcspSingleResponse, RevocationId } from './revocation.js'
import type { Instant } from './time.js'
import type { TrustService } from './trust-snapshot.js'

/** A service that a certificate is (or has the key and name of). */
export interface AnchorService extends Omit<TrustService, 'id' | 'certificates'> {
  readonly service: string
}

/** The instance of X-Road whose trust counts for a signature. */
export interface XroadDomain {
  /** As the message names it; null when it names none. */
  readonly instance: string | null
  /** Whether trust is configured for it. */
  readonly known: boolean
  /** How much older than the time-stamp an OCSP response may be, in milliseconds. */
  readonly ocspFreshness: number
  readonly expires: Instant | null
}

/** A certificate that equals a service identity, or has the same subject and public key as one. */
export interface TrustAnchor {
  readonly certificate: CertificateId
  readonly services: readonly AnchorService[]
}

/** A certificate with its issuer, whose signature on it has been verified; in `brokenLinks`: does not verify. */
export interface PathLink {
  readonly certificate: CertificateId
  readonly issuer: CertificateId
}

/**
 * A prospective path: from the certificate up, each signed by the next (verified). Ends at the first anchor that it meets, or, without one,
 * where no issuer is known. `certificates[0]` is the certificate itself; the last one is the anchor when `anchored`.
 * An issuer that is listed, but not as an authority, ends one path and is in the middle of others.
 */
export interface CertificatePath {
  readonly certificates: readonly CertificateId[]
  readonly anchored: boolean
}

/**
 * The authorities above the signer's certificate, also beyond the first anchors (TS 119 615 4.3). For the legal level only: no verdict rests on it.
 * Whether each of them may issue certificates is not checked here.
 */
export interface Ascent {
  /** From the certificate up, each once. A listed entity is one certificate here, whichever of its certificates the issuer has signed. */
  readonly links: readonly PathLink[]
  /** The issuers that the links name. */
  readonly certificates: readonly CertificateFacts[]
  /** Those of them that are listed. */
  readonly anchors: readonly TrustAnchor[]
  /** False when a bound was reached: there may be more above. */
  readonly complete: boolean
}

/** What one revocation datum says about one certificate, with the responder that signed it. */
export interface CertificateRevocation extends Omit<OcspSingleResponse, 'certId'> {
  readonly certificate: CertificateId
  /** The issuer certificate for which the CertID (OCSP) or issuer name (CRL) matches. */
  readonly issuer: CertificateId
  readonly revocation: RevocationId
  readonly kind: 'ocsp' | 'crl'
  /** producedAt of OCSP, thisUpdate of a CRL. */
  readonly producedAt: Instant
}

/** Who signed a revocation datum. */
export interface RevocationSigner {
  readonly revocation: RevocationId
  /** Certificate whose key verifies the datum, and that the responder id or issuer name designates; null when none is available. */
  readonly signer: CertificateId | null
  /** `mismatch`: a certificate that the responder id designates is available, but the signature does not verify with it. */
  readonly signature: 'intact' | 'mismatch' | 'no-certificate' | 'algorithm-unknown'
}

/** What trust adds to the facts of one signature: paths, revocation statuses and who signed them. Nothing is judged. */
export interface ValidationData {
  readonly snapshotDigest: string
  /** True when the snapshot holds no service at all. */
  readonly withoutAnchors: boolean
  /** All certificates that paths and anchors name: those of the signature and those that the snapshot adds. */
  readonly certificates: readonly CertificateFacts[]
  readonly anchors: readonly TrustAnchor[]
  /** For the signer, each time-stamping unit, each responder and each authority in their paths. */
  readonly paths: readonly { readonly certificate: CertificateId; readonly paths: readonly CertificatePath[] }[]
  /** Certificates for which no issuer verifies: name and key identifier of the issuer named here fit, but the signature on the certificate does not verify. */
  readonly brokenLinks: readonly PathLink[]
  /** Of the signer; empty without one. */
  readonly ascent: Ascent
  readonly revocations: readonly CertificateRevocation[]
  readonly revocationSigners: readonly RevocationSigner[]
  /** Null where the lists of the EU and the trust settings count. */
  readonly domain: XroadDomain | null
  /** A bound of path building was reached; what is here is what was found until then. */
  readonly pathBudgetExhausted: boolean
}
