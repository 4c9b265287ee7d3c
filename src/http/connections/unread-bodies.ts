import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

export interface UnreadBodyBounds {
  /** Octets that are read and dropped behind an answer, so that a client that reads no answer before it has sent its body gets the answer. */
  readonly maxUnreadBytes: number
  /** How often they are counted. */
  readonly checkMilliseconds: number
}

/**
 * Closes connections on which a body goes on behind its answer for more than the bound: a body that no route reads (an unknown path, another method), or that was
 * refused. Node.js itself reads and drops it without end, as fast as the client sends.
 */
export function boundUnreadBodies(server: Server, { maxUnreadBytes, checkMilliseconds }: UnreadBodyBounds): void {
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    response.once('finish', () => {
      if (!request.complete) watch(request, request.socket)
    })
  })

  function watch(request: IncomingMessage, socket: Socket): void {
    const answeredAt = socket.bytesRead
    const check = setInterval(() => {
      // Afterwards the connection is one for further requests again.
      if (request.complete || socket.destroyed) clearInterval(check)
      else if (socket.bytesRead - answeredAt > maxUnreadBytes) socket.destroy()
    }, checkMilliseconds)
    check.unref()
  }
}
