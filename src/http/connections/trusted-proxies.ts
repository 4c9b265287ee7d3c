import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { networksOf } from '#config'
import { type Hop, listOf, readForwarded, readForwardedFor } from './forwarded.js'
import { networkOf } from './network-of.js'

/** The address that a caller used, as the outermost trusted proxy states it. The values are not checked. */
export interface ToldAddress {
  readonly protocol?: string | undefined
  readonly host?: string | undefined
  readonly port?: string | undefined
  readonly prefix?: string | undefined
}

/** The forwarding headers of a request from a trusted proxy. */
interface Told {
  /** Of `Forwarded`; empty without it. */
  readonly hops: readonly Hop[]
  /** Addresses from the outermost one to the peer of the nearest proxy; empty without a header. */
  readonly chain: readonly string[]
}

/**
 * The proxies whose forwarding headers are used. From any other peer `Forwarded` and `X-Forwarded-…` are ignored, because a client can write anything into them.
 * From a trusted proxy only the part that trusted proxies have written is used: from the nearest one outwards, up to the first address that is not a trusted
 * proxy, which is the client.
 *
 * A proxy writes one of the two headers and may pass the other one on as the client sent it. So when both are present and name different clients, or `Forwarded`
 * is malformed, neither is used, and the proxy itself counts as the client.
 */
export class TrustedProxies {
  readonly #isListed: (address: string) => boolean
  readonly #peersWithoutAddress: boolean
  /** Forwarding headers by request, as they were before `install` changed them. */
  readonly #told = new WeakMap<IncomingMessage, Told>()

  /** @param overUnixSocket whether peers over a unix socket, which have no address, are proxies as well */
  constructor(addresses: readonly string[], overUnixSocket = false) {
    this.#isListed = networksOf(addresses)
    this.#peersWithoutAddress = overUnixSocket
  }

  isProxy = (address: string | undefined): boolean => (address === undefined ? this.#peersWithoutAddress : this.#isListed(address))

  /**
   * Rewrites `X-Forwarded-For` so that the framework, which does not read `Forwarded`, finds the client; removes it when it must not be used. The application
   * must have `isProxy` as its option `trustProxy`; then `request.ip` is the address of the client.
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

  /** The client of a request for limits and fairness: its network, or that of the peer when a proxy states no address. Empty for a unix socket without one. */
  clientOf({ ip, raw }: { readonly ip: string | undefined; readonly raw: IncomingMessage }): string {
    // Over a unix socket the framework finds no address.
    return networkOf(ip ?? '') ?? networkOf(raw.socket.remoteAddress ?? '') ?? ''
  }

  /** The stated addresses: of `Forwarded` first, then of the `X-Forwarded-…` headers; empty when neither may be used. */
  toldBy({ raw }: Pick<FastifyRequest, 'raw'>): readonly ToldAddress[] {
    const told = this.#told.get(raw)
    if (told === undefined) return []
    const { protocol, host } = told.hops[told.hops.findLastIndex(({ address }) => !this.isProxy(address))] ?? told.hops[0] ?? {}
    const proxies = this.#trustedHops(told.chain)
    const valueFrom = (name: string) => {
      const values = listOf(raw.headers[name])
      // When proxies replace the header instead of appending to it, there are fewer values than proxies, and all of them come from proxies.
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

  /** Null when the headers must not be used: malformed, or contradictory. */
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

  /** Number of trusted proxies: the peer, and those behind it. */
  #trustedHops(chain: readonly string[]): number {
    const client = chain.findLastIndex((address) => !this.isProxy(address))
    return Math.max(1, chain.length - Math.max(0, client))
  }
}
