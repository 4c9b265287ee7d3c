import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { limits, originalStack } from '#config'
import { MalformedDocument, RequestError } from '#model'
import { Abandoned, Overload, Starting } from '#service'
import { HttpProblem, type ProblemItem, renderProblems } from './problem.js'
import { requestIdHeader } from './request-id.js'

/** What an error becomes, before an interface gives it its form. */
export interface Refusal {
  readonly status: number
  readonly items: readonly ProblemItem[]
  readonly headers: Readonly<Record<string, string>>
}

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

/** Gives every refusal of an interface the one JSON shape. Each plugin installs it in its own scope. */
export function installErrorHandler(app: FastifyInstance, strict: boolean): void {
  app.setErrorHandler((error: FastifyError, request, reply) => send(reply, refusalOf(error, request), strict))
}

/** Unknown paths (404) and known paths with another method (405). `signpost` says what is where in this process. */
export function installNotFoundHandler(app: FastifyInstance, signpost: string, strict: boolean): void {
  // Before its body is looked at, which the framework does for some methods.
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.is404) throw whyNotFound(app, signpost, request)
    done()
  })
  app.setNotFoundHandler((request, reply) => send(reply, refusalOf(whyNotFound(app, signpost, request), request), strict))
}

function whyNotFound(app: FastifyInstance, signpost: string, request: FastifyRequest): HttpProblem {
  const path = request.url.split('?', 1)[0] ?? '/'
  const allowed = methods.filter((method) => app.hasRoute({ method, url: path.length > 1 ? path.replace(/\/$/, '') : path }))
  return allowed.length === 0
    ? new HttpProblem(404, 'path', 'PATH_UNKNOWN', `There is nothing at this path. ${signpost}`)
    : new HttpProblem(405, 'method', 'METHOD_NOT_ALLOWED', `This path is for ${allowed.join(' and ')} only.`, { allow: allowed.join(', ') })
}

/** An address whose escapes cannot be decoded: it matches no route, so no plugin's handler would see it. */
export function answerUnreadableAddress(request: FastifyRequest, reply: FastifyReply, strict: boolean): void {
  // No hook has run.
  reply.header(requestIdHeader, request.id)
  void send(
    reply,
    refusalOf(new HttpProblem(400, 'path', 'REQUEST_MALFORMED', 'The address of the request is not well-formed.'), request),
    strict,
  )
}

function send(reply: FastifyReply, refusal: Refusal, strict: boolean): FastifyReply {
  return reply.code(refusal.status).headers(refusal.headers).send(renderProblems(refusal.items, strict))
}

export function refusalOf(error: Error, request: FastifyRequest): Refusal {
  // For the log line of this request: codes only, since messages hold file names and other text of the document.
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
  if (error instanceof MalformedDocument) {
    const where = error.where === null ? '' : ` (${error.where})`
    const message = `The document is malformed or does not match the document type: ${error.message}${where}`
    return refused(400, [{ key: 'document', code: error.code, message }])
  }
  if (error instanceof Overload) {
    const item: ProblemItem = { key: 'service', code: 'SERVICE_OVERLOADED', message: error.message }
    return refused(503, [item], { 'retry-after': String(limits.http.retryAfterSeconds) })
  }
  if (error instanceof Starting) {
    const item: ProblemItem = { key: 'service', code: 'SERVICE_STARTING', message: error.message }
    return refused(503, [item], { 'retry-after': String(limits.http.retryAfterSeconds) })
  }
  // The client is gone: the outcome is only logged.
  if (error instanceof Abandoned) return refused(503, [{ key: 'service', code: 'REQUEST_ABANDONED', message: error.message }])
  const status = 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500
  // Refusals of the framework that no rule above names. Their texts repeat nothing of the request.
  if (status >= 400 && status < 500)
    return refused(status, [
      { key: 'document', code: 'REQUEST_MALFORMED', message: error.message.endsWith('.') ? error.message : `${error.message}.` },
    ])
  logFault(error, request)
  const message = `The service failed to answer. This is not caused by the document; quote ${request.id} when you report it.`
  return refused(500, [{ key: 'service', code: 'SERVICE_FAULT', message }])
}

/** A message can quote the document (a syntax error quotes its text), so only the kind of the error and its place in the code are logged. */
export function logFault(error: Error, request: FastifyRequest): void {
  const frames = originalStack(error)
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
  request.log.error(
    { fault: error.name, code: 'code' in error ? String(error.code).slice(0, 80) : null, at: frames.map((frame) => frame.trim()) },
    'fault',
  )
}
