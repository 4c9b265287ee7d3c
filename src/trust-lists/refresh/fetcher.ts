export interface FetchRequest {
  readonly location: string
  /** What the server said of the copy that is at hand; null when there is none. */
  readonly etag: string | null
  readonly lastModified: string | null
  /** Absent: a list, by GET. A body that was sent is not sent again to the target of a redirect. */
  readonly question?: FetchQuestion
}

/** Octets that are sent by POST, and what is expected in return. */
interface FetchQuestion {
  readonly contentType: string
  readonly accept: string
  readonly body: Uint8Array
}

export type FetchAnswer =
  | { readonly kind: 'fetched'; readonly bytes: Uint8Array; readonly etag: string | null; readonly lastModified: string | null }
  | { readonly kind: 'not-modified' }

/** The only way from trusted lists to the network. Rejects with `FetchError`. */
export type Fetcher = (request: FetchRequest) => Promise<FetchAnswer>

/** A closed list; a code is never used again for another meaning. */
export type FetchErrorCode =
  /** Not an address of http or https. */
  | 'FETCH_ADDRESS'
  /** The address leads into a private network, and no setting allows that. */
  | 'FETCH_PRIVATE_ADDRESS'
  /** Too many of them, a loop, or one to another address than of http or https. */
  | 'FETCH_REDIRECTS'
  | 'FETCH_STATUS'
  | 'FETCH_TOO_LARGE'
  | 'FETCH_TIMEOUT'
  /** Name resolution, connection, TLS, proxy, or the connection broke off. */
  | 'FETCH_CONNECTION'

/** Something could not be fetched; the message is a sentence for the operator. */
export class FetchError extends Error {
  override readonly name = 'FetchError'
  readonly code: FetchErrorCode
  constructor(code: FetchErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
