import type { CertificateId } from './certificate.js'
import type { CheckResult, FailedCheck } from './check.js'
import type { CountedFiles } from './document-report.js'
import type { BlockStatus, FailedSubIndication, IndeterminateSubIndication } from './outcome.js'
import type { PolicyName } from './request.js'
import type { RevocationId } from './revocation.js'
import type { SignatureFacts, SignatureSource } from './signature-facts.js'
import type { SignatureLevel } from './signature-level.js'
import type { Instant } from './time.js'
import type { TimeStampId } from './time-stamp.js'
import type { CertificatePath, ValidationData } from './validation-data.js'

/** Building blocks and processes of EN 319 102-1, clause 5, and the blocks that this service adds: time-mark, certificate qualification, level, notices. */
export type BlockName =
  | 'format-checking'
  | 'identification-of-the-signing-certificate'
  | 'validation-context-initialisation'
  | 'cryptographic-verification'
  | 'x509-certificate-validation'
  | 'signature-acceptance-validation'
  | 'basic-signature'
  | 'time-stamp'
  | 'time-mark'
  | 'long-term'
  | 'archival'
  | 'past-signature-validation'
  | 'certificate-qualification'
  | 'signature-level'
  | 'notices'

/** Result of one building block or process for one token, with every check that it made. Status and children may come from getters, so a spread does not copy them. */
export interface BlockResult {
  readonly name: BlockName
  readonly clause: string
  /** Id of the object that was validated: the signature, a time-stamp, revocation data or a certificate. */
  readonly subject: string
  readonly status: BlockStatus
  readonly checks: readonly CheckResult[]
  readonly children: readonly BlockResult[]
}

/** Names of the objects whose existence can be proven. The name contains the kind, so that equal digests of different kinds stay distinct. */
export const provenObject = {
  signature: 'signature',
  signedData: 'signed-data',
  certificate: (id: CertificateId) => `certificate:${id}`,
  revocation: (id: RevocationId) => `revocation:${id}`,
  timeStamp: (id: TimeStampId) => `time-stamp:${id}`,
} as const

export interface ProofOfExistence {
  /** One of `provenObject`. */
  readonly object: string
  readonly time: Instant
  /** `validation-time`, or the id of the time-stamp or time-mark. */
  readonly source: string
}

/** Failed checks in the order of the report; the first one decides. */
export type Errors = readonly [FailedCheck, ...FailedCheck[]]

/**
 * Main indication with its sub-indication. A signature that passes has no sub-indication and no errors; any other has at least the error that decided.
 * Only DIGIDOC-XML signatures are TOTAL-FAILED without a sub-indication.
 */
export type Verdict =
  | { readonly indication: 'TOTAL-PASSED'; readonly subIndication: null; readonly errors: readonly [] }
  | { readonly indication: 'TOTAL-FAILED'; readonly subIndication: FailedSubIndication | null; readonly errors: Errors }
  | { readonly indication: 'INDETERMINATE'; readonly subIndication: IndeterminateSubIndication; readonly errors: Errors }

/** What a verdict on one signature is based on. */
export interface Grounds {
  readonly source: SignatureSource
  readonly id: string
  readonly policy: PolicyName
  readonly validationTime: Instant
  /** Legal level; null when no trusted list determines one. It does not depend on the policy. */
  readonly level: SignatureLevel | null
  /** What a sound signature is at least when the trusted lists determine no level (`decisions.md#legal-level`); null for any other. */
  readonly leastLevel: 'AdES' | null
  readonly signingCertificate: CertificateId | null
  /** The path that was validated, of those in the validation data; null without a signing certificate. */
  readonly certificationPath: CertificatePath | null
  /** Earliest proven time; null when no time-stamp or time-mark verifies. */
  readonly bestSignatureTime: Instant | null
  readonly blocks: readonly BlockResult[]
  readonly proofsOfExistence: readonly ProofOfExistence[]
  readonly warnings: readonly CheckResult[]
}

/**
 * A signature that was read, with all that a policy needs to conclude on it: the facts, completed with listed time-stamping units, and the validation data that
 * were collected for them. Plain data with bytes in base64, which an archive keeps, and from which the same verdict follows again.
 */
export interface SignatureEvidence {
  readonly kind: 'read'
  readonly facts: SignatureFacts
  readonly data: ValidationData
  /** Files of the container that the signature does not cover, whether or not another one does. Absent for documents that are no containers of files. */
  readonly unsignedFiles?: CountedFiles
}

/** The verdict on one signature and everything it is based on: the last word of the policy, which knows nothing of what a report shows besides. */
export type SignatureConclusion = Grounds & Verdict
