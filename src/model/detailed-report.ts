import type { BlockName, SignatureLevel, Verdict } from './conclusion.js'
import type { BlockStatus, Outcome, Written } from './outcome.js'
import type { PdfChange } from './pdf.js'
import type { FindingKey } from './register/index.js'
import type { DocumentType, PolicyName } from './request.js'

/** A fact as people and programs read it: a moment is text in UTC (`2026-08-20T12:00:00Z`), everything else stands as the check recorded it. */
export type WrittenFact = string | number | boolean | null | readonly string[]

/** The sentence for a check that was not satisfied, and its outcome where it failed. */
export type DetailedAnswer =
  | { readonly outcome: 'satisfied' | 'not-applicable'; readonly answer: null; readonly onFailure: null }
  | { readonly outcome: 'warned' | 'informed'; readonly answer: string; readonly onFailure: null }
  | { readonly outcome: 'failed'; readonly answer: string; readonly onFailure: Outcome }

/** One question of the register, asked of one signature. */
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
  /** Identifier of the object that it was run on, and its name in words. */
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
  /** What it did for the signature; `authority` for those above the others. */
  readonly role: 'signer' | 'time-stamping-unit' | 'responder' | 'authority'
  /** Trust services that it belongs to, each with the list or settings file that names it; empty for a certificate that is not listed. */
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
  /** Entry of the container and number in it, from 0. */
  readonly file: string
  readonly index: number
  readonly signatureLevel: SignatureLevel
  readonly signedBy: string
  /** SHA-256 of the certificate of the signer; null when none is identified. */
  readonly signingCertificate: string | null
  /** SHA-256 of the certificates of the path that was judged, the signer's first; empty when there is none. */
  readonly certificationPath: readonly string[]
  /** Whether the last certificate of the path is a trust anchor. */
  readonly anchored: boolean
  readonly blocks: readonly DetailedBlock[]
  /** What is proven to have existed, since when, and by what. */
  readonly proofsOfExistence: readonly { readonly object: string; readonly time: string; readonly source: string }[]
  /** The signer's first, then who confirmed and who issued. */
  readonly certificates: readonly DetailedCertificate[]
  /** From the earliest to the latest. */
  readonly times: readonly TimedEvent[]
  /** Every object that was changed after the signature, with the rule that explains it; empty for formats in which nothing can be. */
  readonly changes: readonly PdfChange[]
}

/** A list or settings file behind the trust of this validation. */
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

/** Everything that a verdict rests on, in words: the explanation for people, and the evidence that a program keeps beside the verdict. */
export interface DetailedReport {
  readonly documentType: DocumentType
  /** SHA-256 of the document, lower-case hex. */
  readonly documentDigest: string
  /** Bytes. */
  readonly documentSize: number
  readonly policy: PolicyName
  readonly validationTime: string
  /** SHA-256 of the trust snapshot, lower-case hex. */
  readonly trustSnapshot: string
  /** Those that name a service of a certificate in this report. */
  readonly trustSources: readonly DetailedTrustSource[]
  readonly signatures: readonly DetailedSignature[]
}
