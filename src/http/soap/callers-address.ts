import type { FastifyRequest } from 'fastify'

const hostForm = /^(?:[A-Za-z0-9._-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(?::\d{1,5})?$/
const prefixForm = /^(?:\/[A-Za-z0-9._~-]+)+$/

/**
 * The address under which the caller sees a path. A client connects to what the WSDL names, so the headers of a proxy count only when the operator
 * says that one stands in front (`behindProxy`): `Forwarded` (RFC 7239), else `X-Forwarded-Proto`, `-Host`, `-Port` and `-Prefix`. Of several proxies
 * the first counts, which the caller spoke to. What is no host name is left out.
 */
export function callersAddress(request: FastifyRequest, path: string, behindProxy: boolean): string {
  const told = behindProxy ? toldByProxy(request) : {}
  const protocol = told.protocol?.toLowerCase() === 'https' ? 'https' : told.protocol?.toLowerCase() === 'http' ? 'http' : request.protocol
  const host = [told.host, request.headers.host].find((candidate) => candidate !== undefined && hostForm.test(candidate))
  const prefix = told.prefix !== undefined && prefixForm.test(told.prefix) ? told.prefix : ''
  return `${protocol}://${host ?? `localhost:${String(request.socket.localPort ?? 80)}`}${prefix}${path}`
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
  const prefix = first('x-forwarded-prefix')?.replace(/\/$/, '')
  const forwarded = first('forwarded')
  if (forwarded !== undefined) {
    const pairs = new Map(forwarded.split(';').map(pairOf))
    return { protocol: pairs.get('proto'), host: pairs.get('host'), prefix }
  }
  const host = first('x-forwarded-host')
  const port = first('x-forwarded-port')
  const usual = port === (first('x-forwarded-proto')?.toLowerCase() === 'https' ? '443' : '80')
  const withPort = host === undefined || port === undefined || usual || /:\d+$/.test(host) ? host : `${host}:${port}`
  return { protocol: first('x-forwarded-proto'), host: withPort, prefix }
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
