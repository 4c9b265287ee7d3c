import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Settings } from '#config'
import { type Caller, Overload, releaseMemory, type ValidationService } from '#threads'
import { callerOf } from './caller.js'
import type { TrustedProxies } from './connections/trusted-proxies.js'
import { installErrorHandler } from './error-handling.js'
import type { HeldOctets } from './held-octets.js'
import { readJsonMembers, withoutBody } from './json-body.js'
import { type AnswerType, assertAccepts, assertJsonRequest } from './media-types.js'
import { describeRefusals } from './schemas/index.js'

export interface DocumentRequestOptions {
  readonly settings: Pick<Settings, 'strict' | 'limits'>
  readonly service: ValidationService
  readonly octets: HeldOctets
  readonly proxies: TrustedProxies
}

/** Refusals that all interfaces for documents have in common, for OpenAPI. */
export const refusalSchemas = describeRefusals({
  400: 'A field or the document is wrong; `requestErrors` names each',
  405: 'Another method',
  406: 'The Accept header excludes every media type of the answer',
  408: 'The body did not arrive in time',
  413: 'The body is too large',
  415: 'The request is not JSON, or is compressed',
  500: 'Internal error; the log of the service has the id of the header X-Request-Id',
  503: 'The service is overloaded or has just started: repeat the request after the seconds in Retry-After',
})

interface InterfaceHooks {
  readonly assertRequest?: (request: FastifyRequest) => void
  readonly installRefusals?: (app: FastifyInstance, strict: boolean) => void
}

/**
 * Prepares the scope of a plugin for documents in JSON. A request whose headers show that it cannot be served is refused before its body is read.
 *
 * @param answers possible media types of the answer; null: the Accept header is not checked, because browsers do not list the types of files that they save
 * @param assertRequest refuses a request by its headers; without it, what is not JSON
 * @param installRefusals answers the errors of the scope; without it, in the form of SiVa 1
 */
export function prepareForDocuments(
  app: FastifyInstance,
  options: DocumentRequestOptions,
  answers: readonly AnswerType[] | null = ['application/json'],
  { assertRequest = ({ headers }) => assertJsonRequest(headers), installRefusals = installErrorHandler }: InterfaceHooks = {},
): void {
  installRefusals(app, options.settings.strict)
  app.addHook('onRequest', (request, _reply, done) => {
    assertRequest(request)
    if (answers !== null) assertAccepts(request.headers, ...answers)
    done()
  })
  const bounds = options.settings.limits.request
  readBodies(app, options, (body) => {
    const members = readJsonMembers(body, bounds)
    // No member is a part of this memory.
    if (body.length >= bounds.largeBytes) releaseMemory([body])
    return members
  })
  app.addHook('preValidation', (request, _reply, done) => done(request.body === undefined ? withoutBody() : undefined))
}

/**
 * Reads the bodies of a scope, each as one buffer and counted, unless the service would refuse them.
 *
 * @param read the body of a request, from its octets
 */
export function readBodies(
  app: FastifyInstance,
  { service, octets, proxies }: DocumentRequestOptions,
  read: (octets: Buffer) => unknown = (body) => body,
): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (service.hasRoomFor?.(proxies.clientOf(request)) !== false) done()
    else done(new Overload('The service holds as many documents as it can. Try again in a moment.'))
  })
  octets.install(app)
  // Our own parser of JSON, because its refusals have our form, and because it bounds the structure before it parses.
  // `application/json` is listed by name so that the framework finds it without parsing the media type of each request.
  app.addContentTypeParser<Buffer>(['application/json', '*'], { parseAs: 'buffer' }, (request: FastifyRequest, body: Buffer) => {
    // At once, with the body itself below: when the garbage collector frees them, a document of 2.8 MB costs 1.6 times the processor time.
    if (request.bodyPieces !== null) releaseMemory(request.bodyPieces)
    request.bodyPieces = null
    return Promise.resolve(body).then(read)
  })
}

/** The caller of the service for a request. */
export function clientOf(request: FastifyRequest, reply: FastifyReply, { proxies }: DocumentRequestOptions): Caller {
  return callerOf(request, reply, proxies.clientOf(request))
}
