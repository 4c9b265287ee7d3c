import type { DetachedData } from './detached-data.js'
import type { Instant } from './time.js'

/** Document types that a request to SiVa 1 names, as the service writes them. A request may use any letter case. */
export const siva1DocumentTypes = ['BDOC', 'DDOC', 'PDF', 'XROAD'] as const
/**
 * All document types. `BDOC` is ASiC-E with XAdES and its own media type; `ASICE` any other ASiC-E: with CAdES, or with another media type. `ASICS` is ASiC-S;
 * `CADES` is a CMS message and `XADES` an XML document with signatures, without a container.
 */
export const documentTypes = [...siva1DocumentTypes, 'ASICE', 'ASICS', 'CADES', 'XADES'] as const

/** Policies by the interface that offers them: an interface accepts no policy of another. */
export const policiesOfInterface = { siva1: ['POLv1', 'POLv2'], siva3: ['POLv3', 'POLv4'] } as const
/** The built-in policies, for interfaces of our own. An operator adds others in policy files. */
export const policyNames = [...policiesOfInterface.siva1, ...policiesOfInterface.siva3] as const

export type DocumentType = (typeof documentTypes)[number]
export type BuiltInPolicyName = (typeof policyNames)[number]
/** Name of a policy: a built-in one, or that of a policy file. */
export type PolicyName = string

/** What a policy file says about itself. Its name differs from every built-in one in more than letter case. */
export interface OwnPolicy {
  readonly name: PolicyName
  /** The built-in policy that it changes. */
  readonly basis: BuiltInPolicyName
  readonly description: string
  /** Where it is published; null when the file does not say. */
  readonly url: string | null
  /** SHA-256 of the file, lower-case hex. */
  readonly digest: string
}

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
