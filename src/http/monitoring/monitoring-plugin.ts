import type { FastifyInstance } from 'fastify'
import type { Health, Monitor } from '#service'
import { installErrorHandler } from '../error-handling.js'
import { assertAcceptsJson } from '../media-types.js'
import { healthSchema, heartbeatSchema, readinessSchema, requestErrorsSchema } from '../schemas/index.js'

/** GET /monitoring/health with exactly the members of the description, and /monitoring/readiness, which says more. */
export function monitoringPlugin(
  app: FastifyInstance,
  options: { readonly monitor: Monitor; readonly strict: boolean },
  done: () => void,
): void {
  const { monitor } = options
  installErrorHandler(app, options.strict)
  app.addHook('onRequest', (request, reply, next) => {
    assertAcceptsJson(request.headers)
    reply.header('cache-control', 'no-store')
    next()
  })
  const failures = { 405: requestErrorsSchema, 406: requestErrorsSchema, 500: requestErrorsSchema }
  for (const path of ['/monitoring/health', '/monitoring/health.json']) {
    app.get(
      path,
      { schema: { summary: 'Health of the service and its links', response: { 200: healthSchema, 503: healthSchema, ...failures } } },
      async (_request, reply) => {
        const health = await monitor.health()
        return reply.code(health.status === 'UP' ? 200 : 503).send(renderHealth(health))
      },
    )
  }
  app.get(
    '/monitoring/heartbeat',
    { schema: { summary: 'That the process answers', response: { 200: heartbeatSchema, ...failures } } },
    (_request, reply) => reply.send({ status: 'UP' }),
  )
  app.get(
    '/monitoring/readiness',
    {
      schema: {
        summary: 'Whether verdicts can be given, and why not; trust snapshot and workers',
        response: { 200: readinessSchema, 503: readinessSchema, ...failures },
      },
    },
    async (_request, reply) => {
      const readiness = await monitor.readiness()
      return reply.code(readiness.ready ? 200 : 503).send(readiness)
    },
  )
  done()
}

/** The links become members `link1`, `link2`, … beside `health`. */
function renderHealth(health: Health): Readonly<Record<string, unknown>> {
  return {
    status: health.status,
    health: {
      // A process that answers is up (interface description).
      status: 'UP',
      webappName: health.application,
      version: health.version,
      buildTime: health.buildTime,
      startTime: health.startTime,
      currentTime: health.currentTime,
    },
    ...Object.fromEntries(health.links.map((link, i) => [`link${i + 1}`, { status: link.status, name: link.name }])),
  }
}
