import { TLSSocket } from 'node:tls'
import type { FastifyRequest } from 'fastify'
import type { ToldAddress, TrustedProxies } from '../connections/trusted-proxies.js'

const hostForm = /^(?:[A-Za-z0-9._-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(?::(\d{1,5}))?$/
/** Path segments that cannot change the directory: `.` and `..` are not allowed. */
const prefixForm = /^(?:\/(?!\.{1,2}(?:\/|$))[A-Za-z0-9._~-]+)+$/
const maxPrefixLength = 256

/**
 * The public address of a path, for the WSDL, whose clients connect to the address in it: the one that the outermost trusted proxy was asked for, by `Forwarded`
 * and, for parts that are missing there, by `X-Forwarded-Proto`, `-Host`, `-Port` and `-Prefix`. A malformed part is ignored.
 */
export function callersAddress(request: FastifyRequest, path: string, proxies: TrustedProxies): string {
  const told = proxies.toldBy(request)
  const protocol = firstOf(told, (one) => protocolOf(one.protocol)) ?? (request.raw.socket instanceof TLSSocket ? 'https' : 'http')
  const host = hostToldBy(told, protocol) ?? hostOf(request.headers.host) ?? `localhost:${String(request.socket.localPort ?? 80)}`
  return `${protocol}://${host}${firstOf(told, (one) => prefixOf(one.prefix)) ?? ''}${path}`
}

function firstOf(told: readonly ToldAddress[], read: (one: ToldAddress) => string | undefined): string | undefined {
  return told.map(read).find((value) => value !== undefined)
}

function hostToldBy(told: readonly ToldAddress[], protocol: string): string | undefined {
  return firstOf(told, ({ host, port }) => withPort(hostOf(host), port, protocol))
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
