import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { networksOf } from '#config'
import { type Hop, listOf, readForwarded, readForwardedFor } from './forwarded.js'
import { networkOf } from './network-of.js'

/** What the outermost trusted proxy says of the address that a caller used; nothing of it is checked. */
export interface ToldAddress {
  readonly protocol?: string | undefined
  readonly host?: string | undefined
  readonly port?: string | undefined
  readonly prefix?: string | undefined
}

interface Told {
  /** Of `Forwarded`; empty without it. */
  readonly hops: readonly Hop[]
  /** Addresses from the outermost to that of the nearest proxy's peer; empty when no header names them. */
  readonly chain: readonly string[]
}

/**
 * The proxies whose word is taken. From any other peer `Forwarded` and `X-Forwarded-…` are text that a client made up. Of a trusted one only that part
 * counts which trusted proxies wrote: going from the nearest one outwards, it ends at the first address that is none of theirs, the client.
 *
 * Which of the two headers a proxy writes is not known, and it hands the other one through as the client sent it. So where both say something else, or
 * `Forwarded` cannot be read, neither counts, and the client is the proxy.
 */
export class TrustedProxies {
  readonly #isListed: (address: string) => boolean
  readonly #peersWithoutAddress: boolean
  /** What counts of the headers of a request, before `install` changed them. */
  readonly #told = new WeakMap<IncomingMessage, Told>()

  /** @param overUnixSocket whether peers over a unix socket, which have no address, are proxies as well */
  constructor(addresses: readonly string[], overUnixSocket = false) {
    this.#isListed = networksOf(addresses)
    this.#peersWithoutAddress = overUnixSocket
  }

  isProxy = (address: string | undefined): boolean => (address === undefined ? this.#peersWithoutAddress : this.#isListed(address))

  /**
   * Gives `Forwarded` to the framework in the form that it reads, and takes away what does not count. The framework has to have `isProxy` for its option
   * `trustProxy`; then `request.ip` is the address of the client.
   */
  install(app: FastifyInstance): void {
    app.addHook('onRequest', ({ raw }, _reply, done) => {
      if (this.isProxy(raw.socket.remoteAddress)) {
        const told = this.#read(raw.headers)
        if (told === null) delete raw.headers['x-forwarded-for']
        else {
          this.#told.set(raw, told)
          if (told.chain.length > 0) raw.headers['x-forwarded-for'] = told.chain.join(', ')
        }
      }
      done()
    })
  }

  /** Names the client of a request for limits and fairness: its network, or that of the peer when a proxy names no address. Empty for a unix socket. */
  clientOf({ ip, raw }: { readonly ip: string | undefined; readonly raw: IncomingMessage }): string {
    // Over a unix socket the framework may find no address at all.
    return networkOf(ip ?? '') ?? networkOf(raw.socket.remoteAddress ?? '') ?? ''
  }

  /** By `Forwarded` first, then by the older headers; empty where nothing that is told counts. */
  toldBy({ raw }: Pick<FastifyRequest, 'raw'>): readonly ToldAddress[] {
    const told = this.#told.get(raw)
    if (told === undefined) return []
    const { protocol, host } = told.hops[told.hops.findLastIndex(({ address }) => !this.isProxy(address))] ?? told.hops[0] ?? {}
    const proxies = this.#trustedHops(told.chain)
    const valueFrom = (name: string) => {
      const values = listOf(raw.headers[name])
      // Where some proxies replace the header instead of lengthening it, there are fewer values, and all of them come from proxies.
      return values[Math.max(0, values.length - proxies)]
    }
    const older = {
      protocol: valueFrom('x-forwarded-proto'),
      host: valueFrom('x-forwarded-host'),
      port: valueFrom('x-forwarded-port'),
      prefix: valueFrom('x-forwarded-prefix'),
    }
    return [{ protocol, host }, older]
  }

  /** Null when nothing counts. */
  #read(headers: IncomingHttpHeaders): Told | null {
    const hops = readForwarded(headers)
    if (hops === null) return null
    const addresses = readForwardedFor(headers)
    const forwarded = hops.map(({ address }) => address)
    if (hops.length === 0 || addresses.length === 0) return { hops, chain: [...forwarded, ...addresses] }
    return this.#clientIn(forwarded) === this.#clientIn(addresses) ? { hops, chain: addresses } : null
  }

  #clientIn(chain: readonly string[]): string | undefined {
    return chain.findLast((address) => !this.isProxy(address)) ?? chain[0]
  }

  /** The peer, and those behind it that are trusted as well. */
  #trustedHops(chain: readonly string[]): number {
    const client = chain.findLastIndex((address) => !this.isProxy(address))
    return Math.max(1, chain.length - Math.max(0, client))
  }
}
