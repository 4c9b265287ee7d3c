import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { asSentence, formatInstant, MalformedDocument, type PolicyName, policiesOfInterface, RequestError } from '#model'
import { bufferOf, memberOf } from '#std'
import type { ValidationService } from '#threads'
import type { DataFileOrder } from '#validation'
import type { ReportOrder } from '#writers'
import { type Language, languageCodes, timeZoneOf } from '#writers/languages'
import { contentSecurityPolicy } from '../content-security-policy.js'
import { clientOf, type DocumentRequestOptions, readBodies } from '../document-requests.js'
import { installErrorHandler } from '../error-handling.js'
import { assertNotCompressed, mediaTypeOf } from '../media-types.js'
import { ownBytes } from '../own-bytes.js'
import { HttpProblem } from '../problem.js'
import { pageMarkup } from './page-markup.js'
import { pageScript } from './page-script.js'
import { pageStyles } from './page-styles.js'

/** Prevents that markup in a name of a document runs. */
const policy = contentSecurityPolicy("connect-src 'self'", 'img-src data:')

export interface PageOptions extends DocumentRequestOptions {
  /** The policy that `/validate` takes where a request names none, so that page and interface give the same verdict. */
  readonly defaultPolicy: PolicyName
}

/** Registers the page for people at `/`, and the requests of the page. These are not an API: programs use /validate and /report. */
export async function pagePlugin(app: FastifyInstance, options: PageOptions): Promise<void> {
  const { settings } = options
  installErrorHandler(app, settings.strict)
  app.get('/', hidden, (request, reply) => {
    protect(reply, 'text/html; charset=utf-8').header('vary', 'accept-language')
    return pageMarkup(languageOf(request), settings.limits.request.maxBodyBytes)
  })
  app.get('/page/script.js', hidden, (_request, reply) => protect(reply, 'text/javascript; charset=utf-8').send(pageScript))
  app.get('/page/style.css', hidden, (_request, reply) => protect(reply, 'text/css; charset=utf-8').send(pageStyles))
  app.get('/page/service', hidden, (_request, reply) => protect(reply, 'application/json; charset=utf-8').send(describeService(options)))
  await app.register((scope, _options, done) => {
    documentRoutes(scope, options)
    done()
  })
}

const hidden = { schema: { hide: true } }

/** What the page says of the service: whether it can decide, and by which policy and lists. */
function describeService({ service, defaultPolicy }: PageOptions) {
  const { reasons, trust, fixedClock } = service.readiness()
  return {
    version: service.health().version,
    policy: defaultPolicy,
    policies: policiesOf(service),
    trusted: trust.services > 0 || trust.instances.length > 0,
    starting: reasons.some((reason) => reason.startsWith('The service has just started')),
    lists: trust.lists.filter(({ kind }) => kind === 'trusted-list').length,
    stale: trust.lists.filter(({ stale }) => stale).length,
    checkedAt: trust.checkedAt === null ? null : formatInstant(trust.checkedAt),
    clock: fixedClock ? formatInstant(service.clock()) : null,
  }
}

/** The policies of every interface, and those of the operator. */
function policiesOf({ ownPolicies }: ValidationService): readonly PolicyName[] {
  return [...Object.values(policiesOfInterface).flat(), ...ownPolicies.map(({ name }) => name)]
}

function documentRoutes(app: FastifyInstance, options: PageOptions): void {
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
  const config = { ...hidden, config: { validates: true } }
  /** Validates the body, and answers with what is written, or with why the document is refused, in a form that the page can say in its language. */
  const validated = async <Order extends ReportOrder>(request: FastifyRequest, reply: FastifyReply, order: Order) => {
    const wanted = { document: documentOf(request), documentType: null, filename: nameOf(request), policy: policyOf(request, options) }
    const asked = { ...wanted, validationTime: service.clock() }
    return (await service.validate(asked, order, clientOf(request, reply, options))).written
  }
  app.setErrorHandler((error: Error, request, reply) => {
    const problem = refusalFor(error)
    if (problem === null) throw error
    request.log.debug({ code: problem.code }, 'a document was refused')
    return protect(reply, 'application/json; charset=utf-8')
      .code(400)
      .send({ requestErrors: [problem] })
  })
  app.post('/page/validate', config, async (request, reply) => {
    const written = await validated(request, reply, { form: 'page', timeZone: zoneOf(request) })
    protect(reply, 'application/json; charset=utf-8')
    return bufferOf(written)
  })
  app.post('/page/checks', config, async (request, reply) => {
    const order = { form: 'page-checks', language: languageOf(request), signature: signatureOf(request) } as const
    const written = await validated(request, reply, order)
    protect(reply, 'text/html; charset=utf-8')
    return bufferOf(written)
  })
  app.post('/page/report', config, async (request, reply) => {
    if (parameterOf(request.query, 'format') === 'json') {
      const written = await validated(request, reply, { form: 'siva1-json', strict: false, detailed: true })
      return protect(reply, 'application/json; charset=utf-8').send(written)
    }
    const written = await validated(request, reply, { form: 'pdf', language: languageOf(request), timeZone: zoneOf(request) })
    protect(reply, 'application/pdf').header('content-disposition', attachment('report.pdf'))
    return bufferOf(written)
  })
  // Documents are not stored. The page sends the document again for each file, with its SHA-256, so that the file comes from the validated bytes.
  app.post('/page/files', hidden, async (request, reply) => {
    const { name, bytes } = await service.takeDataFiles(documentOf(request), orderOf(request), clientOf(request, reply, options))
    protect(reply, 'application/octet-stream').header('content-disposition', attachment(name))
    return bufferOf(bytes)
  })
}

/** Why a document is refused, with the code by which the page finds its sentence; null for any other error. `work`: it needs more than the bounds allow. */
function refusalFor(
  error: Error,
): { readonly key: string; readonly code: string; readonly message: string; readonly work: boolean } | null {
  if (error instanceof MalformedDocument) return { key: 'document', code: error.code, message: asSentence(error.message), work: false }
  if (!(error instanceof RequestError)) return null
  const [problem] = error.problems
  return problem === undefined ? null : { key: problem.field, code: problem.code, message: problem.message, work: true }
}

/** The policy in the query. Throws `HttpProblem` (400) for one that this service does not have. */
function policyOf({ query }: FastifyRequest, { service, defaultPolicy }: PageOptions): PolicyName {
  const name = parameterOf(query, 'policy') ?? defaultPolicy
  if (!policiesOf(service).includes(name)) throw new HttpProblem(400, 'signaturePolicy', 'REQUEST_MALFORMED', 'There is no such policy.')
  return name
}

/** The number of a signature, from 0. Throws `HttpProblem` (400) for anything else. */
function signatureOf({ query }: FastifyRequest): number {
  const number = parameterOf(query, 'signature') ?? ''
  if (!/^\d{1,6}$/.test(number)) throw new HttpProblem(400, 'request', 'REQUEST_MALFORMED', 'Name a signature by its number.')
  return Number(number)
}

function zoneOf({ query }: FastifyRequest): string {
  return timeZoneOf(parameterOf(query, 'zone'))
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
function languageOf({ query, headers }: FastifyRequest): Language {
  const asked = parameterOf(query, 'language')
  const accepted = (headers['accept-language'] ?? '').slice(0, 200).toLowerCase().split(',')
  const ranges = [asked ?? '', ...accepted].map((range) => /^\s*([a-z]{2})\b/.exec(range)?.[1])
  return ranges.flatMap((range) => languageCodes.find((code) => code === range) ?? [])[0] ?? 'en'
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
