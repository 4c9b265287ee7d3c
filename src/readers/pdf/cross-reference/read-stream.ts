import { decodeStream } from '../filters/decode-stream.js'
import { PdfError } from '../pdf-error.js'
import type { Cursor } from '../syntax/cursor.js'
import { parseIndirectObject } from '../syntax/parse-object.js'
import { isArray, nameOf, naturalNumberOf, PdfStream, type PdfValue } from '../syntax/values.js'
import { type CrossReferenceEntry, EntryTable, FREE_ENTRY, greatestNumber, type SectionIrregularity } from './section.js'

/** Octets of a field that may be other than zero: no file that fits in memory needs more. Writers with a constant width make fields of eight octets. */
const maxFieldBytes = 6

/** Reads a cross-reference stream (ISO 32000-1, 7.5.8). It is never encrypted, and the values of its dictionary are direct. Throws `PdfError`. */
export function readCrossReferenceStream(
  cursor: Cursor,
  irregularities: Set<SectionIrregularity>,
): { readonly number: number; readonly stream: PdfStream; readonly entries: EntryTable; readonly end: number } {
  const start = cursor.position
  const { number, value, end } = parseIndirectObject(cursor, () => null)
  if (!(value instanceof PdfStream) || nameOf(value.dictionary.get('Type')) !== 'XRef') {
    throw new PdfError('PDF_CROSS_REFERENCE', 'there is no cross-reference section at this position', start)
  }
  const data = decodeStream(value.dictionary, value.raw, direct, cursor.budget)
  const { dictionary } = value
  const widths = fieldWidths(dictionary.get('W'), start)
  const size = naturalNumberOf(dictionary.get('Size'))
  const index = dictionary.get('Index')
  const ranges = index === null ? [0, size ?? 0] : isArray(index) ? index.map(naturalNumberOf) : []
  if (size === null || ranges.length % 2 !== 0 || ranges.includes(null))
    throw new PdfError('PDF_CROSS_REFERENCE', 'Index or Size is not valid', start)
  const entries = new EntryTable()
  const rowBytes = widths.reduce((sum, width) => sum + width, 0)
  let at = 0
  for (let pair = 0; pair < ranges.length; pair += 2) {
    const first = ranges[pair] ?? 0
    const stated = ranges[pair + 1] ?? 0
    if (first + stated > greatestNumber) throw new PdfError('PDF_CROSS_REFERENCE', 'a number that no object can have', start)
    const count = Math.min(stated, Math.floor((data.length - at) / rowBytes))
    if (count < stated) irregularities.add('stream-shape')
    cursor.budget.countObjects(count)
    for (let row = 0; row < count; row++, at += rowBytes) {
      if (kindAt(data, at, widths[0]) > 2) irregularities.add('stream-shape')
      entries.add(first + row, entryOf(data, at, widths))
    }
  }
  if (at + rowBytes <= data.length) irregularities.add('stream-shape')
  if (entries.finish().repeated) irregularities.add('repeated-entry')
  return { number, stream: value, entries, end }
}

/** Leaves references unresolved: a section locates objects, so none of its own values may be an indirect object. */
function direct(value: PdfValue): PdfValue {
  return value
}

function fieldWidths(value: PdfValue, offset: number): readonly [number, number, number] {
  const [type, second, third, ...more] = isArray(value) ? value.map(naturalNumberOf) : []
  const sound = (width: number | null | undefined): width is number => width !== undefined && width !== null
  if (!sound(type) || !sound(second) || !sound(third) || more.length > 0 || second === 0) {
    throw new PdfError('PDF_CROSS_REFERENCE', 'W is not an array of three widths', offset)
  }
  return [type, second, third]
}

function kindAt(data: Buffer, at: number, width: number): number {
  return width === 0 ? 1 : numberAt(data, at, width)
}

function entryOf(data: Buffer, at: number, [typeWidth, secondWidth, thirdWidth]: readonly [number, number, number]): CrossReferenceEntry {
  const type = kindAt(data, at, typeWidth)
  const second = numberAt(data, at + typeWidth, secondWidth)
  const third = thirdWidth === 0 ? 0 : numberAt(data, at + typeWidth + secondWidth, thirdWidth)
  if (type === 1) return { kind: 'at', offset: second, generation: third }
  // An unknown type counts as a reference to the null object (table 18), but not in every program.
  return type === 2 ? { kind: 'in-stream', stream: second, index: third } : FREE_ENTRY
}

/**
 * A big-endian number, read without the method of `Buffer`, which checks its arguments for each of the many fields. A number of more than `maxFieldBytes`
 * octets is an error: programs that compute with fewer would read another number.
 */
function numberAt(data: Buffer, start: number, width: number): number {
  let value = 0
  for (let at = start; at < start + width - maxFieldBytes; at++) {
    if (data[at] !== 0) throw new PdfError('PDF_CROSS_REFERENCE', 'a number of a cross-reference stream is larger than any file')
  }
  for (let at = start + Math.max(0, width - maxFieldBytes); at < start + width; at++) value = value * 0x100 + (data[at] ?? 0)
  return value
}
