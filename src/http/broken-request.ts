import { randomUUID } from 'node:crypto'
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { TLSSocket } from 'node:tls'
import { limits } from '#config'
import { refuseInTurn } from './connections/requests-in-turn.js'
import { unmetExpectation } from './connections/transport.js'
import { type ProblemCode, type ProblemItem, renderProblems } from './problem.js'

/** Answers a request that the HTTP parser refuses, directly on its socket: there are no request and reply objects. */
export function answerBrokenRequest(error: Error & { readonly code?: string }, socket: Socket, strict: boolean): void {
  // Already answered: further input is discarded.
  if (socket.writableEnded) return
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const [status, code, message] = reasonOf(error.code ?? '')
  const refuse = () => endWith(socket, status, { key: 'request', code, message }, [], strict)
  refuseInTurn(socket, refuse, () => end(socket))
}

/**
 * Whether an error of a connection means that OpenSSL could not verify the signature on the client certificate. The handshake itself has succeeded: in TLS 1.2
 * OpenSSL leaves this error in its queue, and Node.js reports it as an error of the connection, which then cannot serve further requests.
 */
export function isOfClientCertificate(error: Error & { readonly library?: string }, socket: Socket): boolean {
  // The type declares an Error, but Node.js sets the property to the code.
  return socket instanceof TLSSocket && String(socket.authorizationError) === 'CERT_SIGNATURE_FAILURE' && error.library !== undefined
}

/** Answers 401 without a body, as for every refused certificate. */
export function refuseClientCertificate(socket: Socket): void {
  if (socket.writable) endWith(socket, 401, null, [], false)
}

/** How a listener refuses requests that do not reach the framework. */
export interface EarlyRefusals {
  readonly strict: boolean
  /** Whether refusals of GET and HEAD have no body. Default false. */
  readonly emptyReadRefusals?: boolean
  readonly onRefusal?: () => void
}

/** Answers CONNECT and unknown Expect headers, which Node.js itself would answer without a body or not at all. */
export function installEarlyRefusals(
  server: Server,
  { strict, emptyReadRefusals = false, onRefusal = () => undefined }: EarlyRefusals,
): void {
  server.on('connect', (_request, socket) => {
    onRefusal()
    refuseTunnel(socket, strict)
  })
  server.on(unmetExpectation, (request: IncomingMessage, response: ServerResponse) => {
    onRefusal()
    refuseExpectation(response, emptyReadRefusals && isRead(request) ? null : strict)
  })
}

function isRead({ method }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD'
}

/** Answers CONNECT with 405. For this method Node.js passes the bare socket to a listener; without one it closes the socket without an answer. */
function refuseTunnel(socket: Duplex, strict: boolean): void {
  socket.on('error', () => socket.destroy())
  const message = 'This server is not a proxy: CONNECT is not supported.'
  const refuse = () => endWith(socket, 405, { key: 'method', code: 'METHOD_NOT_ALLOWED', message }, ['Allow: GET, HEAD, POST'], strict)
  refuseInTurn(socket, refuse, () => end(socket))
}

/** Answers an Expect header other than 100-continue with 417 and the JSON of a refusal; without a body when `strict` is null. */
function refuseExpectation(response: ServerResponse, strict: boolean | null): void {
  const message = 'Send the Expect header with 100-continue only, or leave it out.'
  const item: ProblemItem = { key: 'expect', code: 'EXPECTATION_UNKNOWN', message }
  const body = strict === null ? '' : JSON.stringify(renderProblems([item], strict))
  response
    .writeHead(417, {
      'x-request-id': randomUUID(),
      connection: 'close',
      ...(body === '' ? {} : { 'content-type': 'application/json; charset=utf-8' }),
      'content-length': body.length,
    })
    .end(body)
}

function endWith(socket: Duplex, status: number, item: ProblemItem | null, headers: readonly string[], strict: boolean): void {
  const body = item === null ? null : Buffer.from(JSON.stringify(renderProblems([item], strict)))
  end(
    socket,
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
      'Connection: close',
      `X-Request-Id: ${randomUUID()}`,
      ...headers,
      ...(body === null ? [] : ['Content-Type: application/json; charset=utf-8']),
      `Content-Length: ${body?.length ?? 0}`,
      '',
      body?.toString('utf8') ?? '',
    ].join('\r\n'),
  )
}

function end(socket: Duplex, lastAnswer = ''): void {
  socket.end(lastAnswer)
  // Input is read and discarded for `lingerMilliseconds`: the system resets a connection with unread input, and the client would lose the answer.
  socket.resume()
  const lingering = setTimeout(() => socket.destroy(), limits.http.lingerMilliseconds)
  socket.once('close', () => clearTimeout(lingering))
}

function reasonOf(code: string): readonly [status: number, code: ProblemCode, message: string] {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return [431, 'HEADERS_TOO_LARGE', 'The headers of the request are too large.']
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return [408, 'REQUEST_TOO_SLOW', 'The request did not arrive in time.']
    default:
      return [400, 'REQUEST_MALFORMED', 'This is not a well-formed HTTP request.']
  }
}
