import type { DigestFacts, SignatureAlgorithm } from './algorithm.js'
import type { CertificateFacts, CertificateId } from './certificate.js'
import type { CheckFacts } from './check.js'
import type { DdocFacts } from './ddoc.js'
import type { PdfFacts } from './pdf.js'
import type { FindingKey } from './register/index.js'
import type { RevocationFacts, UnreadableRevocation } from './revocation.js'
import type { Instant } from './time.js'
import type { TimeStampFacts, UnreadableTimeStamp } from './time-stamp.js'
import type { XroadFacts } from './xroad.js'

/** Where the signature is in the document. */
export interface SignatureSource {
  /** Entry of the container, or the empty string when the document is the signature file itself. */
  readonly file: string
  /** Number of the signature within that file, from 0. */
  readonly index: number
}

/** One ds:Reference (or message-digest attribute) with the result of verifying it. */
export interface ReferenceFacts {
  readonly id: string
  readonly uri: string
  readonly type: string
  /**
   * `data-object`: a file of the container; `signed-properties`: this signature's own; `other`: another element of the same document, or a file that is
   * named by a ds:Manifest which the signature covers.
   */
  readonly kind: 'data-object' | 'signed-properties' | 'other'
  /** Name of the data file that the URI designates; null when none does, and for a file of a ds:Manifest. */
  readonly dataFile: string | null
  readonly digest: DigestFacts
  /**
   * `unsupported-transform` and `algorithm-unknown`: the digest was not computed, nothing outside the allow-list is ever executed.
   * `ambiguous`: several elements carry the Id (signature wrapping).
   */
  readonly status: 'intact' | 'mismatch' | 'not-found' | 'ambiguous' | 'unsupported-transform' | 'algorithm-unknown'
  readonly transforms: readonly string[]
  /** MimeType of the DataObjectFormat that points here, or null. */
  readonly mimeType: string | null
}

/** One Cert of SigningCertificate or SigningCertificateV2, or an ESSCertID. */
export interface SigningCertificateReference {
  readonly version: 'v1' | 'v2'
  /** Null when the digest is missing or empty. */
  readonly digest: DigestFacts | null
  /** Certificate among those of the signature whose digest matches; null when none does. */
  readonly certificate: CertificateId | null
  /** Issuer and serial number against the certificate that is identified as the signer's. */
  readonly issuerSerial: 'match' | 'mismatch' | 'absent'
}

export interface SignaturePolicyFacts {
  /** `implied`: the SignaturePolicyImplied element. */
  readonly kind: 'explicit' | 'implied'
  /** SignaturePolicyImplied occurs beside an explicit identifier, where the schema allows one of the two. */
  readonly alsoImplied?: boolean
  /** OID without `urn:oid:`, or URI; trimmed. Empty for `implied`. */
  readonly identifier: string
  /** Qualifier attribute of the identifier, or null. */
  readonly qualifier: string | null
  readonly digest: DigestFacts | null
  /** Trimmed; null when absent or blank. */
  readonly spUri: string | null
  /** Digest of the policy document when the signature carries it (SignaturePolicyStore); null when it does not. */
  readonly documentDigestStatus: 'intact' | 'mismatch' | 'algorithm-unknown' | null
}

/** The OCSP nonce as a proof that the signature value existed at producedAt (BDOC 2.1, 6.1). One for each OCSP response of the signature. */
export interface TimeMarkFacts {
  readonly revocation: string
  readonly producedAt: Instant
  /** `mismatch`: a DigestInfo over other bytes; `not-digest-info`: present, but no DigestInfo; `absent`: no nonce. */
  readonly nonce: 'match' | 'mismatch' | 'not-digest-info' | 'algorithm-unknown' | 'absent'
  readonly digest: DigestFacts | null
  /** Where the certificate of its responder may stand: inside the response, or in CertificateValues of the signature. */
  readonly responderCertificates: readonly CertificateId[]
}

/** A defect of the structure that a check of the policy judges; the reader continues where it can. */
export interface StructureFinding {
  /** The check that is not satisfied. Null where a building block checks the facts themselves. */
  readonly key: FindingKey | null
  /** What exactly it is, for people: `QUALIFYING_PROPERTIES_TARGET`, `DIGEST_VALUE_NOT_BASE64`, … */
  readonly code: string
  readonly facts: CheckFacts
}

/** A finding of which its key says everything. */
export function findingOf(key: FindingKey, facts: CheckFacts): StructureFinding {
  return { key, code: key, facts }
}

/** Baseline level (EN 319 102-1, 4.3) by what the signature holds, verified or not. */
export type AdesLevel = 'B' | 'T' | 'LT' | 'LTA'

/** What the signature rests on for the time at which it existed; present, not verified. */
export type ProofOfTime = 'time-stamp' | 'time-mark' | 'none'

/** Data that the signature covers. */
export type SignedScope =
  | { readonly kind: 'file'; readonly name: string }
  /** A revision of a PDF: `number` of signatures and time-stamps that follow, null for the last state. Offset and length, twice. */
  | { readonly kind: 'pdf-revision'; readonly number: number | null; readonly byteRange: readonly [number, number, number, number] }

/** Facts for the checks of XAdES only. */
export interface XadesFacts {
  readonly name: 'xades'
  /** Identifier of the canonicalization of SignedInfo. */
  readonly canonicalization: string
}

/** Facts for the checks of CMS only (RFC 5652, EN 319 122-1). */
export interface CmsFacts {
  readonly name: 'cms'
  /** Dotted OID of the content, and of the content-type attribute; null when there is none. */
  readonly contentType: string
  readonly statedContentType: string | null
  readonly hasMessageDigest: boolean
}

/** The part of the facts that belongs to the syntax of the signature. */
export type SyntaxFacts = XadesFacts | DdocFacts | CmsFacts

export type Syntax = SyntaxFacts['name']

/** The kind of document that the signature is in. It selects the constraints; the other members are for its own checks only. */
export type ProfileFacts = { readonly name: 'asic-e' } | { readonly name: 'ddoc' } | PdfFacts | XroadFacts

export type Profile = ProfileFacts['name']

/**
 * What the bytes of one signature say, whatever its format. Nothing is judged; nothing here depends on trust, policy or clock. Facts that only one syntax or
 * one kind of document has are in `syntax` and `profile`, and only the checks of that syntax or profile read them.
 */
export interface SignatureFacts {
  readonly source: SignatureSource
  /** Id attribute; the empty string when there is none. */
  readonly id: string
  /** SHA-256 of the canonical SignedInfo and the signature value, lower-case hex: equal for repeated signatures. */
  readonly contentDigest: string
  /** Identifies the signature in a validation report (TS 119 102-2, 4.3.3). */
  readonly identifier: {
    /** Octets of the signature value, base64; empty when they cannot be decoded. */
    readonly signatureValue: string
    /** Digest of what was signed (SignedInfo, the signed attributes) by the algorithm of the signature; null when that algorithm is not known. */
    readonly dataToBeSigned: DigestFacts | null
  }
  readonly profile: ProfileFacts
  readonly syntax: SyntaxFacts
  readonly level: AdesLevel
  readonly proofOfTime: ProofOfTime
  /** In the order of the signature, or of the document where a signature covers all of it. */
  readonly scopes: readonly SignedScope[]
  readonly claimedSigningTime: Instant | null
  /** Text of a signing time that cannot be read; null otherwise. */
  readonly unreadableSigningTime: string | null
  readonly signatureAlgorithm: SignatureAlgorithm
  readonly signatureValue: {
    /** `no-certificate`: nothing to verify with. */
    readonly status: 'intact' | 'mismatch' | 'no-certificate' | 'algorithm-unknown' | 'unsupported-canonicalization'
    /** RSA DigestInfo without NULL parameters occurs in real files and is recorded. */
    readonly digestInfoWithoutNull: boolean
  }
  readonly references: readonly ReferenceFacts[]
  /** The certificate that is taken as the signer's, and how it was found. Null: none. */
  readonly signingCertificate: CertificateId | null
  readonly signingCertificateReferences: readonly SigningCertificateReference[]
  /** Whether the signing-certificate property is covered by the signature. */
  readonly signingCertificateReferenceSigned: boolean
  readonly policy: SignaturePolicyFacts | null
  readonly timeStamps: readonly TimeStampFacts[]
  readonly unreadableTimeStamps: readonly UnreadableTimeStamp[]
  readonly revocations: readonly RevocationFacts[]
  readonly unreadableRevocations: readonly UnreadableRevocation[]
  readonly timeMarks: readonly TimeMarkFacts[]
  /** Every certificate of the signature, its time-stamps and responses, each once, in order of appearance. */
  readonly certificates: readonly CertificateFacts[]
  readonly claimedRoles: readonly string[]
  readonly structure: readonly StructureFinding[]
}

/** A signature that cannot be read at all (`decisions.md#unreadable-signature`): reported with FORMAT_FAILURE, its neighbours are validated. */
export interface UnreadableSignature {
  readonly source: SignatureSource
  readonly id: string
  readonly code: string
  readonly message: string
  readonly offset: number | null
}

export type ReadSignature =
  | { readonly kind: 'read'; readonly facts: SignatureFacts }
  | { readonly kind: 'unreadable'; readonly signature: UnreadableSignature }
