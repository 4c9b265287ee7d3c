import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify'

/** Nothing from elsewhere, nothing inline, in no frame: what the pages of Swagger UI need and no more. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/**
 * Swagger UI at /docs. It shows the description that `/openapi.json` answers, which is written when somebody first asks for it. The pages have a server of their
 * own behind this one, which is made then as well: loading them is a fifth of the time to start, and most services never show them.
 */
export function docsPlugin(app: FastifyInstance, { describe }: { readonly describe: () => Promise<unknown> }, done: () => void): void {
  let pages: Promise<FastifyInstance> | null = null
  const handler = async ({ raw, url, headers }: FastifyRequest, reply: FastifyReply) => {
    pages ??= openPages(describe).catch((error: unknown) => {
      pages = null
      throw error
    })
    const answer = await (await pages).inject({ method: raw.method === 'HEAD' ? 'HEAD' : 'GET', url, headers })
    // The connection is that of the outer server.
    const own = Object.entries(answer.headers).filter(([name]) => name !== 'connection' && name !== 'keep-alive')
    return reply.code(answer.statusCode).headers(Object.fromEntries(own)).send(answer.rawPayload)
  }
  for (const url of ['/docs', '/docs/*']) app.get(url, { schema: { hide: true } }, handler)
  app.addHook('onClose', async () => (await pages)?.close())
  done()
}

async function openPages(describe: () => Promise<unknown>): Promise<FastifyInstance> {
  const { default: swaggerUi } = await import('@fastify/swagger-ui')
  const app = fastify({ logger: false, routerOptions: { ignoreTrailingSlash: true } })
  const description = await describe()
  await app.register(givenDescription(() => description))
  app.addHook('onSend', (_request, reply, payload, done) => {
    reply.headers({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer', 'cross-origin-opener-policy': 'same-origin' })
    done(null, payload)
  })
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: contentSecurityPolicy,
    // The validator of Swagger would be asked from the reader's browser.
    uiConfig: { deepLinking: true, validatorUrl: null, tryItOutEnabled: true, defaultModelsExpandDepth: 0 },
  })
  return app
}

/**
 * Stands for `@fastify/swagger`, on which the pages depend: here the description is written by a server of its own (`describe-interface`), which costs nothing
 * until it is asked for.
 */
function givenDescription(read: () => unknown) {
  const plugin = (app: FastifyInstance, _options: unknown, done: () => void): void => {
    app.decorate('swagger', read as FastifyInstance['swagger'])
    done()
  }
  // What `fastify-plugin` does: a name, and no scope of its own.
  return Object.assign(plugin, {
    [Symbol.for('skip-override')]: true,
    [Symbol.for('plugin-meta')]: { name: '@fastify/swagger', fastify: '5.x' },
  })
}
