import type { FastifyInstance } from 'fastify'
import { describeRefusals } from '../schemas/index.js'
import type { Metrics } from './metrics.js'

/** Registers GET /monitoring/metrics and, as SiVa 3 names it, /monitoring/prometheus, in the text format of Prometheus. */
export function metricsPlugin(app: FastifyInstance, { metrics }: { readonly metrics: Metrics }, done: () => void): void {
  const schemaOf = (operationId: string) => ({
    operationId,
    tags: ['monitoring'],
    summary: 'Metrics for Prometheus',
    response: {
      200: { description: 'Text format 0.0.4', content: { 'text/plain': { schema: { type: 'string' } } } },
    },
  })
  const config = { refusals: describeRefusals({ 405: 'Another method', 500: 'Internal error' }) }
  for (const [path, operationId] of [
    ['/monitoring/metrics', 'getMetrics'],
    ['/monitoring/prometheus', 'getPrometheus'],
  ] as const)
    app.get(path, { schema: schemaOf(operationId), config }, async (_request, reply) =>
      reply.headers({ 'content-type': metrics.contentType, 'cache-control': 'no-store' }).send(await metrics.render()),
    )
  done()
}
