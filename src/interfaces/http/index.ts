/**
 * The HTTP interfaces. `server` sets timeouts and limits. Each interface is a plugin with its own scope, routes and error handler. A handler reads the request,
 * calls one method of the service and renders the answer. Every refusal has the form that `problem` defines.
 *
 * The framework is loaded only when a server is built, because other commands than `serve` do not need it.
 */
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Limits, LogLevel } from '#config'
import type { CapsuleListeners, CapsuleListenersOptions } from './key-capsules/listeners.js'
import type { Metrics } from './metrics/metrics.js'
import type { ServerOptions } from './server.js'

export { listenAt } from './listen-at.js'
export type { CapsuleListeners, CapsuleListenersOptions, Metrics, ServerOptions }

/** Builds the server of all interfaces (`buildServer`). */
export async function createServer(options: ServerOptions): Promise<FastifyInstance> {
  const { buildServer } = await import('./server.js')
  return buildServer(options)
}

/** The metrics of the process, in which every listener counts its requests. */
export async function openProcessMetrics(limits: Limits['metrics']): Promise<Metrics> {
  const { openMetrics } = await import('./metrics/metrics.js')
  return openMetrics(limits, { ofProcess: true })
}

/** The listener that serves metrics only. */
export async function createMetricsListener(metrics: Metrics, logger: FastifyBaseLogger, limits: Limits): Promise<FastifyInstance> {
  const { openMetricsListener } = await import('./metrics/metrics-listener.js')
  return openMetricsListener(metrics, logger, limits)
}

/** The listeners of key capsules (`buildCapsuleListeners`). */
export async function createCapsuleListeners(options: CapsuleListenersOptions): Promise<CapsuleListeners> {
  const { buildCapsuleListeners } = await import('./key-capsules/listeners.js')
  return buildCapsuleListeners(options)
}

/** The logger of the process: lines of JSON, or readable ones when standard output is a terminal. */
export async function openLogger(level: LogLevel): Promise<FastifyBaseLogger> {
  const { createLogger } = await import('./logger.js')
  if (!process.stdout.isTTY) return createLogger(level)
  const { terminalLog } = await import('./terminal-log.js')
  return createLogger(level, terminalLog(process.stdout))
}
