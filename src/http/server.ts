import { type FastifyBaseLogger, type FastifyInstance, fastify } from 'fastify'
import { type CapsuleSettings, hasListenerForGet, limits, type Settings } from '#config'
import { createMonitor, type ExternalLinks, observeValidations, openExternalLinks, type ValidationService } from '#service'
import type { CapsuleService } from '#service/capsules'
import { createBodyIntake } from './bodies/body-intake.js'
import { answerBrokenRequest, installEarlyRefusals } from './broken-request.js'
import { boundsOfConnections } from './connections/bounds-of-connections.js'
import { logConnectionProblems } from './connections/connection-log.js'
import { closesGracefully, installGracefulClose } from './connections/graceful-close.js'
import { createTransport } from './connections/transport.js'
import { TrustedProxies } from './connections/trusted-proxies.js'
import { dataFilesPlugin } from './data-files/data-files-plugin.js'
import { aboutValidation, docsPlugin, documentsTag, installDescription, monitoringTag } from './description.js'
import { guardDecorator } from './document-requests.js'
import { answerUnreadableAddress, installErrorHandler, installNotFoundHandler } from './error-handling.js'
import { installHostCheck } from './media-types.js'
import { type Metrics, openMetrics } from './metrics/metrics.js'
import { metricsPlugin } from './metrics/metrics-plugin.js'
import { monitoringPlugin } from './monitoring/monitoring-plugin.js'
import { pagePlugin } from './page/page-plugin.js'
import { reportPlugin } from './report/report-plugin.js'
import { installRequestLog, type LogSettings, loggedTo } from './request-log.js'
import { type CheckAnswer, describingSchemas } from './schema-controller.js'
import { soapPlugin } from './soap/soap-plugin.js'
import { validationPlugin } from './validation/validation-plugin.js'

export interface ServerOptions {
  readonly settings: Pick<Settings, 'strict' | 'maxBodyBytes' | 'maxBytesInFlight' | 'trustedProxies'> &
    Partial<Pick<Settings, 'links' | 'linkMilliseconds' | 'docs' | 'page'> & LogSettings>
  /** Null: this process does not validate documents. */
  readonly service: ValidationService | null
  /** Used for monitoring, and for the routes of capsules when `capsuleSettings` puts them on this server. */
  readonly capsules?: CapsuleService | null
  /** With `onServerPort`, the routes of capsules are on this server. */
  readonly capsuleSettings?: CapsuleSettings | null
  readonly logger: FastifyBaseLogger
  readonly checkAnswer?: CheckAnswer
  /** Maximum number of connections. Default: that of `limits`. */
  readonly maxConnections?: number
  /** Metrics of the process, shared with other listeners. Default: metrics of only this server. */
  readonly metrics?: Metrics
  /** False when metrics have a listener of their own. Default true. */
  readonly servesMetrics?: boolean
  /** True while the process is stopping: readiness then answers 503. */
  readonly isStopping?: () => boolean
  /** Whether requests are refused while the event loop lags. Default true; false in tests that validate in this thread, which itself delays the event loop. */
  readonly refuseUnderPressure?: boolean
}

/** Builds the server of all interfaces with its timeouts and limits, without listening. Closing it closes the validation service. */
export async function buildServer(options: ServerOptions): Promise<FastifyInstance> {
  const { settings, checkAnswer, metrics = openMetrics({ ofProcess: false }) } = options
  const capsules = options.capsules ?? null
  const service = options.service === null ? null : observeValidations(options.service)
  const links = linksOf(options)
  const now = () => capsules?.clock() ?? Date.now()
  const monitor = createMonitor({ validation: service, capsules, links, now, isStopping: options.isStopping ?? (() => false) })
  const proxies = new TrustedProxies([...settings.trustedProxies, ...proxiesOfCapsules(options)])
  const capsulesHere = await capsulesOf(options, proxies)
  // Even a refused body of up to twice the configured maximum size gets its answer, and its connection can serve further requests.
  const maxUnreadBytes = Math.max(limits.http.maxUnreadBytes, 2 * settings.maxBodyBytes)
  const transport = createTransport({
    bounds: { ...limits.http, ...boundsOfConnections(options.maxConnections ?? limits.http.maxConnections), maxUnreadBytes },
    tls: null,
    isProxy: proxies.isProxy,
    ...logConnectionProblems(options.logger),
  })
  const app = fastify({
    ...loggedTo(options.logger),
    bodyLimit: settings.maxBodyBytes,
    schemaController: describingSchemas(checkAnswer),
    ...closesGracefully,
    serverFactory: transport.createServer,
    trustProxy: proxies.isProxy,
    routerOptions: { ignoreTrailingSlash: true },
    frameworkErrors: (_error, request, reply) => answerUnreadableAddress(request, reply, settings.strict),
    clientErrorHandler: (error, socket) => answerBrokenRequest(error, socket, settings.strict),
  })
  installEarlyRefusals(app.server, settings)
  app.decorate(guardDecorator, options.refuseUnderPressure ?? true)
  app.removeAllContentTypeParsers()
  app.addHook('onClose', async () => {
    await links?.close()
    await service?.close()
  })
  installGracefulClose(app, transport)
  installRequestLog(app, settings)
  metrics.count(app)
  proxies.install(app)
  installHostCheck(app)
  installErrorHandler(app, settings.strict)
  installNotFoundHandler(app, servedPaths(options), settings.strict)
  const bodies = createBodyIntake(
    { ...limits.http, maxUnreadBytes, maxBodyBytes: settings.maxBodyBytes, maxBytesInFlight: settings.maxBytesInFlight },
    service?.hasRoomFor,
    limits.http,
  )
  metrics.watch({ monitor, bytesInFlight: () => bodies.held() })
  await installDescription(app, monitor.application, {
    description: service === null ? 'Key capsules' : aboutValidation,
    tags: [...(service === null ? [] : [documentsTag]), monitoringTag, ...(capsulesHere?.described.tags ?? [])],
    securitySchemes: capsulesHere?.described.securitySchemes ?? {},
  })
  await app.register(monitoringPlugin, { monitor, strict: settings.strict })
  if (options.servesMetrics !== false) await app.register(metricsPlugin, { metrics })
  if (service !== null) {
    await app.register(validationPlugin, { service, settings, bodies, proxies })
    if (settings.page !== false) await app.register(pagePlugin, { service, settings, bodies, proxies })
    await app.register(reportPlugin, { service, settings, bodies, proxies })
    await app.register(dataFilesPlugin, { service, settings, bodies, proxies })
    await app.register(soapPlugin, { service, settings, bodies, proxies })
  }
  if (settings.docs === true) await app.register(docsPlugin)
  if (capsulesHere !== null) await app.register((scope) => capsulesHere.install(scope))
  return app
}

/** The configured links; null when there are none. Changes of state are logged with the name of the link, not its address, which may contain a token. */
function linksOf({ settings: { links = [], linkMilliseconds = limits.links.milliseconds }, logger }: ServerOptions): ExternalLinks | null {
  if (links.length === 0) return null
  return openExternalLinks({
    links,
    bounds: { ...limits.links, milliseconds: linkMilliseconds },
    onChange: ({ name, status }, reason) => {
      if (status === 'UP') logger.info({ link: name }, 'an external system is up again')
      else logger.warn({ link: name, reason }, 'an external system is down')
    },
  })
}

/** When capsules are on this port, the proxy that passes on client certificates is a trusted proxy for all requests on the port. */
function proxiesOfCapsules({ capsuleSettings }: ServerOptions): readonly string[] {
  if (capsuleSettings?.onServerPort !== true || capsuleSettings.clients.kind !== 'proxy') return []
  const { peers } = capsuleSettings.clients
  return peers.kind === 'addresses' ? peers.addresses : []
}

/** The routes of capsules and their part of the description, when the settings put them on this server; otherwise null. */
async function capsulesOf({ settings, capsules, capsuleSettings }: ServerOptions, proxies: TrustedProxies) {
  if (capsules == null || capsuleSettings?.onServerPort !== true) return null
  const { installCapsuleRoutes } = await import('./key-capsules/capsule-routes.js')
  const { capsuleComponents } = await import('./key-capsules/describe-capsules.js')
  const operations = hasListenerForGet(capsuleSettings) ? (['POST'] as const) : (['POST', 'GET'] as const)
  const { strict, logPseudonymKey = null } = settings
  return {
    described: capsuleComponents(capsuleSettings, operations),
    install: (scope: FastifyInstance) =>
      installCapsuleRoutes(scope, { settings: capsuleSettings, service: capsules, strict, operations, proxies, logPseudonymKey }),
  }
}

/** The sentence about existing paths in the refusal of an unknown path. */
function servedPaths({ service, capsuleSettings }: ServerOptions): string {
  if (service !== null) return 'Validation is at /validate, data files at /getDataFiles, monitoring at /monitoring/health.'
  const capsules = capsuleSettings?.onServerPort === true ? 'key capsules are at /key-capsules' : 'key capsules have ports of their own'
  return `Monitoring is at /monitoring/health; ${capsules}.`
}
