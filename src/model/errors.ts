/** The request fields that an error can name, in the order in which several errors are listed (`decisions.md#refusals`). */
export type RequestField = 'document' | 'filename' | 'documentType' | 'signaturePolicy' | 'reportType' | 'format' | 'language'

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

/** The document cannot be read, or is not of the type that the request names. Becomes `requestErrors` with the key `document`. */
export class MalformedDocument extends Error {
  override readonly name = 'MalformedDocument'
  /** Stable code: of the container rule, or of the reader that refused (`ZIP_DUPLICATE_ENTRY`, `XML_DOCTYPE`). */
  readonly code: string
  /** Entry of the container, element and offset, as far as they are known. */
  readonly where: string | null
  constructor(code: string, message: string, where: string | null = null, options?: ErrorOptions) {
    super(message, options)
    this.code = code
    this.where = where
  }

  /** The sentence of the refusal, with the place. */
  get described(): string {
    const where = this.where === null ? '' : ` (${this.where})`
    return `The document is malformed or does not match the document type: ${this.message}${where}`
  }
}

/**
 * What every format reader, container and signature reader throws: a code of its own closed list, and the place. With `limit` a bound was reached, and the
 * document asks for more work than is allowed; otherwise the bytes do not have the format. `service/refusal.ts` turns it into the refusal of a request.
 */
export class ReaderError extends Error {
  override readonly name: string = 'ReaderError'
  readonly code: string
  readonly offset: number | null
  readonly limit: boolean
  /** Entry of the container or element; null where there is only one place. */
  readonly place: string | null

  /** @param message a sentence without the place; `described` adds it */
  constructor(
    code: string,
    message: string,
    offset: number | null = null,
    limit = false,
    place: string | null = null,
    options?: ErrorOptions,
  ) {
    super(message, options)
    this.code = code
    this.offset = offset
    this.limit = limit
    this.place = place
  }

  /** Place and offset, for people; null when neither is known. */
  get where(): string | null {
    const parts = [...(this.place === null ? [] : [this.place]), ...(this.offset === null ? [] : [`at ${this.offset}`])]
    return parts.length === 0 ? null : parts.join(', ')
  }

  /** The message with the place. */
  get described(): string {
    const { message, where } = this
    if (where === null) return message
    return message.endsWith('.') ? `${message.slice(0, -1)} (${where}).` : `${message} (${where})`
  }
}

/** A message with the full stop that it may lack. */
export function asSentence(message: string): string {
  return ['.', '!', '?'].includes(message.slice(-1)) ? message : `${message}.`
}

/** The message of a thrown value. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** The code of an error of the system or of the platform, such as `ENOENT` or `Z_DATA_ERROR`; null for any other value. */
export function systemErrorCode(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null
}

/** A class of errors, whoever may construct it. */
interface ErrorClass<E extends Error> {
  readonly prototype: E
  [Symbol.hasInstance](value: unknown): boolean
}

/** What a function returns, or what `otherwise` makes of an error of this class that it throws. Any other error passes on. */
export function resultOr<T, E extends Error, O>(expected: ErrorClass<E>, run: () => T, otherwise: (error: E) => O): T | O {
  try {
    return run()
  } catch (error) {
    if (error instanceof expected) return otherwise(error as E)
    throw error
  }
}

/** What a function returns; null when it throws an error of this class. Any other error passes on. */
export function resultOrNull<T>(expected: ErrorClass<Error>, run: () => T): T | null {
  return resultOr(expected, run, () => null)
}

/** What a function returns. An error of this class that it throws is thrown as another one, any other error as it is. */
export function translated<T, E extends Error>(expected: ErrorClass<E>, run: () => T, into: (error: E) => Error): T {
  return resultOr(expected, run, (error): never => {
    throw into(error)
  })
}
