import { PdfError } from '../pdf-error.js'
import type { PdfBudget } from '../pdf-limits.js'
import { Cursor } from '../syntax/cursor.js'
import { parseDictionary } from '../syntax/parse-value.js'
import { isArray, naturalNumberOf, PdfDictionary, type PdfValue } from '../syntax/values.js'
import { readEndMarker } from './end-marker.js'
import { readCrossReferenceStream } from './read-stream.js'
import { readCrossReferenceTable } from './read-table.js'
import { type CrossReferenceEntry, type CrossReferenceSection, type EntryTable, notHybrid, type SectionIrregularity } from './section.js'

/** Reads the cross-reference section at a position of the file: a table with its trailer, or a stream. Throws `PdfError`. */
export function readCrossReferenceSection(bytes: Buffer, offset: number, budget: PdfBudget): CrossReferenceSection {
  if (offset >= bytes.length)
    throw new PdfError('PDF_CROSS_REFERENCE', 'the position of a cross-reference section lies outside the file', offset)
  const cursor = new Cursor(bytes, offset, bytes.length, budget)
  cursor.skipWhiteSpace()
  return cursor.takeKeyword('xref') ? tableAt(cursor, offset) : streamAt(cursor, offset)
}

function streamAt(cursor: Cursor, offset: number): CrossReferenceSection {
  const irregularities = new Set<SectionIrregularity>()
  const { number, stream, entries, end } = readCrossReferenceStream(cursor, irregularities)
  // Some writers of linearised files also put a trailer after the stream; programs that read the stream ignore it.
  cursor.skipWhiteSpace()
  if (cursor.takeKeyword('trailer')) {
    cursor.skipWhiteSpace()
    parseDictionary(cursor)
  }
  const marker = readEndMarker(cursor.bytes, cursor.position, cursor.budget)
  const trailer = stream.dictionary
  if (repeatsKey(trailer)) irregularities.add('repeated-trailer-key')
  return {
    offset,
    kind: 'stream',
    streamNumber: number,
    ...notHybrid,
    entries,
    trailer,
    marker,
    end,
    irregularities: [...irregularities],
  }
}

function tableAt(cursor: Cursor, offset: number): CrossReferenceSection {
  const irregularities = new Set<SectionIrregularity>()
  const entries = readCrossReferenceTable(cursor, irregularities)
  cursor.skipWhiteSpace()
  const trailer = parseDictionary(cursor)
  if (repeatsKey(trailer)) irregularities.add('repeated-trailer-key')
  const end = cursor.position
  const marker = readEndMarker(cursor.bytes, end, cursor.budget)
  const hybridOffset = naturalNumberOf(trailer.get('XRefStm'))
  // An error instead of ignoring the key: some programs accept other values as well and would follow the stream.
  if (hybridOffset === null && trailer.get('XRefStm') !== null)
    throw new PdfError('PDF_CROSS_REFERENCE', 'the position of the stream of a hybrid file (XRefStm) is not a number', offset)
  const hybrid =
    hybridOffset === null
      ? null
      : readCrossReferenceStream(new Cursor(cursor.bytes, hybridOffset, cursor.limit, cursor.budget), irregularities)
  const hiddenNumbers = hybrid === null ? [] : addHidden(entries, hybrid.entries, irregularities)
  if (hybrid !== null && repeatsKey(hybrid.stream.dictionary)) irregularities.add('repeated-trailer-key')
  return {
    offset,
    kind: 'table',
    streamNumber: null,
    hybridStreamNumber: hybrid?.number ?? null,
    hiddenNumbers,
    hybridPrevious: hybrid?.stream.dictionary.get('Prev') ?? null,
    entries,
    trailer,
    marker,
    end,
    irregularities: [...irregularities],
  }
}

/** Whether a trailer, or a dictionary within it such as the filter parameters of a cross-reference stream, has a key twice with different values. */
function repeatsKey(value: PdfValue): boolean {
  if (isArray(value)) return value.some(repeatsKey)
  return value instanceof PdfDictionary && (value.repeated.length > 0 || [...value.entries.values()].some(repeatsKey))
}

/**
 * Adds the entries of the stream of a hybrid file (ISO 32000-1, 7.5.8.4): objects that readers from before PDF 1.5 do not see. The table takes precedence.
 * Where both have different entries for one object, two programs show two documents. Returns the objects that the table frees and the stream does not.
 */
function addHidden(table: EntryTable, stream: EntryTable, irregularities: Set<SectionIrregularity>): readonly number[] {
  const hidden: (readonly [number, CrossReferenceEntry])[] = []
  const freed: number[] = []
  stream.forEach((number, entry) => {
    const known = table.get(number)
    if (known === null) hidden.push([number, entry])
    else if (known.kind === 'free') {
      table.replace(number, entry)
      if (entry.kind !== 'free') freed.push(number)
    } else if (!sameEntry(known, entry)) irregularities.add('hybrid-contradiction')
  })
  for (const [number, entry] of hidden) table.add(number, entry)
  table.finish()
  return freed
}

function sameEntry(one: CrossReferenceEntry, other: CrossReferenceEntry): boolean {
  if (one.kind === 'at') return other.kind === 'at' && one.offset === other.offset
  if (one.kind === 'in-stream') return other.kind === 'in-stream' && one.stream === other.stream && one.index === other.index
  return other.kind === 'free'
}
