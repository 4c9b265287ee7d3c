import { type FastifyBaseLogger, type FastifyInstance, fastify } from 'fastify'
import { limits } from '#config'
import { answerBrokenRequest, installEarlyRefusals } from '../broken-request.js'
import { boundsOfConnections } from '../connections/bounds-of-connections.js'
import { logConnectionProblems } from '../connections/connection-log.js'
import { createTransport } from '../connections/transport.js'
import { answerUnreadableAddress, installErrorHandler, installNotFoundHandler } from '../error-handling.js'
import { installHostCheck } from '../media-types.js'
import { installRequestLog, loggedTo } from '../request-log.js'
import type { Metrics } from './metrics.js'
import { metricsPlugin } from './metrics-plugin.js'

/** Opens a server that has only the metrics, so that a firewall can restrict its port to the collector. */
export async function openMetricsListener(
  metrics: Metrics,
  logger: FastifyBaseLogger,
  maxConnections: number = limits.metrics.maxConnections,
): Promise<FastifyInstance> {
  const { headersMilliseconds } = limits.http
  const transport = createTransport({
    bounds: {
      ...limits.http,
      requestMilliseconds: headersMilliseconds,
      ...boundsOfConnections(maxConnections),
    },
    tls: null,
    // A collector uses one or two connections, with or without a proxy; no other client is expected.
    isProxy: () => false,
    ...logConnectionProblems(logger),
  })
  const app = fastify({
    ...loggedTo(logger),
    bodyLimit: limits.metrics.maxBodyBytes,
    serverFactory: transport.createServer,
    frameworkErrors: (_error, request, reply) => answerUnreadableAddress(request, reply, false),
    clientErrorHandler: (error, socket) => answerBrokenRequest(error, socket, false),
    // A collector keeps its connection open; closing must not wait for it.
    forceCloseConnections: true,
  })
  installEarlyRefusals(app.server, { strict: false })
  app.removeAllContentTypeParsers()
  installRequestLog(app, {})
  installHostCheck(app)
  installErrorHandler(app, false)
  installNotFoundHandler(app, 'Metrics are at /monitoring/metrics.', false)
  await app.register(metricsPlugin, { metrics })
  return app
}
