import { orPdfError, PdfError } from '../pdf-error.js'
import type { PdfBudget } from '../pdf-limits.js'
import { Cursor } from '../syntax/cursor.js'
import { parseIndirectObject } from '../syntax/parse-object.js'
import { dictionaryOf, naturalNumberOf, numberOf, PdfReference, type PdfValue } from '../syntax/values.js'
import { readCrossReferenceSection } from './read-section.js'
import type { CrossReferenceSection, EndMarker, SectionIrregularity } from './section.js'

/** Irregularities of a revision: those of its sections, and those of its place in the file. */
export type RevisionIrregularity =
  | SectionIrregularity
  /** The revision does not follow the previous one in the file, or its section is outside of it. */
  | 'revision-order'
  /** Objects whose number is not below `Size` of the trailer: some programs treat them as missing. */
  | 'size-exceeded'
  /** The linearisation dictionary states the present length of the file although updates follow: some programs then start at the first section. */
  | 'linearised-with-updates'
  /** Octets other than white space after the last `%%EOF`. */
  | 'bytes-behind-end'
  /** The last `startxref` of the file is not the one that ends the newest revision. */
  | 'stray-end-marker'

/** The octets that the first version of the file or one incremental update added, up to its `%%EOF`. */
export interface RevisionSpan {
  /** Newest first: a linearised file has two sections in its first revision. */
  readonly sections: readonly CrossReferenceSection[]
  /** Position after the previous revision and its white space; 0 for the first. */
  readonly start: number
  /** Positions after `%%EOF`, and after the white space that follows it. */
  readonly end: number
  readonly paddedEnd: number
  readonly irregularities: readonly RevisionIrregularity[]
}

/** As octets, because the platform searches backwards for a string more slowly. */
const startxref = Buffer.from('startxref', 'latin1')

/**
 * The revisions of the file, oldest first, found by the chain of cross-reference sections that starts at the last `startxref`.
 *
 * @throws PdfError PDF_NO_CROSS_REFERENCE when not even the newest section can be read, PDF_CHAIN when an older one cannot
 */
export function readRevisions(bytes: Buffer, budget: PdfBudget): readonly RevisionSpan[] {
  const last = bytes.lastIndexOf(startxref)
  if (last < 0) throw new PdfError('PDF_NO_CROSS_REFERENCE', 'the file has no startxref with the position of its cross-reference')
  const cursor = new Cursor(bytes, last + startxref.length, bytes.length, budget)
  const newest = cursor.takeNaturalNumber()
  if (newest === null) throw new PdfError('PDF_NO_CROSS_REFERENCE', 'the position of the cross-reference is not a number', last)
  const sections = readSections(bytes, newest, budget)
  const offsets = new Set<PdfValue>(sections.map(({ offset }) => offset))
  const spans = groupSections(sections)
  let size = 0
  return spans.map((span, index) => {
    size = Math.max(size, ...span.sections.map(({ entries }) => entries.size))
    const start = spans[index - 1]?.paddedEnd ?? 0
    const found = new Set<RevisionIrregularity>(span.irregularities)
    // Some writers copy `XRefStm` of an older hybrid revision: a program that preferred it would only see older objects.
    if (span.sections.every(({ trailer }) => (naturalNumberOf(trailer.get('XRefStm')) ?? 0) < start)) found.delete('hybrid-contradiction')
    if (span.sections.some(({ hybridPrevious }) => hybridPrevious !== null && !offsets.has(hybridPrevious))) found.add('hybrid-chain')
    if (span.end <= start || span.sections.some(({ offset, end }) => offset < start || end > span.end)) found.add('revision-order')
    if ((naturalNumberOf(span.sections[0]?.trailer.get('Size') ?? null) ?? size) < size) found.add('size-exceeded')
    if (index === spans.length - 1) {
      if (index > 0 && statesWholeLength(bytes, budget)) found.add('linearised-with-updates')
      if (span.marker?.start !== last) found.add('stray-end-marker')
      if (span.paddedEnd !== bytes.length) found.add('bytes-behind-end')
    }
    const { sections, end, paddedEnd } = span
    return { sections, start, end, paddedEnd, irregularities: [...found] }
  })
}

/**
 * Whether the linearisation dictionary, in the first object of the file, states the present length of the file (ISO 32000-1, F.3.3), as far as some program may read it:
 * true when the object cannot be read.
 */
function statesWholeLength(bytes: Buffer, budget: PdfBudget): boolean {
  const object = orPdfError(() => parseIndirectObject(new Cursor(bytes, 0, bytes.length, budget), () => null).value)
  if (object instanceof PdfError) return true
  const dictionary = dictionaryOf(object)
  if (dictionary === null) return false
  if (dictionary.get('Linearized') === null && !dictionary.repeated.includes('Linearized')) return false
  return [dictionary.get('L'), ...dictionary.furtherValues].some(
    (length) => length instanceof PdfReference || numberOf(length) === bytes.length,
  )
}

/** The sections of the `Prev` chain, newest first. */
function readSections(bytes: Buffer, newest: number, budget: PdfBudget): readonly CrossReferenceSection[] {
  const sections: CrossReferenceSection[] = []
  const seen = new Set<number>()
  for (let offset: number | null = newest; offset !== null; ) {
    if (seen.has(offset)) throw new PdfError('PDF_CHAIN', 'the chain of cross-reference sections is a loop', offset)
    seen.add(offset)
    if (seen.size > budget.limits.maxRevisions) {
      throw new PdfError('PDF_LIMIT_REVISIONS', `more than ${budget.limits.maxRevisions} cross-reference sections`)
    }
    const section = sectionAt(bytes, offset, sections.length === 0, budget)
    sections.push(section)
    const previous = section.trailer.get('Prev')
    offset = naturalNumberOf(previous)
    if (offset === null && previous !== null)
      throw new PdfError('PDF_CHAIN', 'the position of the previous section (Prev) is not a number', section.offset)
  }
  return sections
}

function sectionAt(bytes: Buffer, offset: number, isNewest: boolean, budget: PdfBudget): CrossReferenceSection {
  const section = orPdfError(() => readCrossReferenceSection(bytes, offset, budget))
  if (!(section instanceof PdfError)) return section
  if (isNewest) throw new PdfError('PDF_NO_CROSS_REFERENCE', `the cross-reference cannot be read: ${section.message}`, offset)
  throw new PdfError('PDF_CHAIN', `an earlier section of the cross-reference cannot be read: ${section.message}`, offset)
}

interface SectionGroup {
  readonly sections: readonly CrossReferenceSection[]
  readonly marker: EndMarker | null
  readonly end: number
  readonly paddedEnd: number
  readonly irregularities: readonly RevisionIrregularity[]
}

/**
 * Groups the sections by revision, oldest first. A section that is followed by `startxref` with its own position ends a revision. The first-page section of a
 * linearised file (ISO 32000-1, annex F) is followed by a zero. Its `Prev` leads to the main section, which is followed by the position of the first-page
 * section and ends the revision.
 */
function groupSections(sections: readonly CrossReferenceSection[]): readonly SectionGroup[] {
  const groups: SectionGroup[] = []
  for (let index = 0; index < sections.length; index++) {
    const section = sections[index]
    const older = sections[index + 1]
    if (section === undefined) break
    if (section.marker?.section === section.offset) groups.push(groupOf([section], section.marker))
    else if (older?.marker?.section === section.offset && older.offset > section.offset) {
      groups.push(groupOf([section, older], older.marker))
      index++
    } else groups.push(groupOf([section], section.marker, ['no-end-marker']))
  }
  return groups.reverse()
}

function groupOf(
  sections: readonly CrossReferenceSection[],
  marker: EndMarker | null,
  irregularities: readonly RevisionIrregularity[] = [],
): SectionGroup {
  const end = marker?.end ?? Math.max(...sections.map((section) => section.end))
  const all = [...irregularities, ...sections.flatMap((section) => section.irregularities)]
  return { sections, marker, end, paddedEnd: marker?.paddedEnd ?? end, irregularities: all }
}
