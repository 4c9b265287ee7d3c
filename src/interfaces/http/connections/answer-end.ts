import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Callbacks for the answers of a connection that have not ended. */
const unended = new WeakMap<Socket, Set<() => void>>()

/**
 * Calls back once, when the client has received the answer or its connection has closed. The event `close` of the answer is not sufficient: when a connection
 * with pipelined requests closes, Node.js emits it only for the answer that is being sent, not for those that wait.
 */
export function onAnswerEnd(response: ServerResponse, socket: Socket, onEnd: () => void): void {
  // `close` has already been emitted. Called back later, so that the caller can complete its step first.
  if (response.closed || socket.destroyed) {
    setImmediate(onEnd)
    return
  }
  const waiting = waitingOn(socket)
  const end = () => {
    if (waiting.delete(end)) onEnd()
  }
  waiting.add(end)
  response.once('close', end)
}

/** One listener for each connection, however many requests it pipelines. */
function waitingOn(socket: Socket): Set<() => void> {
  const known = unended.get(socket)
  if (known !== undefined) return known
  const waiting = new Set<() => void>()
  unended.set(socket, waiting)
  socket.once('close', () => {
    for (const end of [...waiting]) end()
  })
  return waiting
}
