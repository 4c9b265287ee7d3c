/** Composition root: opens the services that the settings name and builds the servers over them. It holds no logic. */
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { StoreDamaged } from '#capsules/rules'
import type { CapsuleService } from '#capsules/service'
import { type CapsuleSettings, connectionsWithin, descriptorLimit, originalStack, type Settings } from '#config'
import {
  type CapsuleListeners,
  createCapsuleListeners,
  createMetricsListener,
  createServer,
  type Metrics,
  openProcessMetrics,
} from '#interfaces/http'
import { reasonOf } from '#model'
import { openPolicies, openValidationService, type ThreadedService, type ValidationService } from '#threads'
import { beginTrust } from '#trust/supply'

export { type CapsuleListeners, listenAt, openLogger } from '#interfaces/http'

/** The services that the interfaces call; null for a service that the settings do not start. */
export interface Services {
  readonly validation: ValidationService | null
  readonly capsules: CapsuleService | null
}

interface InterfaceOptions {
  readonly settings: Settings
  readonly services: Services
  readonly logger: FastifyBaseLogger
}

/**
 * Builds the server and the listeners for key capsules and for metrics (null when the settings have none). None of them listens yet; the server must be the
 * first to listen. Closing the server sends the last answers and then closes the validation service. When the server or a listener cannot be built, the
 * services are closed and the error is thrown.
 */
export async function buildInterfaces({ settings: wanted, services: given, logger }: InterfaceOptions) {
  let app: FastifyInstance | null = null
  let stopping = false
  try {
    const settings = withinOpenFiles(wanted, logger)
    const metrics = await openProcessMetrics(settings.limits.metrics)
    const services = { ...given, capsules: given.capsules === null ? null : metrics.timed(given.capsules) }
    app = await createServer({
      settings,
      service: services.validation,
      capsules: services.capsules,
      logger,
      metrics,
      isStopping: () => stopping,
    })
    const metricsListener = settings.metricsPort === null ? null : await createMetricsListener(metrics, logger, settings.limits)
    const capsules = await buildCapsules(settings, services.capsules, logger, metrics)
    /** Makes readiness answer 503, so that load balancers stop sending requests. Requests are still served. */
    const drain = () => {
      stopping = true
    }
    return { app, metricsListener, capsules, drain }
  } catch (error) {
    // Closing the server closes the validation service.
    await (app ?? given.validation)?.close()
    await given.capsules?.close()
    throw error
  }
}

/** The settings with the connections that the system allows. A warning is logged when these are fewer than the service would accept. */
function withinOpenFiles(settings: Settings, logger: FastifyBaseLogger): Settings {
  const descriptors = descriptorLimit()
  const connections = connectionsWithin(descriptors, settings)
  const { http, capsules, metrics } = settings.limits
  if (connections.server < http.maxConnections)
    logger.warn(
      { openFiles: descriptors, connections },
      'the limit of open files of this process is low (ulimit -n): fewer connections are accepted',
    )
  const limits = {
    ...settings.limits,
    http: { ...http, maxConnections: connections.server },
    capsules: { ...capsules, maxConnections: connections.capsules },
    metrics: { ...metrics, maxConnections: connections.metrics },
  }
  return { ...settings, limits, capsules: settings.capsules === null ? null : { ...settings.capsules, limits } }
}

async function buildCapsules(
  settings: Settings,
  service: CapsuleService | null,
  logger: FastifyBaseLogger,
  metrics: Metrics,
): Promise<CapsuleListeners | null> {
  const { capsules, strict, trustedProxies, logPseudonymKey } = settings
  return capsules === null || service === null
    ? null
    : createCapsuleListeners({ settings: capsules, strict, trustedProxies, logPseudonymKey, service, logger, metrics })
}

/** Throws `SettingsError` where the service could not start because the folder of the capsules is missing. The store itself is not opened: that may change it. */
export async function assertCapsules({ capsules }: Pick<Settings, 'capsules'>): Promise<void> {
  if (capsules === null) return
  const { assertCapsuleFolder } = await import('#capsules/service')
  await assertCapsuleFolder(capsules.store)
}

/**
 * Opens the services that the settings start. When the capsule service cannot be opened, the validation service is closed and the error is thrown.
 *
 * Call `startThreads` once the port is open: the threads load the validation code, which would delay the opening of the port.
 */
export async function openServices(
  settings: Settings,
  logger: FastifyBaseLogger,
): Promise<Services & { readonly startThreads: () => void }> {
  const validation = settings.services.includes('validation') ? openValidation(settings, logger) : null
  const startThreads = () => validation?.startThreads()
  try {
    return { validation, startThreads, capsules: settings.capsules === null ? null : await openCapsules(settings.capsules, logger) }
  } catch (error) {
    await validation?.close()
    throw error
  }
}

async function openCapsules(settings: CapsuleSettings, logger: FastifyBaseLogger): Promise<CapsuleService> {
  // Loaded only when the settings start the capsule service.
  const { openCapsuleService, openCapsuleStore } = await import('#capsules/service')
  const logFault = (fault: unknown, what: string) => logger.error({ fault: reasonOf(fault) }, what)
  const onFault = (fault: Error) =>
    logFault(fault, fault instanceof StoreDamaged ? 'the capsule store is damaged' : 'a connection to the capsule store was lost')
  return openCapsuleService({
    settings,
    openStore: () =>
      openCapsuleStore(settings.store, { role: 'service', onFault, onAway: (reason) => logFault(reason, 'the capsule store is away') }),
    now: () => Date.now(),
    onCleanUp: (outcome) => {
      if ('deleted' in outcome) logger.info(outcome, 'expired capsules were deleted')
      else logFault(outcome.failure, 'expired capsules could not be deleted')
    },
    onDeletion: (state) => {
      if (state.kind === 'running') logger.info('the clock was accepted; expired capsules are deleted again')
      else
        logger.warn(
          { storeTime: new Date(state.storeTime).toISOString(), clock: new Date(state.wall).toISOString() },
          'the clock is ahead of the time of the capsule store: it has stepped, or the service was away; expired capsules are not deleted until the command allkiri capsules accept-clock',
        )
    },
    onStoreState: (state) => {
      if (state.usable) logger.info('the capsule store is usable again')
      else logFault(state.failure, 'the capsule store is not usable')
    },
  })
}

function openValidation(settings: Settings, logger: FastifyBaseLogger): ThreadedService {
  const now = () => Date.now()
  const policies = openPolicies(settings.policies, settings.limits)
  const log = (severity: 'info' | 'warn', message: string) => logger[severity](message)
  const { refresher: trust, loaded } = beginTrust({ settings, now, log, refreshIn: 'thread' })
  // Not awaited: the port opens while the trusted lists on disk are being loaded. Until they are loaded, requests get 503 and readiness gives the reason.
  void loaded.then(
    () => {
      const { digest, services, certificates } = trust.current().summary
      logger.info({ snapshot: digest, services, certificates }, 'trust')
      trust.start()
    },
    (fault: unknown) => {
      logger.error({ fault: reasonOf(fault) }, 'the trusted lists of the disk cannot be read')
      trust.start()
    },
  )
  return openValidationService({
    settings,
    trust,
    policies,
    now,
    threads: 'later',
    onFault: (fault) => logger.error({ fault: fault.name, at: originalStack(fault) }, 'a worker thread failed'),
  })
}
