import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { CapsuleService } from '#capsules/service'
import { hasListenerForGet, type Settings } from '#config'
import { createMonitor, type ExternalLinks, ForecastSummary, openExternalLinks } from '#monitoring'
import { openReportSigner } from '#report-signature'
import { observeValidations, type ValidationService } from '#threads'
import { TrustedProxies } from './connections/trusted-proxies.js'
import { dataFilesPlugin } from './data-files/data-files-plugin.js'
import { aboutValidation, docsPlugin, documentsTag, installDescription, monitoringTag, siva3Tag } from './description.js'
import type { DocumentRequestOptions } from './document-requests.js'
import { answerError, answerUnreadableAddress, installErrorHandler, installNotFoundHandler } from './error-handling.js'
import { HeldOctets } from './held-octets.js'
import { createListener } from './listener.js'
import { type Metrics, openMetrics } from './metrics/metrics.js'
import { metricsPlugin } from './metrics/metrics-plugin.js'
import { monitoringPlugin } from './monitoring/monitoring-plugin.js'
import { trustFeedPlugin } from './monitoring/trust-feed-plugin.js'
import { pagePlugin } from './page/page-plugin.js'
import { reportPlugin } from './report/report-plugin.js'
import type { LogSettings } from './request-log.js'
import { answerAsSiva3, isAddressOfSiva3 } from './siva3/refusals.js'
import { siva3Plugin } from './siva3/siva3-plugin.js'
import { soapPlugin } from './soap/soap-plugin.js'
import { validationPlugin } from './validation/validation-plugin.js'

export interface ServerOptions {
  /** With `onServerPort` in those of capsules, the routes of capsules are on this server. */
  readonly settings: Pick<
    Settings,
    | 'limits'
    | 'strict'
    | 'trustedProxies'
    | 'links'
    | 'docs'
    | 'page'
    | 'interface'
    | 'reportSigningKey'
    | 'reportSigningCertificate'
    | 'capsules'
    | 'metricsPort'
    | 'forecastSummary'
  > &
    LogSettings
  /** Null: this process does not validate documents. */
  readonly service: ValidationService | null
  /** Used for monitoring, and for the routes of capsules when the settings put them on this server. */
  readonly capsules: CapsuleService | null
  readonly logger: FastifyBaseLogger
  /** Called with each answer in JSON and its schema. Tests throw for an answer that does not fit. */
  readonly checkAnswer?: (schema: unknown, answer: unknown) => void
  /** Metrics of the process, shared with other listeners. Default: metrics of only this server. */
  readonly metrics?: Metrics
  /** True while the process is stopping: readiness then answers 503. */
  readonly isStopping?: () => boolean
}

/** Builds the server of all interfaces with its timeouts and limits, without listening. Closing it closes the validation service. */
export async function buildServer(options: ServerOptions): Promise<FastifyInstance> {
  const { settings, capsules, checkAnswer } = options
  const { limits } = settings
  const metrics = options.metrics ?? openMetrics(limits.metrics, { ofProcess: false })
  const service = options.service === null ? null : observeValidations(options.service)
  const links = linksOf(options)
  const now = () => capsules?.clock() ?? Date.now()
  const isStopping = options.isStopping ?? (() => false)
  const monitor = createMonitor({ validation: service, capsules, links, forecast: forecastOf(options), now, isStopping })
  const proxies = new TrustedProxies([...settings.trustedProxies, ...proxiesOfCapsules(options)])
  const capsulesHere = await capsulesOf(options, proxies)
  const app = createListener({
    bounds: { ...limits.http, maxBodyBytes: limits.request.maxBodyBytes },
    tls: null,
    ignoreTrailingSlash: true,
    logger: options.logger,
    log: settings,
    metrics,
    proxies,
    strict: settings.strict,
    onUnreadableAddress: (request, reply) => answerUnreadableAddress(request, reply, settings.strict),
  })
  app.addHook('onClose', async () => {
    await links?.close()
    await service?.close()
  })
  installErrorHandler(app, settings.strict)
  const isSiva3Root = service !== null && settings.interface === 'siva3'
  installNotFoundHandler(app, servedPaths(options), settings.strict, (error, request, reply, strict) =>
    service !== null && isAddressOfSiva3(request.url, isSiva3Root)
      ? answerAsSiva3(error, request, reply, strict)
      : answerError(error, request, reply, strict),
  )
  const octets = new HeldOctets({ ...limits.request, ...limits.http })
  metrics.watch({ monitor, bytesInFlight: () => octets.held })
  if (checkAnswer !== undefined) checkAnswers(app, checkAnswer)
  await installDescription(app, monitor.application, {
    description: service === null ? 'Key capsules' : aboutValidation,
    tags: [...(service === null ? [] : [documentsTag, siva3Tag]), monitoringTag, ...(capsulesHere?.described.tags ?? [])],
    securitySchemes: capsulesHere?.described.securitySchemes ?? {},
  })
  await app.register(monitoringPlugin, { monitor, strict: settings.strict, isSiva3: isSiva3Root, servesSiva3: service !== null })
  if (service !== null) await app.register(trustFeedPlugin, { monitor, strict: settings.strict })
  if (settings.metricsPort === null) await app.register(metricsPlugin, { metrics })
  if (service !== null) await app.register((scope) => documentPlugins(scope, options, { service, settings, octets, proxies }))
  if (settings.docs) await app.register(docsPlugin)
  if (capsulesHere !== null) await app.register((scope) => capsulesHere.install(scope))
  return app
}

/** The interfaces that read documents. */
async function documentPlugins(app: FastifyInstance, { settings }: ServerOptions, interfaces: DocumentRequestOptions): Promise<void> {
  const isSiva3Root = settings.interface === 'siva3'
  await app.register(validationPlugin, { ...interfaces, isRoot: !isSiva3Root })
  if (settings.page) await app.register(pagePlugin, { ...interfaces, defaultPolicy: isSiva3Root ? 'POLv4' : 'POLv1' })
  await app.register(reportPlugin, interfaces)
  if (!isSiva3Root) await app.register(dataFilesPlugin, interfaces)
  const siva3 = { ...interfaces, signer: openReportSigner(settings, Date.now()) }
  await app.register(siva3Plugin, { ...siva3, isRoot: false, prefix: '/V3' })
  if (isSiva3Root) await app.register(siva3Plugin, { ...siva3, isRoot: true })
  await app.register(soapPlugin, interfaces)
}

/** Checks each answer before it is written: the serializer of the framework leaves out what a schema does not have. */
function checkAnswers(app: FastifyInstance, check: NonNullable<ServerOptions['checkAnswer']>): void {
  app.addHook('preSerialization', (request, reply, payload, done) => {
    type Answers = Readonly<Record<number, { readonly content?: Readonly<Record<string, { readonly schema: unknown }>> }>>
    const { schema: described, config } = request.routeOptions
    const answers = { ...(described?.response as object | undefined), ...config.refusals } as Answers
    const schema = answers[reply.statusCode]?.content?.['application/json']?.schema
    if (schema !== undefined) check(schema, payload)
    done(null, payload)
  })
}

/** The configured links; null when there are none. Changes of state are logged with the name of the link, not its address, which may contain a token. */
function linksOf({ settings: { links, limits }, logger }: ServerOptions): ExternalLinks | null {
  if (links.length === 0) return null
  return openExternalLinks({
    links,
    bounds: limits.links,
    onChange: ({ name, status }, reason) => {
      if (status === 'UP') logger.info({ link: name }, 'an external system is up again')
      else logger.warn({ link: name, reason }, 'an external system is down')
    },
  })
}

/** The summary of the last forecast; null when the settings name none. */
function forecastOf({ settings: { forecastSummary: path, limits }, logger }: ServerOptions): ForecastSummary | null {
  if (path === null) return null
  const { maxForecastBytes: maxBytes, maxForecastRows: maxRows } = limits.metrics
  return new ForecastSummary({
    path,
    bounds: { maxBytes, maxRows },
    onChange: (problem) => {
      if (problem === null) logger.info({ file: path }, 'the summary of forecasts can be read again')
      else logger.warn({ file: path, reason: problem }, 'the summary of forecasts (ALLKIRI_FORECAST_SUMMARY) cannot be used')
    },
  })
}

/** When capsules are on this port, the proxy that passes on client certificates is a trusted proxy for all requests on the port. */
function proxiesOfCapsules({ settings: { capsules } }: ServerOptions): readonly string[] {
  if (capsules?.onServerPort !== true || capsules.clients.kind !== 'proxy') return []
  const { peers } = capsules.clients
  return peers.kind === 'addresses' ? peers.addresses : []
}

/** The routes of capsules and their part of the description, when the settings put them on this server; otherwise null. */
async function capsulesOf({ settings, capsules }: ServerOptions, proxies: TrustedProxies) {
  const { strict, logPseudonymKey, capsules: capsuleSettings } = settings
  if (capsules === null || capsuleSettings?.onServerPort !== true) return null
  const { installCapsuleRoutes } = await import('./key-capsules/capsule-routes.js')
  const { capsuleComponents } = await import('./key-capsules/describe-capsules.js')
  const operations = hasListenerForGet(capsuleSettings) ? (['POST'] as const) : (['POST', 'GET'] as const)
  return {
    described: capsuleComponents(capsuleSettings, operations),
    install: (scope: FastifyInstance) =>
      installCapsuleRoutes(scope, { settings: capsuleSettings, service: capsules, strict, operations, proxies, logPseudonymKey }),
  }
}

/** The sentence about existing paths in the refusal of an unknown path. */
function servedPaths({ service, settings }: ServerOptions): string {
  if (service !== null) return 'Validation is at /validate and /V3/validate, data files at /getDataFiles, monitoring at /monitoring/health.'
  const capsules = settings.capsules?.onServerPort === true ? 'key capsules are at /key-capsules' : 'key capsules have ports of their own'
  return `Monitoring is at /monitoring/health; ${capsules}.`
}
