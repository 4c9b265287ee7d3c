/**
 * The REST interface. `server` owns timeouts and limits, one plugin each owns an interface: its routes, its error handler, its scope. A handler has three
 * moves: read the request, call one method of the service, render the answer. Every refusal has the shape of `problem`.
 *
 * The framework is loaded when a server is built and not before: the command line renders reports without it.
 */
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { LogLevel, Settings } from '#config'
import type { CapsuleListeners, CapsuleListenersOptions } from './key-capsules/listeners.js'
import type { Metrics } from './metrics/index.js'
import type { ServerOptions } from './server.js'
import type { Tracing } from './tracing/open-tracing.js'

export { renderReport } from './validation/render-report.js'
export type { CapsuleListeners, CapsuleListenersOptions, Metrics, ServerOptions }

export async function createServer(options: ServerOptions): Promise<FastifyInstance> {
  const { buildServer } = await import('./server.js')
  return buildServer(options)
}

/** The figures of the process, in which every listener counts. */
export async function openProcessMetrics(): Promise<Metrics> {
  const { openMetrics } = await import('./metrics/index.js')
  return openMetrics({ ofProcess: true })
}

/** Null where no address is set to which traces are sent: then nothing of it is loaded. */
export async function openProcessTracing(settings: Pick<Settings, 'traces'>, logger: FastifyBaseLogger): Promise<Tracing | null> {
  if (!settings.traces) return null
  const { openTracing } = await import('./tracing/index.js')
  return openTracing(logger)
}

/** The listener of figures alone. */
export async function createMetricsListener(metrics: Metrics, logger: FastifyBaseLogger): Promise<FastifyInstance> {
  const { openMetricsListener } = await import('./metrics/index.js')
  return openMetricsListener(metrics, logger)
}

/** The listeners of key capsules; nothing of them is loaded in a service without capsules. */
export async function createCapsuleListeners(options: CapsuleListenersOptions): Promise<CapsuleListeners> {
  const { buildCapsuleListeners } = await import('./key-capsules/listeners.js')
  return buildCapsuleListeners(options)
}

export async function openLogger(level: LogLevel): Promise<FastifyBaseLogger> {
  const { createLogger } = await import('./logger.js')
  return createLogger(level)
}
