import { PdfError } from './pdf-error.js'

/** Bounds of one file; their values and reasons stand in `config/limits.ts`. */
export interface PdfLimits {
  /** Nesting depth of arrays and dictionaries. */
  readonly maxDepth: number
  /** Entries of all cross-reference sections. */
  readonly maxObjects: number
  /** Values of all objects that are read, and a part of them each time that a reference leads there. */
  readonly maxValues: number
  /** Cross-reference sections of the chain. */
  readonly maxRevisions: number
  /** Octets that the filters of one file may produce in total. */
  readonly maxDecodedBytes: number
  /** Form fields of one revision. */
  readonly maxFields: number
  /** Octets of one name as it is written, of the name of a form field, and of the texts of a signature; characters of a name with those of the fields above. */
  readonly maxTextBytes: number
  /** Characters of the names of all form fields of one revision, each with those above it. */
  readonly maxFieldNameCharacters: number
  /** Filters of one stream. */
  readonly maxFilters: number
  /** Octets of one row of a predictor. */
  readonly maxRowBytes: number
  /** Octets of an unreadable object that are searched for references. */
  readonly maxSearchedBytes: number
  /** References from one to the next, up to a value. */
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

  /** Values that were counted. */
  get values(): number {
    return this.counted
  }

  countValues(count: number): void {
    this.counted += count
    if (this.counted > this.limits.maxValues) throw new PdfError('PDF_LIMIT_VALUES', `more than ${this.limits.maxValues} values`)
  }

  /** Counts a step to something that many places may share and that has so many values. To go through them takes a small part of the time of reading them. */
  countStep(values: number): void {
    this.countValues(1 + (values >>> 4))
  }

  /** Counts objects of which something is wrong: the platform writes down where an error was made, and what is told is kept. */
  countErrors(count: number): void {
    this.countValues(16 * count)
  }

  /** Counts octets of a text that is kept or taken apart. */
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
