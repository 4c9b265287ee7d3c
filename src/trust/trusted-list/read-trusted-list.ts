import { attributeOf, childElement, childElements, textOf, type XmlDocument, type XmlElement } from '#xml'
import {
  certificatesOf,
  instantOf,
  lastSegment,
  multilingual,
  numberOf,
  optionalChild,
  optionalText,
  requiredChild,
  requiredText,
  TSL,
  TSLX,
} from './list-elements.js'
import { readServiceExtensions } from './read-qualifications.js'
import type { ListedService, ListPointer, ServiceInstance, TrustedList, TrustedListLimits } from './trusted-list.js'
import { TrustedListError } from './trusted-list-error.js'

/**
 * Reads a trusted list or a list of lists, version 4 to 6 (ETSI TS 119 612, 5). Decides nothing about authenticity or use.
 * Throws `TrustedListError`: `LIST_ROOT`, `LIST_ELEMENT_MISSING`, `LIST_ELEMENT_REPEATED`, `LIST_VALUE`, `LIST_TOO_MANY`.
 */
export function readTrustedList(document: XmlDocument, limits: TrustedListLimits): TrustedList {
  const { root } = document
  if (root.namespace !== TSL || root.localName !== 'TrustServiceStatusList')
    throw new TrustedListError('LIST_ROOT', `The document is a ${root.localName.slice(0, 40)}, not a trusted list.`, root.offset)
  const scheme = requiredChild(root, 'SchemeInformation')
  const type = requiredText(scheme, 'TSLType')
  const nextUpdate = requiredChild(scheme, 'NextUpdate')
  const nextUpdateTime = optionalChild(nextUpdate, 'dateTime')
  const informationUri = optionalChild(scheme, 'SchemeInformationURI')
  return {
    version: numberOf(requiredChild(scheme, 'TSLVersionIdentifier')),
    sequenceNumber: numberOf(requiredChild(scheme, 'TSLSequenceNumber')),
    kind: kindOfType(type),
    type,
    territory: requiredText(scheme, 'SchemeTerritory'),
    operatorName: multilingual(optionalChild(scheme, 'SchemeOperatorName')),
    informationUris: informationUri ? childElements(informationUri, TSL, 'URI').map((uri) => textOf(uri).trim()) : [],
    issued: instantOf(requiredChild(scheme, 'ListIssueDateTime')),
    nextUpdate: nextUpdateTime && instantOf(nextUpdateTime),
    pointers: readPointers(optionalChild(scheme, 'PointersToOtherTSL'), limits),
    services: readServices(optionalChild(root, 'TrustServiceProviderList'), limits),
  }
}

/** TSLType by its last segment; lists of version 4 call them `generic` and `schemes`. */
export function kindOfType(type: string): TrustedList['kind'] {
  switch (lastSegment(type)) {
    case 'EUgeneric':
    case 'generic':
      return 'trusted-list'
    case 'EUlistofthelists':
    case 'schemes':
      return 'list-of-lists'
    default:
      return 'other'
  }
}

function readPointers(pointers: XmlElement | null, limits: TrustedListLimits): ListPointer[] {
  const elements = pointers ? childElements(pointers, TSL, 'OtherTSLPointer') : []
  if (elements.length > limits.maxPointers)
    throw new TrustedListError('LIST_TOO_MANY', `The list has ${elements.length} pointers; at most ${limits.maxPointers} are read.`)
  return elements.map(readPointer)
}

function readPointer(pointer: XmlElement): ListPointer {
  const identities = optionalChild(pointer, 'ServiceDigitalIdentities')
  const additional = optionalChild(pointer, 'AdditionalInformation')
  let territory = ''
  let mimeType = ''
  let type = ''
  for (const other of additional ? childElements(additional, TSL, 'OtherInformation') : []) {
    for (const content of childElements(other)) {
      if (content.namespace === TSL && content.localName === 'TSLType') type = textOf(content).trim()
      else if (content.namespace === TSL && content.localName === 'SchemeTerritory') territory = textOf(content).trim()
      else if (content.namespace === TSLX && content.localName === 'MimeType') mimeType = textOf(content).trim()
    }
  }
  return {
    location: requiredText(pointer, 'TSLLocation'),
    territory,
    kind: kindOfType(type),
    mimeType,
    certificates: identities ? childElements(identities, TSL, 'ServiceDigitalIdentity').flatMap(certificatesOf) : [],
  }
}

function readServices(providers: XmlElement | null, limits: TrustedListLimits): ListedService[] {
  const services: ListedService[] = []
  for (const [providerIndex, provider] of (providers ? childElements(providers, TSL, 'TrustServiceProvider') : []).entries()) {
    const providerName = multilingual(optionalChild(requiredChild(provider, 'TSPInformation'), 'TSPName'))
    const list = optionalChild(provider, 'TSPServices')
    for (const [serviceIndex, service] of (list ? childElements(list, TSL, 'TSPService') : []).entries()) {
      if (services.length >= limits.maxServices)
        throw new TrustedListError('LIST_TOO_MANY', `The list has more than ${limits.maxServices} services.`, service.offset)
      services.push(readService(service, `${providerIndex + 1}/${serviceIndex + 1}`, providerName, limits))
    }
  }
  return services
}

function readService(service: XmlElement, place: string, providerName: string, limits: TrustedListLimits): ListedService {
  const current = requiredChild(service, 'ServiceInformation')
  const history = childElement(service, TSL, 'ServiceHistory')
  const past = history ? childElements(history, TSL, 'ServiceHistoryInstance') : []
  if (past.length > limits.maxEntriesOfService)
    throw new TrustedListError('LIST_TOO_MANY', 'A service has more history than is read.', service.offset)
  const elements = [current, ...past]
  const instances = elements.map((e) => readInstance(e, limits))
  return {
    place,
    providerName,
    // A stable sort: of two instances with one start the newer one, which stands first, is in force (the older has length zero).
    instances: instances.toSorted((a, b) => b.from - a.from),
    certificates: certificatesOf(optionalChild(current, 'ServiceDigitalIdentity')),
  }
}

function readInstance(information: XmlElement, limits: TrustedListLimits): ServiceInstance {
  return {
    name: multilingual(optionalChild(information, 'ServiceName')),
    type: optionalText(information, 'ServiceTypeIdentifier'),
    status: optionalText(information, 'ServiceStatus'),
    from: instantOf(requiredChild(information, 'StatusStartingTime')),
    ...readServiceExtensions(optionalChild(information, 'ServiceInformationExtensions'), limits),
  }
}

/** Id attribute of the root, which an enveloped signature may name; the empty string when there is none. */
export function listIdOf(document: XmlDocument): string {
  return attributeOf(document.root, 'Id') ?? ''
}
