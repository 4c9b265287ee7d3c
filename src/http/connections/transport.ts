import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http'
import { createServer as createHttpsServer, Server as HttpsServer } from 'node:https'
import type { SecureContextOptions, TLSSocket } from 'node:tls'
import { type ConnectionBounds, OpenConnections } from './open-connections.js'

export interface TransportBounds extends Omit<ConnectionBounds, 'handshakeMilliseconds'> {
  readonly requestMilliseconds: number
  readonly headersMilliseconds: number
  readonly keepAliveMilliseconds: number
  readonly maxHeaderBytes: number
  readonly checkMilliseconds: number
}

interface TransportTls {
  readonly context: SecureContextOptions
  /** Whether the handshake asks for a client certificate. Any is taken, and none as well: who reads is judged for each request. */
  readonly asksForCertificate: boolean
  readonly handshakeMilliseconds: number
}

export interface TransportOptions {
  readonly bounds: TransportBounds
  /** Null: plain HTTP. */
  readonly tls: TransportTls | null
  /** Peers that bring the connections of many clients. */
  readonly isProxy: (address: string) => boolean
  /** Told of each handshake that came to nothing, with the code of its error: clients fail there before there is a request to log. */
  readonly onHandshakeFailure: (code: string) => void
  /** Told of each connection that was closed because there were too many. */
  readonly onTooMany: (why: string) => void
}

/** Makes the servers of one listener and keeps what they share: timeouts, TLS, and their connections. */
export interface Transport {
  readonly createServer: (handler: RequestListener) => Server
  readonly servers: ReadonlySet<Server>
  readonly connections: OpenConnections
  /** New connections use it; those that are open keep what they have agreed on. */
  readonly replaceContext: (context: SecureContextOptions) => void
}

export function createTransport({ bounds, tls, isProxy, onHandshakeFailure, onTooMany }: TransportOptions): Transport {
  const servers = new Set<Server | HttpsServer>()
  const handshakeMilliseconds = tls?.handshakeMilliseconds ?? null
  const onHandshakeTimeout = () => onHandshakeFailure('ERR_TLS_HANDSHAKE_TIMEOUT')
  const connections = new OpenConnections({ ...bounds, handshakeMilliseconds }, isProxy, { onHandshakeTimeout, onTooMany })
  const options = {
    requestTimeout: bounds.requestMilliseconds,
    headersTimeout: bounds.headersMilliseconds,
    keepAliveTimeout: bounds.keepAliveMilliseconds,
    maxHeaderSize: bounds.maxHeaderBytes,
    // Without this the timeouts above are looked at every 30 seconds only.
    connectionsCheckingInterval: bounds.checkMilliseconds,
    // Asked for by the service, because the refusal of the platform has no body.
    requireHostHeader: false,
  }
  return {
    connections,
    servers,
    createServer: (handler) => {
      const server = tls === null ? createHttpServer(options, handler) : createTlsServer({ ...options, ...tls.context }, tls, handler)
      server.prependListener('tlsClientError', (error: NodeJS.ErrnoException, socket: TLSSocket) => {
        onHandshakeFailure(error.code ?? error.name)
        // Runs before the listener of Node.js, which passes the socket to the handler of malformed requests: without TLS no answer can be sent.
        socket.destroy()
      })
      connections.watch(server)
      servers.add(server)
      return server
    },
    replaceContext: (context) => {
      for (const server of servers) if (server instanceof HttpsServer) server.setSecureContext(context)
    },
  }
}

function createTlsServer(options: SecureContextOptions, tls: TransportTls, handler: RequestListener): HttpsServer {
  const { asksForCertificate: requestCert, handshakeMilliseconds } = tls
  // The platform's own time counts from the last byte; `OpenConnections` counts from the first.
  return createHttpsServer({ ...options, handshakeTimeout: handshakeMilliseconds, requestCert, rejectUnauthorized: false }, handler)
}
