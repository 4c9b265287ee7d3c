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

/** One ds:Reference, or the message-digest attribute of CMS, with the result of its verification. */
export interface ReferenceFacts {
  readonly id: string
  readonly uri: string
  readonly type: string
  /**
   * `data-object`: a file of the container. `signed-properties`: the SignedProperties of this signature. `other`: another element of the same document, or a
   * file that a signed ds:Manifest references.
   */
  readonly kind: 'data-object' | 'signed-properties' | 'other'
  /** Name of the data file that the URI refers to; null when there is none, and for a file of a ds:Manifest. */
  readonly dataFile: string | null
  readonly digest: DigestFacts
  /**
   * `unsupported-transform`, `algorithm-unknown`: the digest was not computed, because only transforms and algorithms of the allow-list are executed.
   * `ambiguous`: several elements have the same Id (signature wrapping).
   */
  readonly status: 'intact' | 'mismatch' | 'not-found' | 'ambiguous' | 'unsupported-transform' | 'algorithm-unknown'
  readonly transforms: readonly string[]
  /** MimeType of the DataObjectFormat for this reference, or null. */
  readonly mimeType: string | null
  /** The URI has `+` for a space in the name of the data file, as forms of the web write it (`decisions.md#data-file-names`). */
  readonly plusForSpace?: true
  /** It designates a ds:Manifest in an object of this signature, whose files it does not cover (`decisions.md#xml-manifests`). */
  readonly manifest?: true
  /** A data file whose name looks like that of the missing one. `form`: it differs in the Unicode form; `invisible`: in characters that are not shown. */
  readonly lookAlike?: { readonly name: string; readonly difference: 'form' | 'invisible' } | undefined
  /** For a data file with a canonicalization transform: why it has no canonical form, or what of it the form leaves out. */
  readonly canonicalFile?: { readonly problem: string | null; readonly leftOut: readonly CanonicalOmission[] } | undefined
}

/**
 * What a canonical form leaves out of a file, so that it may have been changed. `comments`. `declarations`: of namespaces that only values use, by an exclusive
 * canonicalization. `elements`: those that a transform removes. `writing`: how the file is written (sections, character references, empty elements), where the signature does not state that it is XML.
 */
export type CanonicalOmission = 'comments' | 'declarations' | 'elements' | 'writing'

/** The odd encoding or length of a signature value, which explains why it does not verify. */
export interface ValueOddity {
  /**
   * `der`: a DER pair of integers, where the format wants r‖s. `raw`: r‖s, where it wants a DER pair. `not-der`: neither. `length`: not as long as key and
   * algorithm require. `other-key`: the key is of another kind than the algorithm.
   */
  readonly form: 'der' | 'raw' | 'not-der' | 'length' | 'other-key'
  readonly octets: number
  /** Null where the length does not explain the failure. */
  readonly expectedOctets: number | null
}

/** One Cert of SigningCertificate or SigningCertificateV2, or an ESSCertID. */
export interface SigningCertificateReference {
  readonly version: 'v1' | 'v2'
  /** Null when the digest is missing or empty. */
  readonly digest: DigestFacts | null
  /** Certificate in the signature that has this digest; null when none has. */
  readonly certificate: CertificateId | null
  /** Issuer and serial number compared with the identified signing certificate. */
  readonly issuerSerial: 'match' | 'mismatch' | 'absent'
  /** The part of the signature that holds the certificate, where the signer is not known: it is not where the signer's certificate has to be. */
  readonly place?: string
}

export interface SignaturePolicyFacts {
  /** `implied`: the SignaturePolicyImplied element. */
  readonly kind: 'explicit' | 'implied'
  /** SignaturePolicyImplied is present together with an explicit identifier, although the schema allows only one of them. */
  readonly alsoImplied?: boolean
  /** OID without `urn:oid:`, or URI; trimmed. Empty for `implied`. */
  readonly identifier: string
  /** Qualifier attribute of the identifier, or null. */
  readonly qualifier: string | null
  readonly digest: DigestFacts | null
  /** Trimmed; null when absent or blank. */
  readonly spUri: string | null
  /** The digest compared with the policy document in the signature (SignaturePolicyStore); null without that document. */
  readonly documentDigestStatus: 'intact' | 'mismatch' | 'algorithm-unknown' | null
}

/** The nonce of an OCSP response as a proof that the signature value existed at producedAt (BDOC 2.1, 6.1). One entry per OCSP response of the signature. */
export interface TimeMarkFacts {
  readonly revocation: string
  readonly producedAt: Instant
  /** `mismatch`: the DigestInfo is over other bytes. `not-digest-info`: the nonce is not a DigestInfo. `absent`: no nonce. */
  readonly nonce: 'match' | 'mismatch' | 'not-digest-info' | 'algorithm-unknown' | 'absent'
  readonly digest: DigestFacts | null
  /** Certificates in the places where that of the responder may be: inside the response, and in CertificateValues of the signature. */
  readonly responderCertificates: readonly CertificateId[]
}

/** A defect of the structure. A check of the policy evaluates it; the reader continues where it can. */
export interface StructureFinding {
  /** The check that is not satisfied. Null when a building block checks the facts themselves. */
  readonly key: FindingKey | null
  /** Names the exact defect, for display: `QUALIFYING_PROPERTIES_TARGET`, `DIGEST_VALUE_NOT_BASE64`, … */
  readonly code: string
  readonly facts: CheckFacts
}

/** A finding without a more specific code than its key. */
export function findingOf(key: FindingKey, facts: CheckFacts): StructureFinding {
  return { key, code: key, facts }
}

/** Baseline level (EN 319 102-1, 4.3) by the content of the signature, whether or not it verifies. */
export type AdesLevel = 'B' | 'T' | 'LT' | 'LTA'

/** The kind of evidence in the signature for the time at which it existed, whether or not it verifies. */
export type ProofOfTime = 'time-stamp' | 'time-mark' | 'none'

/** Where the signer claims to have signed, as stated: a part may be white space. A part that is not stated is null. */
export interface ProductionPlace {
  readonly city: string | null
  readonly stateOrProvince: string | null
  readonly postalCode: string | null
  readonly country: string | null
  /** The place as one text, as the signature dictionary of a PDF states it. */
  readonly location: string | null
}

/** Data that a signature or a time-stamp token covers. */
export type SignedScope =
  | { readonly kind: 'file'; readonly name: string }
  /** A file of which only the digest was given (`DetachedData`). */
  | { readonly kind: 'file-digest'; readonly name: string; readonly digest: DigestFacts }
  /** A manifest of an ASiC container (EN 319 162-1, 4.4.3.3), which names the files. */
  | { readonly kind: 'manifest'; readonly name: string }
  /** A data file that is a ZIP archive itself, and the files in it. */
  | { readonly kind: 'archive'; readonly name: string }
  | { readonly kind: 'archived-file'; readonly name: string }
  /** The content inside a CMS message. */
  | { readonly kind: 'cms-content' }
  /** The XML document that contains the signature, or an element of it by its Id. `leftOut`: paths of the first elements that transforms remove. */
  | { readonly kind: 'xml-document'; readonly transformed: boolean; readonly leftOut: readonly string[] }
  | { readonly kind: 'xml-element'; readonly id: string; readonly transformed: boolean; readonly leftOut: readonly string[] }
  /** Another signature, which this one countersigns, by its Id. */
  | { readonly kind: 'signature'; readonly id: string }
  /** A revision of a PDF. `number`: how many signatures and time-stamps follow it; null for the last revision. `byteRange`: offset and length, twice. */
  | { readonly kind: 'pdf-revision'; readonly number: number | null; readonly byteRange: readonly [number, number, number, number] }

/** The facts that only XAdES has. */
export interface XadesFacts {
  readonly name: 'xades'
  /** Identifier of the canonicalization of SignedInfo. */
  readonly canonicalization: string
}

/** The facts that only CMS has (RFC 5652, EN 319 122-1). */
export interface CmsFacts {
  readonly name: 'cms'
  /** `contentType`: dotted OID of eContentType. `statedContentType`: that of the content-type attribute; null without the attribute. */
  readonly contentType: string
  readonly statedContentType: string | null
  readonly hasMessageDigest: boolean
}

/** The part of the facts that belongs to the syntax of the signature. */
export type SyntaxFacts = XadesFacts | DdocFacts | CmsFacts

export type Syntax = SyntaxFacts['name']

/** The kind of document that contains the signature. Its name selects the constraints of the policy; only its own checks read the other members. */
export type ProfileFacts =
  | { readonly name: 'asic-e' }
  | { readonly name: 'asic-s' }
  | { readonly name: 'cades' }
  | { readonly name: 'xades' }
  | { readonly name: 'ddoc' }
  | PdfFacts
  | XroadFacts

export type Profile = ProfileFacts['name']

/**
 * The contents of one signature as facts, for every format. Nothing is evaluated; nothing here depends on trust, policy or clock. Facts that only one syntax
 * or one kind of document has are in `syntax` and `profile`; only the checks of that syntax or profile read them.
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
    /** Digest of the signed bytes (SignedInfo, or the signed attributes) with the algorithm of the signature; null when that algorithm is not known. */
    readonly dataToBeSigned: DigestFacts | null
  }
  readonly profile: ProfileFacts
  readonly syntax: SyntaxFacts
  readonly level: AdesLevel
  readonly proofOfTime: ProofOfTime
  /** In the order of the signature; where a signature covers the whole document, in the order of the document. */
  readonly scopes: readonly SignedScope[]
  readonly claimedSigningTime: Instant | null
  /** Text of a signing time that cannot be read; null otherwise. */
  readonly unreadableSigningTime: string | null
  readonly signatureAlgorithm: SignatureAlgorithm
  readonly signatureValue: {
    /** `no-certificate`: nothing to verify with. */
    readonly status: 'intact' | 'mismatch' | 'no-certificate' | 'algorithm-unknown' | 'unsupported-canonicalization'
    /** The RSA DigestInfo lacks the NULL parameters, as in some existing documents. */
    readonly digestInfoWithoutNull: boolean
    /** What is odd about the encoding or length of a value that does not verify; null or absent where nothing is. */
    readonly oddity?: ValueOddity | null
  }
  readonly references: readonly ReferenceFacts[]
  /** The certificate that the reader identified as the signer's; null when there is none. */
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
  /** Every certificate in the signature, its time-stamps and OCSP responses, each once, in order of appearance. */
  readonly certificates: readonly CertificateFacts[]
  readonly claimedRoles: readonly string[]
  /** Identifiers of what the signer commits to: OIDs or URIs, as stated. */
  readonly commitmentTypes: readonly string[]
  /** Null when nothing is stated. */
  readonly productionPlace: ProductionPlace | null
  /** Reason of the signature dictionary of a PDF; null when there is none, and for other formats. */
  readonly reason: string | null
  readonly structure: readonly StructureFinding[]
}

/** A signature that cannot be read at all. It is reported with FORMAT_FAILURE; the other signatures are validated (`decisions.md#unreadable-signature`). */
export interface UnreadableSignature {
  readonly kind: 'unreadable'
  readonly source: SignatureSource
  readonly id: string
  readonly code: string
  readonly message: string
  readonly offset: number | null
}

/**
 * What a reader returns for one signature. On the way to the report it takes three more forms, each for what is known by then: `SignatureEvidence`,
 * `SignatureConclusion`, `SignatureReport`.
 */
export type ReadSignature = { readonly kind: 'read'; readonly facts: SignatureFacts } | UnreadableSignature
