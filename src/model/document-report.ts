import type { SignatureAlgorithm } from './algorithm.js'
import type { CertificateFacts } from './certificate.js'
import type { CheckResult } from './check.js'
import type { BlockResult, Grounds, SignatureEvidence, Verdict } from './conclusion.js'
import type { DocumentForm } from './document.js'
import type { BlockStatus } from './outcome.js'
import type { Provable } from './provable.js'
import type { DocumentType, OwnPolicy, PolicyName } from './request.js'
import type { RevocationFacts } from './revocation.js'
import type { AdesLevel, ProductionPlace, Profile, ProofOfTime, SignedScope, Syntax, UnreadableSignature } from './signature-facts.js'
import type { Instant } from './time.js'
import type { TimeStampFacts } from './time-stamp.js'
import type { TrustSource } from './trust-snapshot.js'
import type { AnchorService } from './validation-data.js'

/** What a certificate of a signature was used for. `archive-unit`: it made an archive or document time-stamp. `authority`: it issued one of the others. */
export type CertificateRole = 'signer' | 'time-stamping-unit' | 'archive-unit' | 'responder' | 'authority'

/** A certificate that the verdict on a signature is based on. */
export interface ReportedCertificate {
  readonly certificate: CertificateFacts
  readonly role: CertificateRole
  /**
   * The authorities above it, the issuer first, along the path that was validated or, without one, the first that was found; ends with the trust anchor when
   * `anchored`. Empty when no issuer is known, and for a certificate that is a trust anchor itself.
   */
  readonly issuers: readonly CertificateFacts[]
  /** Whether the path ends at a trust anchor. */
  readonly anchored: boolean
  /** The trust services whose identity the certificate is. */
  readonly services: readonly AnchorService[]
}

/** A time-stamp of a signature with the result of its validation. */
export interface ReportedTimeStamp {
  readonly facts: TimeStampFacts
  /** Null when the token was not validated by itself. */
  readonly status: BlockStatus | null
  /** The certificate of the time-stamping unit; null when it is not available. */
  readonly unit: CertificateFacts | null
}

/** An OCSP response or a CRL in a signature. */
export interface ReportedRevocation {
  readonly facts: RevocationFacts
  /** Null when no certificate that matches is available. */
  readonly signer: CertificateFacts | null
  /** Whether it states the status of the signer's certificate. */
  readonly isAboutSigner: boolean
  /** Whether it proves the time of the signature: its nonce is the digest of the signature value (BDOC 2.1, 6.1; DIGIDOC-XML). */
  readonly isTimeMark: boolean
}

/** What kind of signature it is, by its content and whether or not it verifies. */
export interface SignatureForm {
  readonly syntax: Syntax
  readonly profile: Profile
  readonly level: AdesLevel
  readonly proofOfTime: ProofOfTime
  /** Whether the signature names a signature policy. */
  readonly namesPolicy: boolean
  /** Whether an X-Road container has a hash chain for the signature; false for other documents. */
  readonly isBatch: boolean
}

/**
 * One signature of a document: the verdict, what it is based on, and what the signature states. A signature that cannot be read has the same members with
 * nothing in them: only the report builder asks whether it could be read.
 */
export type SignatureReport = Grounds &
  Verdict & {
    /** Null for a signature that cannot be read. */
    readonly form: SignatureForm | null
    /** The certificate of the signer; null when none is identified. */
    readonly signer: CertificateFacts | null
    readonly signatureAlgorithm: SignatureAlgorithm | null
    readonly claimedSigningTime: Instant | null
    readonly scopes: readonly SignedScope[]
    readonly claimedRoles: readonly string[]
    readonly productionPlace: ProductionPlace | null
    /** Why the signer signed, as the signature dictionary of a PDF states it; otherwise what the signer commits to (commitment-type-indication). */
    readonly reason: string | null
    /** The signer's first, then time-stamping units and responders in the order of the signature, then authorities; each certificate once in each role. */
    readonly certificates: readonly ReportedCertificate[]
    /** In the order of the signature. */
    readonly timeStamps: readonly ReportedTimeStamp[]
    /** In the order of the signature. */
    readonly revocations: readonly ReportedRevocation[]
    /** Null for a signature that cannot be read. */
    readonly evidence: SignatureEvidence | null
    /** Until when the chain of its proofs lasts; null for a signature that cannot be read. Computed when it is first asked for. */
    readonly provable: Provable | null
    /** Why the signature cannot be read; null for any other. */
    readonly unreadable: UnreadableSignature | null
  }

/** Whether the service of a time-stamping unit is qualified (TS 119 615, 4.4); null when the unit leads to no trusted list. */
export type TimeStampLevel = 'qualified' | 'not-qualified' | null

/** A time-stamp token that stands in a container by itself, with its verdict. */
export type TokenReport = Verdict & {
  /** The entry of the container. */
  readonly file: string
  readonly facts: TimeStampFacts
  readonly warnings: readonly CheckResult[]
  readonly level: TimeStampLevel
  /** What the token covers; nothing when its imprint does not match. */
  readonly scopes: readonly SignedScope[]
  /** Whether the token covers the data file, directly or through a manifest. */
  readonly coversDataFile: boolean
  /** The certificate of the time-stamping unit; null when it is not available. */
  readonly unit: ReportedCertificate | null
  /** The unit first, then the authorities above it and the responders of the container; each once. */
  readonly certificates: readonly ReportedCertificate[]
  readonly blocks: readonly BlockResult[]
  /** The facts and the validation data of all tokens of the container, in the form of those of a signature that has nothing else. */
  readonly evidence: Pick<SignatureEvidence, 'facts' | 'data'>
  /** Until when the token proves its time. Computed when it is first asked for. */
  readonly provable: Provable
}

/** Names of the first files (`reportBounds.maxNames`), each cut to an excerpt, and the number of all. */
export interface CountedFiles {
  readonly names: readonly string[]
  readonly count: number
}

/**
 * Files of a container that signatures leave out, by the signatures that could be read; empty when none could. They change no verdict, but the headlines for
 * people and the exit status of the command line rest on them (`decisions.md#unsigned-files`).
 */
export interface FilesLeftOut {
  /** Files that no signature covers. */
  readonly byAll: CountedFiles
  /** Files that one signature covers and another does not. */
  readonly bySome: CountedFiles
}

/**
 * The last value of the engine: everything that is known about a document and its signatures, for the writers of `writers/`. Times are instants, messages are
 * checks with their key and facts, none is null; it has no word of an interface. Lists are in the order of the document.
 */
export interface DocumentReport {
  readonly document: {
    readonly name: string
    readonly type: DocumentType
    readonly form: DocumentForm
    /** Bytes. */
    readonly size: number
    /** SHA-256 of the document, lower-case hex. Computed when it is first asked for. */
    readonly digest: string
  }
  readonly policy: PolicyName
  /** The policy file of the operator; null for a built-in policy. */
  readonly ownPolicy: OwnPolicy | null
  readonly validationTime: Instant
  readonly trust: {
    /** SHA-256 of the trust snapshot, lower-case hex. */
    readonly digest: string
    /** The trusted lists and settings files of the snapshot. */
    readonly sources: readonly TrustSource[]
  }
  /** Findings about the document as a whole. They never decide a verdict. */
  readonly findings: readonly CheckResult[]
  readonly filesLeftOut: FilesLeftOut
  readonly signatures: readonly SignatureReport[]
  /** Time-stamp tokens of the container itself (ASiC-S); those of signatures are in the signatures. */
  readonly timeStampTokens: readonly TokenReport[]
  /**
   * The report of the data file of an ASiC-S container with time-stamp tokens, when it is a signed document itself. Its `validationTime` is that of the earliest
   * token that passes and covers it. Null when no token does, or when it is no such document.
   */
  readonly nested: DocumentReport | null
}
