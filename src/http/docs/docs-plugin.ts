import type { IncomingHttpHeaders } from 'node:http'
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify'
import { contentSecurityPolicy } from '../content-security-policy.js'
import { HttpProblem } from '../problem.js'
import { whenAsked } from '../when-asked.js'

/** Only what Swagger UI needs. */
const policy = contentSecurityPolicy("img-src 'self' data:", "connect-src 'self'")

/** An answer of the inner server. */
interface Page {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly payload: Buffer
}

/** Only plain names, so that each file has one path: the number of pages that are kept is bounded by the number of files. */
const plainPath = /^\/docs(?:\/(?!\.)[A-Za-z0-9._-]+)*\/?$/

/**
 * Swagger UI at /docs, for the document of `/openapi.json`. Its pages are written by an inner server, which is created with the first request: loading it would
 * take a fifth of the start, and most services never show the pages.
 *
 * Each page is kept in one buffer, which all answers share. An answer that its client does not take would otherwise hold a copy, of 1.5 MB for the largest file.
 */
export function docsPlugin(app: FastifyInstance, { describe }: { readonly describe: () => Promise<unknown> }, done: () => void): void {
  let opened: FastifyInstance | null = null
  const inner = whenAsked(async () => (opened = await openPages(describe)))
  const pages = new Map<string, () => Promise<Page>>()
  const find = async (path: string): Promise<Page> => {
    if (!plainPath.test(path)) throw pageUnknown()
    const page = pages.get(path) ?? whenAsked(async () => readPage(await inner(), path))
    pages.set(path, page)
    try {
      return await page()
    } catch (error) {
      pages.delete(path)
      throw error
    }
  }
  const handler = async ({ url, headers }: FastifyRequest, reply: FastifyReply) => {
    // The framework has refused malformed escapes.
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

/** Whether the copy of a client is current (RFC 9110, 13.1.2 and 13.1.3). Other conditions are not evaluated, and parts of a file are not served. */
function isCurrent(asked: IncomingHttpHeaders, { etag, 'last-modified': modified }: Readonly<Record<string, string>>): boolean {
  const tags = asked['if-none-match']
  if (tags !== undefined) return etag !== undefined && (tags.trim() === '*' || tags.split(',').map(opaqueTag).includes(opaqueTag(etag)))
  const since = asked['if-modified-since']
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
