import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf } from './network-of.js'

export interface ConnectionBounds {
  /** Maximum number of connections of the server; Node.js accepts no more. */
  readonly maxConnections: number
  /** When fewer than this number of connections are free, connections without a request are closed to make room. */
  readonly spareConnections: number
  /** Maximum number of connections of one network that have not sent a request yet, including those in the handshake. */
  readonly maxUnused: number
  /** Maximum time from the connection to the end of its TLS handshake; null without TLS. */
  readonly handshakeMilliseconds: number | null
}

export interface ConnectionEvents {
  /** The handshake took too long; the connection is being closed. */
  readonly onHandshakeTimeout: () => void
  /** A connection is closed because there are too many, not because of an error of its client. */
  readonly onTooMany: (why: 'unused-of-one-address' | 'connections-of-the-server') => void
}

/** `unused`: no request yet. `serving`: a request is being received or answered. `resting`: kept alive after an answer. */
type State = 'unused' | 'serving' | 'resting'

interface Connection {
  readonly socket: Socket
  readonly owner: Owner
  readonly handshake: NodeJS.Timeout | null
  state: State
  /** Number of requests without an answer; several when the client pipelines. */
  requests: number
  /** The last request. Of pipelined requests only the last may have a body that is still arriving. */
  last: IncomingMessage | null
}

/** The connections of one network or one proxy, oldest first. */
interface Owner {
  readonly name: string
  readonly isProxy: boolean
  total: number
  readonly unused: Set<Connection>
  readonly resting: Set<Connection>
  readonly serving: Set<Connection>
}

/**
 * Bounds the connections of a server, from their acceptance to their end. TLS handshakes are included, which the HTTP server of Node.js does not count.
 *
 * A client that opens connections and sends nothing must not block the server for others:
 * - Each network may have at most `maxUnused` connections without a request. A further one replaces the oldest.
 * - When the server is nearly full, the network with the most connections loses one that is not being served. If it has none and has more than `maxUnused`
 * connections, it loses one whose body is still arriving: bodies of a few octets a second could fill the server as well.
 *
 * A well-behaved client with the same address is affected only when others open more than `maxUnused` connections during its handshake, or fill the server.
 */
export class OpenConnections {
  readonly #bounds: ConnectionBounds
  readonly #isProxy: (address: string) => boolean
  readonly #events: ConnectionEvents
  readonly #connections = new Map<unknown, Connection>()
  readonly #owners = new Map<string, Owner>()
  readonly #watchers = new Set<() => void>()
  #serving = 0

  /** @param isProxy whether an address is that of a proxy, to which `maxUnused` does not apply because its connections serve many clients */
  constructor(bounds: ConnectionBounds, isProxy: (address: string) => boolean, events: ConnectionEvents) {
    this.#bounds = bounds
    this.#isProxy = isProxy
    this.#events = events
  }

  /** Number of all connections, and of those that are being served. */
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

  /** Calls back after each change of `counts`. Call the result to stop. */
  onChange(watcher: () => void): () => void {
    this.#watchers.add(watcher)
    return () => this.#watchers.delete(watcher)
  }

  #open(socket: Socket): void {
    const { remoteAddress } = socket
    const owner = this.#ownerOf(remoteAddress)
    const connection: Connection = { socket, owner, handshake: this.#limitHandshake(socket), state: 'unused', requests: 0, last: null }
    const key = keyOf(socket)
    this.#connections.set(key, connection)
    owner.total += 1
    owner.unused.add(connection)
    socket.once('close', () => this.#closed(key, connection))
    this.#makeRoom(owner, connection)
    this.#notify()
  }

  #limitHandshake(socket: Socket): NodeJS.Timeout | null {
    const { handshakeMilliseconds } = this.#bounds
    if (handshakeMilliseconds === null) return null
    const timer = setTimeout(() => {
      this.#events.onHandshakeTimeout()
      // This is the socket below TLS: without a handshake no answer can be sent.
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
    connection.last = request
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
    forget(connection)
    if (state !== 'unused') owner[state].add(connection)
    connection.state = state
    this.#notify()
  }

  #closed(key: unknown, connection: Connection): void {
    const { owner } = connection
    clearTimeout(connection.handshake ?? undefined)
    if (connection.state === 'serving') this.#serving -= 1
    // So that `close` of a response, which may follow, does not decrement the count again.
    connection.state = 'resting'
    this.#connections.delete(key)
    forget(connection)
    owner.total -= 1
    if (owner.total === 0) this.#owners.delete(owner.name)
    this.#notify()
  }

  #makeRoom(owner: Owner, newcomer: Connection): void {
    const { maxUnused, maxConnections, spareConnections } = this.#bounds
    if (!owner.isProxy && owner.unused.size > maxUnused) this.#giveUp(oldestOf(owner.unused), 'unused-of-one-address')
    if (this.#connections.size <= maxConnections - spareConnections) return
    let most: Owner | null = null
    for (const candidate of this.#owners.values())
      if (candidate.total > (most?.total ?? 0) && this.#dispensableOf(candidate, newcomer) !== undefined) most = candidate
    if (most !== null) this.#giveUp(this.#dispensableOf(most, newcomer), 'connections-of-the-server')
  }

  /**
   * The connection that an owner loses first. The newcomer comes after connections that are kept alive: its request is about to arrive. A proxy does not lose
   * an arriving body: it may be that of a well-behaved client.
   */
  #dispensableOf({ isProxy, total, unused, resting, serving }: Owner, newcomer: Connection): Connection | undefined {
    const oldest = oldestOf(unused)
    const silent = oldest === newcomer ? (oldestOf(resting) ?? newcomer) : (oldest ?? oldestOf(resting))
    if (silent !== undefined || isProxy || total <= this.#bounds.maxUnused) return silent
    return [...serving].find(({ last }) => last?.complete === false)
  }

  #giveUp(connection: Connection | undefined, why: Parameters<ConnectionEvents['onTooMany']>[0]): void {
    if (connection === undefined) return
    forget(connection)
    this.#events.onTooMany(why)
    connection.socket.destroy()
  }

  #ownerOf(address: string | undefined): Owner {
    // A peer without an address uses a unix socket, which only the proxy may open, or has already disconnected.
    const isProxy = address === undefined || this.#isProxy(address)
    const name = isProxy ? `proxy ${address ?? ''}` : (networkOf(address) ?? address)
    const known = this.#owners.get(name)
    if (known !== undefined) return known
    const owner: Owner = { name, isProxy, total: 0, unused: new Set(), resting: new Set(), serving: new Set() }
    this.#owners.set(name, owner)
    return owner
  }

  #notify(): void {
    for (const watcher of this.#watchers) watcher()
  }
}

/**
 * Key of a connection. With TLS the server reports two sockets for one connection, which have the same addresses and ports. The key includes the local address
 * and port, because a client may use one of its ports for connections to several addresses of this machine. A unix socket has no port and no TLS; it is its own
 * key.
 */
function keyOf(socket: Socket): unknown {
  const { localAddress, localPort, remoteAddress, remotePort } = socket
  return remotePort === undefined ? socket : `${remoteAddress ?? ''} ${remotePort} ${localAddress ?? ''} ${localPort ?? ''}`
}

function forget(connection: Connection): void {
  const { unused, resting, serving } = connection.owner
  for (const connections of [unused, resting, serving]) connections.delete(connection)
}

function oldestOf(connections: ReadonlySet<Connection>): Connection | undefined {
  const [oldest] = connections
  return oldest
}
