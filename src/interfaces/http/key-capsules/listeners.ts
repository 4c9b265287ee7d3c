import { Server as HttpsServer } from 'node:https'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { CapsuleService } from '#capsules/service'
import { type CapsuleSettings, hasListenerForGet, readBuildInformation, SettingsError, socketOf } from '#config'
import { systemErrorCode } from '#model'
import { refuseClientCertificate } from '../broken-request.js'
import { TrustedProxies } from '../connections/trusted-proxies.js'
import { installDescription, monitoringTag } from '../description.js'
import { listenAt } from '../listen-at.js'
import { createListener, type ListenerTls } from '../listener.js'
import type { Metrics } from '../metrics/metrics.js'
import { installCapsuleRoutes } from './capsule-routes.js'
import { type CapsuleOperation, capsuleComponents } from './describe-capsules.js'
import { watchFiles } from './file-watch.js'
import { answerUnreadablePath, installCapsuleNotFoundHandler, pathUnknown } from './refusals.js'
import { readServerCertificate, tlsContext } from './tls-context.js'
import { removeAbandonedSocket } from './unix-socket.js'

export interface CapsuleListenersOptions {
  readonly settings: CapsuleSettings
  readonly strict: boolean
  /** Addresses and networks of trusted proxies; the proxy that authenticates capsule clients is added to them. */
  readonly trustedProxies: readonly string[]
  /** Key of the pseudonyms in audit lines; null: a new one at each start. */
  readonly logPseudonymKey: string | null
  readonly service: CapsuleService
  readonly logger: FastifyBaseLogger
  readonly metrics: Metrics | null
}

/**
 * The listeners of capsules. One port serves POST and GET, unless the settings name another port for GET (`decisions.md#capsule-listeners`); then the port for
 * POST requests no client certificate. With a proxy that terminates TLS, the routes may be on the port of the other interfaces; then there is no listener for
 * POST here.
 */
export interface CapsuleListeners {
  /** Null when capsules are stored through the server of the other interfaces. */
  readonly post: FastifyInstance | null
  /** The same object as `post` when one port serves both. */
  readonly get: FastifyInstance | null
  listen(): Promise<void>
  /** Reads every certificate file again. Open connections stay open. When a file cannot be used, an error is logged and the previous files stay in use. */
  reload(): void
  /** Closes the listeners, and then the service. `others` settles when the other servers that use the service have sent their last answer. */
  close(others?: Promise<unknown>): Promise<void>
  /** Destroys all connections at once. */
  closeAllConnections(): void
}

interface Listener {
  readonly app: FastifyInstance
  readonly requestsCertificate: boolean
}

/** Builds the listeners without listening. Throws `SettingsError` when the server certificate cannot be used. */
export async function buildCapsuleListeners(options: CapsuleListenersOptions): Promise<CapsuleListeners> {
  const { settings, service } = options
  const { clients, host, postPort, getPort, tls } = settings
  const socket = socketOf(clients)
  const isSplit = hasListenerForGet(settings)
  const post = settings.onServerPort ? null : await capsuleListener(options, isSplit ? ['POST'] : ['POST', 'GET'])
  const get = isSplit ? await capsuleListener(options, ['GET']) : post
  const listeners = [...new Set([post, get])].filter((listener) => listener !== null)
  const reload = (): void => reloadFiles(options, listeners)
  const stopWatching = watchFiles(watchedPaths(settings), settings.limits.capsules.fileCheckMilliseconds, reload)
  const listenTextResolver = (address: string) => `capsules: ${tls === null ? address : address.replace(/^http:/, 'https:')}`
  return {
    post: post?.app ?? null,
    get: get?.app ?? null,
    listen: async () => {
      if (post !== null) await listenAt(post.app, { host, port: postPort, listenTextResolver })
      if (get === null || get === post) return
      if (socket !== null) {
        await removeAbandonedSocket(socket)
        await get.app.listen({ path: socket, listenTextResolver })
      } else await listenAt(get.app, { host, port: getPort ?? 0, listenTextResolver })
    },
    reload,
    close: async (others) => {
      stopWatching()
      await Promise.all([...listeners.map(({ app }) => app.close()), others])
      await service.close()
    },
    closeAllConnections: () => {
      for (const { app } of listeners) app.cutConnections()
    },
  }
}

async function capsuleListener(options: CapsuleListenersOptions, operations: readonly CapsuleOperation[]): Promise<Listener> {
  const { settings, strict, service, logger } = options
  const requestsCertificate = settings.clients.kind === 'mutual-tls' && operations.includes('GET')
  const proxies = proxiesOf(options)
  const { http, capsules } = settings.limits
  const { requestMilliseconds, maxConnections, maxBodyBytes } = capsules
  const headersMilliseconds = Math.min(http.headersMilliseconds, requestMilliseconds)
  const app = createListener({
    bounds: { ...http, headersMilliseconds, requestMilliseconds, maxConnections, maxBodyBytes },
    tls: tlsOf(options, requestsCertificate),
    ignoreTrailingSlash: false,
    logger,
    log: { logStatistics: false, logPseudonymKey: options.logPseudonymKey },
    metrics: options.metrics,
    proxies,
    strict,
    onUnreadableAddress: (request, reply) => answerUnreadablePath(request, reply, service, strict),
    onBrokenRequest: (error, socket) => {
      if (!refuseClientCertificate(error, socket)) return false
      logger.info({ code: systemErrorCode(error) ?? error.name }, 'a connection failed')
      service.countRefusal()
      return true
    },
  })
  installCapsuleNotFoundHandler(app, service, strict)
  const { name, version } = readBuildInformation()
  const described = capsuleComponents(settings, operations)
  await installDescription(
    app,
    { application: name, version },
    { description: 'Key capsules of CDOC2 containers', ...described, tags: [...described.tags, monitoringTag] },
  )
  await installCapsuleRoutes(app, { settings, service, strict, proxies, operations, logPseudonymKey: options.logPseudonymKey })
  // After the hooks of the rate limits. In a hook, because for some methods the framework parses the body before it calls its handler for unknown paths.
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.is404) throw pathUnknown()
    done()
  })
  return { app, requestsCertificate }
}

function tlsOf({ settings: { tls }, service }: CapsuleListenersOptions, requestsCertificate: boolean): ListenerTls | null {
  if (tls === null) return null
  return {
    context: tlsContext(readServerCertificate(tls), requestsCertificate ? service.clientAuthorities() : [], tls),
    requestsCertificate,
    handshakeMilliseconds: tls.handshakeMilliseconds,
  }
}

function proxiesOf({ settings: { clients }, trustedProxies }: CapsuleListenersOptions): TrustedProxies {
  if (clients.kind !== 'proxy') return new TrustedProxies(trustedProxies)
  if (clients.peers.kind === 'socket') return new TrustedProxies(trustedProxies, true)
  return new TrustedProxies([...trustedProxies, ...clients.peers.addresses])
}

function watchedPaths({ tls, clients }: CapsuleSettings): readonly string[] {
  const paths = tls === null ? [] : [tls.certificate, tls.key]
  if (clients.kind === 'sandbox') return paths
  return [...paths, clients.authorities, ...(clients.revocationLists === null ? [] : [clients.revocationLists])]
}

function reloadFiles({ settings, service, logger }: CapsuleListenersOptions, listeners: readonly Listener[]): void {
  const { tls } = settings
  try {
    const certificate = tls === null ? null : readServerCertificate(tls)
    service.reloadClients()
    for (const { app, requestsCertificate } of listeners) {
      if (tls !== null && certificate !== null && app.server instanceof HttpsServer)
        // For new connections; open ones are not affected.
        app.server.setSecureContext(tlsContext(certificate, requestsCertificate ? service.clientAuthorities() : [], tls))
    }
    logger.info('certificate files were read again')
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    logger.error({ problems: error.problems }, 'certificate files cannot be used; those read before stay in use')
  }
}
