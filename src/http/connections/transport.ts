import { createServer as createHttpServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { createServer as createHttpsServer, Server as HttpsServer } from 'node:https'
import type { Duplex } from 'node:stream'
import type { SecureContextOptions, TLSSocket } from 'node:tls'
import { type ConnectionBounds, OpenConnections } from './open-connections.js'
import { requestsInTurn } from './requests-in-turn.js'
import { boundUnreadBodies, type UnreadBodyBounds } from './unread-bodies.js'
import { boundUntakenAnswers, type UntakenAnswerBounds } from './untaken-answers.js'

export interface TransportBounds extends Omit<ConnectionBounds, 'handshakeMilliseconds'>, UnreadBodyBounds, UntakenAnswerBounds {
  readonly requestMilliseconds: number
  readonly headersMilliseconds: number
  readonly keepAliveMilliseconds: number
  readonly maxHeaderBytes: number
  /** Pipelined requests that may wait on one connection. */
  readonly maxWaitingRequests: number
}

interface TransportTls {
  readonly context: SecureContextOptions
  /** Whether the handshake requests a client certificate. It accepts any certificate, or none: the client is authenticated for each request. */
  readonly requestsCertificate: boolean
  readonly handshakeMilliseconds: number
}

export interface TransportOptions {
  readonly bounds: TransportBounds
  /** Null: plain HTTP. */
  readonly tls: TransportTls | null
  /** Whether an address is that of a proxy, whose connections serve many clients. */
  readonly isProxy: (address: string) => boolean
  /** Called for each failed TLS handshake and each later TLS error, with the code of the error: these clients send no request that would be logged. */
  readonly onHandshakeFailure: (code: string) => void
  /** Called for each connection that was closed because there were too many. */
  readonly onTooMany: (why: string) => void
}

/** Event of a server for a request with an Expect header that Node.js does not know, emitted in the turn of the request. A listener must answer it. */
export const unmetExpectation = 'unmetExpectation'

/** Creates the servers of one listener, which share timeouts, TLS options and the bounds of connections. */
export interface Transport {
  readonly createServer: (handler: RequestListener) => Server
  readonly servers: ReadonlySet<Server>
  readonly connections: OpenConnections
  /** Replaces certificate and key for new connections. Open connections are not affected. */
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
    // The default is to check the timeouts above every 30 seconds.
    connectionsCheckingInterval: bounds.checkMilliseconds,
    // Checked by `installHostCheck`, because the refusal of Node.js has no body.
    requireHostHeader: false,
  }
  return {
    connections,
    servers,
    createServer: (handler) => {
      const inTurn = requestsInTurn(handler, bounds.maxWaitingRequests, () => onTooMany('pipelined-requests'))
      const server = tls === null ? createHttpServer(options, inTurn) : createTlsServer({ ...options, ...tls.context }, tls, inTurn)
      // Their size is bounded by `maxHeaderBytes`. The default of Node.js is to drop headers above a number of them, and to serve the request without: a
      // requested expiry or a second client certificate would not be seen.
      server.maxHeadersCount = 0
      // Node.js emits this in place of `request`.
      server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) =>
        inTurn(request, response, () => server.emit(unmetExpectation, request, response)),
      )
      server.prependListener('tlsClientError', (error: NodeJS.ErrnoException, socket: TLSSocket) => {
        onHandshakeFailure(error.code ?? error.name)
        // Destroyed before the listener of Node.js passes the socket to the handler of malformed requests: without TLS no answer can be sent.
        socket.destroy()
      })
      if (tls !== null)
        server.prependListener('clientError', (error: NodeJS.ErrnoException & { readonly library?: string }, socket: Duplex) => {
          // Only errors of OpenSSL after the handshake. Errors of the handshake are reported above; the others are those of the HTTP parser.
          if (error.library !== undefined && !socket.destroyed) onHandshakeFailure(error.code ?? error.name)
        })
      connections.watch(server)
      boundUnreadBodies(server, bounds)
      boundUntakenAnswers(server, bounds)
      servers.add(server)
      return server
    },
    replaceContext: (context) => {
      for (const server of servers) if (server instanceof HttpsServer) server.setSecureContext(context)
    },
  }
}

function createTlsServer(options: SecureContextOptions, tls: TransportTls, handler: RequestListener): HttpsServer {
  const { requestsCertificate: requestCert, handshakeMilliseconds } = tls
  // This timeout of Node.js restarts with each byte. `OpenConnections` bounds the whole handshake.
  return createHttpsServer({ ...options, handshakeTimeout: handshakeMilliseconds, requestCert, rejectUnauthorized: false }, handler)
}
