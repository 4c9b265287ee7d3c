import { Server as NetServer } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { limits } from '#config'
import type { OpenConnections } from './open-connections.js'
import type { Transport } from './transport.js'

declare module 'fastify' {
  interface FastifyInstance {
    /** Ends every connection at once; a close that is under way ends with it. */
    cutConnections: () => void
  }
}

/** Options of every application that closes gracefully. */
export const closesGracefully = {
  // Requests that still arrive on open connections are served; the 503 of the framework would have another shape than our refusals.
  return503OnClosing: false,
  // The framework counts closing as part of a plugin and throws after its 10 s, which ends the process with status 1 while last requests are served. How long
  // closing takes is bounded here, and for the process as a whole.
  pluginTimeout: 0,
} as const

/**
 * Defines how connections end when the application closes. No new connections are accepted. For `lastRequestsMilliseconds` requests on open connections are still
 * served, because a client may have sent one before it learns of the end; every answer has `Connection: close`. Then idle connections are closed, and requests in
 * progress get the rest of `closeMilliseconds`.
 */
export function installGracefulClose(app: FastifyInstance, { connections, servers }: Transport): void {
  let isClosing = false
  app.decorate('cutConnections', () => connections.closeAll())
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isClosing) reply.header('connection', 'close')
    done(null, payload)
  })
  app.addHook('preClose', async () => {
    isClosing = true
    for (const server of servers) {
      // `close` of the HTTP server would also close idle connections, on which a request may already be arriving.
      if (server.listening) NetServer.prototype.close.call(server)
    }
    await untilServed(connections)
    connections.closeAll()
  })
}

/** Resolves when no request is in progress and the grace period for last requests is over, when no connection is left, or when the time limit is reached. */
function untilServed(connections: OpenConnections): Promise<void> {
  return new Promise((resolve) => {
    let lastRequestsOver = false
    const look = () => {
      const { all, serving } = connections.counts
      if (all === 0 || (lastRequestsOver && serving === 0)) finish()
    }
    const finish = () => {
      clearTimeout(lastRequests)
      clearTimeout(deadline)
      stopLooking()
      resolve()
    }
    const lastRequests = setTimeout(() => {
      lastRequestsOver = true
      look()
    }, limits.http.lastRequestsMilliseconds)
    const deadline = setTimeout(finish, limits.http.closeMilliseconds)
    const stopLooking = connections.onChange(look)
    look()
  })
}
