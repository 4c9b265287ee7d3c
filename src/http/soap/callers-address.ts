import type { FastifyRequest } from 'fastify'

const hostForm = /^(?:[A-Za-z0-9._-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(?::(\d{1,5}))?$/
/** Segments of a path that lead nowhere else: `.` and `..` are none. */
const prefixForm = /^(?:\/(?!\.{1,2}(?:\/|$))[A-Za-z0-9._~-]+)+$/
const maxPrefixLength = 256

/**
 * The address under which the caller sees a path. A client connects to what the WSDL names, so the headers of a proxy count only when the operator
 * says that one stands in front (`behindProxy`): `Forwarded` (RFC 7239), and for what it does not say `X-Forwarded-Proto`, `-Host`, `-Port` and `-Prefix`.
 * Of several proxies the first counts, which the caller spoke to. What is no host, port, protocol or path is left out.
 */
export function callersAddress(request: FastifyRequest, path: string, behindProxy: boolean): string {
  const told = behindProxy ? toldByProxy(request) : {}
  const protocol = told.protocol ?? request.protocol
  const host = told.host ?? hostOf(request.headers.host) ?? `localhost:${String(request.socket.localPort ?? 80)}`
  return `${protocol}://${host}${told.prefix ?? ''}${path}`
}

interface Told {
  readonly protocol?: string | undefined
  readonly host?: string | undefined
  readonly prefix?: string | undefined
}

function toldByProxy({ headers }: FastifyRequest): Told {
  const first = (name: string) => {
    const value = headers[name]
    return (Array.isArray(value) ? value[0] : value)?.split(',', 1)[0]?.trim()
  }
  const forwarded = new Map(first('forwarded')?.split(';').map(pairOf))
  const protocol = protocolOf(forwarded.get('proto')) ?? protocolOf(first('x-forwarded-proto'))
  const host = hostOf(forwarded.get('host')) ?? withPort(hostOf(first('x-forwarded-host')), first('x-forwarded-port'), protocol)
  return { protocol, host, prefix: prefixOf(first('x-forwarded-prefix')) }
}

function protocolOf(text: string | undefined): string | undefined {
  const name = text?.toLowerCase()
  return name === 'https' || name === 'http' ? name : undefined
}

function hostOf(text: string | undefined): string | undefined {
  const match = hostForm.exec(text ?? '')
  return match !== null && isPort(match[1] ?? '1') ? match[0] : undefined
}

/** The port that a proxy names apart, unless it is the usual one or the host has its own. */
function withPort(host: string | undefined, port: string | undefined, protocol: string | undefined): string | undefined {
  const usual = protocol === 'https' ? '443' : '80'
  const apart = host !== undefined && port !== undefined && port !== usual && isPort(port) && !/:\d+$/.test(host)
  return apart ? `${host}:${port}` : host
}

function isPort(text: string): boolean {
  return /^[1-9]\d{0,4}$/.test(text) && Number(text) <= 65_535
}

function prefixOf(text: string | undefined): string | undefined {
  const prefix = text?.replace(/\/$/, '') ?? ''
  return prefix.length <= maxPrefixLength && prefixForm.test(prefix) ? prefix : undefined
}

/** `name=value` or `name="value"`; names in any letter case (RFC 7239, section 4). */
function pairOf(pair: string): readonly [string, string] {
  const equals = pair.indexOf('=')
  return [
    pair.slice(0, equals).trim().toLowerCase(),
    pair
      .slice(equals + 1)
      .trim()
      .replace(/^"(.*)"$/, '$1'),
  ]
}
