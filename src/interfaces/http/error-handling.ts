import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { originalStack } from '#config'
import { asSentence, MalformedDocument, RequestError } from '#model'
import { Abandoned, Overload, Starting } from '#threads'
import { HttpProblem, type ProblemCode, type ProblemItem, renderProblems } from './problem.js'
import { requestIdHeader } from './request-id.js'

/** A refusal, independent of its form in an interface. */
export interface Refusal {
  readonly status: number
  readonly items: readonly ProblemItem[]
  readonly headers: Readonly<Record<string, string>>
}

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

/** Answers every error of a scope with the JSON of a refusal. Each plugin installs it in its own scope. */
export function installErrorHandler(app: FastifyInstance, strict: boolean): void {
  app.setErrorHandler((error: FastifyError, request, reply) => answerError(error, request, reply, strict))
}

/** Answers an error with the JSON of a refusal. */
export function answerError(error: Error, request: FastifyRequest, reply: FastifyReply, strict: boolean): FastifyReply {
  return send(reply, refusalOf(error, request), strict)
}

type Answer = typeof answerError

/**
 * Answers unknown paths (404) and known paths with another method (405).
 *
 * @param signpost a sentence that names the paths of this process
 * @param answer in the form of the interface that the address belongs to
 */
export function installNotFoundHandler(app: FastifyInstance, signpost: string, strict: boolean, answer: Answer = answerError): void {
  // In the first hook, because for some methods the framework parses the body before it calls its handler for unknown paths.
  app.addHook('onRequest', (request, reply, done) => {
    if (request.is404) void answer(whyNotFound(app, signpost, request), request, reply, strict)
    else done()
  })
  app.setNotFoundHandler((request, reply) => answer(whyNotFound(app, signpost, request), request, reply, strict))
}

function whyNotFound(app: FastifyInstance, signpost: string, request: FastifyRequest): HttpProblem {
  const path = request.url.split('?', 1)[0] ?? '/'
  const allowed = methods.filter((method) => app.hasRoute({ method, url: path.length > 1 ? path.replace(/\/$/, '') : path }))
  return allowed.length === 0
    ? new HttpProblem(404, 'path', 'PATH_UNKNOWN', `There is nothing at this path. ${signpost}`)
    : new HttpProblem(405, 'method', 'METHOD_NOT_ALLOWED', `This path is for ${new Intl.ListFormat('en-GB').format(allowed)} only.`, {
        allow: allowed.join(', '),
      })
}

/** Answers an address whose escapes cannot be decoded. It matches no route, so no error handler of a plugin is called. */
export function answerUnreadableAddress(request: FastifyRequest, reply: FastifyReply, strict: boolean): void {
  // The hook that sets this header has not run.
  reply.header(requestIdHeader, request.id)
  void send(
    reply,
    refusalOf(new HttpProblem(400, 'path', 'REQUEST_MALFORMED', 'The address of the request is not well-formed.'), request),
    strict,
  )
}

function send(reply: FastifyReply, refusal: Refusal, strict: boolean): FastifyReply {
  keepConnection(reply)
  return reply.code(refusal.status).headers(refusal.headers).send(renderProblems(refusal.items, strict))
}

/**
 * The framework closes the connection after a body that it did not read to the end. The system then resets the connection of a client that is still sending,
 * and the client loses the answer. Node.js reads and discards the rest instead, until the time for the request is over.
 */
export function keepConnection(reply: FastifyReply): void {
  if (reply.hasHeader('connection')) reply.removeHeader('connection')
}

/** The header of a refusal of a request that may succeed a moment later. */
export function retryLater({ server }: FastifyRequest): Readonly<Record<string, string>> {
  return { 'retry-after': String(server.retryAfterSeconds) }
}

/** The refusal for an error, for REST and SOAP. Any error that is not a refusal becomes 500 and is logged with its position in the code. */
export function refusalOf(error: Error, request: FastifyRequest): Refusal {
  // Only the codes are logged with the request: messages may contain file names and other text of the document.
  const refused = (status: number, items: readonly ProblemItem[], headers = {}): Refusal => {
    request.problemCodes = items.map((item) => item.code)
    return { status, items, headers }
  }
  if (error instanceof HttpProblem) return refused(error.status, [error.item], error.headers)
  if (error instanceof RequestError) {
    return refused(
      400,
      error.problems.map(({ field, code, message }) => ({ key: field, code, message })),
    )
  }
  if (error instanceof MalformedDocument) return refused(400, [{ key: 'document', code: error.code, message: error.described }])
  if (error instanceof Overload || error instanceof Starting) {
    const code = error instanceof Starting ? 'SERVICE_STARTING' : 'SERVICE_OVERLOADED'
    return refused(503, [{ key: 'service', code, message: error.message }], retryLater(request))
  }
  // The client has disconnected, so this answer is only logged.
  if (error instanceof Abandoned) return refused(503, [{ key: 'service', code: 'REQUEST_ABANDONED', message: error.message }])
  const { status, items } = refusalOfOther(error, request)
  return refused(status, items)
}

/** The refusal for an error of the framework, or for an internal error, which becomes 500 and is logged. */
export function refusalOfOther(error: Error, request: FastifyRequest): Refusal {
  const code = 'code' in error ? String(error.code) : ''
  const refusal = (status: number, code: ProblemCode, message: string) => ({
    status,
    items: [{ key: 'document', code, message }],
    headers: {},
  })
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return refusal(
      413,
      'BODY_TOO_LARGE',
      `The request is larger than ${request.routeOptions.bodyLimit} bytes, the maximum of this service.`,
    )
  // Both are errors of the stream of the body, which have no status of their own.
  if (code === 'ECONNRESET' || code === 'FST_ERR_CTP_INVALID_CONTENT_LENGTH')
    return refusal(400, 'BODY_INCOMPLETE', 'The connection ended before the body did.')
  const status = 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500
  // Messages of the framework contain no text of the request.
  if (status >= 400 && status < 500) return refusal(status, 'REQUEST_MALFORMED', asSentence(error.message))
  logFault(error, request)
  const message = `The service failed to answer. This is not caused by the request; quote ${request.id} when you report it.`
  return { status: 500, items: [{ key: 'service', code: 'SERVICE_FAULT', message }], headers: {} }
}

/** Logs the name, the code and the stack of an internal error. Not its message, which may quote the document, as that of a SyntaxError does. */
function logFault(error: Error, request: FastifyRequest): void {
  const frames = originalStack(error)
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
  request.log.error(
    { fault: error.name, code: 'code' in error ? String(error.code).slice(0, 80) : null, at: frames.map((frame) => frame.trim()) },
    'fault',
  )
}
