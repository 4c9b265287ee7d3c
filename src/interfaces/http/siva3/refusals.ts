import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { MalformedDocument } from '#model'
import { Abandoned, Overload, Starting } from '#threads'
import { keepConnection, type Refusal, refusalOf, retryLater } from '../error-handling.js'
import type { ProblemCode } from '../problem.js'
import { describeAnswer, type JsonSchemas, reference } from '../schemas/index.js'
import { type Siva3Error, Siva3Refusal, texts } from './request-errors.js'

/** A refusal in the words of SiVa 3, and beside them our own, which say why. */
interface Refused {
  readonly status: number
  readonly items: readonly Siva3Error[]
  readonly causes: Refusal['items']
  readonly headers: Refusal['headers']
}

/**
 * Answers every error of a scope as SiVa 3 does. Its clients show a person only answers of the statuses 200 and 400, so a service that is busy, and a request that
 * is too large, are answered with 400 (`decisions.md#siva3-refusals`).
 */
export function installSiva3Refusals(app: FastifyInstance, strict: boolean): void {
  app.setErrorHandler((error: FastifyError, request, reply) => answerAsSiva3(error, request, reply, strict))
}

/**
 * Whether unknown paths and methods there are answered as SiVa 3 does: the addresses that SiVa 1 does not have and, where the interface of SiVa 3 is that of the
 * root, all.
 */
export function isAddressOfSiva3(url: string, isRoot: boolean): boolean {
  const path = url.split('?', 1)[0] ?? ''
  return isRoot || path.startsWith('/V3/') || /^\/monitoring\/(?:version|prometheus)\/?$/.test(path)
}

/** Answers an error as SiVa 3 does. */
export function answerAsSiva3(error: Error, request: FastifyRequest, reply: FastifyReply, strict: boolean): FastifyReply {
  return sendRefusal(reply, refused(error, request), strict)
}

function sendRefusal(reply: FastifyReply, { status, items, causes, headers }: Refused, strict: boolean): FastifyReply {
  keepConnection(reply)
  const body = strict || causes.length === 0 ? { requestErrors: items } : { requestErrors: items, causes }
  return reply.code(status).headers(headers).type('application/json').send(body)
}

function refused(error: Error, request: FastifyRequest): Refused {
  if (error instanceof Siva3Refusal) {
    request.problemCodes = [error.code]
    return { status: error.status, items: error.items, causes: error.causes, headers: {} }
  }
  const own = refusalOf(error, request)
  const as = (status: number, items: readonly Siva3Error[], headers: Refusal['headers'] = {}): Refused => ({
    status,
    items,
    causes: own.items,
    headers,
  })
  if (error instanceof MalformedDocument)
    return as(400, [{ key: 'document', message: error.code === 'ASICS_REQUIREMENTS' ? texts.requirements : texts.malformed }])
  if (error instanceof Overload || error instanceof Starting || error instanceof Abandoned)
    return as(400, withoutCodes(own.items), retryLater(request))
  const code = own.items[0]?.code ?? ''
  if (unreadableCodes.has(code)) return as(400, [{ key: 'requestBodyNotReadable', message: texts.unreadable }])
  if (code === 'CONTENT_TYPE_UNSUPPORTED') return as(415, [{ key: 'contentTypeNotSupported', message: texts.mediaTypes }])
  if (code === 'BODY_TOO_LARGE') return as(400, [tooLarge(request)])
  if (code === 'PATH_UNKNOWN') return as(404, [{ key: 'endpointNotFound', message: texts.notFound }])
  if (code === 'METHOD_NOT_ALLOWED') return as(405, [{ key: 'methodNotAllowed', message: texts.methods(allowedBy(own)) }], own.headers)
  return own.status === 500
    ? as(500, [{ key: 'unexpectedError', message: texts.unexpected }])
    : as(own.status, withoutCodes(own.items), own.headers)
}

/** Codes of refusals for which SiVa says that it cannot read the body. */
const unreadableCodes: ReadonlySet<string> = new Set<ProblemCode>([
  'JSON_MALFORMED',
  'JSON_NOT_AN_OBJECT',
  'JSON_TOO_COMPLEX',
  'BODY_INCOMPLETE',
  'CONTENT_ENCODING_UNSUPPORTED',
])

/** A body that announces its length is refused by it; of any other only the beginning was read. */
function tooLarge({ headers, routeOptions }: FastifyRequest): Siva3Error {
  const announced = headers['content-length']
  return announced === undefined
    ? { key: 'requestBodyNotReadable', message: texts.unreadable }
    : { key: 'request', message: texts.tooLarge(announced, routeOptions.bodyLimit) }
}

/** SiVa does not name HEAD, which goes with GET. */
function allowedBy({ headers }: Refusal): string {
  return (headers['allow'] ?? '')
    .split(', ')
    .filter((method) => method !== 'HEAD')
    .join(', ')
}

function withoutCodes(items: Refusal['items']): readonly Siva3Error[] {
  return items.map(({ key, message }) => ({ key, message }))
}

/** Response schemas of refusals by status, each with its meaning. */
function describe(meanings: Readonly<Record<number, string>>): JsonSchemas {
  return Object.fromEntries(
    Object.entries(meanings).map(([status, meaning]) => [status, describeAnswer(reference('Siva3RequestErrors'), meaning)]),
  )
}

/** Refusals of all operations of SiVa 3, for OpenAPI. */
export const siva3RefusalSchemas = describe({
  400: 'A field or the document is wrong, the body is too large, or the service is overloaded; `requestErrors` names each. Retry-After: repeat the request after these seconds',
  405: 'Another method',
  406: 'The Accept header excludes JSON',
  415: 'The request is not JSON',
  500: 'Internal error; the log of the service has the id of the header X-Request-Id',
})
