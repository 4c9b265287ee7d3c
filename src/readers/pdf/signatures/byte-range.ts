import type { PdfFile } from '../pdf-file.js'
import { isWhiteSpace } from '../syntax/cursor.js'
import { isArray, naturalNumberOf, type PdfDictionary, PdfString, type PdfValue } from '../syntax/values.js'

/** The two ranges of octets that a signature covers: `[start, start + length)` twice (ISO 32000-1, 12.8.1). */
export interface ByteRange {
  readonly firstStart: number
  readonly firstLength: number
  readonly secondStart: number
  readonly secondLength: number
}

/** Problems of a ByteRange or of the Contents in its gap. Each allows a change of the file that leaves the digest valid, or hides what was signed. */
export type ByteRangeFlaw =
  /** Not an array of four integers of at least 0. */
  | 'byte-range-not-four-integers'
  /** The first range does not start at octet 0. */
  | 'byte-range-not-from-start'
  /** The ranges overlap or end after the end of the file. */
  | 'byte-range-out-of-bounds'
  /** The gap between the ranges is not exactly one hexadecimal string. */
  | 'gap-not-one-string'
  /** `Contents` is missing, empty, or no hexadecimal string of whole octets. */
  | 'contents-not-hexadecimal'
  /** The string in the gap is not the `Contents` of this dictionary. */
  | 'contents-not-in-gap'
  /** The gap is also a part of another object, a drawn stream for example. */
  | 'gap-in-another-object'
  /** Programs show `Contents` as the text of an annotation, or as document information. */
  | 'contents-shown'
  /** The dictionary has a key more than once, with different values. */
  | 'repeated-key'
  /** The second range does not end with a revision. */
  | 'not-at-end-of-revision'
  /** A cross-reference section of the covered revision is outside of the ranges. */
  | 'cross-reference-not-covered'

interface CheckedByteRange {
  /** Null when no digest can be computed with it. */
  readonly range: ByteRange | null
  readonly flaws: readonly ByteRangeFlaw[]
  /** Index of the revision at whose end the ranges end; null when they end elsewhere. */
  readonly coveredRevision: number | null
}

/**
 * Finds all problems of one signature dictionary except overlapping gaps, which depend on the other dictionaries (`findOverlappingGaps`).
 *
 * @param resolve follows references in the revision of the dictionary
 */
export function checkByteRange(file: PdfFile, dictionary: PdfDictionary, resolve: (value: PdfValue) => PdfValue): CheckedByteRange {
  const flaws = new Set<ByteRangeFlaw>()
  const contents = dictionary.get('Contents')
  if (dictionary.repeated.length > 0) flaws.add('repeated-key')
  if (!isWholeHexadecimal(file, contents)) flaws.add('contents-not-hexadecimal')
  const range = readByteRange(dictionary, resolve)
  if (range === null) return { range: null, flaws: ['byte-range-not-four-integers', ...flaws], coveredRevision: null }
  if (range.firstStart !== 0) flaws.add('byte-range-not-from-start')
  const gapStart = range.firstStart + range.firstLength
  const end = endOf(range)
  if (range.secondStart < gapStart || end > file.bytes.length) {
    flaws.add('byte-range-out-of-bounds')
    return { range: null, flaws: [...flaws], coveredRevision: null }
  }
  // Many dictionaries may state the same gap.
  file.budget.countScanned(range.secondStart - gapStart)
  const isInGap = contents instanceof PdfString && contents.start === gapStart && contents.end === range.secondStart
  if (!(isInGap && contents.inPairs) && !isOneHexadecimalString(file, gapStart, range.secondStart)) flaws.add('gap-not-one-string')
  if (!isInGap) flaws.add('contents-not-in-gap')
  const coveredRevision = file.revisions.findIndex((revision) => revision.end <= end && end <= revision.paddedEnd)
  if (coveredRevision < 0) flaws.add('not-at-end-of-revision')
  else if (!coversCrossReference(file, coveredRevision, gapStart, range.secondStart)) flaws.add('cross-reference-not-covered')
  return { range, flaws: [...flaws], coveredRevision: coveredRevision < 0 ? null : coveredRevision }
}

function endOf({ secondStart, secondLength }: ByteRange): number {
  return secondStart + secondLength
}

function readByteRange(dictionary: PdfDictionary, resolve: (value: PdfValue) => PdfValue): ByteRange | null {
  const value = resolve(dictionary.get('ByteRange'))
  const [firstStart, firstLength, secondStart, secondLength, ...more] = isArray(value)
    ? value.slice(0, 5).map((item) => naturalNumberOf(resolve(item)))
    : []
  if (more.length > 0 || !isNumber(firstStart) || !isNumber(firstLength) || !isNumber(secondStart) || !isNumber(secondLength)) return null
  return { firstStart, firstLength, secondStart, secondLength }
}

function isNumber(value: number | null | undefined): value is number {
  return typeof value === 'number'
}

/**
 * Whether `Contents` is `<`, an even number of hexadecimal digits with white space between them, and `>`. A missing last digit would count as 0, so that one
 * value would have two notations.
 */
function isWholeHexadecimal(file: PdfFile, contents: PdfValue): boolean {
  if (!(contents instanceof PdfString) || !contents.hexadecimal || contents.start < 0 || contents.bytes.length === 0) return false
  if (contents.inPairs) return true
  let digits = 0
  for (let at = contents.start + 1; at < contents.end - 1; at++) if (!isWhiteSpace(file.bytes[at] ?? 0)) digits++
  return digits % 2 === 0
}

const digitsAndWhiteSpace = /^[0-9A-Fa-f\0\t\n\f\r ]*$/

function isOneHexadecimalString({ bytes }: PdfFile, start: number, end: number): boolean {
  if (end - start < 2 || bytes[start] !== 0x3c || bytes[end - 1] !== 0x3e) return false
  return digitsAndWhiteSpace.test(bytes.toString('latin1', start + 1, end - 1))
}

/** Whether no section of the covered revision is in the gap. None is after the second range, because a revision contains its sections. */
function coversCrossReference(file: PdfFile, covered: number, gapStart: number, gapEnd: number): boolean {
  return file.revisions
    .slice(0, covered + 1)
    .every(({ sections, irregularities }) =>
      irregularities.includes('revision-order') ? false : sections.every(({ offset, end }) => end <= gapStart || offset >= gapEnd),
    )
}

/**
 * The indexes of the ranges whose gaps overlap. When gaps are sorted by their start, a gap overlaps an earlier one only if it overlaps the earlier one that
 * ends last.
 */
export function findOverlappingGaps(ranges: readonly (ByteRange | null)[]): ReadonlySet<number> {
  const gaps = ranges.flatMap((range, index) =>
    range === null ? [] : [{ index, start: range.firstStart + range.firstLength, end: range.secondStart }],
  )
  gaps.sort((a, b) => a.start - b.start)
  const overlapping = new Set<number>()
  let furthest: { readonly index: number; readonly end: number } | null = null
  for (const gap of gaps) {
    if (furthest !== null && gap.start < furthest.end) overlapping.add(gap.index).add(furthest.index)
    if (furthest === null || gap.end > furthest.end) furthest = gap
  }
  return overlapping
}
