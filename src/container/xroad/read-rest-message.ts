import { resultOrNull, type XroadMember, type XroadMessage } from '#model'
import type { MessageFindings, MessageLimits } from './read-message.js'
import { MessageError } from './read-soap-message.js'

const methods: ReadonlySet<string> = new Set(['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT', 'TRACE'])

/** Header fields of X-Road; each must occur only once. */
const fieldsOfXroad = ['x-road-client', 'x-road-service', 'x-road-id', 'x-road-request-hash', 'x-road-security-server'] as const
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

/**
 * Reads the header of a textual message (X-Road: Message Protocol for REST 1.0). A request consists of its method, its path and its header lines, a response of
 * its status code, its reason and its header lines, each on a line of its own.
 *
 * @throws MessageError when the text breaks these rules or a bound is reached
 */
export function readRestMessage(octets: Uint8Array, limits: MessageLimits, findings: MessageFindings): Omit<XroadMessage, 'findings'> {
  if (octets.length > limits.maxRestBytes)
    throw new MessageError('MESSAGE_TOO_LARGE', 'The header of the message is larger than is allowed', null, true)
  const [first = '', second, ...lines] = linesOf(octets)
  if (lines.length > limits.maxRestHeaders)
    throw new MessageError('MESSAGE_TOO_MANY_HEADERS', 'The message has more header lines than is allowed', null, true)
  if (second === undefined) throw new MessageError('MESSAGE_LINES', 'The message has no second line')
  const response = /^[1-9]\d{2}$/.test(first)
  if (!response && !methods.has(first)) throw new MessageError('MESSAGE_FIRST_LINE', 'The first line is neither a method nor a status code')
  const fields = fieldsOf(lines, findings)
  const kind = response ? 'response' : 'request'
  const required = response ? requiredInResponse : (['x-road-client'] as const)
  for (const field of required) if (!fields.has(field)) findings.add('xroad-message-field-present', { field })
  const client = identifierOf(fields.get('x-road-client'), 3, 4, 'x-road-client', findings)
  const service = response ? identifierOf(fields.get('x-road-service'), 5, 5, 'x-road-service', findings) : serviceOfPath(second, findings)
  identifierOf(fields.get('x-road-security-server'), 4, 4, 'x-road-security-server', findings)
  return { protocol: 'rest', kind, sender: response ? service : client }
}

/** Lines of UTF-8 text, which end in CR LF or LF. A lone CR is refused: only some readers treat it as the end of a line. */
function linesOf(octets: Uint8Array): readonly string[] {
  const text = decode(octets)
  const body = text.endsWith('\n') ? text.slice(0, -1) : text
  const lines = body.split('\n').map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line))
  if (lines.some((line) => /[\u0000-\u0008\u000a-\u001f\u007f]/.test(line)))
    throw new MessageError('MESSAGE_CONTROL', 'A line of the message holds a control character')
  return lines
}

function decode(octets: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(octets)
  } catch (error) {
    if (error instanceof TypeError) throw new MessageError('MESSAGE_ENCODING', 'The message is not text in UTF-8')
    throw error
  }
}

/** Values of the X-Road header fields by their name in lower case. A repeated field is a finding, and its value is null. */
function fieldsOf(lines: readonly string[], findings: MessageFindings): ReadonlyMap<string, string | null> {
  const fields = new Map<string, string | null>()
  for (const line of lines) {
    const colon = line.indexOf(':')
    if (colon < 1) throw new MessageError('MESSAGE_HEADER_LINE', 'A header line has no name')
    const name = line.slice(0, colon).toLowerCase()
    if (fieldsOfConnection.has(name)) findings.add('xroad-message-field-valid', { field: name })
    if (!fieldsOfXroad.some((known) => known === name)) continue
    if (fields.has(name)) findings.add('xroad-message-field-single', { field: name })
    fields.set(name, fields.has(name) ? null : line.slice(colon + 1))
  }
  return fields
}

/** The service in the path of a request: `/r1/INSTANCE/CLASS/MEMBER/SUBSYSTEM/SERVICE`, which any other text may follow. */
function serviceOfPath(uri: string, findings: MessageFindings): XroadMember | null {
  const [path = ''] = uri.split(/[?#]/, 1)
  const [empty, version, ...parts] = path.split('/')
  const named = empty === '' && version === 'r1' && parts.length >= 5 ? parts.slice(0, 5).join('/') : ''
  return identifierOf(named, 5, 5, 'service', findings)
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
  const parts = value.split('/').map((part) => resultOrNull(URIError, () => decodeURIComponent(part)))
  const [instance = null, memberClass = null, memberCode = null] = parts
  const valid =
    parts.length >= minParts && parts.length <= maxParts && parts.every((part) => part !== null && part !== '' && part.length <= 255)
  if (valid && instance !== null && memberClass !== null && memberCode !== null) return { instance, memberClass, memberCode }
  findings.add('xroad-message-field-valid', { field })
  return null
}
