import type { PdfDictionary, PdfValue } from '../syntax/values.js'

/** The entry of an object, which states its position (ISO 32000-1, 7.5.4 and 7.5.8.3). */
export type CrossReferenceEntry =
  | { readonly kind: 'free' }
  | { readonly kind: 'at'; readonly offset: number; readonly generation: number }
  | EntryInStream

/** The entry of an object that is in an object stream, at an index of its header. */
export interface EntryInStream {
  readonly kind: 'in-stream'
  readonly stream: number
  readonly index: number
}

/** The entry of an object that is not in use. */
export const FREE_ENTRY: CrossReferenceEntry = { kind: 'free' }

/** Irregularities of a section, because of which programs read a file differently. The checks of a signature report them. */
export type SectionIrregularity =
  /** Two entries of the section give one object number different places. */
  | 'repeated-entry'
  /** The trailer, or a dictionary within it, has a key twice with different values. */
  | 'repeated-trailer-key'
  /** A table and the cross-reference stream of a hybrid file have different entries for one object. */
  | 'hybrid-contradiction'
  /** `Prev` of the stream of a hybrid file points to a section outside the chain. Only `Prev` of the trailer counts, but some programs follow both. */
  | 'hybrid-chain'
  /** An entry of a table is not 20 bytes long. */
  | 'entry-length'
  /** The section is not followed by `startxref` with its own position and `%%EOF`. */
  | 'no-end-marker'
  /** `Index`, `W` or `Size` do not fit the data. */
  | 'stream-shape'

/** Greatest object number that this reader accepts: programs that store 32 bits of a number would read a small number instead of a greater one. */
export const greatestNumber = 2 ** 31 - 1

const FREE = 1
const AT = 2
const IN_STREAM = 3

/** The entries of one section, stored as columns, not as objects: a table may have hundreds of thousands. */
export class EntryTable {
  /** Ranges of object numbers; sorted by `finish`. */
  private readonly ranges: EntryRange[] = []
  private readonly kinds: number[] = []
  private readonly places: number[] = []
  private readonly details: number[] = []
  private currentRange: EntryRange | null = null

  /** The greatest object number of the section plus 1. Valid after `finish`. */
  get size(): number {
    return endOf(this.ranges.at(-1))
  }

  add(number: number, entry: CrossReferenceEntry): void {
    const range = this.currentRange
    if (range !== null && number === range.first + range.count) range.count++
    else {
      this.currentRange = { first: number, count: 1, base: this.kinds.length }
      this.ranges.push(this.currentRange)
    }
    this.write(this.kinds.length, entry)
  }

  /** Replaces the entry of an object; does nothing when the section has none. */
  replace(number: number, entry: CrossReferenceEntry): void {
    const position = this.positionOf(number)
    if (position >= 0) this.write(position, entry)
  }

  /** The entry of an object; null when the section has none. */
  get(number: number): CrossReferenceEntry | null {
    const found = this.positionOf(number)
    return found < 0 ? null : this.entryAt(found)
  }

  /** Visits every object number that the section has an entry for. */
  forEachNumber(visit: (number: number) => void): void {
    for (const { first, count } of this.ranges) for (let index = 0; index < count; index++) visit(first + index)
  }

  /** Visits every entry with its object number. */
  forEach(visit: (number: number, entry: CrossReferenceEntry) => void): void {
    for (const { first, count, base } of this.ranges)
      for (let index = 0; index < count; index++) visit(first + index, this.entryAt(base + index))
  }

  /** Visits the position of every object that is not in an object stream. */
  forEachOffset(visit: (offset: number) => void): void {
    this.forEachPlace(AT, visit)
  }

  /** Visits the number of the object stream of every object that is in an object stream. */
  forEachContainer(visit: (stream: number) => void): void {
    this.forEachPlace(IN_STREAM, visit)
  }

  /**
   * Sorts the ranges so that entries are found fast. Must be called when all entries are added. Of a number with two entries the first counts; `repeated` is
   * true when another entry differs from it.
   */
  finish(): { readonly repeated: boolean } {
    this.currentRange = null
    if (this.areApart()) return { repeated: false }
    this.ranges.sort((a, b) => a.first - b.first || a.base - b.base)
    return { repeated: !this.areApart() && this.separate() }
  }

  /** Whether each range begins behind the one before it. */
  private areApart(): boolean {
    let end = 0
    for (const range of this.ranges) {
      if (range.first < end) return false
      end = endOf(range)
    }
    return true
  }

  /** Replaces the ranges by ranges that do not overlap. Returns true when two entries of one number differ. */
  private separate(): boolean {
    const positions = new Map<number, number>()
    let repeated = false
    for (const { first, count, base } of [...this.ranges].sort((a, b) => a.base - b.base)) {
      for (let index = 0; index < count; index++) {
        const known = positions.get(first + index)
        if (known === undefined) positions.set(first + index, base + index)
        else repeated ||= !this.isSameEntry(known, base + index)
      }
    }
    this.ranges.length = 0
    for (const [number, position] of [...positions].sort(([a], [b]) => a - b)) {
      const last = this.ranges.at(-1)
      if (last !== undefined && number === last.first + last.count && position === last.base + last.count) last.count++
      else this.ranges.push({ first: number, count: 1, base: position })
    }
    return repeated
  }

  private isSameEntry(one: number, other: number): boolean {
    return this.kinds[one] === this.kinds[other] && this.places[one] === this.places[other] && this.details[one] === this.details[other]
  }

  private forEachPlace(kind: number, visit: (place: number) => void): void {
    for (const { count, base } of this.ranges) {
      for (let position = base; position < base + count; position++) if (this.kinds[position] === kind) visit(this.places[position] ?? 0)
    }
  }

  private write(position: number, entry: CrossReferenceEntry): void {
    this.kinds[position] = entry.kind === 'free' ? FREE : entry.kind === 'at' ? AT : IN_STREAM
    this.places[position] = entry.kind === 'free' ? 0 : entry.kind === 'at' ? entry.offset : entry.stream
    this.details[position] = entry.kind === 'free' ? 0 : entry.kind === 'at' ? entry.generation : entry.index
  }

  private positionOf(number: number): number {
    let low = 0
    let high = this.ranges.length - 1
    while (low <= high) {
      const middle = (low + high) >> 1
      const range = this.ranges[middle]
      if (range === undefined || number < range.first) high = middle - 1
      else if (number >= range.first + range.count) low = middle + 1
      else return range.base + number - range.first
    }
    return -1
  }

  private entryAt(position: number): CrossReferenceEntry {
    const place = this.places[position] ?? 0
    const detail = this.details[position] ?? 0
    const kind = this.kinds[position]
    if (kind === AT) return { kind: 'at', offset: place, generation: detail }
    return kind === IN_STREAM ? { kind: 'in-stream', stream: place, index: detail } : FREE_ENTRY
  }
}

/** Entries of consecutive objects. */
interface EntryRange {
  readonly first: number
  count: number
  readonly base: number
}

function endOf(range: EntryRange | undefined): number {
  return range === undefined ? 0 : range.first + range.count
}

/** One cross-reference section with its trailer. */
export interface CrossReferenceSection {
  /** Position to which `startxref` or `Prev` points. */
  readonly offset: number
  readonly kind: 'table' | 'stream'
  /** Object number of the cross-reference stream; null for a table. */
  readonly streamNumber: number | null
  /** Object number of the stream to which `XRefStm` of a hybrid file points; null otherwise. */
  readonly hybridStreamNumber: number | null
  /** Objects that the table of a hybrid file frees and its stream does not: programs that do not read the stream do not find them. */
  readonly hiddenNumbers: readonly number[]
  /** `Prev` of the stream of a hybrid file. */
  readonly hybridPrevious: PdfValue
  readonly entries: EntryTable
  readonly trailer: PdfDictionary
  /** The `startxref`, position and `%%EOF` after the section; null when they are missing. */
  readonly marker: EndMarker | null
  /** Position after the section itself. */
  readonly end: number
  readonly irregularities: readonly SectionIrregularity[]
}

/** The members of a section that does not belong to a hybrid file. */
export const notHybrid = { hybridStreamNumber: null, hiddenNumbers: [], hybridPrevious: null } as const

export interface EndMarker {
  /** Position of the cross-reference section, as stated. */
  readonly section: number
  /** Position of `startxref`. */
  readonly start: number
  /** Positions after `%%EOF`, and after the white space that follows it. */
  readonly end: number
  readonly paddedEnd: number
}
