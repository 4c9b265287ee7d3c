import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** What is called for the answers of a connection that have not ended. */
const unended = new WeakMap<Socket, Set<() => void>>()

/**
 * Calls back once, when the client has taken the answer or its connection has closed. `close` of the answer alone does not say that: with pipelined requests
 * Node.js emits it for the answer that is being sent, and when the connection closes nothing for those that wait behind it.
 */
export function onAnswerEnd(response: ServerResponse, socket: Socket, onEnd: () => void): void {
  // What has closed already emits no further `close`; the caller completes its own step first.
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
