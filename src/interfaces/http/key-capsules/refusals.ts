import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { CapsuleRefused, StoreUnavailable } from '#capsules/rules'
import type { CapsuleService } from '#capsules/service'
import { Overload } from '#threads'
import { keepConnection, type Refusal, refusalOfOther, retryLater } from '../error-handling.js'
import { HttpProblem, renderProblems } from '../problem.js'
import { requestIdHeader } from '../request-id.js'

/** Codes of refusals without a body, with the status. They are only logged. A code is never reused after removal. */
export type EmptyRefusalCode =
  /** 400. The header in which a proxy passes the certificate of the client holds none. */
  | 'CLIENT_CERTIFICATE_MALFORMED'
  /** 401. The client shows no certificate. */
  | 'CLIENT_CERTIFICATE_MISSING'
  /** 401. The certificate of the client is not accepted. */
  | 'CLIENT_REFUSED'
  /** 503. It cannot be found out at present whether the certificate of the client was revoked. */
  | 'CLIENT_STATUS_UNKNOWN'
  /** 409. A capsule with this id is stored already. */
  | 'TRANSACTION_ID_TAKEN'
  /** 400. The id has another length than ids have. */
  | 'TRANSACTION_ID_FORM'
  /** 404. There is no capsule with this id for this client. */
  | 'CAPSULE_UNKNOWN'

/** A refusal without a body: those of GET, and 409 of POST. */
export class EmptyRefusal extends Error {
  override readonly name = 'EmptyRefusal'
  readonly status: number
  readonly code: EmptyRefusalCode
  readonly headers: Readonly<Record<string, string>>
  constructor(status: number, code: EmptyRefusalCode, headers: Readonly<Record<string, string>> = {}) {
    super(code)
    this.status = status
    this.code = code
    this.headers = headers
  }
}

/** Answers errors: refusals of POST have the form of `requestErrors`, those of GET and HEAD have no body. */
export function installCapsuleErrorHandler(app: FastifyInstance, service: CapsuleService, strict: boolean): void {
  app.setErrorHandler((error, request, reply) => {
    const refusal = refusalOf(error, request)
    if (refusal.status < 500) service.countRefusal()
    return sendRefusal(request, reply, refusal, strict)
  })
}

/** Answers unknown paths on a listener for capsules only. */
export function installCapsuleNotFoundHandler(app: FastifyInstance, service: CapsuleService, strict: boolean): void {
  app.setNotFoundHandler((request, reply) => {
    service.countRefusal()
    return sendRefusal(request, reply, refusalOf(pathUnknown(), request), strict)
  })
}

/** Answers an address whose escapes cannot be decoded. It matches no route, so the error handler is not called. */
export function answerUnreadablePath(request: FastifyRequest, reply: FastifyReply, service: CapsuleService, strict: boolean): void {
  service.countRefusal()
  // The hook that sets this header has not run.
  reply.header(requestIdHeader, request.id)
  const items = [{ key: 'path', code: 'REQUEST_MALFORMED', message: 'The address of the request is not well-formed.' }]
  void sendRefusal(request, reply, { status: 400, items, headers: {} }, strict)
}

export function pathUnknown(): HttpProblem {
  return new HttpProblem(404, 'path', 'PATH_UNKNOWN', 'There is nothing at this path. Capsules are at /key-capsules.')
}

/** @param served methods of the path on this listener; empty when only another listener serves the path */
export function methodNotAllowed(served: readonly string[]): HttpProblem {
  const message = served.length === 0 ? 'Capsules are stored at another port.' : `This address is for ${served.join(' and ')} only.`
  return new HttpProblem(405, 'method', 'METHOD_NOT_ALLOWED', message, { allow: served.join(', ') })
}

function sendRefusal(request: FastifyRequest, reply: FastifyReply, refusal: Refusal, strict: boolean): FastifyReply {
  request.problemCodes = refusal.items.map((item) => item.code)
  keepConnection(reply)
  reply.code(refusal.status).headers(refusal.headers)
  const withoutBody = request.method === 'GET' || request.method === 'HEAD' || refusal.items.every((item) => item.message === '')
  return withoutBody
    ? reply.send()
    : reply.type('application/json; charset=utf-8').send(JSON.stringify(renderProblems(refusal.items, strict)))
}

function refusalOf(error: unknown, request: FastifyRequest): Refusal {
  if (error instanceof HttpProblem) return { status: error.status, items: [error.item], headers: error.headers }
  if (error instanceof EmptyRefusal)
    return { status: error.status, items: [{ key: '', code: error.code, message: '' }], headers: error.headers }
  if (error instanceof CapsuleRefused)
    return { status: 400, items: error.problems.map(({ field, code, message }) => ({ key: field, code, message })), headers: {} }
  if (error instanceof StoreUnavailable || error instanceof Overload) {
    request.log.warn({ cause: error.message }, 'the capsule store cannot serve')
    const message = 'Capsules cannot be stored at the moment. Nothing is wrong with the request; try again later.'
    return { status: 503, items: [{ key: 'service', code: 'STORE_UNAVAILABLE', message }], headers: retryLater(request) }
  }
  return refusalOfOther(error instanceof Error ? error : new Error('a value that is not an Error was thrown'), request)
}
