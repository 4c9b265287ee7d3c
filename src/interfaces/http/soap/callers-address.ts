import { TLSSocket } from 'node:tls'
import type { FastifyRequest } from 'fastify'
import type { ForwardedAddress, TrustedProxies } from '../connections/trusted-proxies.js'

const hostForm = /^(?:[A-Za-z0-9._-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(?::(\d{1,5}))?$/
/** Path segments that cannot change the directory: `.` and `..` are not allowed. */
const prefixForm = /^(?:\/(?!\.{1,2}(?:\/|$))[A-Za-z0-9._~-]+)+$/
const maxPrefixLength = 256

/**
 * The public address of a path, which the WSDL contains and to which its clients connect. It is the address that the client of the outermost trusted proxy
 * used, according to `Forwarded`; parts that are missing there are taken from `X-Forwarded-Proto`, `-Host`, `-Port` and `-Prefix`. A malformed part is ignored.
 */
export function callersAddress(request: FastifyRequest, path: string, proxies: TrustedProxies): string {
  const forwarded = proxies.forwardedAddresses(request)
  const protocol =
    firstOf(forwarded, ({ protocol }) => protocolOf(protocol)) ?? (request.raw.socket instanceof TLSSocket ? 'https' : 'http')
  const host = hostFrom(forwarded, protocol) ?? hostOf(request.headers.host) ?? `localhost:${String(request.socket.localPort ?? 80)}`
  return `${protocol}://${host}${firstOf(forwarded, ({ prefix }) => prefixOf(prefix)) ?? ''}${path}`
}

function firstOf(forwarded: readonly ForwardedAddress[], read: (address: ForwardedAddress) => string | undefined): string | undefined {
  return forwarded.map(read).find((value) => value !== undefined)
}

function hostFrom(forwarded: readonly ForwardedAddress[], protocol: string): string | undefined {
  return firstOf(forwarded, ({ host, port }) => withPort(hostOf(host), port, protocol))
}

function protocolOf(text: string | undefined): string | undefined {
  const name = text?.toLowerCase()
  return name === 'https' || name === 'http' ? name : undefined
}

function hostOf(text: string | undefined): string | undefined {
  const match = hostForm.exec(text ?? '')
  return match !== null && isPort(match[1] ?? '1') ? match[0] : undefined
}

/** The host with the port of `X-Forwarded-Port`, unless that is the default port of the protocol or the host has a port itself. */
function withPort(host: string | undefined, port: string | undefined, protocol: string): string | undefined {
  const defaultPort = protocol === 'https' ? '443' : '80'
  const needsPort = host !== undefined && port !== undefined && port !== defaultPort && isPort(port) && !/:\d+$/.test(host)
  return needsPort ? `${host}:${port}` : host
}

function isPort(text: string): boolean {
  return /^[1-9]\d{0,4}$/.test(text) && Number(text) <= 65_535
}

function prefixOf(text: string | undefined): string | undefined {
  const prefix = text?.replace(/\/$/, '') ?? ''
  return prefix.length <= maxPrefixLength && prefixForm.test(prefix) ? prefix : undefined
}
