export interface FetchRequest {
  readonly location: string
  /** ETag and Last-Modified of the stored copy; null when there is none. */
  readonly etag: string | null
  readonly lastModified: string | null
  /** Content of a POST request. Absent: a list is requested by GET. A body is not sent again to the target of a redirect. */
  readonly question?: PostContent
}

/** The body of a POST request, and the accepted media type of the response. */
interface PostContent {
  readonly contentType: string
  readonly accept: string
  readonly body: Uint8Array
}

export type FetchAnswer =
  | { readonly kind: 'fetched'; readonly bytes: Uint8Array; readonly etag: string | null; readonly lastModified: string | null }
  | { readonly kind: 'not-modified' }

/** The only network access for trusted lists. Rejects with `FetchError`. */
export type Fetcher = (request: FetchRequest) => Promise<FetchAnswer>

/** Closed list. A code is never reused for another meaning. */
export type FetchErrorCode =
  /** Not an http or https URL. */
  | 'FETCH_ADDRESS'
  /** The URL resolves to a private address, and no setting allows that. */
  | 'FETCH_PRIVATE_ADDRESS'
  /** Too many redirects, a redirect loop, or a redirect to something other than http or https. */
  | 'FETCH_REDIRECTS'
  | 'FETCH_STATUS'
  | 'FETCH_TOO_LARGE'
  | 'FETCH_TIMEOUT'
  /** Name resolution, connection, TLS or proxy failed, or the connection was closed early. */
  | 'FETCH_CONNECTION'

/** A failed download. The message is a sentence for the operator. */
export class FetchError extends Error {
  override readonly name = 'FetchError'
  readonly code: FetchErrorCode
  constructor(code: FetchErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
