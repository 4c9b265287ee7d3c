import type { IncomingMessage } from 'node:http'
import { type CapsuleClients, networksOf } from '#config'
import { EmptyRefusal } from './refusals.js'

type ProxySettings = Extract<CapsuleClients, { readonly kind: 'proxy' }>

/**
 * Returns a reader of client certificates that a proxy with mutual TLS passes on in a header. The reader returns DER, and null without the header. It ignores
 * the header of any other peer, and throws `EmptyRefusal` for a value that is not a certificate in the configured encoding.
 */
export function certificateOfHeader(settings: ProxySettings): (request: IncomingMessage) => Buffer | null {
  const isProxy = isPeerOf(settings.peers)
  return (request) => {
    const value = isProxy(request) ? headerOf(request, settings.header) : null
    if (value === null) return null
    const certificate = settings.encoding === 'rfc9440' ? readByteSequence(value) : readEscapedPem(value)
    if (certificate === null) throw new EmptyRefusal(400, 'CLIENT_CERTIFICATE_MALFORMED')
    return certificate
  }
}

/** Whether a request comes from the proxy. Every peer on a unix socket is the proxy, because the permissions of the socket file exclude other users. */
function isPeerOf(peers: ProxySettings['peers']): (request: IncomingMessage) => boolean {
  if (peers.kind === 'socket') return () => true
  const listed = networksOf(peers.addresses)
  return ({ socket }) => socket.remoteAddress !== undefined && listed(socket.remoteAddress)
}

/** The value of the header; null without it. Two values are refused: one of them may come from the client, with a proxy that does not remove it. */
function headerOf({ headersDistinct }: IncomingMessage, name: string): string | null {
  const values = headersDistinct[name] ?? []
  if (values.length > 1) throw new EmptyRefusal(400, 'CLIENT_CERTIFICATE_MALFORMED')
  return values[0] ?? null
}

/** The DER of a byte sequence (RFC 9440, 2.1; RFC 8941): `:base64:`, without parameters. Null for any other text. */
function readByteSequence(value: string): Buffer | null {
  const match = /^:([A-Za-z0-9+/]+={0,2}):$/.exec(value.trim())
  const bytes = Buffer.from(match?.[1] ?? '', 'base64')
  return match !== null && bytes.toString('base64') === match[1] ? bytes : null
}

/** The DER of one PEM block with URL escapes, as nginx writes `$ssl_client_escaped_cert`. Null for any other text. */
function readEscapedPem(value: string): Buffer | null {
  // Malformed escapes are refused; only escapes of single octets are decoded below.
  if (!/^(?:[^%]|%[0-9A-Fa-f]{2})*$/.test(value)) return null
  const text = value.replace(/%([0-9A-Fa-f]{2})/g, (_escape, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  const match = /^\s*-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]+)-----END CERTIFICATE-----\s*$/.exec(text)
  const base64 = match?.[1]?.replace(/\s+/g, '') ?? ''
  const bytes = Buffer.from(base64, 'base64')
  return match !== null && bytes.toString('base64') === base64 ? bytes : null
}
