import { ReaderError } from '#model'

/** A bound of `PdfLimits` was reached: a refusal of the request, not a finding about the document. */
type PdfLimitCode =
  /** Nesting depth of arrays and dictionaries. */
  | 'PDF_LIMIT_DEPTH'
  /** Entries of all cross-reference sections. */
  | 'PDF_LIMIT_OBJECTS'
  /** Values of all objects that were read. */
  | 'PDF_LIMIT_VALUES'
  /** Cross-reference sections of the chain. */
  | 'PDF_LIMIT_REVISIONS'
  /** Octets that the filters produced. */
  | 'PDF_LIMIT_DECODED'
  /** Form fields of one revision. */
  | 'PDF_LIMIT_FIELDS'
  /** Octets of a name or a text, or characters of fully qualified field names. */
  | 'PDF_LIMIT_TEXT'

type PdfFindingCode =
  /** The first five characters are not `%PDF-`. */
  | 'PDF_HEADER'
  /** No `startxref`, or it does not point to a cross-reference section. */
  | 'PDF_NO_CROSS_REFERENCE'
  /** A cross-reference section breaks its grammar. */
  | 'PDF_CROSS_REFERENCE'
  /** `Prev` points to no section, or back to one that was read. */
  | 'PDF_CHAIN'
  /** The trailer or the catalog is missing or of another type. */
  | 'PDF_CATALOG'
  /** A value breaks the grammar of ISO 32000-1, 7.3. */
  | 'PDF_SYNTAX'
  /** The cross-reference entry does not point to the object with this number. */
  | 'PDF_OBJECT'
  /** A stream without its end, or with an invalid length. */
  | 'PDF_STREAM'
  /** Not an object stream, or one without the object that the cross-reference names. */
  | 'PDF_OBJECT_STREAM'
  /** An unsupported filter, or its input is malformed. */
  | 'PDF_FILTER'
  /** A chain of references that is circular or too long. */
  | 'PDF_REFERENCE_LOOP'
  /** An unsupported or malformed encryption dictionary. */
  | 'PDF_ENCRYPTION'
  /** Encrypted with a password that is not empty. */
  | 'PDF_PASSWORD'
  /** A value of the wrong type for its place in the structure. */
  | 'PDF_STRUCTURE'

/** Closed list; the code of a removed error is never reused with another meaning. */
type PdfErrorCode = PdfLimitCode | PdfFindingCode

/** The only error that this folder throws because of a document. `offset` is a position in the file, or null inside an object stream. */
export class PdfError extends ReaderError {
  override readonly name = 'PdfError'
  declare readonly code: PdfErrorCode
  constructor(code: PdfErrorCode, message: string, offset: number | null = null) {
    super(code, message, offset, code.startsWith('PDF_LIMIT_'))
  }
}

/**
 * Runs a reader and returns a `PdfError` as a value. The error for a bound is still thrown, and so is every error that is not a `PdfError`: neither is a
 * finding about the document.
 */
export function orPdfError<T>(read: () => T): T | PdfError {
  try {
    return read()
  } catch (error) {
    return asFinding(error)
  }
}

/** The caught error when it is a finding about the document; any other is thrown again. */
export function asFinding(error: unknown): PdfError {
  if (error instanceof PdfError && !error.limit) return error
  throw error
}

/** Like `orPdfError`, for callers that do not need the reason: null when the part of the file cannot be read. */
export function ifReadable<T>(read: () => T): T | null {
  const value = orPdfError(read)
  return value instanceof PdfError ? null : value
}
