import { randomUUID } from 'node:crypto'
import { type FastifyBaseLogger, type FastifyInstance, type FastifyServerOptions, fastify, LogController } from 'fastify'
import { type CapsuleSettings, limits, SettingsError } from '#config'
import type { CapsuleService } from '#service'
import { answerBrokenRequest } from '../broken-request.js'
import { installRequestLog } from '../request-log.js'
import { describingSchemas } from '../schema-controller.js'
import { watchFiles } from './file-watch.js'
import { getRoutes } from './get-routes.js'
import { postRoutes } from './post-routes.js'
import { installRateLimits, remoteAddress } from './rate-limit.js'
import { openReaders, type Readers } from './readers.js'
import { answerUnreadablePath, installCapsuleErrorHandler } from './refusals.js'
import { readServerCertificate } from './server-certificate.js'
import { createTransport, type Transport } from './transport.js'
import { removeAbandonedSocket } from './unix-socket.js'

export interface CapsuleListenersOptions {
  readonly settings: CapsuleSettings
  readonly strict: boolean
  readonly service: CapsuleService
  readonly logger: FastifyBaseLogger
}

/** The two listeners of capsules: one that takes and asks nobody who he is, one that hands out and asks everybody (ruling 47). */
export interface CapsuleListeners {
  readonly post: FastifyInstance
  readonly get: FastifyInstance
  listen(): Promise<void>
  /** Reads every certificate file again. Open connections stay; what cannot be used is logged, and the last good files go on. */
  reload(): void
  /** Closes the service as well, after the last answer. */
  close(): Promise<void>
  /** Cuts connections that are still open after the time for a graceful end. */
  closeAllConnections(): void
}

export async function buildCapsuleListeners(options: CapsuleListenersOptions): Promise<CapsuleListeners> {
  const { settings, service, logger } = options
  const readers = openReaders(settings.clients, service, logger)
  const certificate = settings.tls === null ? null : readServerCertificate(settings.tls)
  // Balancers look whether a port is open by opening and closing it; nobody wants a line for each look.
  const onHandshakeFailure = (code: string) => logger[code === 'ECONNRESET' ? 'debug' : 'info']({ code }, 'handshake failed')
  const postTransport = createTransport({ certificate, clients: null, onHandshakeFailure })
  const getTransport = createTransport({
    certificate,
    clients: readers.mutualTls === null ? null : { admit: readers.mutualTls, authorities: service.clientAuthorities() },
    onHandshakeFailure,
  })
  const post = createListener(options, postTransport)
  const get = createListener(options, getTransport)
  await installPost(post, options)
  await installGet(get, options, readers)
  const reload = (): void => reloadFiles(options, [postTransport, getTransport])
  const stopWatching = watchFiles(watchedPaths(settings), limits.capsules.fileCheckMilliseconds, reload)
  return {
    post,
    get,
    listen: async () => {
      const { clients, host, postPort, getPort, tls } = settings
      const listenTextResolver = (address: string) => `capsules: ${tls === null ? address : address.replace(/^http:/, 'https:')}`
      await post.listen({ host, port: postPort, listenTextResolver })
      if (clients.kind === 'proxy' && clients.peers.kind === 'socket') {
        await removeAbandonedSocket(clients.peers.path)
        await get.listen({ path: clients.peers.path, listenTextResolver })
      } else await get.listen({ host, port: getPort, listenTextResolver })
    },
    reload,
    close: async () => {
      stopWatching()
      await Promise.all([post.close(), get.close()])
      await service.close()
    },
    closeAllConnections: () => {
      postTransport.closeAllConnections()
      getTransport.closeAllConnections()
    },
  }
}

async function installPost(app: FastifyInstance, { settings, service }: CapsuleListenersOptions): Promise<void> {
  const limited = await installRateLimits(app, settings.requestsPerMinute)
  app.addHook('onRequest', limited(remoteAddress))
  await app.register(postRoutes, { service })
}

async function installGet(app: FastifyInstance, { settings, service }: CapsuleListenersOptions, readers: Readers): Promise<void> {
  const limited = await installRateLimits(app, settings.requestsPerMinute)
  app.addHook('onRequest', limited(remoteAddress))
  await app.register(getRoutes, { service, readers, limitReader: limited((request) => request.capsuleReaderKey) })
}

function createListener({ settings, strict, service, logger }: CapsuleListenersOptions, transport: Transport): FastifyInstance {
  const app = fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    bodyLimit: limits.capsules.maxBodyBytes,
    schemaController: describingSchemas(),
    serverFactory: transport.createServer,
    trustProxy: trustedProxies(settings),
    frameworkErrors: (_error, request, reply) => answerUnreadablePath(request, reply, service, strict),
    clientErrorHandler: (error, socket) => answerBrokenRequest(error, socket, strict),
  })
  app.removeAllContentTypeParsers()
  installRequestLog(app)
  app.addHook('onSend', (_request, reply, payload, done) => {
    reply.headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
    done(null, payload)
  })
  installCapsuleErrorHandler(app, service, strict)
  return app
}

/** Behind a proxy the address of a client is the last one that the proxy has written; anywhere else it is the peer's. */
function trustedProxies({ clients }: CapsuleSettings): NonNullable<FastifyServerOptions['trustProxy']> {
  if (clients.kind !== 'proxy') return false
  return clients.peers.kind === 'socket' ? (_address, hop) => hop === 0 : [...clients.peers.addresses]
}

function watchedPaths({ tls, clients }: CapsuleSettings): readonly string[] {
  const paths = tls === null ? [] : [tls.certificate, tls.key]
  if (clients.kind === 'sandbox') return paths
  return [...paths, clients.authorities, ...(clients.revocationLists === null ? [] : [clients.revocationLists])]
}

function reloadFiles({ settings, service, logger }: CapsuleListenersOptions, transports: readonly Transport[]): void {
  try {
    const certificate = settings.tls === null ? null : readServerCertificate(settings.tls)
    service.reloadClients()
    for (const transport of transports) transport.replace(certificate, service.clientAuthorities())
    logger.info('certificate files were read again')
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    logger.error({ problems: error.problems }, 'certificate files cannot be used; those read before stay in use')
  }
}
