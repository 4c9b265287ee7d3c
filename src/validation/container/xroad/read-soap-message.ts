import { ReaderError, type XroadMember, type XroadMessage } from '#model'
import { attributeOf, childElements, parseXml, textOf, type XmlElement, type XmlLimits } from '#readers/xml'
import type { MessageFindings } from './read-message.js'

const ENVELOPE = 'http://schemas.xmlsoap.org/soap/envelope/'
const XROAD = 'http://x-road.eu/xsd/xroad.xsd'
/** The common start of the namespaces of the message protocol, of identifiers and of representation. */
const NAMESPACES = 'http://x-road.eu/'
const IDENTIFIERS = 'http://x-road.eu/xsd/identifiers'

/** Why a message of X-Road cannot be read. A code is never reused after its removal. */
export type MessageErrorCode =
  /** The root is not a SOAP envelope. */
  | 'MESSAGE_ROOT'
  /** The message is not text in UTF-8. */
  | 'MESSAGE_ENCODING'
  /** A message in text has no second line. */
  | 'MESSAGE_LINES'
  /** The first line is neither a method nor a status. */
  | 'MESSAGE_FIRST_LINE'
  /** A line holds a control character. */
  | 'MESSAGE_CONTROL'
  /** A header line has no name. */
  | 'MESSAGE_HEADER_LINE'
  /** The header of the message is larger than the bound. */
  | 'MESSAGE_TOO_LARGE'
  /** The message has more header lines than the bound. */
  | 'MESSAGE_TOO_MANY_HEADERS'

/** The error for a message that breaks the message protocol of X-Road, or reaches a bound of it. */
export function messageError(code: MessageErrorCode, message: string, limit = false): ReaderError {
  return new ReaderError(code, message, null, limit)
}

/**
 * Reads the header of a SOAP message (X-Road: Message Protocol 4.0). `client`, `id`, `protocolVersion` and `service` are required. The message is a response
 * when the name of the element in the body ends in `Response`.
 *
 * @throws ReaderError when the root is not a SOAP envelope
 */
export function readSoapMessage(octets: Uint8Array, limits: XmlLimits, findings: MessageFindings): Omit<XroadMessage, 'findings'> {
  // The service of the sender defines the body. None of its attributes is read, so their length is not bounded.
  const { root } = parseXml(octets, { ...limits, maxAttributeLength: limits.maxBytes })
  if (root.namespace !== ENVELOPE || root.localName !== 'Envelope') throw messageError('MESSAGE_ROOT', 'The root is not a SOAP envelope')
  const [header, secondHeader] = childElements(root, ENVELOPE, 'Header')
  const [body, secondBody] = childElements(root, ENVELOPE, 'Body')
  const [content, secondContent] = body === undefined ? [] : childElements(body)
  if (body === undefined || secondBody !== undefined || content === undefined || secondContent !== undefined)
    findings.add('xroad-message-body-single')
  if (content?.namespace === ENVELOPE && content.localName === 'Fault')
    findings.add('xroad-message-readable', { problem: 'The message is a SOAP fault', element: null })
  if (header === undefined || secondHeader !== undefined) {
    findings.add('xroad-message-header-present')
    return { protocol: 'soap', kind: null, sender: null, service: null }
  }
  return { protocol: 'soap', ...readHeader(header, content ?? null, findings) }
}

function readHeader(
  header: XmlElement,
  content: XmlElement | null,
  findings: MessageFindings,
): Omit<XroadMessage, 'findings' | 'protocol'> {
  const fields = fieldsOf(header, findings)
  for (const name of ['client', 'id', 'protocolVersion', 'service']) {
    if (!fields.has(`{${XROAD}}${name}`)) findings.add('xroad-message-field-present', { field: name })
  }
  const version = fields.get(`{${XROAD}}protocolVersion`) ?? null
  if (version !== null && !textOf(version).startsWith('4.')) findings.add('xroad-message-field-valid', { field: 'protocolVersion' })
  const clientField = fields.get(`{${XROAD}}client`) ?? null
  const serviceField = fields.get(`{${XROAD}}service`) ?? null
  const client = clientField === null ? null : memberOf(clientField, 'client', ['MEMBER', 'SUBSYSTEM'], findings)
  const service = serviceField === null ? null : memberOf(serviceField, 'service', ['SERVICE'], findings)
  const serverField = fields.get(`{${XROAD}}securityServer`) ?? null
  if (serverField !== null) memberOf(serverField, 'securityServer', ['SERVER'], findings)
  if (content === null) return { kind: null, sender: null, service: null }
  const code = serviceField === null ? null : partOf(serviceField, 'serviceCode')
  if (code !== null && !content.localName.startsWith(code))
    findings.add('xroad-message-service-consistent', { service: code.slice(0, 200), body: content.localName.slice(0, 200) })
  const response = content.localName.endsWith('Response')
  return { kind: response ? 'response' : 'request', sender: response ? service : client, service: code }
}

/** Header fields by name. A repeated field of X-Road is ambiguous and has no value; fields of other namespaces are not checked. */
function fieldsOf(header: XmlElement, findings: MessageFindings): ReadonlyMap<string, XmlElement | null> {
  const fields = new Map<string, XmlElement | null>()
  const repeated = new Set<string>()
  for (const element of childElements(header)) {
    const name = `{${element.namespace}}${element.localName}`
    if (fields.has(name) && element.namespace.startsWith(NAMESPACES)) repeated.add(name)
    fields.set(name, element)
  }
  for (const name of repeated) {
    findings.add('xroad-message-field-single', { field: fields.get(name)?.localName.slice(0, 200) ?? '' })
    fields.set(name, null)
  }
  return fields
}

/** The part that an identifier must have in addition to the member. */
const furtherParts = { client: null, service: 'serviceCode', securityServer: 'serverCode' } as const

/** The member that an identifier names, without its subsystem, service and server. Null, with a finding, when the identifier is not valid. */
function memberOf(
  field: XmlElement,
  name: keyof typeof furtherParts,
  types: readonly string[],
  findings: MessageFindings,
): XroadMember | null {
  const type = attributeOf(field, 'objectType', IDENTIFIERS)
  const instance = partOf(field, 'xRoadInstance')
  const memberClass = partOf(field, 'memberClass')
  const memberCode = partOf(field, 'memberCode')
  const further = furtherParts[name]
  const complete =
    (further === null || partOf(field, further) !== null) &&
    (childElements(field, IDENTIFIERS, 'subsystemCode').length === 0 || partOf(field, 'subsystemCode') !== null) &&
    childElements(field, IDENTIFIERS, 'serviceVersion').length <= 1
  if (type !== null && types.includes(type) && instance !== null && memberClass !== null && memberCode !== null && complete)
    return { instance, memberClass, memberCode }
  findings.add('xroad-message-field-valid', { field: name })
  return null
}

/**
 * One part of an identifier. Null when it is missing, empty, repeated, longer than 255 characters, contains elements, or has white space around it: it is
 * compared with the certificate octet by octet, and security servers do not trim it.
 */
function partOf(field: XmlElement, name: string): string | null {
  const [part, second] = childElements(field, IDENTIFIERS, name)
  if (part === undefined || second !== undefined || childElements(part).length > 0) return null
  const text = textOf(part)
  return text === '' || text !== text.trim() || text.length > 255 ? null : text
}
