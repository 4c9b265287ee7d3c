import type { Cursor } from '../syntax/cursor.js'
import { type CrossReferenceEntry, EntryTable, FREE_ENTRY, greatestNumber, type SectionIrregularity } from './section.js'

const entryLength = 20

/** Reads the subsections of a cross-reference table (ISO 32000-1, 7.5.4). Moves the cursor from after `xref` to after `trailer`. Throws `PdfError`. */
export function readCrossReferenceTable(cursor: Cursor, irregularities: Set<SectionIrregularity>): EntryTable {
  const entries = new EntryTable()
  for (;;) {
    cursor.skipWhiteSpace()
    if (cursor.takeKeyword('trailer')) break
    const first = cursor.takeNaturalNumber()
    const count = first === null ? null : cursor.takeNaturalNumber()
    if (first === null || count === null) throw cursor.error('PDF_CROSS_REFERENCE', 'a subsection of the cross-reference table is expected')
    if (first + count > greatestNumber) throw cursor.error('PDF_CROSS_REFERENCE', 'a number that no object can have')
    cursor.budget.countObjects(count)
    cursor.skipWhiteSpace()
    for (let index = 0; index < count; index++) entries.add(first + index, readFixedEntry(cursor) ?? readLooseEntry(cursor, irregularities))
  }
  if (entries.finish().repeated) irregularities.add('repeated-entry')
  return entries
}

/** Reads an entry of 20 bytes: ten digits, blank, five digits, blank, `n` or `f`, two characters of an end of line. Null for any other form. */
function readFixedEntry(cursor: Cursor): CrossReferenceEntry | null {
  const { bytes, position: start } = cursor
  if (start + entryLength > cursor.limit || bytes[start + 10] !== 0x20 || bytes[start + 16] !== 0x20) return null
  const offset = digitsAt(bytes, start, 10)
  const generation = digitsAt(bytes, start + 11, 5)
  const kind = bytes[start + 17]
  if (offset < 0 || generation < 0 || !endsLine(bytes[start + 18], bytes[start + 19])) return null
  if (kind !== 0x6e && kind !== 0x66) return null
  cursor.position = start + entryLength
  return kind === 0x66 ? FREE_ENTRY : { kind: 'at', offset, generation }
}

function digitsAt(bytes: Buffer, start: number, count: number): number {
  let value = 0
  for (let at = start; at < start + count; at++) {
    const digit = (bytes[at] ?? 0) - 0x30
    if (digit < 0 || digit > 9) return -1
    value = value * 10 + digit
  }
  return value
}

function endsLine(first: number | undefined, second: number | undefined): boolean {
  return (first === 0x20 && (second === 0x0a || second === 0x0d)) || (first === 0x0d && second === 0x0a)
}

/** Reads an entry of another length: some writers omit the blank before the end of line. */
function readLooseEntry(cursor: Cursor, irregularities: Set<SectionIrregularity>): CrossReferenceEntry {
  irregularities.add('entry-length')
  const offset = cursor.takeNaturalNumber()
  const generation = offset === null ? null : cursor.takeNaturalNumber()
  cursor.skipWhiteSpace()
  const inUse = cursor.takeKeyword('n')
  if (offset === null || generation === null || (!inUse && !cursor.takeKeyword('f'))) {
    throw cursor.error('PDF_CROSS_REFERENCE', 'an entry of the cross-reference table is expected')
  }
  cursor.skipWhiteSpace()
  return inUse ? { kind: 'at', offset, generation } : FREE_ENTRY
}
