import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify'
import { HttpProblem } from '../problem.js'
import { whenAsked } from '../when-asked.js'

/** Content Security Policy of the pages: only what Swagger UI needs; nothing from other hosts, nothing inline, no frames. */
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
 * Swagger UI at /docs, for the document of `/openapi.json`. Its pages are served by an inner server, which is created with the first request: loading it would
 * take a fifth of the start, and most services never show the pages.
 */
export function docsPlugin(app: FastifyInstance, { describe }: { readonly describe: () => Promise<unknown> }, done: () => void): void {
  let opened: FastifyInstance | null = null
  const pages = whenAsked(async () => (opened = await openPages(describe)))
  const handler = async ({ raw, url, headers }: FastifyRequest, reply: FastifyReply) => {
    const method = raw.method === 'HEAD' ? 'HEAD' : 'GET'
    const answer = await (await pages()).inject({ method, url, headers: revalidationOf(headers) })
    // The refusals of the inner server have another form than ours.
    if (answer.statusCode >= 500) throw new Error(`the pages of /docs answered with ${answer.statusCode}`)
    if (answer.statusCode >= 400)
      throw new HttpProblem(404, 'path', 'PATH_UNKNOWN', 'There is nothing at this path. The pages begin at /docs.')
    // The headers of the connection are those of the outer server.
    const own = Object.entries(answer.headers).filter(([name]) => name !== 'connection' && name !== 'keep-alive')
    return reply.code(answer.statusCode).headers(Object.fromEntries(own)).send(answer.rawPayload)
  }
  for (const url of ['/docs', '/docs/*']) app.get(url, { schema: { hide: true } }, handler)
  app.addHook('onClose', async () => opened?.close())
  done()
}

/** The headers by which a browser asks whether its copy is current. Parts of a file and other conditions are not served. */
function revalidationOf(headers: FastifyRequest['headers']): Record<string, string> {
  const names = ['if-none-match', 'if-modified-since'] as const
  return Object.fromEntries(names.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])))
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
    // No request to the validator of Swagger from the reader's browser.
    uiConfig: { deepLinking: true, validatorUrl: null, tryItOutEnabled: true, defaultModelsExpandDepth: 0 },
  })
  return app
}

/**
 * Takes the place of the plugin `@fastify/swagger`, on which Swagger UI depends: the document is written by `describe-interface` instead.
 */
function givenDescription(read: () => unknown) {
  const plugin = (app: FastifyInstance, _options: unknown, done: () => void): void => {
    app.decorate('swagger', read as FastifyInstance['swagger'])
    done()
  }
  // As `fastify-plugin` does: a name, and no encapsulation.
  return Object.assign(plugin, {
    [Symbol.for('skip-override')]: true,
    [Symbol.for('plugin-meta')]: { name: '@fastify/swagger', fastify: '5.x' },
  })
}
