import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { networksOf } from '#config'
import { type Hop, listOf, readForwarded, readForwardedFor } from './forwarded.js'
import { networkOf } from './network-of.js'

/** Parts of the public address that a client used, as the outermost trusted proxy states them. The values are not checked. */
export interface ForwardedAddress {
  readonly protocol?: string | undefined
  readonly host?: string | undefined
  readonly port?: string | undefined
  readonly prefix?: string | undefined
}

/** The forwarding headers of a request from a trusted proxy. */
interface ForwardedHeaders {
  /** Elements of `Forwarded`; empty without it. */
  readonly hops: readonly Hop[]
  /** Addresses from the outermost to the peer of the nearest proxy; empty without a header. */
  readonly chain: readonly string[]
}

/**
 * The proxies whose forwarding headers are used. `Forwarded` and `X-Forwarded-…` of any other peer are ignored, because a client can write anything into them.
 * Of the headers from a trusted proxy only the part is used that trusted proxies have written: from the nearest proxy outwards to the first address that is not
 * a trusted proxy. This address is the client.
 *
 * A proxy writes one of `Forwarded` and `X-Forwarded-For`, and may pass on the other as the client sent it. So when both are present and name different
 * clients, or when `Forwarded` is malformed, neither is used, and the proxy itself counts as the client.
 */
export class TrustedProxies {
  readonly #isListed: (address: string) => boolean
  readonly #peersWithoutAddress: boolean
  /** Forwarding headers by request, as they were before `install` changed them. */
  readonly #forwardedHeaders = new WeakMap<IncomingMessage, ForwardedHeaders>()

  /** @param overUnixSocket whether peers on a unix socket, which have no address, are trusted proxies */
  constructor(addresses: readonly string[], overUnixSocket = false) {
    this.#isListed = networksOf(addresses)
    this.#peersWithoutAddress = overUnixSocket
  }

  isProxy = (address: string | undefined): boolean => (address === undefined ? this.#peersWithoutAddress : this.#isListed(address))

  /**
   * Rewrites `X-Forwarded-For` so that the framework, which does not read `Forwarded`, finds the client; removes it when it must not be used. The application
   * must be created with `isProxy` as its option `trustProxy`; then `request.ip` is the address of the client.
   */
  install(app: FastifyInstance): void {
    app.addHook('onRequest', ({ raw }, _reply, done) => {
      if (this.isProxy(raw.socket.remoteAddress)) {
        const forwarded = this.#read(raw.headers)
        if (forwarded === null) delete raw.headers['x-forwarded-for']
        else {
          this.#forwardedHeaders.set(raw, forwarded)
          if (forwarded.chain.length > 0) raw.headers['x-forwarded-for'] = forwarded.chain.join(', ')
        }
      }
      done()
    })
  }

  /** The client of a request, for limits and fairness: its network, or that of the peer when a proxy states no address. Empty when neither has an address. */
  clientOf({ ip, raw }: { readonly ip: string | undefined; readonly raw: IncomingMessage }): string {
    // On a unix socket the framework finds no address.
    return networkOf(ip ?? '') ?? networkOf(raw.socket.remoteAddress ?? '') ?? ''
  }

  /** The stated public addresses: first that of `Forwarded`, then that of the `X-Forwarded-…` headers; empty when neither may be used. */
  forwardedAddresses({ raw }: Pick<FastifyRequest, 'raw'>): readonly ForwardedAddress[] {
    const forwarded = this.#forwardedHeaders.get(raw)
    if (forwarded === undefined) return []
    const { hops, chain } = forwarded
    const { protocol, host } = hops[hops.findLastIndex(({ address }) => !this.isProxy(address))] ?? hops[0] ?? {}
    const proxies = this.#trustedHops(chain)
    const valueFrom = (name: string) => {
      const values = listOf(raw.headers[name])
      // There are fewer values than proxies when proxies replace the header instead of appending to it. Then all values come from proxies.
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

  /** Null when the headers are malformed or contradictory and must not be used. */
  #read(headers: IncomingHttpHeaders): ForwardedHeaders | null {
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

  /** Number of trusted proxies between the client and this service, the peer included. */
  #trustedHops(chain: readonly string[]): number {
    const client = chain.findLastIndex((address) => !this.isProxy(address))
    return Math.max(1, chain.length - Math.max(0, client))
  }
}
