import type { Dispatcher } from 'undici'
import { type FetchAnswer, FetchError, type Fetcher, type FetchRequest } from '#trust-lists'
import { assertPublicHost } from './address-guard.js'
import type { ConnectionOptions, Connections } from './connections.js'

export interface HttpFetcherOptions extends ConnectionOptions {
  readonly userAgent: string
  readonly limits: ConnectionOptions['limits'] & {
    readonly maxRedirects: number
    /** Of one list, with its redirects. */
    readonly milliseconds: number
  }
}

/**
 * Fetches over HTTP and HTTPS. Redirects between the two are followed, because the signature of a list makes it authentic. Each address is checked before the
 * connection; with a proxy, which resolves names itself, only literal addresses can be. Rejects with `FetchError`.
 */
export function createHttpFetcher(options: HttpFetcherOptions): Fetcher {
  return async (wanted) => {
    const start = addressOf(wanted.location)
    // Loaded here: the HTTP client takes a tenth of a second, which would delay the start of the service.
    const { limitThatWasReached, openConnections } = await import('./connections.js')
    const deadline = AbortSignal.timeout(options.limits.milliseconds)
    const connections = openConnections(options)
    try {
      return await follow(start, wanted, options, connections, deadline)
    } catch (cause) {
      throw asFetchError(cause, deadline, options.limits, limitThatWasReached(cause))
    } finally {
      await connections.close()
    }
  }
}

async function follow(
  start: URL,
  wanted: FetchRequest,
  { privateAddresses, limits, userAgent }: HttpFetcherOptions,
  connections: Connections,
  deadline: AbortSignal,
): Promise<FetchAnswer> {
  const headers = headersOf(wanted, userAgent)
  let url = start
  for (let redirects = 0; redirects <= limits.maxRedirects; redirects++) {
    if (!privateAddresses) assertPublicHost(url.hostname)
    const { question } = wanted
    const response = await connections.send(url, { headers, signal: deadline, body: question?.body ?? null })
    const target = redirectTarget(response, url)
    if (target === null) return answerOf(response, wanted, limits.maxBytes)
    response.body.destroy()
    if (question !== undefined) throw new FetchError('FETCH_REDIRECTS', 'A question is not redirected.')
    url = target
  }
  throw new FetchError('FETCH_REDIRECTS', `More than ${limits.maxRedirects} redirects.`)
}

function addressOf(location: string, base?: URL): URL {
  const url = URL.canParse(location, base?.href) ? new URL(location, base) : null
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    throw new FetchError('FETCH_ADDRESS', `${location.slice(0, 200)} is not an http or https address.`)
  return url
}

function redirectTarget({ statusCode, headers }: Dispatcher.ResponseData, from: URL): URL | null {
  const location = firstOf(headers['location'])
  return [301, 302, 303, 307, 308].includes(statusCode) && location !== null ? addressOf(location, from) : null
}

function headersOf({ etag, lastModified, question }: FetchRequest, userAgent: string): Readonly<Record<string, string>> {
  return {
    'user-agent': userAgent,
    accept: question?.accept ?? 'application/vnd.etsi.tsl+xml, application/xml;q=0.9, */*;q=0.1',
    'accept-encoding': 'identity',
    ...(question === undefined ? {} : { 'content-type': question.contentType }),
    ...(etag === null ? {} : { 'if-none-match': etag }),
    ...(lastModified === null ? {} : { 'if-modified-since': lastModified }),
  }
}

async function answerOf(response: Dispatcher.ResponseData, wanted: FetchRequest, maxBytes: number): Promise<FetchAnswer> {
  const { statusCode, headers, body } = response
  if (statusCode === 304 && (wanted.etag !== null || wanted.lastModified !== null)) return { kind: 'not-modified' }
  if (statusCode !== 200) throw new FetchError('FETCH_STATUS', `The server answered with status ${statusCode}.`)
  // A Content-Length above the bound is refused at once; other answers are counted while they arrive.
  if (Number(firstOf(headers['content-length']) ?? 0) > maxBytes) throw tooLarge(maxBytes)
  const bytes = Buffer.from(await body.arrayBuffer())
  return { kind: 'fetched', bytes, etag: firstOf(headers['etag']), lastModified: firstOf(headers['last-modified']) }
}

/** The first value of a header. */
function firstOf(header: string | readonly string[] | undefined): string | null {
  return (typeof header === 'string' ? header : header?.[0]) ?? null
}

function tooLarge(maxBytes: number): FetchError {
  return new FetchError('FETCH_TOO_LARGE', `The file is larger than ${maxBytes} bytes.`)
}

/** The `FetchError` for an error of a download. A value that is not an error is returned unchanged. */
function asFetchError(
  cause: unknown,
  deadline: AbortSignal,
  limits: HttpFetcherOptions['limits'],
  reached: 'idle' | 'size' | null,
): unknown {
  if (cause instanceof FetchError) return cause
  if (deadline.aborted) return new FetchError('FETCH_TIMEOUT', `It did not arrive within ${limits.milliseconds / 1000} seconds.`, { cause })
  if (reached === 'size') return tooLarge(limits.maxBytes)
  if (reached === 'idle')
    return new FetchError('FETCH_TIMEOUT', `The server sent nothing for ${limits.idleMilliseconds / 1000} seconds.`, { cause })
  return cause instanceof Error ? new FetchError('FETCH_CONNECTION', `The connection failed: ${describe(cause)}.`, { cause }) : cause
}

/** Message of an error. Attempts at several addresses fail with an `AggregateError` without a message; then that of the first attempt. */
function describe(error: Error): string {
  const [first] = error instanceof AggregateError ? (error.errors as unknown[]) : [error]
  return first instanceof Error && first.message !== '' ? first.message : error.name
}
