import type { RevisionIrregularity, RevisionSpan } from './cross-reference/read-chain.js'
import type { CrossReferenceEntry, CrossReferenceSection, EntryInStream } from './cross-reference/section.js'
import { ifReadable, PdfError } from './pdf-error.js'
import type { PdfFile } from './pdf-file.js'
import type { PdfBudget } from './pdf-limits.js'
import type { FoundObject, IndirectObject } from './syntax/parse-object.js'
import { dictionaryOf, isArray, PdfDictionary, PdfReference, type PdfStream, type PdfValue } from './syntax/values.js'

/** A dictionary of which single entries are read. */
export type PdfEntries = Pick<PdfDictionary, 'get' | 'repeated' | 'furtherValues'>

/** The file as of one revision. Nothing that a later revision added can be read through it. */
export class PdfRevision {
  readonly index: number
  readonly start: number
  /** Positions after `%%EOF`, and after the white space that follows it. */
  readonly end: number
  readonly paddedEnd: number
  readonly sections: readonly CrossReferenceSection[]
  readonly irregularities: readonly RevisionIrregularity[]
  readonly budget: PdfBudget
  private readonly file: PdfFile
  /** Objects that were read, by number. */
  private readonly objects = new Map<number, FoundObject | IndirectObject>()

  constructor(file: PdfFile, index: number, { sections, start, end, paddedEnd, irregularities }: RevisionSpan) {
    this.file = file
    this.budget = file.budget
    this.index = index
    this.sections = sections
    this.start = start
    this.end = end
    this.paddedEnd = paddedEnd
    this.irregularities = irregularities
  }

  get isEncrypted(): boolean {
    return this.file.isEncrypted
  }

  get trailer(): PdfDictionary {
    const newest = this.sections[0]
    if (newest === undefined) throw new PdfError('PDF_CATALOG', 'a revision has no trailer', this.start)
    return newest.trailer
  }

  /** @throws PdfError when there is none */
  get catalog(): PdfDictionary {
    const catalog = this.resolve(this.trailer.get('Root'))
    if (!(catalog instanceof PdfDictionary)) throw new PdfError('PDF_CATALOG', 'the file has no catalog', this.start)
    return catalog
  }

  /** The revision before; null for the first. */
  get previous(): PdfRevision | null {
    return this.file.revisions[this.index - 1] ?? null
  }

  /**
   * The object with a number; null when there is none. Every walk through the file uses this method, so an object counts on the budget each time that a
   * reference leads to it (`PdfBudget.countStep`).
   *
   * @throws PdfError when the object cannot be read
   */
  object(number: number): PdfValue {
    const { value, values } = this.objects.get(number) ?? this.read(number)
    this.budget.countStep(values)
    return value
  }

  /**
   * A dictionary, also that of a stream, of which only single entries are read. It counts little, however large it is: all kids may refer to one parent. Null for
   * any other value.
   */
  entriesOf(value: PdfValue): PdfEntries | null {
    if (value instanceof PdfReference) this.budget.countStep(0)
    const found = value instanceof PdfReference ? (this.objects.get(value.number) ?? this.read(value.number)).value : value
    const resolved = found instanceof PdfReference ? this.resolve(found) : found
    return dictionaryOf(resolved)
  }

  private read(number: number): FoundObject | IndirectObject {
    const found = this.file.objectAt(number, this.index)
    this.objects.set(number, found)
    return found
  }

  /** Empties the cache of objects, so that each is read again. */
  forget(): void {
    this.objects.clear()
  }

  entryOf(number: number): CrossReferenceEntry {
    return this.file.entryOf(number, this.index)
  }

  /** An object with its place, as it was read from the file; null for an object in an object stream, and for one that was not read. */
  headOf(number: number): IndirectObject | null {
    const found = this.objects.get(number)
    return found !== undefined && 'start' in found ? found : null
  }

  /** Whether every program finds an object that was read from an object stream. */
  isPlainlyPacked(entry: EntryInStream): boolean {
    return this.file.isPlainlyPacked(entry, this.index)
  }

  /** Whether a stream is not packed, or with Flate alone and completely, with parameters of the form that belongs to the filter. */
  isPlainStream(stream: PdfStream): boolean {
    const [filter, parameters] = [this.resolve(stream.dictionary.get('Filter')), this.resolve(stream.dictionary.get('DecodeParms'))]
    const isPaired = parameters === null || isArray(filter) === isArray(parameters)
    return isPaired && this.file.isUnpackedAlike(stream, this, true)
  }

  /** The value itself, or the value that a reference leads to; null when there is no such object. Throws `PdfError`. */
  resolve(value: PdfValue): PdfValue {
    let resolved = value
    for (let steps = 0; resolved instanceof PdfReference; steps++) {
      if (steps >= this.budget.limits.maxReferenceSteps) throw new PdfError('PDF_REFERENCE_LOOP', 'references form a loop')
      resolved = this.object(resolved.number)
    }
    return resolved
  }

  /** Like `resolve`, for callers that do not need the reason: null also when the value cannot be read. */
  readable(value: PdfValue): PdfValue {
    return value instanceof PdfReference ? ifReadable(() => this.resolve(value)) : value
  }

  /** The content of a stream after decryption and filters. Throws `PdfError`. */
  contentOf(stream: PdfStream): Buffer {
    return this.file.contentOf(stream, this)
  }

  /** The content of a drawn stream, not cached. Throws `PdfError`. */
  drawnContentOf(stream: PdfStream): Buffer {
    return this.file.drawnContentOf(stream, this)
  }

  /** Numbers of the objects that the sections of this revision have entries for, each once. */
  numbers(): ReadonlySet<number> {
    const numbers = new Set<number>()
    for (const { entries } of this.sections) entries.forEachNumber((number) => numbers.add(number))
    return numbers
  }
}
