import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'

type Exchange = readonly [request: IncomingMessage, response: ServerResponse, handler: RequestListener]

/** The requests of one connection. */
interface Turn {
  /** The request that is being answered. */
  serving: Exchange | null
  /** The last one that has its answer; its body may still be arriving. */
  answered: IncomingMessage | null
  waiting: Exchange[]
  /** Answers what has been refused, behind the answers of the requests before it, and ends the connection. */
  refusal: (() => void) | null
  /** More has been sent than may wait, and the connection is being closed. */
  full: boolean
}

const turns = new WeakMap<Duplex, Turn>()

/** Serves a request when those before it on its connection are answered; by another handler than that of the server when one is given. */
export type InTurn = (request: IncomingMessage, response: ServerResponse, handler?: RequestListener) => void

/**
 * Serves the requests of each connection one after the other: the next one when the client has taken the answer before. Node.js hands over all that one read
 * brings, which may be 1,600 pipelined requests, and would keep every answer until its turn: a few connections that read nothing filled the memory, and work for
 * them went on for minutes after they were closed.
 *
 * @param maxWaiting requests that may wait on a connection; above it the connection is closed, because each of the 1,600 takes three kilobytes until it is. A client
 * repeats what has no answer (RFC 9112, 9.3.2)
 */
export function requestsInTurn(ofServer: RequestListener, maxWaiting: number, onTooMany: () => void = () => undefined): InTurn {
  return (request, response, handler = ofServer) => {
    const turn = turns.get(request.socket) ?? { serving: null, answered: null, waiting: [], refusal: null, full: false }
    turns.set(request.socket, turn)
    // Nothing is served behind a refusal: after a request that came too slowly, the client would take the answer to the next one for that to the first.
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
 * Refuses what the HTTP parser could not read behind the answers to the requests before it, in whose place the client would take the refusal otherwise (RFC 9112,
 * 9.3.2). At once when it is the request being answered, or when none is: nothing before it is unanswered then.
 *
 * @param close ends the connection without an answer: what cannot be read belongs to a request that has its answer already, such as 404 before its body
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
  // The parser reports each further piece that arrives.
  turn.refusal ??= end
}

function serve(turn: Turn, exchange: Exchange): void {
  const [request, response, handler] = exchange
  turn.serving = exchange
  // Node.js does not hand over what the same read brought behind such a request, and would take the rest of it for a new request.
  if (asksForUpgrade(request)) response.shouldKeepAlive = false
  response.once('close', () => {
    // Not at once: what is answered without waiting would be served to the end before any other connection is.
    if (turn.waiting.length > 0 || turn.refusal !== null) setImmediate(serveNext, turn, request.socket)
    else answered(turn)
  })
  handler(request, response)
}

function answered(turn: Turn): void {
  turn.answered = turn.serving?.[0] ?? null
  turn.serving = null
}

/** Whether the client asks for another protocol (RFC 9110, 7.8), which is never spoken here. */
function asksForUpgrade({ headers }: IncomingMessage): boolean {
  return headers.upgrade !== undefined && /\bupgrade\b/i.test(headers.connection ?? '')
}

function serveNext(turn: Turn, socket: Socket): void {
  answered(turn)
  // What is left when the connection ends gets no answer, so nothing may be done for it.
  if (!socket.writable) {
    turn.waiting = []
    return
  }
  const next = turn.waiting.shift()
  if (next !== undefined) serve(turn, next)
  else turn.refusal?.()
}
