import { resultOrNull, type XroadMember, type XroadMessage } from '#model'
import type { MessageFindings, MessageLimits } from './read-message.js'
import { messageError } from './read-soap-message.js'

const methods: ReadonlySet<string> = new Set(['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT', 'TRACE'])

/** Header fields of X-Road; each must occur only once. */
const fieldsOfXroad = [
  'x-road-client',
  'x-road-service',
  'x-road-id',
  'x-road-request-hash',
  'x-road-security-server',
  'x-road-represented-party',
] as const
const requiredInResponse = ['x-road-client', 'x-road-service', 'x-road-id', 'x-road-request-hash'] as const

/** Header fields of a single connection. A security server removes them before it signs, so a message that has one was not exchanged over X-Road. */
const fieldsOfConnection: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'server',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'user-agent',
])

/** The characters of a URI (RFC 3986, 2), with complete percent-encoding. Characters outside ASCII are allowed, as in the verifier of X-Road. */
const uriCharacters = /^(?:[^\s\u007f-\u009f"%<>\\^`{|}]|%[\dA-Fa-f]{2})*$/
/** The characters of a path segment (RFC 3986, 3.3). */
const segmentCharacters = /^(?:[\w\-.~!$&'()*+,;=:@]|%[\dA-Fa-f]{2})+$/

/**
 * Reads the header of a textual message (X-Road: Message Protocol for REST 1.0). A request consists of its method, its path and its header lines, a response of
 * its status code, its reason and its header lines, each on a line of its own.
 *
 * @throws ReaderError when the text breaks these rules or a bound is reached
 */
export function readRestMessage(octets: Uint8Array, limits: MessageLimits, findings: MessageFindings): Omit<XroadMessage, 'findings'> {
  if (octets.length > limits.maxRestBytes)
    throw messageError('MESSAGE_TOO_LARGE', 'The header of the message is larger than is allowed', true)
  const [first = '', second, ...lines] = linesOf(octets)
  if (lines.length > limits.maxRestHeaders)
    throw messageError('MESSAGE_TOO_MANY_HEADERS', 'The message has more header lines than is allowed', true)
  if (second === undefined) throw messageError('MESSAGE_LINES', 'The message has no second line')
  const response = /^[1-9]\d{2}$/.test(first)
  if (!response && !methods.has(first)) throw messageError('MESSAGE_FIRST_LINE', 'The first line is neither a method nor a status code')
  const fields = fieldsOf(lines, findings)
  const kind = response ? 'response' : 'request'
  const required = response ? requiredInResponse : (['x-road-client'] as const)
  for (const field of required) if (!fields.has(field)) findings.add('xroad-message-field-present', { field })
  const client = identifierOf(fields.get('x-road-client'), 3, 4, 'x-road-client', findings)
  const service = response ? identifierOf(fields.get('x-road-service'), 5, 5, 'x-road-service', findings) : serviceOfPath(second, findings)
  identifierOf(fields.get('x-road-security-server'), 4, 4, 'x-road-security-server', findings)
  if (response) checkAnswered(fields, findings)
  else checkParty(fields.get('x-road-represented-party') ?? '', findings)
  return {
    protocol: 'rest',
    kind,
    sender: response ? service : client,
    service: response ? codeOf(fields.get('x-road-service') ?? '') : codeOfPath(second),
  }
}

/** Lines of the text, which end in CR LF or LF. A lone CR is refused: only some readers treat it as the end of a line. */
function linesOf(octets: Uint8Array): readonly string[] {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(octets)
  const body = text.endsWith('\n') ? text.slice(0, -1) : text
  const lines = body.split('\n').map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line))
  if (lines.some((line) => /[\u0000-\u0008\u000a-\u001f\u007f]/.test(line)))
    throw messageError('MESSAGE_CONTROL', 'A line of the message holds a control character')
  return lines
}

/** Values of the X-Road header fields by their name in lower case. A repeated field is a finding, and its value is null. */
function fieldsOf(lines: readonly string[], findings: MessageFindings): ReadonlyMap<string, string | null> {
  const fields = new Map<string, string | null>()
  for (const line of lines) {
    const colon = line.indexOf(':')
    if (colon < 1) throw messageError('MESSAGE_HEADER_LINE', 'A header line has no name')
    const name = line.slice(0, colon).toLowerCase()
    if (fieldsOfConnection.has(name)) findings.add('xroad-message-field-valid', { field: name })
    if (!fieldsOfXroad.some((known) => known === name)) continue
    if (fields.has(name)) findings.add('xroad-message-field-single', { field: name })
    fields.set(name, fields.has(name) ? null : line.slice(colon + 1))
  }
  return fields
}

/** The party on whose behalf a request is sent: an optional class and a code. The verifier of X-Road accepts empty parts. */
function checkParty(party: string, findings: MessageFindings): void {
  const parts = party.split('/')
  const valid = parts.findLastIndex((part) => part !== '') < 2 && parts.every((part) => part === '' || segmentCharacters.test(part))
  if (!valid) findings.add('xroad-message-field-valid', { field: 'x-road-represented-party' })
}

/** A response identifies its request by an identifier and a digest. */
function checkAnswered(fields: ReadonlyMap<string, string | null>, findings: MessageFindings): void {
  if (fields.get('x-road-id') === '') findings.add('xroad-message-field-valid', { field: 'x-road-id' })
  const hash = fields.get('x-road-request-hash') ?? null
  if (hash !== null && !/^[A-Za-z\d+/]+={0,2}$/.test(hash)) findings.add('xroad-message-field-valid', { field: 'x-road-request-hash' })
}

/** The service in the path of a request: `/r1/INSTANCE/CLASS/MEMBER/SUBSYSTEM/SERVICE`, which any other text may follow. */
function serviceOfPath(uri: string, findings: MessageFindings): XroadMember | null {
  const [path = ''] = uri.split(/[?#]/, 1)
  const [empty, version, ...parts] = path.split('/')
  const named = uriCharacters.test(uri) && empty === '' && version === 'r1' && parts.length >= 5 ? parts.slice(0, 5).join('/') : ''
  return identifierOf(named, 5, 5, 'service', findings)
}

/** The service code of an identifier of a service: its last part. */
function codeOf(identifier: string): string | null {
  return partsOf(identifier, 5, 5)?.[4] ?? null
}

function codeOfPath(uri: string): string | null {
  const [path = ''] = uri.split(/[?#]/, 1)
  return codeOf(path.split('/').slice(2, 7).join('/'))
}

/** The member that an identifier names: `minParts` to `maxParts` percent-encoded parts, separated by slashes. Null, with a finding, for anything else. */
function identifierOf(
  value: string | null | undefined,
  minParts: number,
  maxParts: number,
  field: string,
  findings: MessageFindings,
): XroadMember | null {
  // A missing or repeated field has been reported already.
  if (value === undefined || value === null) return null
  const [instance, memberClass, memberCode] = partsOf(value, minParts, maxParts) ?? []
  if (instance !== undefined && memberClass !== undefined && memberCode !== undefined) return { instance, memberClass, memberCode }
  findings.add('xroad-message-field-valid', { field })
  return null
}

/** The decoded parts of an identifier; null when there are fewer or more, or one is empty, too long or badly encoded. */
function partsOf(value: string, minParts: number, maxParts: number): readonly string[] | null {
  const written = value.split('/')
  if (written.length < minParts || written.length > maxParts) return null
  const parts = written.flatMap((part) =>
    segmentCharacters.test(part) ? (resultOrNull(URIError, () => decodeURIComponent(part)) ?? []) : [],
  )
  return parts.length === written.length && parts.every((part) => part.length <= 255) ? parts : null
}
