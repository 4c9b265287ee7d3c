import type { lookup } from 'node:dns'
import { Agent, buildConnector, type Dispatcher, errors, Pool, ProxyAgent } from 'undici'
import { FetchError } from '#trust-lists'
import { isPublicAddress, publicLookup } from './address-guard.js'

export interface ConnectionOptions {
  /** `http://user:password@proxy.example:3128`; null: direct connections. */
  readonly proxy: URL | null
  /** Whether connections to this machine and to private networks are allowed. */
  readonly privateAddresses: boolean
  readonly limits: {
    /** Of one answer. */
    readonly maxBytes: number
    /** Without a single octet, while connecting, before and between the octets of an answer. */
    readonly idleMilliseconds: number
  }
  /** Name resolution. Default: that of the system. */
  readonly resolve?: typeof lookup
}

/** A request: with a body by POST, without one by GET. */
interface Sent {
  readonly headers: Readonly<Record<string, string>>
  readonly signal: AbortSignal
  readonly body: Uint8Array | null
}

/** The connections of one download. None is kept for the next request, and closing ends whatever is still open. */
export interface Connections {
  readonly send: (url: URL, sent: Sent) => Promise<Dispatcher.ResponseData>
  readonly close: () => Promise<void>
}

/** Opens the connections of one download. Without a proxy every address is checked by the guard; a proxy resolves names itself, so its own address is not checked. */
export function openConnections(options: ConnectionOptions): Connections {
  const { proxy, limits } = options
  const timeout = { timeout: limits.idleMilliseconds }
  const bounds = {
    // A new connection for each request: one download has few requests, and an earlier answer may have left a connection in any state.
    pipelining: 0,
    connections: 1,
    headersTimeout: limits.idleMilliseconds,
    bodyTimeout: limits.idleMilliseconds,
    maxResponseSize: limits.maxBytes,
  }
  if (proxy !== null) return throughProxy(proxy, bounds, timeout)
  const agent = new Agent({ ...bounds, connect: guardedConnector(options, timeout) })
  return { send: (url, sent) => send(agent, url.origin, url.pathname + url.search, sent), close: () => agent.destroy() }
}

function throughProxy(proxy: URL, bounds: Agent.Options, timeout: { readonly timeout: number }): Connections {
  const credentials = proxyCredentials(proxy)
  const toProxy = new Agent({ ...bounds, connect: timeout })
  // RFC 9110, 9.3.6: a tunnel for https; the proxy learns only host and port.
  const tunnel = new ProxyAgent({
    ...bounds,
    uri: proxy.origin,
    ...(credentials === null ? {} : { token: credentials }),
    clientFactory: (origin, given) => new Pool(origin, { ...given, ...bounds }),
    proxyTls: timeout,
  })
  return {
    send: (url, sent) => {
      if (url.protocol === 'https:') return send(tunnel, url.origin, url.pathname + url.search, sent)
      // RFC 9112, 3.2.2: for http the absolute form of the target, and its Host.
      const headers = { ...sent.headers, host: url.host, ...(credentials === null ? {} : { 'proxy-authorization': credentials }) }
      return send(toProxy, proxy.origin, url.origin + url.pathname + url.search, { ...sent, headers })
    },
    close: async () => {
      await Promise.all([toProxy.destroy(), tunnel.destroy()])
    },
  }
}

async function send(dispatcher: Dispatcher, origin: string, path: string, sent: Sent): Promise<Dispatcher.ResponseData> {
  const answer = await dispatcher.request({ origin, path, method: sent.body === null ? 'GET' : 'POST', ...sent })
  // The body of an abandoned answer may still emit an error, which would be uncaught. A reader of the body gets the error from the stream.
  answer.body.on('error', () => undefined)
  return answer
}

/** Connects to public addresses only: the lookup returns no others, and the address of the open connection is checked too, because a literal address has no lookup. */
function guardedConnector(
  { privateAddresses, resolve }: ConnectionOptions,
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

/** Basic credentials of a proxy address (RFC 7617), when it has any. */
function proxyCredentials({ username, password }: URL): string | null {
  if (username === '') return null
  return `Basic ${Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64')}`
}

/** The bound that an error of the library stands for; null for a failed connection. */
export function limitThatWasReached(cause: unknown): 'idle' | 'size' | null {
  if (cause instanceof errors.ResponseExceededMaxSizeError) return 'size'
  const idle = [errors.ConnectTimeoutError, errors.HeadersTimeoutError, errors.BodyTimeoutError]
  return idle.some((kind) => cause instanceof kind) ? 'idle' : null
}
