import { Server as NetServer } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { limits } from '#config'
import type { OpenConnections } from './open-connections.js'
import type { Transport } from './transport.js'

declare module 'fastify' {
  interface FastifyInstance {
    /** Destroys every connection at once. A close in progress then completes. */
    cutConnections: () => void
  }
}

/** Options of every application that closes gracefully. */
export const closesGracefully = {
  // Requests that arrive on open connections are still served. The framework's 503 would also have another form than our refusals.
  return503OnClosing: false,
  // The framework applies its plugin timeout of 10 s to closing and throws, which would end the process with status 1 while last requests are being served. The
  // time for closing is bounded here, and for the whole process.
  pluginTimeout: 0,
} as const

/**
 * Defines how connections end when the application closes. No new connections are accepted. For `lastRequestsMilliseconds`, requests on open connections are
 * still served, because a client may have sent one before it learns that the service stops; every answer has `Connection: close`. When this time is over and no
 * request is in progress, or at the latest after `closeMilliseconds`, all connections are closed.
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
    const check = () => {
      const { all, serving } = connections.counts
      if (all === 0 || (lastRequestsOver && serving === 0)) finish()
    }
    const finish = () => {
      clearTimeout(lastRequests)
      clearTimeout(deadline)
      stopWatching()
      resolve()
    }
    const lastRequests = setTimeout(() => {
      lastRequestsOver = true
      check()
    }, limits.http.lastRequestsMilliseconds)
    const deadline = setTimeout(finish, limits.http.closeMilliseconds)
    const stopWatching = connections.onChange(check)
    check()
  })
}
