import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { SecureContextOptions } from 'node:tls'
import { type FastifyBaseLogger, type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify'
import { answerBrokenRequest } from './broken-request.js'
import type { TrustedProxies } from './connections/trusted-proxies.js'
import { installHostCheck } from './media-types.js'
import type { Metrics } from './metrics/metrics.js'
import { installRequestLog, type LogSettings, loggedTo } from './request-log.js'

declare module 'fastify' {
  interface FastifyInstance {
    /** Destroys every connection at once. A close in progress then completes. */
    cutConnections: () => void
    /** The header `Retry-After` of refusals that say so. */
    retryAfterSeconds: number
  }
}

/** Bounds of the connections of a listener; `limits.http` has all but the first. */
export interface ListenerBounds {
  readonly maxBodyBytes: number
  readonly maxHeaderBytes: number
  readonly headersMilliseconds: number
  readonly requestMilliseconds: number
  readonly keepAliveMilliseconds: number
  readonly stalledMilliseconds: number
  readonly checkMilliseconds: number
  readonly lastRequestsMilliseconds: number
  readonly closeMilliseconds: number
  readonly maxConnections: number
  readonly maxRequestsPerConnection: number
  readonly maxPipelinedRequests: number
  readonly retryAfterSeconds: number
}

export interface ListenerTls {
  readonly context: SecureContextOptions
  /** Whether the handshake requests a client certificate. It accepts any certificate, or none: the client is authenticated for each request. */
  readonly requestsCertificate: boolean
  readonly handshakeMilliseconds: number
}

interface ListenerOptions {
  readonly bounds: ListenerBounds
  /** Null: plain HTTP. */
  readonly tls: ListenerTls | null
  readonly ignoreTrailingSlash: boolean
  readonly logger: FastifyBaseLogger
  /** Null: the lines of requests have no statistics. */
  readonly log: LogSettings | null
  readonly metrics: Metrics | null
  readonly proxies: TrustedProxies
  readonly strict: boolean
  /** Answers a request whose address cannot be decoded, which matches no route. */
  readonly onUnreadableAddress: (request: FastifyRequest, reply: FastifyReply) => void
  /** Answers an error of a connection in a way of its own; false when it has not. */
  readonly onBrokenRequest?: (error: Error, socket: Socket) => boolean
}

/**
 * A server with the bounds of its connections, without routes. The three listeners (documents, key capsules, metrics) are made here. The options of Node.js and of
 * the framework bound headers, requests, connections and handshakes; what they lack is added below.
 */
export function createListener(options: ListenerOptions): FastifyInstance {
  const { bounds, tls, logger, proxies, strict } = options
  const ofServer = {
    headersTimeout: bounds.headersMilliseconds,
    maxHeaderSize: bounds.maxHeaderBytes,
    // The default is to look at the timeouts every 30 seconds.
    connectionsCheckingInterval: bounds.checkMilliseconds,
    // Checked by `installHostCheck`, because the refusal of Node.js has no body.
    requireHostHeader: false,
  }
  const app = fastify({
    ...loggedTo(logger),
    ...schemaChecks,
    ...(tls === null ? { http: ofServer } : { https: { ...ofServer, ...tlsOptions(tls) } }),
    bodyLimit: bounds.maxBodyBytes,
    requestTimeout: bounds.requestMilliseconds,
    connectionTimeout: bounds.stalledMilliseconds,
    keepAliveTimeout: bounds.keepAliveMilliseconds,
    maxRequestsPerSocket: bounds.maxRequestsPerConnection,
    forceCloseConnections: 'idle',
    // Requests that arrive on open connections are still served. The 503 of the framework would have another form than our refusals.
    return503OnClosing: false,
    // The time for a plugin to load also applies to closing, which waits for the last requests; that time is bounded below.
    pluginTimeout: 0,
    trustProxy: proxies.isProxy,
    routerOptions: { ignoreTrailingSlash: options.ignoreTrailingSlash },
    frameworkErrors: (_error, request, reply) => options.onUnreadableAddress(request, reply),
    clientErrorHandler: (error, socket) => {
      if (options.onBrokenRequest?.(error, socket) !== true) answerBrokenRequest(error, socket, exchanges.get(socket), { strict, logger })
    },
  })
  // Plugins read the bodies that they serve.
  app.removeAllContentTypeParsers()
  const { server } = app
  server.maxConnections = bounds.maxConnections
  // Their size is bounded. The default of Node.js is to drop headers above a number of them, and to serve the request without: a requested expiry or a second
  // client certificate would not be seen.
  server.maxHeadersCount = 0
  app.decorate('retryAfterSeconds', bounds.retryAfterSeconds)
  const exchanges = watchExchanges(app, bounds.maxPipelinedRequests)
  closeInTime(app, bounds)
  installRequestLog(app, options.log)
  options.metrics?.count(app)
  proxies.install(app)
  installHostCheck(app)
  return app
}

function tlsOptions({ context, requestsCertificate, handshakeMilliseconds }: ListenerTls) {
  return { ...context, requestCert: requestsCertificate, rejectUnauthorized: false, handshakeTimeout: handshakeMilliseconds }
}

/** The requests of one connection. */
export interface Exchange {
  /** Requests that have no answer yet; several when the client pipelines. */
  unanswered: number
  /** The last request: only its body may still be arriving. */
  readonly last: { readonly request: IncomingMessage; readonly response: ServerResponse }
}

/**
 * Counts the requests of each connection, and closes one that sends more requests without waiting for their answers than `maxPipelined`: Node.js hands over all
 * requests of one read at once, which may be 1,600, and holds each answer until its turn.
 */
function watchExchanges(app: FastifyInstance, maxPipelined: number): WeakMap<Socket, Exchange> {
  const { server } = app
  const exchanges = new WeakMap<Socket, Exchange>()
  // Before the framework serves the request.
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request
    const exchange: Exchange = { unanswered: (exchanges.get(socket)?.unanswered ?? 0) + 1, last: { request, response } }
    exchanges.set(socket, exchange)
    if (exchange.unanswered > maxPipelined) socket.destroy()
    // Node.js discards the rest of the read after a request for another protocol, and would read what follows as a new request.
    if (request.headers.upgrade !== undefined) response.shouldKeepAlive = false
    response.once('close', () => {
      const current = exchanges.get(socket)
      if (current !== undefined) current.unanswered -= 1
    })
  })
  // Requests of a connection that is closed are not served: no hook after this one runs.
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    if (!raw.socket.destroyed) done()
  })
  return exchanges
}

/**
 * Ends connections when the application closes. For `lastRequestsMilliseconds` requests are still accepted, because a client may have sent one before it learns
 * that the service stops; each answer says that it is the last one of its connection. Then connections without a request are closed, also those in a TLS
 * handshake, which the HTTP server does not count; those that are being answered are closed after their answer, and all when `closeMilliseconds` are over.
 */
function closeInTime(app: FastifyInstance, { lastRequestsMilliseconds, closeMilliseconds }: ListenerBounds): void {
  const { server } = app
  const connections = new Map<unknown, { readonly socket: Socket; used: boolean }>()
  const unanswered = new Set<ServerResponse>()
  let onNone: () => void = () => undefined
  server.on('connection', (socket: Socket) => {
    const key = keyOf(socket)
    connections.set(key, { socket, used: false })
    socket.once('close', () => {
      connections.delete(key)
      if (connections.size === 0) onNone()
    })
  })
  server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const connection = connections.get(keyOf(socket))
    if (connection !== undefined) connection.used = true
    unanswered.add(response)
    response.once('close', () => unanswered.delete(response))
  })
  const cut = () => {
    for (const { socket } of connections.values()) socket.destroy()
    server.closeAllConnections()
  }
  app.decorate('cutConnections', cut)
  let timers: readonly NodeJS.Timeout[] = []
  app.addHook('preClose', async () => {
    // The framework says so in answers to requests that arrive from now on.
    for (const response of unanswered) response.shouldKeepAlive = false
    const deadline = setTimeout(cut, closeMilliseconds)
    timers = [deadline]
    await new Promise<void>((resolve) => {
      const lastRequests = setTimeout(resolve, lastRequestsMilliseconds)
      timers = [deadline, lastRequests]
      onNone = resolve
      if (connections.size === 0) resolve()
    })
    for (const { socket, used } of connections.values()) if (!used) socket.destroy()
    // Node.js does not close a connection by itself when its answer was written before the server was closing.
    timers = [...timers, setInterval(() => server.closeIdleConnections(), 100)]
  })
  app.addHook('onClose', (_app, done) => {
    for (const timer of timers) clearTimeout(timer)
    done()
  })
}

/**
 * Identifies a connection. With TLS the server reports two sockets for one connection, which have the same addresses and ports. A unix socket has no port and no
 * TLS; it is its own key.
 */
function keyOf(socket: Socket): unknown {
  const { localAddress, localPort, remoteAddress, remotePort } = socket
  return remotePort === undefined ? socket : `${remoteAddress ?? ''} ${remotePort} ${localAddress ?? ''} ${localPort ?? ''}`
}

/**
 * Options of the validator of the framework: it says everything that does not fit, and changes nothing. Only schemas without arrays are checked, so that the
 * sender does not decide how many errors are collected. Only own members count. Patterns have no flag `u`: with it, V8 stores a position for each character that
 * a repeated character class matches, and fails on 8 million characters outside Latin-1.
 */
const schemaChecks = {
  ajv: {
    customOptions: {
      allErrors: true,
      coerceTypes: false,
      removeAdditional: false,
      useDefaults: false,
      allowUnionTypes: true,
      ownProperties: true,
      unicodeRegExp: false,
      // Only for readers of the description.
      keywords: ['x-extensible-enum', 'x-any-letter-case'],
    },
  },
}
