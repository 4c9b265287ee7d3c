import type { FastifyInstance } from 'fastify'
import type { Monitor } from '#monitoring'
import { type Health, writeTrust } from '#threads'
import { installErrorHandler } from '../error-handling.js'
import { assertAccepts } from '../media-types.js'
import { describeAnswer, describeRefusals, reference } from '../schemas/index.js'

const tags = ['monitoring']

/**
 * Registers GET /monitoring/health, with exactly the members of the interface description, /monitoring/heartbeat, /monitoring/version, and /monitoring/readiness,
 * which has details.
 */
export function monitoringPlugin(
  app: FastifyInstance,
  options: {
    readonly monitor: Monitor
    readonly strict: boolean
    /** Whether health has the members of SiVa 3 besides. */
    readonly isSiva3: boolean
    /** Whether the interface of SiVa 3 is served: clients that are given its address look for health below that. */
    readonly servesSiva3: boolean
  },
  done: () => void,
): void {
  const { monitor } = options
  installErrorHandler(app, options.strict)
  app.addHook('onRequest', (request, reply, next) => {
    assertAccepts(request.headers, 'application/json')
    reply.header('cache-control', 'no-store')
    next()
  })
  const refusals = describeRefusals({ 405: 'Another method', 406: 'The answer is JSON only', 500: 'Internal error' })
  const addresses = [
    { path: '/monitoring/health', operationId: 'getHealth', isSiva3: options.isSiva3 },
    { path: '/monitoring/health.json', operationId: 'getHealthJson', isSiva3: options.isSiva3 },
    ...(options.servesSiva3 ? [{ path: '/V3/monitoring/health', operationId: 'getHealthV3', isSiva3: true }] : []),
  ]
  for (const { path, operationId, isSiva3 } of addresses) {
    const health = reference(isSiva3 ? 'Siva3Health' : 'Health')
    app.get(
      path,
      {
        config: { refusals },
        schema: {
          operationId,
          tags,
          summary: 'Health of the service and its links',
          response: { 200: describeAnswer(health, 'UP'), 503: describeAnswer(health, 'DOWN') },
        },
      },
      async (_request, reply) => {
        const state = await monitor.health()
        const ready = isSiva3 ? (await monitor.readiness()).ready : true
        return reply
          .code(state.status === 'UP' ? 200 : 503)
          .send({ ...renderHealth(state), ...(isSiva3 ? componentsOf(state, ready) : {}) })
      },
    )
  }
  app.get(
    '/monitoring/heartbeat',
    {
      config: { refusals },
      schema: {
        operationId: 'getHeartbeat',
        tags,
        summary: 'Whether the process answers',
        response: { 200: describeAnswer(reference('Heartbeat'), 'The process answers') },
      },
    },
    (_request, reply) => reply.send({ status: 'UP' }),
  )
  app.get(
    '/monitoring/version',
    {
      config: { refusals },
      schema: {
        operationId: 'getVersion',
        tags,
        summary: 'Version of the service',
        response: { 200: describeAnswer(reference('Version'), 'The version') },
      },
    },
    (_request, reply) => reply.send({ version: monitor.application.version }),
  )
  app.get(
    '/monitoring/readiness',
    {
      config: { refusals },
      schema: {
        operationId: 'getReadiness',
        tags,
        summary: 'Whether documents can be validated, and if not, why; state of the trust snapshot and the workers',
        response: {
          200: describeAnswer(reference('Readiness'), 'Ready'),
          503: describeAnswer(reference('Readiness'), 'Not ready, for the `reasons`'),
        },
      },
    },
    async (_request, reply) => {
      const readiness = await monitor.readiness()
      const trust = readiness.trust === undefined ? undefined : writeTrust(readiness.trust)
      return reply.code(readiness.ready ? 200 : 503).send({ ...readiness, trust })
    },
  )
  done()
}

/** The JSON of a health state. The links become members `link1`, `link2`, … next to `health`. */
function renderHealth(health: Health): Readonly<Record<string, unknown>> {
  return {
    status: health.status,
    health: {
      // By the interface description, a process that answers is up.
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

/** What SiVa 3 has in its health. Its clients read the status of the whole, which is that of the other members. */
function componentsOf({ status, application, version, buildTime, startTime, currentTime }: Health, isReady: boolean) {
  return {
    components: {
      health: { status, details: { webappName: application, version, buildTime, startTime, currentTime } },
      livenessState: { status: 'UP' },
      ping: { status: 'UP' },
      readinessState: { status: isReady ? 'UP' : 'DOWN' },
    },
    groups: ['liveness', 'readiness'],
  }
}
