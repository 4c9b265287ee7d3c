import underPressure from '@fastify/under-pressure'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { limits, type Settings } from '#config'
import { Overload } from '#service'
import { installErrorHandler } from './error-handling.js'
import { type Members, readJsonMembers } from './json-body.js'
import { assertAcceptsJson, assertJsonRequest } from './media-types.js'
import { type BytesInFlight, readBody } from './request-body.js'
import { requestErrorsSchema } from './schemas/index.js'

export interface DocumentRequestOptions {
  readonly settings: Pick<Settings, 'strict' | 'maxBodyBytes'>
  readonly bytesInFlight: BytesInFlight
}

/** What an interface that takes documents may answer instead. */
export const refusalSchemas = Object.fromEntries([400, 405, 406, 413, 415, 500, 503].map((status) => [status, requestErrorsSchema]))

/** Makes the scope of a plugin one that takes documents in JSON: what cannot be served is refused before its body is read. */
export async function prepareForDocuments(app: FastifyInstance, { settings }: DocumentRequestOptions): Promise<void> {
  installErrorHandler(app, settings.strict)
  await refuseUnderPressure(app)
  app.addHook('onRequest', (request, _reply, done) => {
    assertJsonRequest(request.headers)
    assertAcceptsJson(request.headers)
    done()
  })
  // The handler reads the body itself, because only it can count the bytes while they arrive.
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
}

/** In the scope of a plugin, requests are refused as long as the event loop lags behind. */
export async function refuseUnderPressure(app: FastifyInstance): Promise<void> {
  await app.register(underPressure, {
    maxEventLoopDelay: limits.http.maxEventLoopDelayMilliseconds,
    pressureHandler: () => Promise.reject(new Overload('The service has more to do than it can. Try again in a moment.')),
  })
}

/** Reads the members of a request in JSON and answers it. */
export function answerDocumentRequest<T>(
  request: FastifyRequest,
  reply: FastifyReply,
  options: DocumentRequestOptions,
  answer: (members: Members, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  return answerBody(request, reply, options, (body, signal) => answer(readJsonMembers(body, limits.request), signal))
}

/** Reads the body of a request and answers it. Its bytes count as in flight until the answer is there. */
export async function answerBody<T>(
  request: FastifyRequest,
  reply: FastifyReply,
  { settings, bytesInFlight }: DocumentRequestOptions,
  answer: (body: Buffer, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const lease = bytesInFlight.lease()
  try {
    const announced = request.headers['content-length']
    const body = await readBody(request.raw, announced === undefined ? null : Number(announced), settings.maxBodyBytes, lease)
    return await answer(body, goneSignal(reply))
  } finally {
    lease.release()
  }
}

/**
 * Aborted when the connection closes before the answer was sent. The framework's own signal follows the request, which closes as soon as its body has
 * been read.
 */
function goneSignal(reply: FastifyReply): AbortSignal {
  const gone = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableEnded) gone.abort()
  })
  return gone.signal
}
