import type { FastifyInstance } from 'fastify'

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

/** Swagger UI at /docs. It shows the description that `/openapi.json` answers, which is generated on the first request. */
export async function docsPlugin(app: FastifyInstance, { describe }: { readonly describe: () => Promise<unknown> }): Promise<void> {
  const { default: swaggerUi } = await import('@fastify/swagger-ui')
  let description: unknown = null
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
    uiHooks: {
      onRequest: (_request, _reply, done) => {
        describe().then(
          (written) => {
            description = written
            done()
          },
          (error: unknown) => done(error instanceof Error ? error : new Error('the description could not be written', { cause: error })),
        )
      },
    },
  })
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
