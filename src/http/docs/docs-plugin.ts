import type { IncomingHttpHeaders } from 'node:http'
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify'
import { contentSecurityPolicy } from '../content-security-policy.js'
import { onFirstUse } from '../on-first-use.js'
import { HttpProblem } from '../problem.js'

/** The directives that Swagger UI needs. */
const policy = contentSecurityPolicy("img-src 'self' data:", "connect-src 'self'")

/** An answer of the inner server. */
interface Page {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly payload: Buffer
}

/** Only plain names, so that each file has exactly one path and the number of cached pages is bounded by the number of files. */
const plainPath = /^\/docs(?:\/(?!\.)[A-Za-z0-9._-]+)*\/?$/

/**
 * Swagger UI at /docs, for the document of `/openapi.json`. Its pages are written by an inner server, which is created for the first request: loading it takes
 * a fifth of the time to start, and most services never show the pages.
 *
 * Each page is cached in one buffer, which all answers share. Otherwise each answer that is not yet received would hold a copy, of 1.5 MB for the largest file.
 */
export function docsPlugin(app: FastifyInstance, { describe }: { readonly describe: () => Promise<unknown> }, done: () => void): void {
  let opened: FastifyInstance | null = null
  const inner = onFirstUse(async () => (opened = await openPages(describe)))
  const pages = new Map<string, () => Promise<Page>>()
  const find = async (path: string): Promise<Page> => {
    if (!plainPath.test(path)) throw pageUnknown()
    const page = pages.get(path) ?? onFirstUse(async () => readPage(await inner(), path))
    pages.set(path, page)
    try {
      return await page()
    } catch (error) {
      pages.delete(path)
      throw error
    }
  }
  const handler = async ({ url, headers }: FastifyRequest, reply: FastifyReply) => {
    // Cannot throw: the framework has already refused malformed escapes.
    const page = await find(decodeURIComponent(url.split('?', 1)[0] ?? ''))
    reply.headers(page.headers)
    return isCurrent(headers, page.headers)
      ? reply.removeHeader('content-type').code(304).send()
      : reply.code(page.status).send(page.payload)
  }
  for (const url of ['/docs', '/docs/*']) app.get(url, { schema: { hide: true } }, handler)
  app.addHook('onClose', async () => opened?.close())
  done()
}

async function readPage(inner: FastifyInstance, url: string): Promise<Page> {
  const { statusCode, headers, rawPayload } = await inner.inject({ method: 'GET', url })
  // The refusals of the inner server have another form than ours.
  if (statusCode >= 500) throw new Error(`the pages of /docs answered with ${statusCode}`)
  if (statusCode >= 400) throw pageUnknown()
  // The excluded headers belong to one answer and its connection.
  const kept = Object.entries(headers).filter(([name]) => !['connection', 'keep-alive', 'date', 'content-length'].includes(name))
  return { status: statusCode, headers: Object.fromEntries(kept.map(([name, value]) => [name, String(value)])), payload: rawPayload }
}

/** Whether the copy of a client is current (RFC 9110, 13.1.2 and 13.1.3). Other conditions and ranges are not supported. */
function isCurrent(conditions: IncomingHttpHeaders, { etag, 'last-modified': modified }: Readonly<Record<string, string>>): boolean {
  const tags = conditions['if-none-match']
  if (tags !== undefined) return etag !== undefined && (tags.trim() === '*' || tags.split(',').map(opaqueTag).includes(opaqueTag(etag)))
  const since = conditions['if-modified-since']
  return since !== undefined && modified !== undefined && Date.parse(modified) <= Date.parse(since)
}

/** An entity tag for weak comparison. */
function opaqueTag(tag: string): string {
  return tag.trim().replace(/^W\//, '')
}

function pageUnknown(): HttpProblem {
  return new HttpProblem(404, 'path', 'PATH_UNKNOWN', 'There is nothing at this path. The pages begin at /docs.')
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
    staticCSP: policy,
    // Null, so that the browser sends no request to the online validator of Swagger.
    uiConfig: { deepLinking: true, validatorUrl: null, tryItOutEnabled: true, defaultModelsExpandDepth: 0 },
  })
  return app
}

/**
 * Stands in for the plugin `@fastify/swagger`, on which Swagger UI depends. The document is written by `describe-interface`.
 */
function givenDescription(read: () => unknown) {
  const plugin = (app: FastifyInstance, _options: unknown, done: () => void): void => {
    app.decorate('swagger', read as FastifyInstance['swagger'])
    done()
  }
  // As `fastify-plugin` does: the name of the plugin, and no encapsulation.
  return Object.assign(plugin, {
    [Symbol.for('skip-override')]: true,
    [Symbol.for('plugin-meta')]: { name: '@fastify/swagger', fastify: '5.x' },
  })
}
