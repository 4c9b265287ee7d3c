/** One item of `requestErrors`. */
export interface ProblemItem {
  /** The request field or the part of the HTTP request that is wrong. */
  readonly key: string
  readonly code: ProblemCode | (string & {})
  readonly message: string
}

/**
 * Codes of refusals of the HTTP layer, with the status. Readers define codes for documents. A code is never reused after removal. `docs/messages.md` is made from
 * these comments.
 */
export type ProblemCode =
  /** 404. Nothing is at this path. */
  | 'PATH_UNKNOWN'
  /** 405. The path is for other methods, which the header Allow names. */
  | 'METHOD_NOT_ALLOWED'
  /** 406. The header Accept rules out every form of the answer. */
  | 'NOT_ACCEPTABLE'
  /** 413. The body is larger than the service reads. */
  | 'BODY_TOO_LARGE'
  /** 400. The connection ended before the body did. */
  | 'BODY_INCOMPLETE'
  /** 415. The body is of another media type than the path takes. */
  | 'CONTENT_TYPE_UNSUPPORTED'
  /** 415. The body is compressed. */
  | 'CONTENT_ENCODING_UNSUPPORTED'
  /** 400. The body is no JSON in UTF-8, or there is none. */
  | 'JSON_MALFORMED'
  /** 400. The body is JSON, but no object. */
  | 'JSON_NOT_AN_OBJECT'
  /** 400. The object has more members or values than the service reads. */
  | 'JSON_TOO_COMPLEX'
  /** 400. The form of the page, or the parameters of an upload, cannot be read. */
  | 'FORM_MALFORMED'
  /** 400. The request is no well-formed HTTP request, or its address cannot be decoded. */
  | 'REQUEST_MALFORMED'
  /** 400. There is no header Host, which HTTP/1.1 requires. */
  | 'HOST_MISSING'
  /** 400. There are several headers Host. */
  | 'HOST_REPEATED'
  /** 431. The headers are larger than the service reads. */
  | 'HEADERS_TOO_LARGE'
  /** 408. The request did not arrive within its time. */
  | 'REQUEST_TOO_SLOW'
  /** 503. The client disconnected before the answer; the code is only logged. */
  | 'REQUEST_ABANDONED'
  /** 503. The queue has no room for this client; the header Retry-After says when to try again. */
  | 'SERVICE_OVERLOADED'
  /** 503. The service has not loaded its trust yet. */
  | 'SERVICE_STARTING'
  /** 429. The client sent more requests in a minute than it may. */
  | 'TOO_MANY_REQUESTS'
  /** 503. Capsules cannot be stored or read at present. */
  | 'STORE_UNAVAILABLE'
  /** 500. An internal error; the log has its details under the id of the request. */
  | 'SERVICE_FAULT'

/** Codes of refusals of the members of a request. A code is never reused after removal. */
export type FieldProblemCode =
  /** 400. The document is missing, null or empty. */
  | 'DOCUMENT_MISSING'
  /** 400. The document is no string. */
  | 'DOCUMENT_NOT_TEXT'
  /** 400. The document is no base64. */
  | 'DOCUMENT_NOT_BASE64'
  /** 400. The name of the file is missing or empty. */
  | 'FILENAME_MISSING'
  /** 400. The name of the file is no string. */
  | 'FILENAME_NOT_TEXT'
  /** 400. The name of the file has a character that the interface description does not allow. */
  | 'FILENAME_NOT_ALLOWED'
  /** 400. The type of the document is missing. */
  | 'DOCUMENT_TYPE_MISSING'
  /** 400. The type of the document is no string. */
  | 'DOCUMENT_TYPE_NOT_TEXT'
  /** 400. The type of the document is none that is read. */
  | 'DOCUMENT_TYPE_UNKNOWN'
  /** 400. Data files are returned for another type of document only. */
  | 'DOCUMENT_TYPE_WITHOUT_DATA_FILES'
  /** 400. There is no policy of this name. */
  | 'SIGNATURE_POLICY_UNKNOWN'
  /** 400. The policy is no string. */
  | 'SIGNATURE_POLICY_NOT_TEXT'
  /** 400. The name of the policy has a character that the interface description does not allow. */
  | 'SIGNATURE_POLICY_NOT_ALLOWED'
  /** 400. There is no report of this type. */
  | 'REPORT_TYPE_UNKNOWN'
  /** 400. The type of the report is no string. */
  | 'REPORT_TYPE_NOT_TEXT'
  /** 400. A printed report has no such format. */
  | 'REPORT_FORMAT_UNKNOWN'
  /** 400. A printed report has no such language. */
  | 'LANGUAGE_UNKNOWN'

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
