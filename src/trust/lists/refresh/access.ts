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

/** The file operations of the store. They are injected, so that tests can let each of them fail. */
export interface Disk {
  /** Null when the file does not exist, and for anything that this program cannot have written: a FIFO, a folder, or a larger file than it ever writes. */
  read(path: string): Promise<Uint8Array | null>
  /** Like `read`, into memory that threads share. */
  readShared(path: string): Promise<SharedArrayBuffer | null>
  /** Writes a file. The bytes are on the disk (fsync) when the promise resolves. */
  write(path: string, bytes: Uint8Array): Promise<void>
  /** Replaces `to` atomically: a reader sees either the old file or the new one. */
  rename(from: string, to: string): Promise<void>
  /** Makes the entries of a folder durable (fsync of the folder). */
  syncFolder(folder: string): Promise<void>
  makeFolder(folder: string): Promise<void>
  /** Names of the files of a folder; empty when the folder does not exist. */
  list(folder: string): Promise<readonly string[]>
  remove(path: string): Promise<void>
}
