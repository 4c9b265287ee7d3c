import { ReaderError } from '#model'

/** A bound of `PdfLimits` was reached: a refusal of the request, not a finding about the document. */
type PdfLimitCode =
  /** Arrays and dictionaries within each other. */
  | 'PDF_LIMIT_DEPTH'
  /** Entries of all cross-reference sections. */
  | 'PDF_LIMIT_OBJECTS'
  /** Values of all objects that were read. */
  | 'PDF_LIMIT_VALUES'
  /** Cross-reference sections of the chain. */
  | 'PDF_LIMIT_REVISIONS'
  /** Octets that filters made. */
  | 'PDF_LIMIT_DECODED'
  /** Form fields of one revision. */
  | 'PDF_LIMIT_FIELDS'

type PdfFindingCode =
  /** The first five characters are not `%PDF-`. */
  | 'PDF_HEADER'
  /** No `startxref`, or what it points to is no cross-reference section. */
  | 'PDF_NO_CROSS_REFERENCE'
  /** A cross-reference section breaks its grammar. */
  | 'PDF_CROSS_REFERENCE'
  /** `Prev` points to no section, or back to one that was read. */
  | 'PDF_CHAIN'
  /** The trailer or the catalog is missing or of another type. */
  | 'PDF_CATALOG'
  /** A value breaks the grammar of ISO 32000-1, 7.3. */
  | 'PDF_SYNTAX'
  /** The cross-reference points to something else than the object with this number. */
  | 'PDF_OBJECT'
  /** A stream without its end, or with an invalid length. */
  | 'PDF_STREAM'
  /** Not an object stream, or one without the object that the cross-reference names. */
  | 'PDF_OBJECT_STREAM'
  /** A filter that is not known, or its input is broken. */
  | 'PDF_FILTER'
  /** References that lead to themselves. */
  | 'PDF_REFERENCE_LOOP'
  /** Encrypted in a way that is not known. */
  | 'PDF_ENCRYPTION'
  /** Encrypted with a password that is not empty. */
  | 'PDF_PASSWORD'
  /** A value of a kind that the structure does not have at this place. */
  | 'PDF_STRUCTURE'

/** Closed list; a code is never used again for another meaning. */
export type PdfErrorCode = PdfLimitCode | PdfFindingCode

/** The one thing that this folder throws for a document. `offset` is a position in the file, or null inside an object stream. */
export class PdfError extends ReaderError {
  override readonly name = 'PdfError'
  declare readonly code: PdfErrorCode
  constructor(code: PdfErrorCode, message: string, offset: number | null = null) {
    super(code, message, offset, code.startsWith('PDF_LIMIT_'))
  }
}

/**
 * Runs a reader and returns its error as a value. A bound that is reached is still thrown, and so is every error that is not a `PdfError`: neither says
 * anything about the document.
 */
export function orPdfError<T>(read: () => T): T | PdfError {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof PdfError) || error.limit) throw error
    return error
  }
}

/** The same for callers that need no reason: null when the part of the file cannot be read. */
export function ifReadable<T>(read: () => T): T | null {
  const value = orPdfError(read)
  return value instanceof PdfError ? null : value
}
