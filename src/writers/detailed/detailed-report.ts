import type {
  BlockName,
  BlockStatus,
  BuiltInPolicyName,
  CommonLevel,
  DocumentType,
  FindingKey,
  Outcome,
  PdfChange,
  PdfFacts,
  PolicyName,
  Provable,
  ProvableState,
  SignedScope,
  TimeStampLevel,
  Verdict,
} from '#model'
import type { Written } from './written-status.js'

/** A fact as the report shows it: a time is text in UTC (`2026-08-20T12:00:00Z`), any other value is as the check recorded it. */
export type WrittenFact = string | number | boolean | null | readonly string[]

/** The outcome of a check, with the sentence that explains why it was not satisfied. */
export type DetailedAnswer =
  | { readonly outcome: 'satisfied' | 'not-applicable'; readonly answer: null; readonly onFailure: null }
  | { readonly outcome: 'warned' | 'informed'; readonly answer: string; readonly onFailure: null }
  | { readonly outcome: 'failed'; readonly answer: string; readonly onFailure: Outcome }

/** One check of the register for one signature: its question and the result. */
export type DetailedCheck = DetailedAnswer & {
  readonly key: FindingKey
  readonly clause: string
  readonly question: string
  readonly facts: Readonly<Record<string, WrittenFact>>
}

/** One building block or process of EN 319 102-1. */
export type DetailedBlock = Written<BlockStatus> & {
  readonly name: BlockName
  readonly clause: string
  /** Id of the object that was validated, and its name for display. */
  readonly subject: string
  readonly subjectName: string
  readonly checks: readonly DetailedCheck[]
  readonly blocks: readonly DetailedBlock[]
}

export interface DetailedCertificate {
  /** SHA-256 of the DER encoding, lower-case hex. */
  readonly id: string
  readonly subject: string
  readonly issuer: string
  /** Decimal. */
  readonly serialNumber: string
  readonly notBefore: string
  readonly notAfter: string
  /** What the certificate was used for; `authority` for the issuers of the others. */
  readonly role: 'signer' | 'time-stamping-unit' | 'responder' | 'authority'
  /** Trust services of the certificate, each with the list or settings file that names it; empty for a certificate that is not listed. */
  readonly services: readonly { readonly name: string; readonly source: string; readonly types: readonly string[] }[]
}

/** An event on the timeline of a signature. */
export interface TimedEvent {
  readonly time: string
  readonly event:
    | 'claimed-signing-time'
    | 'time-stamp'
    | 'time-mark'
    | 'revocation-data'
    | 'certificate-valid-from'
    | 'certificate-valid-until'
    | 'validation'
  /** Name of the certificate, kind of the time-stamp, or the empty string. */
  readonly about: string
}

export type DetailedSignature = Written<Verdict> & {
  readonly id: string
  /** Entry of the container, and number of the signature in it, from 0. */
  readonly file: string
  readonly index: number
  /** Empty when no level is determined. */
  readonly signatureLevel: CommonLevel | ''
  readonly signedBy: string
  /** SHA-256 of the certificate of the signer; null when none is identified. */
  readonly signingCertificate: string | null
  /** SHA-256 of the certificates in the path that was validated, the signer's first; empty without a path. */
  readonly certificationPath: readonly string[]
  /** Whether the last certificate of the path is a trust anchor. */
  readonly anchored: boolean
  readonly blocks: readonly DetailedBlock[]
  /** Each object that is proven to have existed, the earliest proven time, and the proof. */
  readonly proofsOfExistence: readonly { readonly object: string; readonly time: string; readonly source: string }[]
  /** The signer's first, then time-stamping units and responders, then authorities. */
  readonly certificates: readonly DetailedCertificate[]
  /** From the earliest to the latest. */
  readonly times: readonly TimedEvent[]
  /** Until when the chain of proofs lasts (`decisions.md#provable-until`); null for a signature that cannot be read. */
  readonly provable: WrittenProvable | null
  /** What a PDF signature covers, and what follows it; null for other formats, and for a signature that cannot be read. */
  readonly coveredOctets: WrittenCoveredOctets | null
  /** Every object of a PDF that was changed after the signature, with the rule that explains the change; empty for other formats. */
  readonly changes: readonly PdfChange[]
}

/** The octets that a PDF signature covers. */
export interface WrittenCoveredOctets extends Pick<PdfFacts, 'byteRange' | 'revision' | 'revisions' | 'followedBy' | 'octetsBehind'> {
  /** The same in words; empty without a usable byte range. */
  readonly content: string
}

/** Until when the chain of proofs lasts, and what extends it. */
export interface WrittenProvable {
  readonly state: ProvableState
  /** Whose ends count. */
  readonly ends: Provable['ends']
  /** The first moment at which the chain no longer holds; empty unless the state is `until` or `ended`. */
  readonly until: string
  readonly cause: { readonly key: FindingKey; readonly clause: string; readonly content: string } | null
  /** What extends the chain before it ends; empty when nothing can. */
  readonly extension: NonNullable<Provable['extension']> | ''
}

/** A time-stamp token that stands in a container by itself. */
export type DetailedToken = Written<Verdict> & {
  /** SHA-256 of the token, lower-case hex. */
  readonly id: string
  /** Entry of the container. */
  readonly file: string
  /** The time that the token states. */
  readonly time: string
  /** Name of the time-stamping unit; empty when its certificate is not available. */
  readonly unit: string
  /** SHA-256 of the certificate of the unit; null when it is not available. */
  readonly unitCertificate: string | null
  /** Whether the service of the unit is qualified; empty when the unit leads to no trusted list. */
  readonly level: NonNullable<TimeStampLevel> | ''
  /** What the token covers; nothing when its imprint does not match. */
  readonly scopes: readonly { readonly kind: SignedScope['kind']; readonly name: string }[]
  /** Whether the token covers the data file, directly or through a manifest. */
  readonly coversDataFile: boolean
  readonly errors: readonly DetailedFinding[]
  readonly warnings: readonly DetailedFinding[]
  readonly blocks: readonly DetailedBlock[]
  /** The certificate of the unit first, then the authorities above it and the responders. */
  readonly certificates: readonly DetailedCertificate[]
  /** Until when the token proves its time. */
  readonly provable: WrittenProvable
}

/** A check that was not satisfied, in one sentence. */
interface DetailedFinding {
  readonly key: FindingKey
  readonly clause: string
  readonly content: string
}

/** A document inside a container of time-stamps, validated at the time of the earliest token that passes and covers it. */
export interface DetailedNestedDocument {
  readonly name: string
  readonly documentType: DocumentType
  /** SHA-256 of the document, lower-case hex. */
  readonly documentDigest: string
  /** Bytes. */
  readonly documentSize: number
  readonly validationTime: string
}

/** A trusted list or settings file that this validation used. */
export interface DetailedTrustSource {
  readonly id: string
  readonly kind: 'trusted-list' | 'list-of-lists' | 'settings'
  /** Empty for settings. */
  readonly territory: string
  /** Null for settings. */
  readonly sequenceNumber: number | null
  readonly issued: string
  readonly nextUpdate: string
  /** SHA-256 of the file, lower-case hex; empty for settings. */
  readonly digest: string
}

/** Everything that a verdict is based on, in words: an explanation for people, and evidence that a program can archive with the verdict. */
export interface DetailedReport {
  readonly documentType: DocumentType
  /** SHA-256 of the document, lower-case hex. */
  readonly documentDigest: string
  /** Bytes. */
  readonly documentSize: number
  readonly policy: PolicyName
  /** The policy file; null for a built-in policy. */
  readonly policyFile: { readonly basis: BuiltInPolicyName; readonly digest: string } | null
  readonly validationTime: string
  /** SHA-256 of the trust snapshot, lower-case hex. */
  readonly trustSnapshot: string
  /** The sources that name a service of a certificate in this report. */
  readonly trustSources: readonly DetailedTrustSource[]
  readonly signatures: readonly DetailedSignature[]
  /** Time-stamp tokens of a container itself (ASiC-S); those of signatures are in the signatures. */
  readonly timeStampTokens: readonly DetailedToken[]
  /** Documents inside a container of time-stamps, the outer first. Their signatures and tokens are in the lists before, with their name in `file`. */
  readonly nestedDocuments: readonly DetailedNestedDocument[]
}
