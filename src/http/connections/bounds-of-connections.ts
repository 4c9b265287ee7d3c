import { limits } from '#config'
import type { ConnectionBounds } from './open-connections.js'

/**
 * The bounds of a listener with this maximum number of connections. A listener with few connections keeps a quarter of them free, and gives no address more
 * than a quarter without a request.
 */
export function boundsOfConnections(maxConnections: number): Omit<ConnectionBounds, 'handshakeMilliseconds'> {
  const quarter = Math.ceil(maxConnections / 4)
  const { spareConnections, maxUnusedConnections } = limits.http
  return { maxConnections, spareConnections: Math.min(spareConnections, quarter), maxUnused: Math.min(maxUnusedConnections, quarter) }
}
