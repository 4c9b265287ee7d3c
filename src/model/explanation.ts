import type { SignatureConclusion } from './conclusion.js'
import type { DocumentType, PolicyName } from './request.js'
import type { SignatureFacts, UnreadableSignature } from './signature-facts.js'
import type { Instant } from './time.js'
import type { ValidationData } from './validation-data.js'

/** The input and the conclusion of one signature, as plain data with bytes in base64. The same facts, data, policy and time always give the same conclusion. */
export type SignatureExplanation = { readonly conclusion: SignatureConclusion } & (
  | { readonly facts: SignatureFacts; readonly unreadable: null; readonly validationData: ValidationData }
  | { readonly facts: null; readonly unreadable: UnreadableSignature; readonly validationData: null }
)

export interface Explanation {
  readonly documentType: DocumentType
  readonly policy: PolicyName
  readonly validationTime: Instant
  /** Digest of the trust snapshot that was used. */
  readonly trustSnapshot: string
  readonly signatures: readonly SignatureExplanation[]
}
