import type { lookup } from 'node:dns'
import { Agent, buildConnector, type Dispatcher, interceptors, Pool, ProxyAgent } from 'undici'
import { FetchError } from '#trust/lists'
import { assertPublicHost, isPublicAddress, publicLookup } from './address-guard.js'

export { errors } from 'undici'

export interface ConnectionOptions {
  /** Proxy, such as `http://user:password@proxy.example:3128`; null: direct connections. */
  readonly proxy: URL | null
  /** Whether connections to this machine and to private networks are allowed. */
  readonly privateAddresses: boolean
  readonly limits: {
    readonly maxBytes: number
    readonly idleMilliseconds: number
  }
  /** Name resolution. Default: that of the system. */
  readonly resolve?: typeof lookup
}

/**
 * Opens the connections of one download, which follow up to `maxRedirections` redirects. No connection is reused, and destroying the result ends all that are
 * open. The guard checks the host of each request, also after a redirect, before the request is sent. Without a proxy the address of the connection is checked
 * as well; a proxy resolves names itself.
 */
export function openConnections(options: ConnectionOptions, maxRedirections: number): Dispatcher {
  const { proxy, limits, privateAddresses } = options
  const timeout = { timeout: limits.idleMilliseconds }
  const bounds = {
    // A new connection for each request: a download has few requests, and an earlier answer may have left a connection in any state.
    pipelining: 0,
    connections: 1,
    headersTimeout: limits.idleMilliseconds,
    bodyTimeout: limits.idleMilliseconds,
    maxResponseSize: limits.maxBytes,
  }
  const agent =
    proxy === null ? new Agent({ ...bounds, connect: guardedConnector(options, timeout) }) : throughProxy(proxy, bounds, timeout)
  const guard: Dispatcher.DispatcherComposeInterceptor = (dispatch) => (request, handler) => {
    if (!privateAddresses) assertPublicHost(new URL(request.origin ?? '').hostname)
    return dispatch(request, handler)
  }
  return agent.compose(guard, interceptors.redirect({ maxRedirections }))
}

/**
 * Requests for https use a tunnel (RFC 9110, 9.3.6), so that the proxy sees only host and port. Requests for http use the absolute form of the target (RFC
 * 9112, 3.2.2), or a tunnel when the proxy is reached over TLS.
 */
function throughProxy(proxy: URL, bounds: Agent.Options, timeout: { readonly timeout: number }): ProxyAgent {
  const credentials = proxyCredentials(proxy)
  const open = (origin: string | URL, given: object) => new Pool(origin, { ...given, ...bounds })
  return new ProxyAgent({
    ...bounds,
    uri: proxy.origin,
    ...(credentials === null ? {} : { token: credentials }),
    proxyTunnel: false,
    clientFactory: open,
    factory: open,
    proxyTls: timeout,
  })
}

/**
 * Connects only to public addresses: the lookup returns no others. The address of the open connection is checked too, because a literal address needs no
 * lookup.
 */
export function guardedConnector(
  { privateAddresses, resolve }: Pick<ConnectionOptions, 'privateAddresses' | 'resolve'>,
  timeout: { readonly timeout: number },
): buildConnector.connector {
  if (privateAddresses) return buildConnector(timeout)
  const connect = buildConnector({ ...timeout, lookup: publicLookup(resolve) })
  return (target, done) =>
    connect(target, (...[error, socket]) => {
      if (error !== null) {
        done(error, null)
        return
      }
      const { remoteAddress = '' } = socket
      if (isPublicAddress(remoteAddress)) done(null, socket)
      else {
        socket.destroy()
        done(new FetchError('FETCH_PRIVATE_ADDRESS', `The connection led to ${remoteAddress}, which is not public.`), null)
      }
    })
}

/** Basic credentials in a proxy address (RFC 7617); null when it has none. */
function proxyCredentials({ username, password }: URL): string | null {
  if (username === '') return null
  return `Basic ${Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64')}`
}
