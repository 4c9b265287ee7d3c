import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { limits, type Settings } from '#config'
import { type Caller, Overload, UndecodedDocument } from '#service'
import type { BodyIntake } from './bodies/body-intake.js'
import { callerOf } from './caller.js'
import type { TrustedProxies } from './connections/trusted-proxies.js'
import { installErrorHandler } from './error-handling.js'
import { watchEventLoopDelay } from './event-loop-delay.js'
import { type RequestMembers, readJsonMembers, readRequestMembers } from './json-body.js'
import { type AnswerType, assertAccepts, assertJsonRequest } from './media-types.js'
import { bufferOf } from './own-bytes.js'
import { describeRefusals } from './schemas/index.js'

export interface DocumentRequestOptions {
  readonly settings: Pick<Settings, 'strict' | 'maxBodyBytes'>
  readonly bodies: BodyIntake
  readonly proxies: TrustedProxies
}

/** Refusals of every interface that takes documents, for OpenAPI. */
export const refusalSchemas = describeRefusals({
  400: 'A field or the document is wrong; `requestErrors` names each',
  405: 'Another method',
  406: 'Only JSON is answered',
  408: 'The body did not arrive in time',
  413: 'The body is too large',
  415: 'Only JSON is taken',
  500: 'An internal error; the log of the service has the id of the header X-Request-Id',
  503: 'Too much at once, or the service has just started: repeat the request after the seconds of Retry-After',
})

/**
 * Prepares the scope of a plugin for documents in JSON: a request that cannot be served by its headers is refused before its body is read.
 *
 * @param answers media types of the answer, as far as they are known before the body; null: the Accept header is not checked, because browsers do not list the
 * types of files that they save
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
  // `application/json` by name as well: the framework finds it without parsing the media type for each request.
  app.addContentTypeParser(['application/json', '*'], (_request, payload, done) => done(null, payload))
}

/**
 * Counts what an answer holds beyond the body of its request until the client has taken it. A long file name is twice in the JSON of a report, and in XML each `<` of
 * it takes six octets. Answers with 503 when there is no room.
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

/** Name of the decorator by which a server turns the guard below on or off. */
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

/** Its hooks are those of the plugin that registers it (the mark of the framework for that). */
const pressureGuard = Object.assign(guardAgainstPressure, { [Symbol.for('skip-override')]: true })

/**
 * Reads the members of a JSON request and answers it. When the document that was cut out cannot be decoded, the request is read again as a whole, so that the
 * refusal is the same as without cutting.
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
 * Reads the body of a request and answers it for the client that the proxies name. When `answer` has ended, with an error or without, the memory of the body is used
 * again: no result depends on it any more. A thread that is being ended may still read it, but whatever it finds is dropped.
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
