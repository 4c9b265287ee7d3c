/** The request fields that an error can name, in the order in which several errors are listed (`decisions.md#refusals`). */
export type RequestField = 'document' | 'filename' | 'documentType' | 'signaturePolicy' | 'reportType' | 'format' | 'language' | 'dataFiles'

export interface RequestProblem {
  readonly field: RequestField
  /** Stable code of the finding, for machines. */
  readonly code: string
  /** One sentence for people. */
  readonly message: string
}

/** The request is refused because a field is wrong, missing or not supported. Reported as `requestErrors`. */
export class RequestError extends Error {
  override readonly name = 'RequestError'
  readonly problems: readonly RequestProblem[]
  constructor(problems: readonly RequestProblem[]) {
    super(problems.map((p) => `${p.field}: ${p.message}`).join('; '))
    this.problems = problems
  }
}

/** The document cannot be read, or is not of the type that the request states. Reported as `requestErrors` with the key `document`. */
export class MalformedDocument extends Error {
  override readonly name = 'MalformedDocument'
  /** Stable code of the container rule or of the reader's refusal (`ZIP_DUPLICATE_ENTRY`, `XML_DOCTYPE`). */
  readonly code: string
  /** Entry of the container, element and offset, as far as known. */
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
 * The error that format readers, containers and signature readers throw, with a code from the reader's closed list and the position. `limit`: the document
 * exceeds a limit on work or size; otherwise the bytes do not conform to the format. `validation/refusal.ts` turns it into the refusal of the request.
 */
export class ReaderError extends Error {
  override readonly name: string = 'ReaderError'
  readonly code: string
  readonly offset: number | null
  readonly limit: boolean
  /** Entry of the container, or element; null when the offset alone gives the position. */
  readonly place: string | null

  /** @param message one sentence without the position, which `described` adds */
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

  /** Place and offset as text; null when neither is known. */
  get where(): string | null {
    const parts = [...(this.place === null ? [] : [this.place]), ...(this.offset === null ? [] : [`at ${this.offset}`])]
    return parts.length === 0 ? null : parts.join(', ')
  }

  /** The message with place and offset. */
  get described(): string {
    const { message, where } = this
    if (where === null) return message
    return message.endsWith('.') ? `${message.slice(0, -1)} (${where}).` : `${message} (${where})`
  }
}

/** The message, with a full stop appended when it has no sentence end. */
export function asSentence(message: string): string {
  return ['.', '!', '?'].includes(message.slice(-1)) ? message : `${message}.`
}

/** The message of a thrown value. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** The `code` of an error of the operating system or of Node.js, such as `ENOENT` or `Z_DATA_ERROR`; null for any other value. */
export function systemErrorCode(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null
}

/** A class of errors whose constructor may be private. */
interface ErrorClass<E extends Error> {
  readonly prototype: E
  [Symbol.hasInstance](value: unknown): boolean
}

/** Runs a function. When it throws an error of the class `expected`, returns the result of `otherwise`; any other error is rethrown. */
export function resultOr<T, E extends Error, O>(expected: ErrorClass<E>, run: () => T, otherwise: (error: E) => O): T | O {
  try {
    return run()
  } catch (error) {
    if (error instanceof expected) return otherwise(error as E)
    throw error
  }
}

/** Runs a function. Returns null when it throws an error of the class `expected`; any other error is rethrown. */
export function resultOrNull<T>(expected: ErrorClass<Error>, run: () => T): T | null {
  return resultOr(expected, run, () => null)
}

/** Runs a function. When it throws an error of the class `expected`, throws the error that `into` makes of it; any other error is rethrown. */
export function translated<T, E extends Error>(expected: ErrorClass<E>, run: () => T, into: (error: E) => Error): T {
  return resultOr(expected, run, (error): never => {
    throw into(error)
  })
}
