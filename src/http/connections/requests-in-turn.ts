import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'

type Exchange = readonly [request: IncomingMessage, response: ServerResponse, handler: RequestListener]

/** The requests of one connection. */
interface Turn {
  /** The request that is being answered. */
  serving: Exchange | null
  /** The last request that has been answered; its body may still be arriving. */
  answered: IncomingMessage | null
  waiting: Exchange[]
  /** Answers a malformed request after the answers to the requests before it, and ends the connection. */
  refusal: (() => void) | null
  /** More requests have been sent than may wait; the connection is being closed. */
  full: boolean
}

const turns = new WeakMap<Duplex, Turn>()

/** Serves a request when those before it on its connection have been answered, with the given handler or that of the server. */
export type InTurn = (request: IncomingMessage, response: ServerResponse, handler?: RequestListener) => void

/**
 * Serves the requests of each connection one after the other: the next one when the client has received the previous answer. Node.js emits all requests of one
 * read at once, which may be 1,600 pipelined requests, and holds every answer until its turn. Without this, a few connections that read nothing filled the
 * memory, and work for them continued for minutes after they were closed.
 *
 * @param defaultHandler the handler of the server
 * @param maxWaiting requests that may wait on a connection, at 3 KB each. For more the connection is closed; clients repeat unanswered requests (RFC 9112,
 * 9.3.2)
 */
export function requestsInTurn(defaultHandler: RequestListener, maxWaiting: number, onTooMany: () => void = () => undefined): InTurn {
  return (request, response, handler = defaultHandler) => {
    const turn = turns.get(request.socket) ?? { serving: null, answered: null, waiting: [], refusal: null, full: false }
    turns.set(request.socket, turn)
    // Nothing is served after a refusal: after a request that was too slow, the client would take the answer to the next request for the answer to the slow
    // one.
    if (turn.full || turn.refusal !== null) return
    if (turn.serving === null) serve(turn, [request, response, handler])
    else if (turn.waiting.length < maxWaiting) turn.waiting.push([request, response, handler])
    else {
      turn.full = true
      onTooMany()
      request.socket.destroy()
    }
  }
}

/**
 * Refuses input that the HTTP parser could not read. The refusal is sent after the answers to earlier requests; sent before them, the client would take it for
 * one of these answers (RFC 9112, 9.3.2). It is sent at once when no earlier request is unanswered.
 *
 * @param close ends the connection without an answer, for input that belongs to a request which has already been answered, such as with 404 before its body
 */
export function refuseInTurn(socket: Duplex, refuse: () => void, close: () => void): void {
  const turn = turns.get(socket)
  const [request, response] = turn?.serving ?? []
  const isOfAnswered = request === undefined ? turn?.answered?.complete === false : !request.complete && response?.headersSent === true
  const end = isOfAnswered ? close : refuse
  if (turn === undefined || request === undefined || (!request.complete && !isOfAnswered)) {
    end()
    return
  }
  turn.waiting = turn.waiting.filter(([{ complete }]) => complete)
  // Set only once: the parser reports an error for each further piece of input.
  turn.refusal ??= end
}

function serve(turn: Turn, exchange: Exchange): void {
  const [request, response, handler] = exchange
  turn.serving = exchange
  // Node.js discards the rest of the read that contained such a request, and would parse further input as a new request.
  if (requestsUpgrade(request)) response.shouldKeepAlive = false
  response.once('close', () => {
    // Later, so that a connection whose requests are answered without waiting does not block other connections.
    if (turn.waiting.length > 0 || turn.refusal !== null) setImmediate(serveNext, turn, request.socket)
    else answered(turn)
  })
  handler(request, response)
}

function answered(turn: Turn): void {
  turn.answered = turn.serving?.[0] ?? null
  turn.serving = null
}

/** Whether the client requests an upgrade to another protocol (RFC 9110, 7.8). None is supported. */
function requestsUpgrade({ headers }: IncomingMessage): boolean {
  return headers.upgrade !== undefined && /\bupgrade\b/i.test(headers.connection ?? '')
}

function serveNext(turn: Turn, socket: Socket): void {
  answered(turn)
  // The remaining requests of a connection that has ended cannot be answered, so they are not served.
  if (!socket.writable) {
    turn.waiting = []
    return
  }
  const next = turn.waiting.shift()
  if (next !== undefined) serve(turn, next)
  else turn.refusal?.()
}
