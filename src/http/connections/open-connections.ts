import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf } from './network-of.js'

export interface ConnectionBounds {
  /** Connections of the server; above it the platform accepts no more. */
  readonly maxConnections: number
  /** So many before that, resting connections are closed to make room. */
  readonly spareConnections: number
  /** Connections of one network that have not sent a request yet, handshake included. */
  readonly maxUnasked: number
  /** From the connection to the end of its TLS handshake; null without TLS. */
  readonly handshakeMilliseconds: number | null
}

export interface ConnectionEvents {
  /** The time for the handshake is over; the connection is being closed. */
  readonly onHandshakeTimeout: () => void
  /** A connection was closed although its client did nothing wrong by itself: there were too many. */
  readonly onTooMany: (why: 'unasked-of-one-address' | 'connections-of-the-server') => void
}

/** Connected and silent, being served, or resting after an answer. */
type State = 'unasked' | 'serving' | 'resting'

interface Connection {
  readonly socket: Socket
  readonly owner: Owner
  readonly handshake: NodeJS.Timeout | null
  state: State
  /** Requests that are not answered yet: several where a client sends the next one before the answer. */
  requests: number
}

/** The connections of one network, or of one proxy; those that are silent in the order of their age. */
interface Owner {
  readonly name: string
  readonly isProxy: boolean
  total: number
  readonly unasked: Set<Connection>
  readonly resting: Set<Connection>
}

/**
 * Every connection of a server, from its first packet to its end, TLS handshakes included, of which the HTTP server of the platform knows nothing.
 *
 * A client that opens connections and stays silent must not close the server for others. So each network may have a few connections without a request, the
 * oldest of which gives way to a new one; and when the server is nearly full, the network with the most connections loses one that is not being served. An
 * honest client behind the same address is hurt only where others open more connections in the time of its handshake than the bound allows.
 */
export class OpenConnections {
  readonly #bounds: ConnectionBounds
  readonly #isProxy: (address: string) => boolean
  readonly #events: ConnectionEvents
  readonly #connections = new Map<unknown, Connection>()
  readonly #owners = new Map<string, Owner>()
  readonly #watchers = new Set<() => void>()
  #serving = 0

  /** @param isProxy peers that bring the connections of many clients: the bound for one network is not for them. */
  constructor(bounds: ConnectionBounds, isProxy: (address: string) => boolean, events: ConnectionEvents) {
    this.#bounds = bounds
    this.#isProxy = isProxy
    this.#events = events
  }

  /** All, and those that are being served at the moment. */
  get counts(): { readonly all: number; readonly serving: number } {
    return { all: this.#connections.size, serving: this.#serving }
  }

  watch(server: Server): void {
    server.maxConnections = this.#bounds.maxConnections
    server.on('connection', (socket: Socket) => this.#open(socket))
    server.on('secureConnection', (socket: Socket) => this.#secured(socket))
    server.on('request', (request: IncomingMessage, response: ServerResponse) => this.#serve(request, response))
  }

  /** Ends every connection at once, whatever its state. */
  closeAll(): void {
    for (const { socket } of [...this.#connections.values()]) socket.destroy()
  }

  /** Calls back after each change of `counts` until the result is called. */
  onChange(watcher: () => void): () => void {
    this.#watchers.add(watcher)
    return () => this.#watchers.delete(watcher)
  }

  #open(socket: Socket): void {
    const { remoteAddress } = socket
    const owner = this.#ownerOf(remoteAddress)
    const connection: Connection = { socket, owner, handshake: this.#limitHandshake(socket), state: 'unasked', requests: 0 }
    const key = keyOf(socket)
    this.#connections.set(key, connection)
    owner.total += 1
    owner.unasked.add(connection)
    socket.once('close', () => this.#closed(key, connection))
    this.#makeRoom(owner)
    this.#tell()
  }

  #limitHandshake(socket: Socket): NodeJS.Timeout | null {
    const { handshakeMilliseconds } = this.#bounds
    if (handshakeMilliseconds === null) return null
    const timer = setTimeout(() => {
      this.#events.onHandshakeTimeout()
      // The socket below TLS: nothing can be said to a client without a handshake.
      socket.destroy()
    }, handshakeMilliseconds)
    return timer.unref()
  }

  #secured(socket: Socket): void {
    clearTimeout(this.#connections.get(keyOf(socket))?.handshake ?? undefined)
  }

  #serve(request: IncomingMessage, response: ServerResponse): void {
    const connection = this.#connections.get(keyOf(request.socket))
    if (connection === undefined) return
    connection.requests += 1
    this.#enter(connection, 'serving')
    response.once('close', () => {
      connection.requests -= 1
      if (connection.requests === 0 && !connection.socket.destroyed) this.#enter(connection, 'resting')
    })
  }

  #enter(connection: Connection, state: State): void {
    const { owner } = connection
    if (connection.state === 'serving') this.#serving -= 1
    if (state === 'serving') this.#serving += 1
    owner.unasked.delete(connection)
    owner.resting.delete(connection)
    if (state === 'resting') owner.resting.add(connection)
    connection.state = state
    this.#tell()
  }

  #closed(key: unknown, connection: Connection): void {
    const { owner } = connection
    clearTimeout(connection.handshake ?? undefined)
    if (connection.state === 'serving') this.#serving -= 1
    // What becomes of it afterwards is nothing any more.
    connection.state = 'resting'
    this.#connections.delete(key)
    owner.unasked.delete(connection)
    owner.resting.delete(connection)
    owner.total -= 1
    if (owner.total === 0) this.#owners.delete(owner.name)
    this.#tell()
  }

  #makeRoom(owner: Owner): void {
    const { maxUnasked, maxConnections, spareConnections } = this.#bounds
    if (!owner.isProxy && owner.unasked.size > maxUnasked) this.#giveUp(oldestOf(owner.unasked), 'unasked-of-one-address')
    if (this.#connections.size <= maxConnections - spareConnections) return
    let most: Owner | null = null
    for (const candidate of this.#owners.values()) {
      const silent = candidate.unasked.size + candidate.resting.size
      if (silent > 0 && candidate.total > (most?.total ?? 0)) most = candidate
    }
    if (most !== null) this.#giveUp(oldestOf(most.unasked) ?? oldestOf(most.resting), 'connections-of-the-server')
  }

  #giveUp(connection: Connection | undefined, why: Parameters<ConnectionEvents['onTooMany']>[0]): void {
    if (connection === undefined) return
    connection.owner.unasked.delete(connection)
    connection.owner.resting.delete(connection)
    this.#events.onTooMany(why)
    connection.socket.destroy()
  }

  #ownerOf(address: string | undefined): Owner {
    // A unix socket has no address: its peer is the proxy that has the right to open it.
    const isProxy = address === undefined || this.#isProxy(address)
    const name = isProxy ? `proxy ${address ?? ''}` : (networkOf(address) ?? address)
    const known = this.#owners.get(name)
    if (known !== undefined) return known
    const owner: Owner = { name, isProxy, total: 0, unasked: new Set(), resting: new Set() }
    this.#owners.set(name, owner)
    return owner
  }

  #tell(): void {
    for (const watcher of this.#watchers) watcher()
  }
}

/** For a TLS connection the server reports two sockets, one on top of the other; both have the same peer. Over a unix socket there is no TLS, and no port. */
function keyOf(socket: Socket): unknown {
  return socket.remotePort === undefined ? socket : `${socket.remoteAddress ?? ''} ${socket.remotePort}`
}

function oldestOf(connections: ReadonlySet<Connection>): Connection | undefined {
  const [oldest] = connections
  return oldest
}
