import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

type Exchange = readonly [request: IncomingMessage, response: ServerResponse]

/** The requests of one connection. */
interface Turn {
  serving: boolean
  readonly waiting: Exchange[]
  /** More has been sent than may wait, and the connection is being closed. */
  full: boolean
}

/**
 * Serves the requests of each connection one after the other: the next one when the client has taken the answer before. Node.js hands over all that one read
 * brings, which may be 1,600 pipelined requests, and would keep every answer until its turn: a few connections that read nothing filled the memory, and work for
 * them went on for minutes after they were closed.
 *
 * @param maxWaiting requests that may wait on a connection; above it the connection is closed, because each of the 1,600 takes three kilobytes until it is. A client
 * repeats what has no answer (RFC 9112, 9.3.2)
 */
export function requestsInTurn(handler: RequestListener, maxWaiting: number, onTooMany: () => void = () => undefined): RequestListener {
  const turns = new WeakMap<Socket, Turn>()

  function serve(turn: Turn, [request, response]: Exchange): void {
    turn.serving = true
    response.once('close', () => {
      // Not at once: what is answered without waiting would be served to the end before any other connection is.
      if (turn.waiting.length > 0) setImmediate(serveNext, turn, request.socket)
      else turn.serving = false
    })
    handler(request, response)
  }

  function serveNext(turn: Turn, socket: Socket): void {
    turn.serving = false
    // What is left when the connection ends gets no answer, so nothing may be done for it.
    if (!socket.writable) turn.waiting.length = 0
    const next = turn.waiting.shift()
    if (next !== undefined) serve(turn, next)
  }

  return (request, response) => {
    const turn = turns.get(request.socket) ?? { serving: false, waiting: [], full: false }
    turns.set(request.socket, turn)
    if (turn.full) return
    if (!turn.serving) serve(turn, [request, response])
    else if (turn.waiting.length < maxWaiting) turn.waiting.push([request, response])
    else {
      turn.full = true
      onTooMany()
      request.socket.destroy()
    }
  }
}
