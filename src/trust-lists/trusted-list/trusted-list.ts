import type { Instant, ServiceQualification } from '#model'
import type { XmlLimits } from '#xml'

/** Limits for one list (`limits.trustedList`). */
export interface TrustedListLimits {
  readonly xml: XmlLimits
  readonly maxServices: number
  readonly maxPointers: number
  readonly maxPivots: number
  readonly maxEntriesOfService: number
  readonly headBytes: number
}

/** The content of a list of lists or national list (ETSI TS 119 612). Nothing is evaluated or authenticated. */
export interface TrustedList {
  /** TSLVersionIdentifier: 4, 5 or 6 occur. */
  readonly version: number
  readonly sequenceNumber: number
  readonly kind: 'trusted-list' | 'list-of-lists' | 'other'
  /** TSLType as written. */
  readonly type: string
  readonly territory: string
  /** SchemeInformationURI in document order: in a list of lists the notice and the pivots. */
  readonly informationUris: readonly string[]
  readonly issued: Instant
  /** Null for a closed list (empty NextUpdate). */
  readonly nextUpdate: Instant | null
  readonly pointers: readonly ListPointer[]
  readonly services: readonly ListedService[]
  /** Services that are not used, because they are ambiguous or cannot be read. */
  readonly unreadable: readonly UnreadableService[]
}

export interface UnreadableService {
  /** Like `ListedService.place`. */
  readonly place: string
  readonly reason: string
}

export interface ListPointer {
  readonly location: string
  readonly territory: string
  readonly kind: TrustedList['kind']
  readonly mimeType: string
  /** DER of the certificates that may sign the list. */
  readonly certificates: readonly Buffer[]
}

export interface ListedService {
  /** Position in the list: `provider/service`, from 1. */
  readonly place: string
  readonly providerName: string
  /** By descending start time; at the same start in the order of the list. */
  readonly instances: readonly ServiceInstance[]
  /** DER of the certificates of the current instance. History instances identify the same key by its key identifier (5.5.3), so they add none. */
  readonly certificates: readonly Buffer[]
}

export interface ServiceInstance {
  readonly name: string
  /** URI as written. */
  readonly type: string
  /** URI as written. */
  readonly status: string
  readonly from: Instant
  readonly qualification: ServiceQualification
  /** Names of the elements in unknown critical extensions. With any, the instance is not used. */
  readonly unknownCriticalExtensions: readonly string[]
}
