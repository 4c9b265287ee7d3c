import type { Instant } from './time.js'

export type DocumentType = 'BDOC' | 'DDOC' | 'PDF' | 'XROAD'
export type PolicyName = 'POLv1' | 'POLv2'

/** A validation request after the interface has been left behind: nobody knows any more whether it was JSON, SOAP or a command line. */
export interface ValidationRequest {
  readonly document: Uint8Array
  readonly filename: string
  readonly documentType: DocumentType
  readonly policy: PolicyName
  /** The moment for which the verdict is asked. */
  readonly validationTime: Instant
}
