import type { Instant, ServiceQualification } from '#model'
import type { XmlLimits } from '#xml'

/** Bounds of one list (`limits.trustedList`). */
export interface TrustedListLimits {
  readonly xml: XmlLimits
  readonly maxServices: number
  readonly maxPointers: number
  readonly maxPivots: number
  readonly maxEntriesOfService: number
  readonly headBytes: number
}

/** A list of lists or a national list as its bytes say (ETSI TS 119 612). Nothing here has been judged. */
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
  /** Null for a list that is closed for good (empty NextUpdate). */
  readonly nextUpdate: Instant | null
  readonly pointers: readonly ListPointer[]
  readonly services: readonly ListedService[]
  /** Services that say nothing, because they could be read in two ways or not at all. */
  readonly unreadable: readonly UnreadableService[]
}

export interface UnreadableService {
  /** As `ListedService.place`. */
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
  /** Place in the list: `provider/service`, from 1. */
  readonly place: string
  readonly providerName: string
  /** Newest first by start time; at the same start the one that stands first in the list. */
  readonly instances: readonly ServiceInstance[]
  /** DER of the certificates of the current instance. History names the same key by its identifier (5.5.3), so it adds none. */
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
  /** Critical extensions that are not known here: the instance is not usable. Names of the elements inside. */
  readonly unknownCriticalExtensions: readonly string[]
}
