import type { Instant } from './time.js'

export type DocumentType = 'BDOC' | 'DDOC' | 'PDF' | 'XROAD'
export type PolicyName = 'POLv1' | 'POLv2'

/** A validation request, independent of the interface (JSON, SOAP, command line) that it came from. */
export interface ValidationRequest {
  readonly document: Uint8Array
  readonly filename: string
  readonly documentType: DocumentType
  readonly policy: PolicyName
  /** The moment for which the verdict is asked. */
  readonly validationTime: Instant
}
