import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { limits, type Settings } from '#config'
import { bufferOf } from '#model'
import { type Caller, Overload, UndecodedDocument } from '#service'
import type { BodyIntake } from './bodies/body-intake.js'
import { callerOf } from './caller.js'
import type { TrustedProxies } from './connections/trusted-proxies.js'
import { installErrorHandler } from './error-handling.js'
import { watchEventLoopDelay } from './event-loop-delay.js'
import { type RequestMembers, readJsonMembers, readRequestMembers } from './json-body.js'
import { type AnswerType, assertAccepts, assertJsonRequest } from './media-types.js'
import { describeRefusals } from './schemas/index.js'

export interface DocumentRequestOptions {
  readonly settings: Pick<Settings, 'strict' | 'maxBodyBytes'>
  readonly bodies: BodyIntake
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

/**
 * Prepares the scope of a plugin for documents in JSON. A request whose headers show that it cannot be served is refused before its body is read.
 *
 * @param answers possible media types of the answer; null: the Accept header is not checked, because browsers do not list the types of files that they save
 */
export async function prepareForDocuments(
  app: FastifyInstance,
  options: DocumentRequestOptions,
  answers: readonly AnswerType[] | null = ['application/json'],
): Promise<void> {
  installErrorHandler(app, options.settings.strict)
  holdLargeAnswers(app, options)
  await refuseUnderPressure(app)
  app.addHook('onRequest', (request, _reply, done) => {
    assertJsonRequest(request.headers)
    if (answers !== null) assertAccepts(request.headers, ...answers)
    done()
  })
  // The handler reads the body itself, because only it can count the bytes while they arrive.
  // `application/json` is listed by name so that the framework finds it without parsing the media type of each request.
  app.addContentTypeParser(['application/json', '*'], (_request, payload, done) => done(null, payload))
}

/**
 * Counts the octets by which an answer is larger than the body of its request, until the client has received it. A long file name occurs twice in the JSON of a
 * report, and in XML each `<` of it takes six octets. Answers with 503 when there is no room.
 */
export function holdLargeAnswers(app: FastifyInstance, { bodies, proxies }: Pick<DocumentRequestOptions, 'bodies' | 'proxies'>): void {
  app.addHook('onSend', async (request, reply, payload: unknown) => {
    const beyond = octetsOf(payload) - (request.bodyBytes ?? 0)
    if (beyond > limits.http.largeAnswerBytes) bodies.holdAnswer(reply, proxies.clientOf(request), beyond)
    return payload
  })
}

function octetsOf(payload: unknown): number {
  if (typeof payload === 'string') return Buffer.byteLength(payload)
  return payload instanceof Uint8Array ? payload.length : 0
}

/** Name of the decorator with which a server turns the guard below on or off. */
export const guardDecorator = 'refusesUnderPressure'

/** Refuses requests in the scope of a plugin with `Overload` while the delay of the event loop is above its bound. */
export async function refuseUnderPressure(app: FastifyInstance): Promise<void> {
  if (app.hasDecorator(guardDecorator) && !app.getDecorator<boolean>(guardDecorator)) return
  await app.register(pressureGuard)
}

function guardAgainstPressure(app: FastifyInstance, _options: object, done: () => void): void {
  const delay = watchEventLoopDelay()
  app.addHook('onClose', (_closing, closed) => {
    delay.stop()
    closed()
  })
  app.addHook('onRequest', (_request, _reply, next) => {
    if (delay.milliseconds() <= limits.http.maxEventLoopDelayMilliseconds) next()
    else next(new Overload('The service has more to do than it can. Try again in a moment.'))
  })
  done()
}

/** The symbol tells the framework to add the hooks to the scope of the registering plugin. */
const pressureGuard = Object.assign(guardAgainstPressure, { [Symbol.for('skip-override')]: true })

/**
 * Reads the members of a JSON request and answers it. When a document that was cut out of the request cannot be decoded, the whole request is read again, so
 * that the refusal is the same as without cutting.
 */
export function answerDocumentRequest<T>(
  request: FastifyRequest,
  reply: FastifyReply,
  options: DocumentRequestOptions,
  answer: (members: RequestMembers, caller: Caller) => Promise<T>,
): Promise<T> {
  return answerBody(request, reply, options, async (body, caller) => {
    try {
      return await answer(readRequestMembers(body, limits.request), caller)
    } catch (error) {
      if (!(error instanceof UndecodedDocument)) throw error
      return answer({ members: readJsonMembers(bufferOf(error.octets), limits.request), document: null }, caller)
    }
  })
}

/**
 * Reads the body of a request and answers it. When `answer` has settled, the memory of the body is returned to the pool, because no result depends on it any
 * more. A worker thread that is being terminated may still read the memory, but its result is discarded.
 */
export async function answerBody<T>(
  request: FastifyRequest,
  reply: FastifyReply,
  { bodies, proxies }: DocumentRequestOptions,
  answer: (body: Buffer, caller: Caller) => Promise<T>,
): Promise<T> {
  const client = proxies.clientOf(request)
  const body = await bodies.read(request, reply, client)
  try {
    return await answer(body, callerOf(request, reply, client))
  } finally {
    bodies.giveBack(body)
  }
}
