/** The request fields that an error can name, in the order in which several errors are listed (ruling 30). */
export type RequestField = 'document' | 'filename' | 'documentType' | 'signaturePolicy'

export interface RequestProblem {
  readonly field: RequestField
  /** Stable code of the finding, for machines. */
  readonly code: string
  /** One sentence for people. */
  readonly message: string
}

/** The request cannot be served as it stands: wrong, missing or unsupported field. Becomes `requestErrors`. */
export class RequestError extends Error {
  override readonly name = 'RequestError'
  readonly problems: readonly RequestProblem[]
  constructor(problems: readonly RequestProblem[]) {
    super(problems.map((p) => `${p.field}: ${p.message}`).join('; '))
    this.problems = problems
  }
}

/** The document is refused for the work that it would cost (ruling 65). `what` completes the sentence and brings its own full stop. */
export function tooMuchWork(code: string, what: string): RequestError {
  return new RequestError([{ field: 'document', code, message: `The document asks for more work than is allowed: ${what}` }])
}

/** The document cannot be read, or is not of the type that the request names. Becomes `requestErrors` with the key `document`. */
export class MalformedDocument extends Error {
  override readonly name = 'MalformedDocument'
  /** Stable code: of the container rule, or of the reader that refused (`ZIP_DUPLICATE_ENTRY`, `XML_DOCTYPE`). */
  readonly code: string
  /** Entry name, element path or offset, where one can be given. */
  readonly where: string | null
  constructor(code: string, message: string, where: string | null = null, options?: ErrorOptions) {
    super(message, options)
    this.code = code
    this.where = where
  }
}

/**
 * What every format reader throws: it names the reader, a code of that reader's closed list, and the position.
 * `limit` codes (a bound was reached) are told apart, because they become a refusal of the request, not a finding about the document.
 */
export class ReaderError extends Error {
  override readonly name: string = 'ReaderError'
  readonly code: string
  readonly offset: number | null
  readonly limit: boolean
  constructor(code: string, message: string, offset: number | null = null, limit = false) {
    super(offset === null ? message : `${message} (at ${String(offset)})`)
    this.code = code
    this.offset = offset
    this.limit = limit
  }
}
