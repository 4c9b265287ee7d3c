import type { DetachedData } from './detached-data.js'
import type { Instant } from './time.js'

/** Document types and policies as the service writes them. A request may use any letter case. */
export const documentTypes = ['BDOC', 'DDOC', 'PDF', 'XROAD'] as const

/** Policies by the interface that offers them: an interface accepts no policy of another. */
export const policiesOfInterface = { siva1: ['POLv1', 'POLv2'], siva3: ['POLv3', 'POLv4'] } as const
/** All policies, for interfaces of our own. */
export const policyNames = [...policiesOfInterface.siva1, ...policiesOfInterface.siva3] as const

export type DocumentType = (typeof documentTypes)[number]
export type PolicyName = (typeof policyNames)[number]

/** A validation request, independent of the interface (JSON, SOAP, command line) that it came from. */
export interface ValidationRequest {
  readonly document: Uint8Array
  readonly filename: string
  readonly documentType: DocumentType
  readonly policy: PolicyName
  /** What detached signatures cover, where the document does not contain it. Null or absent: nothing is given. */
  readonly detached?: DetachedData | null
  /** The time at which the signatures are validated. */
  readonly validationTime: Instant
}
