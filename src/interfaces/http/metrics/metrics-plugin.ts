import type { FastifyInstance } from 'fastify'
import { describeRefusals } from '../schemas/index.js'
import type { Metrics } from './metrics.js'

/** Registers GET /monitoring/metrics, in the text format of Prometheus. */
export function metricsPlugin(app: FastifyInstance, { metrics }: { readonly metrics: Metrics }, done: () => void): void {
  const schema = {
    operationId: 'getMetrics',
    tags: ['monitoring'],
    summary: 'Metrics for Prometheus',
    response: {
      200: { description: 'Text format 0.0.4', content: { 'text/plain': { schema: { type: 'string' } } } },
    },
  }
  app.get(
    '/monitoring/metrics',
    { schema, config: { refusals: describeRefusals({ 405: 'Another method', 500: 'Internal error' }) } },
    async (_request, reply) =>
      reply.headers({ 'content-type': metrics.contentType, 'cache-control': 'no-store' }).send(await metrics.render()),
  )
  done()
}
