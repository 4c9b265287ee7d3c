/** One item of `requestErrors`. */
export interface ProblemItem {
  /** The request field or the part of the HTTP request that is wrong. */
  readonly key: string
  readonly code: ProblemCode | (string & {})
  readonly message: string
}

/**
 * Codes of refusals of the HTTP layer. Readers define codes for documents, `read-validation-request` those for fields. A code is never reused after removal.
 */
export type ProblemCode =
  | 'PATH_UNKNOWN'
  | 'METHOD_NOT_ALLOWED'
  | 'NOT_ACCEPTABLE'
  | 'BODY_TOO_LARGE'
  | 'BODY_INCOMPLETE'
  | 'CONTENT_TYPE_UNSUPPORTED'
  | 'CONTENT_ENCODING_UNSUPPORTED'
  | 'JSON_MALFORMED'
  | 'JSON_NOT_AN_OBJECT'
  | 'JSON_TOO_COMPLEX'
  | 'FORM_MALFORMED'
  | 'REQUEST_MALFORMED'
  | 'HOST_MISSING'
  | 'HOST_REPEATED'
  | 'HEADERS_TOO_LARGE'
  | 'REQUEST_TOO_SLOW'
  | 'REQUEST_ABANDONED'
  | 'SERVICE_OVERLOADED'
  | 'SERVICE_STARTING'
  | 'TOO_MANY_REQUESTS'
  | 'STORE_UNAVAILABLE'
  | 'SERVICE_FAULT'

/** Thrown for an HTTP request that cannot be served. Has the status, one item, and the headers that belong to the status. */
export class HttpProblem extends Error {
  override readonly name = 'HttpProblem'
  readonly status: number
  readonly item: ProblemItem
  readonly headers: Readonly<Record<string, string>>
  constructor(status: number, key: string, code: ProblemCode, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message)
    this.status = status
    this.item = { key, code, message }
    this.headers = headers
  }
}

/** The JSON of a refusal. `strict` omits the code, which the interface description does not have. */
export function renderProblems(items: readonly ProblemItem[], strict: boolean): { readonly requestErrors: readonly object[] } {
  return { requestErrors: items.map(({ key, code, message }) => (strict ? { key, message } : { key, message, code })) }
}
