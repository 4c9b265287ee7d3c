import type { lookup } from 'node:dns'
import { Agent, buildConnector, type Dispatcher, errors, Pool, ProxyAgent } from 'undici'
import { FetchError } from '#trust-lists'
import { isPublicAddress, publicLookup } from './address-guard.js'

export interface ConnectionOptions {
  /** `http://user:password@proxy.example:3128`; null: direct connections. */
  readonly proxy: URL | null
  /** Whether addresses of this machine and of private networks may be connected to. */
  readonly privateAddresses: boolean
  readonly limits: {
    /** Of one answer. */
    readonly maxBytes: number
    /** Without a single octet, while connecting, before and between the octets of an answer. */
    readonly idleMilliseconds: number
  }
  /** Name resolution; the system's when it is not given. */
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

/** Without a proxy the guard looks at every address that is connected to. A proxy resolves names itself, so only its own address is connected to. */
export function openConnections(options: ConnectionOptions): Connections {
  const { proxy, limits } = options
  const timeout = { timeout: limits.idleMilliseconds }
  const bounds = {
    // A connection for each request: there is nothing to gain from one that an earlier answer may have left in any state.
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
  // RFC 9110, 9.3.6: for https a tunnel, through which the proxy sees where it goes and nothing else.
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
      // RFC 9112, 3.2.2: for http the whole address, and the host of the target.
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
  // An abandoned answer may still emit an error; a reader of the answer gets the reason from the stream.
  answer.body.on('error', () => undefined)
  return answer
}

/** Connects to public addresses only. The lookup lets no other through; the address that was really connected to is looked at as well. */
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

/** What a failure of the library means; null: a connection that failed. */
export function limitThatWasReached(cause: unknown): 'idle' | 'size' | null {
  if (cause instanceof errors.ResponseExceededMaxSizeError) return 'size'
  const idle = [errors.ConnectTimeoutError, errors.HeadersTimeoutError, errors.BodyTimeoutError]
  return idle.some((kind) => cause instanceof kind) ? 'idle' : null
}
