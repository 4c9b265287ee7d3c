import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { type ProblemCode, renderProblems } from './problem.js'

/** Answers what is no HTTP request, or never became one: there is neither request nor reply, only the line. */
export function answerBrokenRequest(error: Error & { readonly code?: string }, socket: Socket, strict: boolean): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const [status, code, message] = reasonOf(error.code ?? '')
  const body = Buffer.from(JSON.stringify(renderProblems([{ key: 'request', code, message }], strict)))
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
      'Connection: close',
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${body.length}`,
      '',
      body.toString('utf8'),
    ].join('\r\n'),
  )
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
