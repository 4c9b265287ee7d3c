import { constants } from 'node:crypto'
import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http'
import { createServer as createHttpsServer, Server as HttpsServer } from 'node:https'
import type { SecureContextOptions, TLSSocket } from 'node:tls'
import { limits } from '#config'
import type { ServerCertificate } from './server-certificate.js'

export interface TransportOptions {
  /** Null: plain HTTP, behind a proxy or in the sandbox. */
  readonly certificate: ServerCertificate | null
  /** Whom mutual TLS asks; null: nobody. */
  readonly clients: { readonly admit: (socket: TLSSocket) => void; readonly authorities: readonly Buffer[] } | null
  /** Told of each handshake that came to nothing, with the code of its error: clients fail there before there is a request to log. */
  readonly onHandshakeFailure: (code: string) => void
}

/** Servers for one listener: timeouts, TLS, and the exchange of certificates while connections are open. */
export interface Transport {
  readonly createServer: (handler: RequestListener) => Server
  readonly replace: (certificate: ServerCertificate | null, authorities: readonly Buffer[]) => void
  readonly closeAllConnections: () => void
}

const { headersMilliseconds, keepAliveMilliseconds, maxHeaderBytes } = limits.http
const bounds = {
  requestTimeout: limits.capsules.requestMilliseconds,
  headersTimeout: Math.min(headersMilliseconds, limits.capsules.requestMilliseconds),
  keepAliveTimeout: keepAliveMilliseconds,
  maxHeaderSize: maxHeaderBytes,
  // Without this the timeouts above are looked at every 30 seconds only.
  connectionsCheckingInterval: 5_000,
} as const

export function createTransport({ certificate, clients, onHandshakeFailure }: TransportOptions): Transport {
  const servers = new Set<Server | HttpsServer>()
  return {
    createServer: (handler) => {
      const server = certificate === null ? createHttpServer(bounds, handler) : createTlsServer(certificate, clients, handler)
      server.on('tlsClientError', (error: NodeJS.ErrnoException) => onHandshakeFailure(error.code ?? error.name))
      server.maxConnections = limits.capsules.maxConnections
      servers.add(server)
      return server
    },
    replace: (renewed, authorities) => {
      for (const server of servers) {
        // New connections use it; those that are open keep what they have agreed on.
        if (server instanceof HttpsServer && renewed !== null)
          server.setSecureContext(contextOf(renewed, clients === null ? [] : authorities))
      }
    },
    closeAllConnections: () => {
      for (const server of servers) server.closeAllConnections()
    },
  }
}

function createTlsServer(certificate: ServerCertificate, clients: TransportOptions['clients'], handler: RequestListener): HttpsServer {
  const server = createHttpsServer(
    {
      ...bounds,
      ...contextOf(certificate, clients?.authorities ?? []),
      handshakeTimeout: limits.capsules.handshakeMilliseconds,
      // The platform would want a chain up to a root, but cards send their own certificate only: it takes any, and `admit` judges.
      requestCert: clients !== null,
      rejectUnauthorized: false,
    },
    handler,
  )
  // Before the listener of HTTP, which would read a request that came together with the end of the handshake.
  if (clients !== null) server.prependListener('secureConnection', clients.admit)
  return server
}

function contextOf({ cert, key }: ServerCertificate, authorities: readonly Buffer[]): SecureContextOptions {
  return {
    cert,
    key,
    minVersion: 'TLSv1.2',
    // The certificate of a connection is the one of its beginning.
    secureOptions: constants.SSL_OP_NO_RENEGOTIATION,
    // Sent as names in the handshake: card software chooses a certificate by them.
    ...(authorities.length === 0 ? {} : { ca: authorities.map((der) => pemOf(nameOnly(der))) }),
  }
}

/** Extension id of the subject key identifier, as DER. */
const SUBJECT_KEY_IDENTIFIER = Buffer.from('0603551d0e', 'hex')
const OCTET_STRING = 0x04

/**
 * The authority with another key identifier. OpenSSL takes names and trust from the same certificates and would verify every client a second time, which
 * costs 3 ms for an Estonian card; a certificate whose key identifier does not fit is passed over. Its judgement is not used in either case.
 */
function nameOnly(der: Buffer): Buffer {
  const copy = Buffer.from(der)
  const at = copy.indexOf(SUBJECT_KEY_IDENTIFIER) + SUBJECT_KEY_IDENTIFIER.length
  const octet = copy[at + 4]
  // Behind the id stands an OCTET STRING with an OCTET STRING, two octets of header each; a certificate of any other form is left as it is.
  if (copy[at] === OCTET_STRING && copy[at + 2] === OCTET_STRING && octet !== undefined) copy[at + 4] = octet ^ 0xff
  return copy
}

function pemOf(der: Buffer): string {
  return `-----BEGIN CERTIFICATE-----\n${der.toString('base64')}\n-----END CERTIFICATE-----\n`
}
