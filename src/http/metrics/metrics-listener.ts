import { type FastifyBaseLogger, type FastifyInstance, fastify, LogController } from 'fastify'
import { limits } from '#config'
import { installErrorHandler, installNotFoundHandler } from '../error-handling.js'
import { requestIdOf } from '../request-id.js'
import { installRequestLog } from '../request-log.js'
import type { Metrics } from './metrics.js'
import { metricsPlugin } from './metrics-plugin.js'

/** Metrics on a port of their own, so that a firewall can restrict them to the collector. */
export async function openMetricsListener(metrics: Metrics, logger: FastifyBaseLogger): Promise<FastifyInstance> {
  const { headersMilliseconds, keepAliveMilliseconds } = limits.http
  const app = fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'id' }),
    genReqId: requestIdOf,
    bodyLimit: limits.metrics.maxBodyBytes,
    keepAliveTimeout: keepAliveMilliseconds,
    requestTimeout: headersMilliseconds,
    // The collector keeps its connection open: a stop must not wait for it.
    forceCloseConnections: true,
  })
  app.removeAllContentTypeParsers()
  installRequestLog(app, {})
  installErrorHandler(app, false)
  installNotFoundHandler(app, 'Figures are at /monitoring/metrics.', false)
  await app.register(metricsPlugin, { metrics })
  return app
}
