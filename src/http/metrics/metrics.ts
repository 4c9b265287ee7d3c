import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Registry } from 'prom-client'
import type { Monitor } from '#service'
import type { CapsuleService } from '#service/capsules'
import { registerRequestMetrics } from './request-metrics.js'
import {
  type Remembered,
  registerCapsuleMetrics,
  registerProcessState,
  registerTrustMetrics,
  registerWorkerMetrics,
} from './state-metrics.js'

export interface Metrics {
  /** Counts the requests of a server from now on. */
  count(app: FastifyInstance): void
  /** The same service; each store and fetch is timed. */
  timed(capsules: CapsuleService): CapsuleService
  /** Sets the services whose state is collected. */
  watch(watched: Watched): void
  readonly contentType: string
  render(): Promise<string>
}

interface Watched {
  readonly monitor: Monitor
  /** Bytes of bodies that are held. */
  readonly bytesInFlight: () => number
}

/**
 * The metrics of one process. Each label has few values, and no caller chooses one: otherwise a caller could exhaust the memory of this process and of the
 * collector.
 *
 * @param ofProcess whether memory, processor and event loop of the process are measured too, until the process ends
 */
export function openMetrics({ ofProcess }: { readonly ofProcess: boolean }): Metrics {
  const registry = new Registry()
  const requests = registerRequestMetrics(registry)
  if (ofProcess) collectDefaultMetrics({ register: registry })
  const remembered: Remembered = { readiness: null }
  let watched: Watched | null = null
  const { capsuleSeconds } = registerCapsuleMetrics(registry, remembered)
  registerProcessState(registry, remembered)
  registerTrustMetrics(registry, remembered)
  registerWorkerMetrics(registry, remembered, () => watched?.bytesInFlight() ?? 0)
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
      // Read once, so that all metrics are of one moment.
      remembered.readiness = (await watched?.monitor.readiness()) ?? null
      remembered.application = watched?.monitor.application
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
