import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import type { FastifyBaseLogger } from 'fastify'
import type { Exchange } from './listener.js'
import { type ProblemCode, type ProblemItem, renderProblems } from './problem.js'

type ConnectionError = Error & { readonly code?: string; readonly library?: string }

/**
 * Answers what the HTTP parser refuses, directly on its socket: there are no request and reply objects. The connection is closed without an answer when it could
 * be taken for that of another request, and after an error of the connection itself, such as a failed TLS handshake.
 *
 * @param exchange the requests of the connection; undefined before the first
 */
export function answerBrokenRequest(
  error: ConnectionError,
  socket: Socket,
  exchange: Exchange | undefined,
  { strict, logger }: { readonly strict: boolean; readonly logger: FastifyBaseLogger },
): void {
  const reason = reasonOf(error.code ?? '')
  if (reason === null) {
    // Load balancers open and close connections as health checks.
    logger[error.code === 'ECONNRESET' ? 'debug' : 'info']({ code: error.code ?? error.name }, 'a connection failed')
    socket.destroy()
    return
  }
  const [status, code, message] = reason
  if (socket.writable && isUnanswered(exchange)) endWith(socket, status, { key: 'request', code, message }, strict)
  else socket.destroy()
}

/** Whether the refused input is the next thing to be answered: a new request, or the body of the only request that has no answer yet. */
function isUnanswered(exchange: Exchange | undefined): boolean {
  if (exchange === undefined) return true
  const { unanswered, last } = exchange
  const isOfLast = !last.request.complete
  return isOfLast ? unanswered === 1 && !last.response.headersSent : unanswered === 0
}

/**
 * Answers 401 without a body, as for every refused certificate, when OpenSSL could not verify the signature on a client certificate; false for any other error.
 * The handshake itself has succeeded: in TLS 1.2 OpenSSL leaves this error in its queue, and Node.js reports it as an error of the connection, which then cannot
 * serve further requests.
 */
export function refuseClientCertificate(error: ConnectionError, socket: Socket): boolean {
  // The type declares an Error, but Node.js sets the property to the code.
  if (!(socket instanceof TLSSocket) || String(socket.authorizationError) !== 'CERT_SIGNATURE_FAILURE' || error.library === undefined)
    return false
  if (socket.writable) endWith(socket, 401, null, false)
  return true
}

function endWith(socket: Socket, status: number, item: ProblemItem | null, strict: boolean): void {
  const body = item === null ? '' : JSON.stringify(renderProblems([item], strict))
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
      'Connection: close',
      `X-Request-Id: ${randomUUID()}`,
      ...(item === null ? [] : ['Content-Type: application/json; charset=utf-8']),
      `Content-Length: ${Buffer.byteLength(body)}`,
      '',
      body,
    ].join('\r\n'),
  )
  socket.destroySoon()
}

/** Null: not an error of the HTTP parser or of the time for a request. */
function reasonOf(code: string): readonly [status: number, code: ProblemCode, message: string] | null {
  if (code === 'HPE_HEADER_OVERFLOW') return [431, 'HEADERS_TOO_LARGE', 'The headers of the request are too large.']
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return [408, 'REQUEST_TOO_SLOW', 'The request did not arrive in time.']
  return code.startsWith('HPE_') ? [400, 'REQUEST_MALFORMED', 'This is not a well-formed HTTP request.'] : null
}
