import type { Dispatcher, errors as httpErrors } from 'undici'
import { systemErrorCode } from '#model'
import { type FetchAnswer, FetchError, type Fetcher, type FetchRequest } from '#trust/lists'
import type { ConnectionOptions } from './connections.js'

export interface HttpFetcherOptions extends ConnectionOptions {
  readonly userAgent: string
  readonly limits: ConnectionOptions['limits'] & {
    readonly maxRedirects: number
    readonly milliseconds: number
  }
}

/**
 * Maximum number of informational answers (100 to 199) before an answer; servers send one or two. Each costs as much as an answer, so many would keep the
 * thread busy.
 */
const maxInformational = 16

/**
 * Creates a fetcher for HTTP and HTTPS. Redirects between the two are followed, because the authenticity of a list rests on its signature. Each address is
 * checked before the connection; with a proxy, which resolves names itself, only literal addresses can be checked. The fetcher rejects with `FetchError`.
 */
export function createHttpFetcher(options: HttpFetcherOptions): Fetcher {
  const { limits, userAgent } = options
  return async (wanted) => {
    const { origin, pathname, search } = addressOf(wanted.location)
    // Loaded only here: loading the HTTP client takes 0.1 s, which would delay the start of the service.
    const { errors, openConnections } = await import('./connections.js')
    const deadline = AbortSignal.timeout(limits.milliseconds)
    const flooded = new AbortController()
    const signal = AbortSignal.any([deadline, flooded.signal])
    let informational = 0
    const onInfo = (): void => {
      informational += 1
      if (informational > maxInformational)
        flooded.abort(new FetchError('FETCH_CONNECTION', `More than ${maxInformational} informational answers came before the answer.`))
    }
    const { question } = wanted
    const connections = openConnections(options, question === undefined ? limits.maxRedirects : 0)
    const message = question === undefined ? { method: 'GET' as const } : { method: 'POST' as const, body: question.body }
    try {
      const headers = headersOf(wanted, userAgent)
      const response = await connections.request({ origin, path: pathname + search, ...message, headers, signal, onInfo })
      // The body of an abandoned answer may still emit an error, which would be uncaught. A reader of the body also gets the error from the stream.
      response.body.on('error', () => undefined)
      return await answerOf(response, wanted, limits)
    } catch (cause) {
      throw asFetchError(cause, deadline, limits, errors)
    } finally {
      await connections.destroy()
    }
  }
}

function addressOf(location: string): URL {
  const url = URL.canParse(location) ? new URL(location) : null
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    throw new FetchError('FETCH_ADDRESS', `${location.slice(0, 200)} is not an http or https address.`)
  return url
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

/** The statuses for which the HTTP client follows `Location`. With any other status the answer is not a redirect (RFC 9110, 15.4). */
const redirections: ReadonlySet<number> = new Set([300, 301, 302, 303, 307, 308])

async function answerOf(
  { statusCode, headers, body }: Dispatcher.ResponseData,
  { etag, lastModified, question }: FetchRequest,
  { maxBytes, maxRedirects }: HttpFetcherOptions['limits'],
): Promise<FetchAnswer> {
  if (statusCode === 304 && (etag !== null || lastModified !== null)) return { kind: 'not-modified' }
  if (redirections.has(statusCode) && (firstOf(headers['location']) ?? '') !== '')
    throw new FetchError(
      'FETCH_REDIRECTS',
      question === undefined ? `More than ${maxRedirects} redirects.` : 'A question is not redirected.',
    )
  if (statusCode !== 200) throw new FetchError('FETCH_STATUS', `The server answered with status ${statusCode}.`)
  // A Content-Length above the bound is refused at once. The octets of other answers are counted while they arrive.
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
function asFetchError(cause: unknown, deadline: AbortSignal, limits: HttpFetcherOptions['limits'], errors: typeof httpErrors): unknown {
  if (cause instanceof FetchError) return cause
  if (deadline.aborted) return new FetchError('FETCH_TIMEOUT', `It did not arrive within ${limits.milliseconds / 1000} seconds.`, { cause })
  if (cause instanceof errors.ResponseExceededMaxSizeError) return tooLarge(limits.maxBytes)
  if ([errors.ConnectTimeoutError, errors.HeadersTimeoutError, errors.BodyTimeoutError].some((kind) => cause instanceof kind))
    return new FetchError('FETCH_TIMEOUT', `The server sent nothing for ${limits.idleMilliseconds / 1000} seconds.`, { cause })
  if (!(cause instanceof Error)) return cause
  if (cause instanceof errors.InvalidArgumentError || systemErrorCode(cause) === 'ERR_INVALID_URL')
    return new FetchError('FETCH_REDIRECTS', 'A redirect leads back to an address before it, or to none of http or https.', { cause })
  return new FetchError('FETCH_CONNECTION', `The connection failed: ${describe(cause)}.`, { cause })
}

/** Message of an error. Attempts to connect to several addresses fail with an `AggregateError` without a message; then the message of the first attempt. */
function describe(error: Error): string {
  const [first] = error instanceof AggregateError ? (error.errors as unknown[]) : [error]
  return first instanceof Error && first.message !== '' ? first.message : error.name
}
