import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { bufferOf, memberOf } from '#std'
import type { DataFileOrder } from '#validation'
import { contentSecurityPolicy } from '../content-security-policy.js'
import { clientOf, type DocumentRequestOptions, readBodies } from '../document-requests.js'
import { installErrorHandler } from '../error-handling.js'
import { assertNotCompressed, mediaTypeOf } from '../media-types.js'
import { ownBytes } from '../own-bytes.js'
import { HttpProblem } from '../problem.js'
import { type PageLanguage, pageMarkup } from './page-markup.js'
import { pageScript } from './page-script.js'
import { pageStyles } from './page-styles.js'

/** Prevents that markup in a name of a document runs. */
const policy = contentSecurityPolicy("connect-src 'self'", 'img-src data:')

/** Registers the page for people at `/`, and the requests of the page. These are not an API: programs use /validate and /report. */
export async function pagePlugin(app: FastifyInstance, options: DocumentRequestOptions): Promise<void> {
  const { settings } = options
  installErrorHandler(app, settings.strict)
  const hidden = { schema: { hide: true } }
  app.get('/', hidden, (request, reply) => {
    protect(reply, 'text/html; charset=utf-8').header('vary', 'accept-language')
    return pageMarkup(languageOf(request), settings.limits.request.maxBodyBytes)
  })
  app.get('/page/script.js', hidden, (_request, reply) => protect(reply, 'text/javascript; charset=utf-8').send(pageScript))
  app.get('/page/style.css', hidden, (_request, reply) => protect(reply, 'text/css; charset=utf-8').send(pageStyles))
  await app.register((scope, _options, done) => {
    documentRoutes(scope, options)
    done()
  })
}

function documentRoutes(app: FastifyInstance, options: DocumentRequestOptions): void {
  const { service } = options
  app.addHook('onRequest', (request, _reply, done) => {
    assertNotCompressed(request.headers)
    // A page of another site cannot send this type without a preflight request of the browser, which this service does not allow.
    if (mediaTypeOf(request.headers['content-type'] ?? '') !== 'application/octet-stream')
      throw new HttpProblem(415, 'content-type', 'CONTENT_TYPE_UNSUPPORTED', 'Send the document as application/octet-stream.')
    done()
  })
  readBodies(app, options)
  const documentOf = (request: FastifyRequest) => ownBytes(request.body as Buffer)
  app.post('/page/validate', { schema: { hide: true }, config: { validates: true } }, async (request, reply) => {
    const document = documentOf(request)
    const printed = { document, documentType: null, filename: nameOf(request), policy: 'POLv1', validationTime: service.clock() } as const
    const caller = clientOf(request, reply, options)
    const { written } = await service.validate(printed, { form: 'page', language: languageOf(request) }, caller)
    protect(reply, 'text/html; charset=utf-8')
    return bufferOf(written)
  })
  // Documents are not stored. The page sends the document again for each file, with its SHA-256, so that the file comes from the validated bytes.
  app.post('/page/files', { schema: { hide: true } }, async (request, reply) => {
    const { name, bytes } = await service.takeDataFiles(documentOf(request), orderOf(request), clientOf(request, reply, options))
    protect(reply, 'application/octet-stream').header('content-disposition', attachment(name))
    return bufferOf(bytes)
  })
}

/** The file, or all files, that the query requests. Throws `HttpProblem` (400) for a malformed query. */
function orderOf({ query }: FastifyRequest): DataFileOrder {
  const [which, digest] = [parameterOf(query, 'which') ?? '', parameterOf(query, 'sha256') ?? '']
  if (!/^(?:all|\d{1,6})$/.test(which) || !/^[0-9a-f]{64}$/.test(digest))
    throw new HttpProblem(400, 'request', 'REQUEST_MALFORMED', 'Name a file by its number, or all, and the document by its SHA-256.')
  return { which: which === 'all' ? 'all' : Number(which), digest }
}

/** Content-Disposition with the name in ASCII and in UTF-8 (RFC 6266, RFC 8187). Replaced or encoded characters cannot end the header. */
function attachment(name: string): string {
  const plain = name.replace(/[^ !#-[\]-~]/g, '_')
  const encoded = encodeURIComponent(name).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}

function protect(reply: FastifyReply, type: string): FastifyReply {
  return reply
    .header('content-type', type)
    .header('content-security-policy', policy)
    .header('x-content-type-options', 'nosniff')
    .header('referrer-policy', 'no-referrer')
    .header('cache-control', 'no-store')
}

/** The language in the query, otherwise the first supported language in Accept-Language, otherwise English. */
function languageOf({ query, headers }: FastifyRequest): PageLanguage {
  const language = parameterOf(query, 'language')
  if (language === 'et' || language === 'en') return language
  const first = (headers['accept-language'] ?? '')
    .slice(0, 200)
    .toLowerCase()
    .split(',')
    .find((range) => /^\s*(?:et|en)\b/.test(range))
  return first?.trim().startsWith('et') === true ? 'et' : 'en'
}

function nameOf({ query }: FastifyRequest): string {
  const name = parameterOf(query, 'name')
  return name === null || name.trim() === '' ? 'document' : name.slice(0, 255)
}

/** A parameter of the query; null when it is missing or repeated. */
function parameterOf(query: unknown, name: string): string | null {
  const value = memberOf(query, name)
  return typeof value === 'string' ? value : null
}
