import type { Instant } from './time.js'

/** Names of types and policies as the service writes them; a request may write them in any letter case. */
export const documentTypes = ['BDOC', 'DDOC', 'PDF', 'XROAD'] as const
export const policyNames = ['POLv1', 'POLv2'] as const

export type DocumentType = (typeof documentTypes)[number]
export type PolicyName = (typeof policyNames)[number]

/** A validation request, independent of the interface (JSON, SOAP, command line) that it came from. */
export interface ValidationRequest {
  readonly document: Uint8Array
  readonly filename: string
  readonly documentType: DocumentType
  readonly policy: PolicyName
  /** The moment for which the verdict is asked. */
  readonly validationTime: Instant
}
