import { PdfError } from './pdf-error.js'

/** Bounds of one file; `config/document-limits.ts` has their values and the reasons. */
export interface PdfLimits {
  /** Nesting depth of arrays and dictionaries. */
  readonly maxDepth: number
  /** Entries of all cross-reference sections. */
  readonly maxObjects: number
  /** Values of all objects that are read, and a part of them again each time that a reference is followed to the object. */
  readonly maxValues: number
  /** Cross-reference sections of the chain. */
  readonly maxRevisions: number
  /** Octets that the filters of one file may produce in total. */
  readonly maxDecodedBytes: number
  /** Form fields of one revision. */
  readonly maxFields: number
  /** Octets of one name as written and of one text string; characters of one fully qualified field name. */
  readonly maxTextBytes: number
  /** Characters of the fully qualified names of all form fields of one revision, in total. */
  readonly maxFieldNameCharacters: number
  /** Filters of one stream. */
  readonly maxFilters: number
  /** Octets of one row of a predictor. */
  readonly maxRowBytes: number
  /** Octets of an unreadable object that are searched for references. */
  readonly maxSearchedBytes: number
  /** References that lead from one to the next until a value is found. */
  readonly maxReferenceSteps: number
  /** Nesting depth of a comparison of two revisions that follows references. */
  readonly maxComparedDepth: number
}

/** Counts the work done for one file against `PdfLimits`; all readers of the file share it. */
export class PdfBudget {
  readonly limits: PdfLimits
  private counted = 0
  private decoded = 0
  private objects = 0

  constructor(limits: PdfLimits) {
    this.limits = limits
  }

  /** Values counted so far. */
  get values(): number {
    return this.counted
  }

  countValues(count: number): void {
    this.counted += count
    if (this.counted > this.limits.maxValues) throw new PdfError('PDF_LIMIT_VALUES', `more than ${this.limits.maxValues} values`)
  }

  /** Counts a step to an object that many places may share. Visiting its values again takes a small part of the time that reading them took. */
  countStep(values: number): void {
    this.countValues(1 + (values >>> 4))
  }

  /** Counts defective objects: the platform records a stack trace for each error, and what is reported stays in memory. */
  countErrors(count: number): void {
    this.countValues(16 * count)
  }

  /** Counts octets of a text that stays in memory or is parsed. */
  countText(bytes: number): void {
    this.countValues(bytes >>> 4)
  }

  /** Counts octets that were searched: 256 of them count as one value. */
  countScanned(bytes: number): void {
    this.countValues(bytes >>> 8)
  }

  countObjects(count: number): void {
    this.objects += count
    if (this.objects > this.limits.maxObjects) throw new PdfError('PDF_LIMIT_OBJECTS', `more than ${this.limits.maxObjects} objects`)
  }

  /** Octets that a filter may still produce. */
  get decodedBytesLeft(): number {
    return this.limits.maxDecodedBytes - this.decoded
  }

  countDecoded(bytes: number): void {
    this.decoded += bytes
    if (this.decodedBytesLeft < 0) throw tooMuchDecoded(this.limits)
  }
}

export function tooMuchDecoded(limits: PdfLimits): PdfError {
  return new PdfError('PDF_LIMIT_DECODED', `the streams unpack to more than ${limits.maxDecodedBytes} bytes`)
}
