import type { RevisionIrregularity, RevisionSpan } from './cross-reference/read-chain.js'
import type { CrossReferenceEntry, CrossReferenceSection } from './cross-reference/section.js'
import { PdfError } from './pdf-error.js'
import type { PdfFile } from './pdf-file.js'
import { PdfDictionary, PdfReference, type PdfStream, type PdfValue } from './syntax/values.js'

/** References that lead to references; writers make one at most. */
const longestReferenceChain = 16

/** The file as it was when this revision was its last. Nothing that was added later is ever seen through it. */
export class PdfRevision {
  readonly index: number
  readonly start: number
  /** Behind `%%EOF`; with the white space that follows it. */
  readonly end: number
  readonly paddedEnd: number
  readonly sections: readonly CrossReferenceSection[]
  readonly irregularities: readonly RevisionIrregularity[]
  private readonly file: PdfFile
  /** Objects that were asked for. */
  private readonly objects = new Map<number, PdfValue>()

  constructor(file: PdfFile, index: number, { sections, start, end, paddedEnd, irregularities }: RevisionSpan) {
    this.file = file
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
    const [newest] = this.sections
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

  object(number: number): PdfValue {
    const known = this.objects.get(number)
    if (known !== undefined) return known
    const value = this.file.objectAt(number, this.index)
    this.objects.set(number, value)
    return value
  }

  /** Reads everything anew from now on. */
  forget(): void {
    this.objects.clear()
  }

  entryOf(number: number): CrossReferenceEntry {
    return this.file.entryOf(number, this.index)
  }

  /** Generation and place of an object that stands in the file itself; null otherwise. */
  headOf(number: number): { readonly generation: number; readonly start: number } | null {
    return this.file.headOf(number, this.index)
  }

  /** The value itself, or what a reference leads to; null for a reference to nothing. */
  resolve(value: PdfValue): PdfValue {
    let resolved = value
    for (let steps = 0; resolved instanceof PdfReference; steps++) {
      if (steps >= longestReferenceChain) throw new PdfError('PDF_REFERENCE_LOOP', 'references form a loop')
      resolved = this.object(resolved.number)
    }
    return resolved
  }

  /** The content of a stream, unpacked. */
  contentOf(stream: PdfStream): Buffer {
    return this.file.contentOf(stream, this)
  }

  /** Numbers of the objects that the sections of this revision speak of, each once. */
  numbers(): ReadonlySet<number> {
    const numbers = new Set<number>()
    for (const { entries } of this.sections) entries.forEachNumber((number) => numbers.add(number))
    return numbers
  }
}
