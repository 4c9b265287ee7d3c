import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Limits } from '#config'
import { TrustedProxies } from '../connections/trusted-proxies.js'
import { answerUnreadableAddress, installErrorHandler, installNotFoundHandler } from '../error-handling.js'
import { createListener } from '../listener.js'
import type { Metrics } from './metrics.js'
import { metricsPlugin } from './metrics-plugin.js'

/** Opens a server that has only the metrics, so that a firewall can restrict its port to the collector. */
export async function openMetricsListener(metrics: Metrics, logger: FastifyBaseLogger, limits: Limits): Promise<FastifyInstance> {
  const { maxConnections, maxBodyBytes } = limits.metrics
  const app = createListener({
    bounds: { ...limits.http, requestMilliseconds: limits.http.headersMilliseconds, maxConnections, maxBodyBytes },
    tls: null,
    ignoreTrailingSlash: false,
    log: null,
    metrics: null,
    logger,
    proxies: new TrustedProxies([]),
    strict: false,
    onUnreadableAddress: (request, reply) => answerUnreadableAddress(request, reply, false),
  })
  installErrorHandler(app, false)
  installNotFoundHandler(app, 'Metrics are at /monitoring/metrics.', false)
  await app.register(metricsPlugin, { metrics })
  return app
}
