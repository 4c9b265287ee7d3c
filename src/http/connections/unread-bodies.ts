import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

export interface UnreadBodyBounds {
  /** Octets that are read and discarded after an answer, because some clients read the answer only after they have sent their whole body. */
  readonly maxUnreadBytes: number
  /** Interval in which the octets are counted. */
  readonly checkMilliseconds: number
}

/**
 * Closes connections on which more than `maxUnreadBytes` of a body arrive after its answer. Such a body is read by no route (unknown path, other method) or was
 * refused. Node.js itself reads and discards it without a bound, as fast as the client sends.
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
      // When the body is complete, the connection can be used for further requests.
      if (request.complete || socket.destroyed) clearInterval(check)
      else if (socket.bytesRead - answeredAt > maxUnreadBytes) socket.destroy()
    }, checkMilliseconds)
    check.unref()
  }
}
