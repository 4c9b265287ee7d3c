import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Registry } from 'prom-client'
import type { CapsuleService } from '#capsules/service'
import type { Limits } from '#config'
import type { Monitor } from '#monitoring'
import { registerRequestMetrics } from './request-metrics.js'
import {
  type CollectedState,
  registerCapsuleMetrics,
  registerForecastMetrics,
  registerProcessState,
  registerTrustMetrics,
  registerWorkerMetrics,
} from './state-metrics.js'

export interface Metrics {
  /** Counts all further requests of a server. */
  count(app: FastifyInstance): void
  /** Returns a service that behaves the same and measures the time of each store and fetch. */
  timed(capsules: CapsuleService): CapsuleService
  /** Sets the services whose state is collected. */
  watch(watched: Watched): void
  readonly contentType: string
  render(): Promise<string>
}

interface Watched {
  readonly monitor: Monitor
  /** Bytes of bodies and large answers that are held. */
  readonly bytesInFlight: () => number
}

/**
 * Opens the metrics of one process. Each label has few values, and no client can choose a value: otherwise a client could exhaust the memory of this process
 * and of the collector.
 *
 * @param ofProcess whether memory, processor and event loop of the process are measured as well, until the process ends
 */
export function openMetrics({ maxCodes }: Pick<Limits['metrics'], 'maxCodes'>, { ofProcess }: { readonly ofProcess: boolean }): Metrics {
  const registry = new Registry()
  const requests = registerRequestMetrics(registry, maxCodes)
  if (ofProcess) collectDefaultMetrics({ register: registry })
  const state: CollectedState = { readiness: null }
  let watched: Watched | null = null
  const { capsuleSeconds } = registerCapsuleMetrics(registry, state)
  registerProcessState(registry, state)
  registerTrustMetrics(registry, state)
  registerForecastMetrics(registry, state)
  registerWorkerMetrics(registry, state, () => watched?.bytesInFlight() ?? 0)
  return {
    count: requests.count,
    timed: (capsules) => ({
      ...capsules,
      store: (submission) => timing(capsuleSeconds.startTimer({ operation: 'store' }), capsules.store(submission)),
      fetch: (id, reader) => timing(capsuleSeconds.startTimer({ operation: 'fetch' }), capsules.fetch(id, reader)),
    }),
    watch: (given) => {
      watched = given
    },
    contentType: registry.contentType,
    render: async () => {
      // Read once, so that all metrics show the same state.
      state.readiness = (await watched?.monitor.readiness()) ?? null
      state.application = watched?.monitor.application
      const monitor = watched?.monitor
      state.forecast = (await monitor?.forecast()) ?? null
      state.trustChanges = monitor?.trustHistory().filter(({ at }) => at >= monitor.started)
      return registry.metrics()
    },
  }
}

async function timing<T>(stop: () => number, work: Promise<T>): Promise<T> {
  try {
    return await work
  } finally {
    stop()
  }
}
