import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf } from './network-of.js'

export interface ConnectionBounds {
  /** Connections of the server; above it Node.js accepts no more. */
  readonly maxConnections: number
  /** When fewer than this number are left, connections without a request are closed to make room. */
  readonly spareConnections: number
  /** Connections of one network that have not sent a request yet, handshake included. */
  readonly maxUnasked: number
  /** From the connection to the end of its TLS handshake; null without TLS. */
  readonly handshakeMilliseconds: number | null
}

export interface ConnectionEvents {
  /** The time for the handshake is over; the connection is being closed. */
  readonly onHandshakeTimeout: () => void
  /** A connection was closed because there were too many; its client did nothing wrong. */
  readonly onTooMany: (why: 'unasked-of-one-address' | 'connections-of-the-server') => void
}

/** `unasked`: no request yet. `serving`: a request is being answered. `resting`: kept alive after an answer. */
type State = 'unasked' | 'serving' | 'resting'

interface Connection {
  readonly socket: Socket
  readonly owner: Owner
  readonly handshake: NodeJS.Timeout | null
  state: State
  /** Requests without an answer yet; several when the client pipelines. */
  requests: number
  /** The last request: of those that are pipelined, the only one whose body may still be arriving. */
  last: IncomingMessage | null
}

/** The connections of one network or one proxy, oldest first. */
interface Owner {
  readonly name: string
  readonly isProxy: boolean
  total: number
  readonly unasked: Set<Connection>
  readonly resting: Set<Connection>
  readonly serving: Set<Connection>
}

/**
 * Every connection of a server, from its acceptance to its end. TLS handshakes are included, which the HTTP server of Node.js does not count.
 *
 * A client that opens connections and stays silent must not close the server for others. So each network may have a few connections without a request, and a new
 * one replaces the oldest; when the server is nearly full, the network with the most connections loses one that is not being served, or else, when it has more than
 * those few, one whose body is still arriving: bodies of a few octets a second would fill the server as well. An honest client behind the same address is affected only
 * when others open more connections during its handshake than the bound allows, or fill the server.
 */
export class OpenConnections {
  readonly #bounds: ConnectionBounds
  readonly #isProxy: (address: string) => boolean
  readonly #events: ConnectionEvents
  readonly #connections = new Map<unknown, Connection>()
  readonly #owners = new Map<string, Owner>()
  readonly #watchers = new Set<() => void>()
  #serving = 0

  /** @param isProxy peers that bring the connections of many clients: `maxUnasked` does not apply to them */
  constructor(bounds: ConnectionBounds, isProxy: (address: string) => boolean, events: ConnectionEvents) {
    this.#bounds = bounds
    this.#isProxy = isProxy
    this.#events = events
  }

  /** Number of all connections, and of those that are being served at the moment. */
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
    const connection: Connection = { socket, owner, handshake: this.#limitHandshake(socket), state: 'unasked', requests: 0, last: null }
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
      // The socket below TLS: without a handshake no answer can be sent.
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
    if (state !== 'unasked') owner[state].add(connection)
    connection.state = state
    this.#tell()
  }

  #closed(key: unknown, connection: Connection): void {
    const { owner } = connection
    clearTimeout(connection.handshake ?? undefined)
    if (connection.state === 'serving') this.#serving -= 1
    // So that `close` of a response, which may follow, does not count it once more.
    connection.state = 'resting'
    this.#connections.delete(key)
    forget(connection)
    owner.total -= 1
    if (owner.total === 0) this.#owners.delete(owner.name)
    this.#tell()
  }

  #makeRoom(owner: Owner): void {
    const { maxUnasked, maxConnections, spareConnections } = this.#bounds
    if (!owner.isProxy && owner.unasked.size > maxUnasked) this.#giveUp(oldestOf(owner.unasked), 'unasked-of-one-address')
    if (this.#connections.size <= maxConnections - spareConnections) return
    let most: Owner | null = null
    for (const candidate of this.#owners.values())
      if (candidate.total > (most?.total ?? 0) && this.#dispensableOf(candidate) !== undefined) most = candidate
    if (most !== null) this.#giveUp(this.#dispensableOf(most), 'connections-of-the-server')
  }

  /** The connection that an owner loses first. A proxy loses no body: it is another client's. */
  #dispensableOf({ isProxy, total, unasked, resting, serving }: Owner): Connection | undefined {
    const silent = oldestOf(unasked) ?? oldestOf(resting)
    if (silent !== undefined || isProxy || total <= this.#bounds.maxUnasked) return silent
    return [...serving].find(({ last }) => last?.complete === false)
  }

  #giveUp(connection: Connection | undefined, why: Parameters<ConnectionEvents['onTooMany']>[0]): void {
    if (connection === undefined) return
    forget(connection)
    this.#events.onTooMany(why)
    connection.socket.destroy()
  }

  #ownerOf(address: string | undefined): Owner {
    // A peer without an address came over a unix socket, which only the proxy may open, or has disconnected already.
    const isProxy = address === undefined || this.#isProxy(address)
    const name = isProxy ? `proxy ${address ?? ''}` : (networkOf(address) ?? address)
    const known = this.#owners.get(name)
    if (known !== undefined) return known
    const owner: Owner = { name, isProxy, total: 0, unasked: new Set(), resting: new Set(), serving: new Set() }
    this.#owners.set(name, owner)
    return owner
  }

  #tell(): void {
    for (const watcher of this.#watchers) watcher()
  }
}

/**
 * Key of a connection. For TLS the server reports two sockets, one on top of the other, with the same addresses and ports. Those of the server are part of it: a client
 * may use one of its ports for connections to several addresses of this machine. A unix socket has no port, and no TLS.
 */
function keyOf(socket: Socket): unknown {
  const { localAddress, localPort, remoteAddress, remotePort } = socket
  return remotePort === undefined ? socket : `${remoteAddress ?? ''} ${remotePort} ${localAddress ?? ''} ${localPort ?? ''}`
}

function forget(connection: Connection): void {
  const { unasked, resting, serving } = connection.owner
  for (const connections of [unasked, resting, serving]) connections.delete(connection)
}

function oldestOf(connections: ReadonlySet<Connection>): Connection | undefined {
  const [oldest] = connections
  return oldest
}
