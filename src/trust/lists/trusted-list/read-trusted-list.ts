import type { Instant, ServiceQualification } from '#model'
import { attributeOf, childElements, textOf, type XmlDocument, type XmlElement, type XmlLimits } from '#readers/xml'
import {
  certificatesIn,
  inEnglish,
  instantOf,
  itemsOf,
  numberOf,
  optionalChild,
  requiredChild,
  requiredText,
  TSL,
  TSLX,
} from './list-elements.js'
import { readServiceExtensions } from './read-qualifications.js'
import { orListError, TrustedListError } from './trusted-list-error.js'

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

interface ListedService {
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

/**
 * Reads a trusted list or a list of lists, version 4 to 6 (ETSI TS 119 612, 5). Does not authenticate it. Throws `TrustedListError`: `LIST_ROOT`,
 * `LIST_ELEMENT_MISSING`, `LIST_ELEMENT_REPEATED`, `LIST_VALUE`, `LIST_TOO_MANY`.
 */
export function readTrustedList(document: XmlDocument, limits: TrustedListLimits): TrustedList {
  const { root } = document
  if (root.namespace !== TSL || root.localName !== 'TrustServiceStatusList')
    throw new TrustedListError('LIST_ROOT', `The document is a ${root.localName.slice(0, 40)}, not a trusted list.`, root.offset)
  const scheme = requiredChild(root, 'SchemeInformation')
  const type = requiredText(scheme, 'TSLType')
  const nextUpdate = requiredChild(scheme, 'NextUpdate')
  const nextUpdateTime = optionalChild(nextUpdate, 'dateTime')
  return {
    version: numberOf(requiredChild(scheme, 'TSLVersionIdentifier')),
    sequenceNumber: numberOf(requiredChild(scheme, 'TSLSequenceNumber')),
    kind: kindOfType(type),
    type,
    territory: requiredText(scheme, 'SchemeTerritory'),
    informationUris: itemsOf(scheme, 'SchemeInformationURI', 'URI').map((uri) => textOf(uri).trim()),
    issued: instantOf(requiredChild(scheme, 'ListIssueDateTime')),
    nextUpdate: nextUpdateTime && instantOf(nextUpdateTime),
    pointers: readPointers(itemsOf(scheme, 'PointersToOtherTSL', 'OtherTSLPointer'), limits),
    ...readServices(itemsOf(root, 'TrustServiceProviderList', 'TrustServiceProvider'), limits),
  }
}

const kinds: ReadonlyMap<string, TrustedList['kind']> = new Map([
  ['http://uri.etsi.org/TrstSvc/TrustedList/TSLType/EUgeneric', 'trusted-list'],
  ['http://uri.etsi.org/TrstSvc/TrustedList/TSLType/EUlistofthelists', 'list-of-lists'],
  // Lists from before 2014.
  ['http://uri.etsi.org/TrstSvc/eSigDir-1999-93-EC-TrustedList/TSLType/generic', 'trusted-list'],
  ['http://uri.etsi.org/TrstSvc/eSigDir-1999-93-EC-TrustedList/TSLType/schemes', 'list-of-lists'],
])

/** The kind of a list by its TSLType (TS 119 612 5.3.3), compared as a whole. */
export function kindOfType(type: string): TrustedList['kind'] {
  return kinds.get(type) ?? 'other'
}

function readPointers(pointers: readonly XmlElement[], limits: TrustedListLimits): readonly ListPointer[] {
  if (pointers.length > limits.maxPointers)
    throw new TrustedListError('LIST_TOO_MANY', `The list has ${pointers.length} pointers; at most ${limits.maxPointers} are read.`)
  return pointers.map(readPointer)
}

function readPointer(pointer: XmlElement): ListPointer {
  const identities = itemsOf(pointer, 'ServiceDigitalIdentities', 'ServiceDigitalIdentity')
  const others = itemsOf(pointer, 'AdditionalInformation', 'OtherInformation')
  const stated = (localName: string, namespace = TSL): string => {
    const [first, second] = others.flatMap((other) => childElements(other, namespace, localName))
    if (second) throw new TrustedListError('LIST_ELEMENT_REPEATED', `${localName} occurs twice in a pointer.`, second.offset)
    return first ? textOf(first).trim() : ''
  }
  return {
    location: requiredText(pointer, 'TSLLocation'),
    territory: stated('SchemeTerritory'),
    kind: kindOfType(stated('TSLType')),
    mimeType: stated('MimeType', TSLX),
    certificates: identities.flatMap((identity) => certificatesIn(childElements(identity, TSL, 'DigitalId'))),
  }
}

function readServices(providers: readonly XmlElement[], limits: TrustedListLimits): Pick<TrustedList, 'services' | 'unreadable'> {
  const services: ListedService[] = []
  const unreadable: UnreadableService[] = []
  for (const [providerIndex, provider] of providers.entries()) {
    const providerName = inEnglish(itemsOf(requiredChild(provider, 'TSPInformation'), 'TSPName', 'Name'))
    for (const [serviceIndex, service] of itemsOf(provider, 'TSPServices', 'TSPService').entries()) {
      if (services.length + unreadable.length >= limits.maxServices)
        throw new TrustedListError('LIST_TOO_MANY', `The list has more than ${limits.maxServices} services.`, service.offset)
      const place = `${providerIndex + 1}/${serviceIndex + 1}`
      const read = orListError(() => readService(service, place, providerName, limits))
      // A service that cannot be read is left out, and the other services are used. Reaching a limit refuses the list.
      if (!(read instanceof TrustedListError)) services.push(read)
      else if (read.limit) throw read
      else unreadable.push({ place, reason: read.described })
    }
  }
  return { services, unreadable }
}

/** Reads one service. It is refused when a relevant element is repeated or the current status is older than the history, because it would be ambiguous. */
function readService(service: XmlElement, place: string, providerName: string, limits: TrustedListLimits): ListedService {
  const information = requiredChild(service, 'ServiceInformation')
  const instances = itemsOf(service, 'ServiceHistory', 'ServiceHistoryInstance')
  if (instances.length > limits.maxEntriesOfService)
    throw new TrustedListError('LIST_TOO_MANY', 'A service has more history entries than are read.', service.offset)
  const current = readInstance(information, limits)
  const past = instances.map((e) => readInstance(e, limits))
  if (past.some(({ from }) => from > current.from))
    throw new TrustedListError('LIST_VALUE', 'The current status of a service is older than its history.', service.offset)
  return {
    place,
    providerName,
    // The sort is stable: of two instances with the same start, the newer one, which is first in the list, applies (the older one has length zero).
    instances: [current, ...past.toSorted((a, b) => b.from - a.from)],
    certificates: certificatesIn(itemsOf(information, 'ServiceDigitalIdentity', 'DigitalId')),
  }
}

function readInstance(information: XmlElement, limits: TrustedListLimits): ServiceInstance {
  return {
    name: inEnglish(itemsOf(information, 'ServiceName', 'Name')),
    type: requiredText(information, 'ServiceTypeIdentifier'),
    status: requiredText(information, 'ServiceStatus'),
    from: instantOf(requiredChild(information, 'StatusStartingTime')),
    ...readServiceExtensions(itemsOf(information, 'ServiceInformationExtensions', 'Extension'), limits),
  }
}

/** Id attribute of the root, which the signature may reference; the empty string when there is none. */
export function listIdOf(document: XmlDocument): string {
  return attributeOf(document.root, 'Id') ?? ''
}
