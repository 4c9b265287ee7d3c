import type { lookup } from 'node:dns'
import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { assertPublicHost, isPublicAddress, publicLookup } from './address-guard.js'
import { type FetchAnswer, FetchError, type Fetcher, type FetchRequest } from './fetcher.js'
import { proxyHeaders, tunnelThrough } from './proxy.js'

export interface HttpFetcherOptions {
  /** `http://user:password@proxy.example:3128`; null: direct connections. */
  readonly proxy: URL | null
  /** Whether addresses of this machine and of private networks may be fetched from. */
  readonly privateAddresses: boolean
  readonly userAgent: string
  readonly limits: {
    readonly maxBytes: number
    readonly maxRedirects: number
    /** Of one list, with its redirects. */
    readonly milliseconds: number
    /** Without a single octet. */
    readonly idleMilliseconds: number
  }
  /** Name resolution; the system's when it is not given. */
  readonly resolve?: typeof lookup
}

/**
 * Fetches over HTTP and HTTPS. Redirects may lead from one to the other: what makes a list authentic is its signature. Each address on the way is
 * checked before it is connected to; with a proxy, which resolves names itself, only addresses that are written as such can be.
 */
export function createHttpFetcher(options: HttpFetcherOptions): Fetcher {
  return async (wanted) => {
    const deadline = AbortSignal.timeout(options.limits.milliseconds)
    let url = addressOf(wanted.location)
    for (let redirects = 0; redirects <= options.limits.maxRedirects; redirects++) {
      if (!options.privateAddresses) assertPublicHost(url.hostname)
      const response = await failing(deadline, options, () => open(url, wanted, options, deadline))
      const target = redirectTarget(response, url)
      if (target === null) return failing(deadline, options, () => answerOf(response, wanted, options.limits.maxBytes))
      response.destroy()
      url = target
    }
    throw new FetchError('FETCH_REDIRECTS', `More than ${options.limits.maxRedirects} redirects.`)
  }
}

function addressOf(location: string, base?: URL): URL {
  const url = URL.canParse(location, base?.href) ? new URL(location, base) : null
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    throw new FetchError('FETCH_ADDRESS', `${location.slice(0, 200)} is no address of http or https.`)
  return url
}

function redirectTarget(response: IncomingMessage, from: URL): URL | null {
  const { statusCode = 0, headers } = response
  if (![301, 302, 303, 307, 308].includes(statusCode) || headers.location === undefined) return null
  return addressOf(headers.location, from)
}

async function open(url: URL, wanted: FetchRequest, options: HttpFetcherOptions, signal: AbortSignal): Promise<IncomingMessage> {
  const { proxy, privateAddresses, limits, userAgent } = options
  const secure = url.protocol === 'https:'
  const target = { hostname: url.hostname.replace(/^\[|\]$/g, ''), port: url.port || (secure ? 443 : 80), path: url.pathname + url.search }
  const headers = { ...headersOf(wanted, userAgent), host: url.host }
  const common: RequestOptions = { method: 'GET', headers, signal, agent: false }
  if (proxy === null) {
    const lookup = privateAddresses ? {} : { lookup: publicLookup(options.resolve) }
    const request = secure ? httpsRequest : httpRequest
    return send(request, { ...common, ...target, ...lookup }, limits.idleMilliseconds, !privateAddresses)
  }
  if (secure) {
    const socket = await tunnelThrough(proxy, target, signal)
    // Without an agent the request takes the connection that it is given.
    return send(httpsRequest, { method: 'GET', headers, signal, ...target, createConnection: () => socket }, limits.idleMilliseconds, false)
  }
  const overTls = proxy.protocol === 'https:'
  const through = { hostname: proxy.hostname, port: proxy.port || (overTls ? 443 : 80), path: url.href }
  const authorized = { ...headers, ...proxyHeaders(proxy) }
  return send(overTls ? httpsRequest : httpRequest, { ...common, ...through, headers: authorized }, limits.idleMilliseconds, false)
}

function send(
  request: typeof httpRequest,
  options: RequestOptions,
  idleMilliseconds: number,
  publicOnly: boolean,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const sent = request(options)
    // Whoever reads the answer learns the reason from the answer.
    let receiving: IncomingMessage | null = null
    sent.once('response', (response) => {
      receiving = response
      // An answer that nobody reads any more may still fail; its reader, if there is one, learns it from the answer.
      response.on('error', reject)
      resolve(response)
    })
    sent.on('error', reject)
    sent.setTimeout(idleMilliseconds, () =>
      (receiving ?? sent).destroy(new FetchError('FETCH_TIMEOUT', `The server sent nothing for ${idleMilliseconds / 1000} seconds.`)),
    )
    // The lookup has let only public addresses through; this is the address that was really connected to.
    if (publicOnly)
      sent.once('socket', (socket) => {
        socket.once('connect', () => {
          const { remoteAddress = '' } = socket
          if (!isPublicAddress(remoteAddress))
            sent.destroy(new FetchError('FETCH_PRIVATE_ADDRESS', `The connection led to ${remoteAddress}, which is not public.`))
        })
      })
    sent.end()
  })
}

function headersOf({ etag, lastModified }: FetchRequest, userAgent: string): Readonly<Record<string, string>> {
  return {
    'user-agent': userAgent,
    accept: 'application/vnd.etsi.tsl+xml, application/xml;q=0.9, */*;q=0.1',
    'accept-encoding': 'identity',
    ...(etag === null ? {} : { 'if-none-match': etag }),
    ...(lastModified === null ? {} : { 'if-modified-since': lastModified }),
  }
}

async function answerOf(response: IncomingMessage, wanted: FetchRequest, maxBytes: number): Promise<FetchAnswer> {
  const { statusCode = 0, headers } = response
  if (statusCode === 304 && (wanted.etag !== null || wanted.lastModified !== null)) {
    response.destroy()
    return { kind: 'not-modified' }
  }
  if (statusCode !== 200) {
    response.destroy()
    throw new FetchError('FETCH_STATUS', `The server answered with status ${statusCode}.`)
  }
  const bytes = await readBody(response, maxBytes)
  const expected = headers['content-length']
  if (expected !== undefined && Number(expected) !== bytes.length)
    throw new FetchError('FETCH_CONNECTION', `The connection broke off after ${bytes.length} of ${expected} bytes.`)
  return { kind: 'fetched', bytes, etag: headers.etag ?? null, lastModified: headers['last-modified'] ?? null }
}

async function readBody(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const tooLarge = () => new FetchError('FETCH_TOO_LARGE', `The file is larger than ${maxBytes} bytes.`)
  if (Number(response.headers['content-length'] ?? 0) > maxBytes) {
    response.destroy()
    throw tooLarge()
  }
  const parts: Buffer[] = []
  let length = 0
  for await (const part of response as AsyncIterable<Buffer>) {
    length += part.length
    // Leaving the loop destroys the response.
    if (length > maxBytes) throw tooLarge()
    parts.push(part)
  }
  return Buffer.concat(parts)
}

/** Whatever goes wrong with a connection becomes a sentence. */
async function failing<T>(deadline: AbortSignal, { limits }: HttpFetcherOptions, action: () => Promise<T>): Promise<T> {
  try {
    return await action()
  } catch (cause) {
    if (cause instanceof FetchError) throw cause
    if (deadline.aborted)
      throw new FetchError('FETCH_TIMEOUT', `It did not arrive within ${limits.milliseconds / 1000} seconds.`, { cause })
    if (!(cause instanceof Error)) throw cause
    throw new FetchError('FETCH_CONNECTION', `The connection failed: ${describe(cause)}.`, { cause })
  }
}

/** A connection that was tried at several addresses fails with an error that has no message, and one cause for each. */
function describe(error: Error): string {
  const [first] = error instanceof AggregateError ? (error.errors as unknown[]) : [error]
  return first instanceof Error && first.message !== '' ? first.message : error.name
}
