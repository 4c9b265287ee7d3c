import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { type CapsuleClients, networksOf } from '#config'
import type { CapsuleClient, CapsuleService } from '#service'
import { admittedClient } from './admitted-client.js'
import { EmptyRefusal } from './refusals.js'

type ProxySettings = Extract<CapsuleClients, { readonly kind: 'proxy' }>

/**
 * A proxy did mutual TLS and hands the certificate on in a header. The header counts only from the peers of the setting; from anybody else
 * it is as if it were not there. Issuer and dates are judged here again: the proxy may have asked for any certificate.
 */
export function clientOfHeader(service: CapsuleService, settings: ProxySettings): (request: FastifyRequest) => Promise<CapsuleClient> {
  const isProxy = isPeerOf(settings.peers)
  return async (request) => {
    const value = isProxy(request.raw) ? headerOf(request.raw, settings.header) : null
    if (value === null) {
      request.log.info({ reason: 'no-certificate' }, 'client refused')
      throw new EmptyRefusal(401, 'CLIENT_CERTIFICATE_MISSING')
    }
    const certificate = settings.encoding === 'rfc9440' ? readByteSequence(value) : readEscapedPem(value)
    if (certificate === null) throw new EmptyRefusal(400, 'CLIENT_CERTIFICATE_MALFORMED')
    const admission = await service.admitClient(certificate)
    if (admission.kind === 'refused' && admission.reason === 'unreadable') {
      request.log.info({ reason: admission.reason }, 'client refused')
      throw new EmptyRefusal(400, 'CLIENT_CERTIFICATE_MALFORMED')
    }
    return admittedClient(admission, request)
  }
}

/** Only the proxy can open the socket: that is what the rights of its file are for. */
function isPeerOf(peers: ProxySettings['peers']): (request: IncomingMessage) => boolean {
  if (peers.kind === 'socket') return () => true
  const listed = networksOf(peers.addresses)
  return ({ socket }) => socket.remoteAddress !== undefined && listed(socket.remoteAddress)
}

/** Null when it is missing. Two of them mean that a client sent one and the proxy let it through. */
function headerOf({ headersDistinct }: IncomingMessage, name: string): string | null {
  const values = headersDistinct[name] ?? []
  if (values.length > 1) throw new EmptyRefusal(400, 'CLIENT_CERTIFICATE_MALFORMED')
  return values[0] ?? null
}

/** RFC 9440, 2.1: the DER as a byte sequence of RFC 8941, `:base64:`, without parameters. */
function readByteSequence(value: string): Buffer | null {
  const match = /^:([A-Za-z0-9+/]+={0,2}):$/.exec(value.trim())
  const bytes = Buffer.from(match?.[1] ?? '', 'base64')
  return match !== null && bytes.toString('base64') === match[1] ? bytes : null
}

/** One PEM block, URL-escaped, as nginx writes `$ssl_client_escaped_cert`. */
function readEscapedPem(value: string): Buffer | null {
  // The platform's own decoder throws for a broken escape; text without any escape cannot hold the line breaks of PEM.
  if (!/^(?:[^%]|%[0-9A-Fa-f]{2})*$/.test(value)) return null
  const text = value.replace(/%([0-9A-Fa-f]{2})/g, (_escape, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  const match = /^\s*-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]+)-----END CERTIFICATE-----\s*$/.exec(text)
  const base64 = match?.[1]?.replace(/\s+/g, '') ?? ''
  const bytes = Buffer.from(base64, 'base64')
  return match !== null && bytes.toString('base64') === base64 ? bytes : null
}
