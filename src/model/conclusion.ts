import type { CertificateId } from './certificate.js'
import type { CheckResult } from './check.js'
import type { BlockStatus, Indication, SubIndication } from './outcome.js'
import type { PolicyName } from './request.js'
import type { SignatureSource } from './signature-facts.js'
import type { Instant } from './time.js'

/** One building block or process, for one token, with every check that it made. */
export interface BlockResult {
  /** `format-checking`, `x509-certificate-validation`, …; `basic-signature`, `time-stamp`, `long-term`, `archival`. */
  readonly name: string
  readonly clause: string
  /** What it was run on: the signature, a time-stamp, a revocation datum or a certificate, by id. */
  readonly subject: string
  readonly status: BlockStatus
  readonly checks: readonly CheckResult[]
  readonly children: readonly BlockResult[]
}

export interface ProofOfExistence {
  readonly object: string
  readonly time: Instant
  /** `validation-time`, or the id of the time-stamp or time-mark. */
  readonly source: string
}

export type SignatureLevel = 'QES' | 'AdES/QC' | 'AdES' | ''

/** The verdict on one signature and everything it rests on. */
export interface SignatureConclusion {
  readonly source: SignatureSource
  readonly id: string
  readonly policy: PolicyName
  readonly validationTime: Instant
  readonly indication: Indication
  /** Null exactly for TOTAL-PASSED (and, for DDOC, TOTAL-FAILED). */
  readonly subIndication: SubIndication | null
  readonly level: SignatureLevel
  readonly signingCertificate: CertificateId | null
  /** Earliest proven time, null when no time-stamp or time-mark verifies (ruling 59). */
  readonly bestSignatureTime: Instant | null
  readonly blocks: readonly BlockResult[]
  readonly proofsOfExistence: readonly ProofOfExistence[]
  /** Failed checks in the order in which they are shown, the deciding one first. */
  readonly errors: readonly CheckResult[]
  readonly warnings: readonly CheckResult[]
}
