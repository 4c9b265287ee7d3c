import type { CrossReferenceSection } from '../cross-reference/section.js'
import { ObjectStream } from '../object-stream.js'
import { ifReadable, PdfError } from '../pdf-error.js'
import type { PdfFile } from '../pdf-file.js'
import type { PdfBudget } from '../pdf-limits.js'
import type { PdfRevision } from '../pdf-revision.js'
import { isOfGeneration } from '../signatures/equal-values.js'
import { Cursor } from '../syntax/cursor.js'
import { parseIndirectObject } from '../syntax/parse-object.js'
import { parseValue } from '../syntax/parse-value.js'
import {
  dictionaryOf,
  isArray,
  nameOf,
  naturalNumberOf,
  PdfDictionary,
  PdfReference,
  PdfStream,
  PdfString,
  type PdfValue,
  visitTree,
} from '../syntax/values.js'
import { readableValue } from './object-survey.js'
import { findStrayParts } from './stray-objects.js'

/** Greatest object number (ISO 32000-1, table C.1). Some programs repair a file that has a greater one. */
const greatestNumber = 8_388_607
/** Programs search this number of octets at the end of the file for the last `startxref`. */
const searchedEnd = 1024

/**
 * Indexes of the revisions after `first` with which a program may repair the file by scanning it. When a program may fail to read a revision, before or after
 * `first`, that revision and all later ones count. The index after the newest revision stands for the end of the file.
 */
export function revisionsThatInviteRepair(file: PdfFile, first: number): readonly number[] {
  const newest = file.revisions.at(-1)
  const marker = newest?.sections.map((section) => section.marker?.start ?? 0) ?? []
  const isFar = file.bytes.length - Math.max(0, ...marker) > searchedEnd
  const unusual = file.revisions.findIndex(
    (revision) =>
      !isPlainlyWritten(file, revision) ||
      (revision.index > first && !hasPlainObjects(file, revision)) ||
      (revision.index === first && !(hasPlainPages(file, revision) && hasPlainPositions(file, revision))),
  )
  const from = unusual < 0 ? file.revisions.length : Math.max(unusual, first + 1)
  return [...file.revisions.slice(from).map(({ index }) => index), ...(isFar ? [file.revisions.length] : [])]
}

/**
 * Whether a revision is written as every program expects. The sections of a linearised file are not examined further: programs start at the newest revision.
 */
function isPlainlyWritten(file: PdfFile, revision: PdfRevision): boolean {
  const { sections, irregularities, index } = revision
  if (sections.length !== 1) return index === 0 && irregularities.length === 0
  return irregularities.length === 0 && sections.every((section) => isPlainSection(file, revision, section))
}

function isPlainSection(file: PdfFile, revision: PdfRevision, section: CrossReferenceSection): boolean {
  const { bytes } = file
  const { marker, kind, entries } = section
  if (marker === null || !plainEnd.test(bytes.toString('latin1', marker.start, Math.min(marker.end, marker.start + 100)))) return false
  if (entries.size > greatestNumber + 1 || (entries.get(0) ?? free).kind !== 'free') return false
  return hasPlainTrailer(revision) && (kind === 'stream' ? isPlainStream(file, section.offset) : isPlainTable(file, section))
}

/** Entries of nodes of the page tree and of pages that programs read in order to find and open the pages (ISO 32000-1, tables 29 and 30). */
const pageKeys: ReadonlySet<string> = new Set(
  'Type Kids Count MediaBox CropBox BleedBox TrimBox ArtBox Rotate Group Metadata PieceInfo SeparationInfo Resources Contents'.split(' '),
)
/** Entries of the catalog that programs read before they open a page (table 28). */
const catalogKeys = ['Pages', 'OCProperties', 'Version', 'ViewerPreferences'] as const

/**
 * Whether every node of the page tree, pages included, and every object that opening a page needs is an object of the generation that is referred to.
 *
 * - pdf.js scans the file where a node of the page tree is of another generation; other programs ignore the generation.
 * - Poppler scans the file where one of the other objects is of another generation or missing, unless the file has a cross-reference stream.
 */
function hasPlainPages(file: PdfFile, revision: PdfRevision): boolean {
  const seen = new Set<number>()
  const { catalog } = revision
  let isPlain = catalogKeys.every((key) => isPlainNode(file, revision, catalog.get(key)))
  visitTree([catalog.get('Pages')], null, (item) => {
    isPlain &&= isPlainNode(file, revision, item)
    if (!isPlain || !(item instanceof PdfReference) || seen.has(item.number)) return null
    seen.add(item.number)
    const node = readableValue(revision, item.number)
    if (!(node instanceof PdfDictionary)) return null
    for (const [key, value] of node.entries) isPlain &&= !pageKeys.has(key) || isPlainNode(file, revision, value)
    const kids = isPlain ? revision.readable(node.get('Kids')) : null
    return isArray(kids) ? [kids, null] : null
  })
  return isPlain
}

function isPlainNode({ bytes, budget, revisions }: PdfFile, revision: PdfRevision, value: PdfValue): boolean {
  if (!(value instanceof PdfReference)) return true
  const entry = revision.entryOf(value.number)
  if (!isOfGeneration(value, entry)) return false
  if (entry.kind === 'free') return !revisions.every(({ sections }) => sections.every(isOnlyTable))
  if (entry.kind !== 'at') return true
  const cursor = new Cursor(bytes, entry.offset, revision.paddedEnd, budget)
  return cursor.takeNaturalNumber() === value.number && cursor.takeNaturalNumber() === entry.generation
}

function isOnlyTable({ kind, trailer }: CrossReferenceSection): boolean {
  return kind === 'table' && trailer.get('XRefStm') === null
}

/**
 * Whether the cross-reference names the position of each object. PDFBox scans the file when one of them, used or not, is elsewhere, and MuPDF when a position
 * is after the end of the file. Both ignore a position of 0.
 */
function hasPlainPositions({ bytes, revisions }: PdfFile, revision: PdfRevision): boolean {
  let isPlain = true
  const check = (number: number, offset: number) => {
    const entry = revision.entryOf(number)
    if (!isPlain || entry.kind !== 'at' || entry.offset !== offset || offset === 0) return
    const [, found, generation] = objectHead.exec(bytes.toString('latin1', offset, offset + 40)) ?? []
    isPlain = Number(found) === number && Number(generation) >= entry.generation
  }
  for (const { sections } of revisions.slice(0, revision.index + 1)) {
    for (const { entries } of sections)
      entries.forEach((number, entry) => {
        if (entry.kind === 'at') check(number, entry.offset)
      })
  }
  return isPlain
}

const objectHead = /^[\0\t\n\f\r ]*(\d+)[\0\t\n\f\r ]+(\d+)[\0\t\n\f\r ]*obj/

/** Whether every object of a revision is written as every program expects. Other defects of an object in the signed part make no program scan. */
function hasPlainObjects(file: PdfFile, revision: PdfRevision): boolean {
  const { bytes } = file
  const containers = new Set<number>()
  let unusual = 0
  for (const { entries } of revision.sections) {
    entries.forEach((number, entry) => {
      if (entry.kind === 'at' && unusual === 0 && !isPlainObject(bytes, revision, number, entry)) unusual++
      if (entry.kind === 'in-stream') containers.add(entry.stream)
    })
  }
  return unusual === 0 && [...containers].every((number) => isPlainContainer(file, revision, number))
}

/** Whether an object stream is packed with Flate alone, and holds the objects of its header one after the other and nothing else. */
function isPlainContainer({ budget }: PdfFile, revision: PdfRevision, number: number): boolean {
  const stream = readableValue(revision, number)
  if (!(stream instanceof PdfStream)) return false
  const { dictionary } = stream
  const filter = dictionary.get('Filter')
  if ((filter !== null && nameOf(filter) !== 'FlateDecode') || dictionary.get('DecodeParms') !== null || dictionary.get('F') !== null)
    return false
  const content = ifReadable(() => revision.contentOf(stream))
  const first = naturalNumberOf(dictionary.get('First')) ?? 0
  const numbers = content === null ? null : plainHeader(content.subarray(0, first), 2 * (naturalNumberOf(dictionary.get('N')) ?? 0), budget)
  if (content === null || numbers === null) return false
  for (let at = 1; at < numbers.length; at += 2) {
    const [start, end] = [first + (numbers[at] ?? 0), at + 2 < numbers.length ? first + (numbers[at + 2] ?? 0) : content.length]
    const cursor = new Cursor(content, start, end, budget, false)
    if (start >= end || ifReadable(() => [parseValue(cursor)]) === null) return false
    cursor.skipWhiteSpace()
    if (cursor.position !== end) return false
  }
  return true
}

/** The `count` numbers of a header, separated by white space that every program knows; null for any other header. */
function plainHeader(header: Buffer, count: number, budget: PdfBudget): readonly number[] | null {
  if (ambiguousInHeader.some((code) => header.includes(code))) return null
  const cursor = new Cursor(header, 0, header.length, budget, false)
  const numbers = cursor.takeNaturalNumbers(count)
  cursor.skipWhiteSpace()
  return cursor.position === header.length ? numbers : null
}

/** The start of a comment, and octets that only some programs treat as white space. */
const ambiguousInHeader = [0x25, 0x00, 0x0c] as const

/** Whether an object is at the position of its entry, with its complete head and end. Some writers state the position of the end of line before it. */
function isPlainObject(
  bytes: Buffer,
  revision: PdfRevision,
  number: number,
  { offset, generation }: { readonly offset: number; readonly generation: number },
): boolean {
  const value = readableValue(revision, number)
  const head = revision.headOf(number)
  if (head === null || value instanceof PdfError || (value instanceof PdfStream && !value.exactLength)) return false
  const start = bytes.toString('latin1', offset, offset + 40).trimStart()
  return start.startsWith(`${number} ${generation} obj`) && plainObjectEnd.test(bytes.toString('latin1', head.end - 6, head.end + 1))
}

const plainObjectEnd = /^endobj[\t\n\r ]$/
const free = { kind: 'free' } as const
const plainEnd = /^startxref ?(?:\r\n|\r|\n)\d{1,10} ?(?:\r\n|\r|\n)%%EOF$/
const subsection = /^(\d{1,7}) (\d{1,7}) ?(?:\r\n|\r|\n)/
const keyword = /^[\t\n\r ]{0,16}xref ?(?:\r\n|\r|\n)/
/** MuPDF writes an empty line before it. */
const trailerKeyword = /^[\t\n\r ]{0,4}trailer/
const entryLength = 20

/** Whether a table has no comments, and no number or generation that an object cannot have. */
function isPlainTable(file: PdfFile, { offset, trailer }: CrossReferenceSection): boolean {
  const { bytes } = file
  const hybrid = trailer.get('XRefStm')
  if (typeof hybrid === 'number' && !isPlainStream(file, hybrid)) return false
  const textAt = (position: number) => bytes.toString('latin1', position, position + 40)
  const [head] = keyword.exec(textAt(offset)) ?? []
  if (head === undefined) return false
  let at = offset + head.length
  for (let text = textAt(at); !trailerKeyword.test(text); text = textAt(at)) {
    const [line, first, count] = subsection.exec(text) ?? []
    if (line === undefined || Number(first) + Number(count) > greatestNumber + 1) return false
    at += line.length
    for (const last = at + Number(count) * entryLength; at < last; at += entryLength) {
      // A fast path: the first digit of the generation is a zero in nearly every entry.
      if (bytes[at + 11] !== 0x30 && bytes.toString('latin1', at + 11, at + 16) > '65535') return false
    }
  }
  return true
}

function hasPlainTrailer(revision: PdfRevision): boolean {
  const { trailer } = revision
  // PDFBox treats a null in the trailer as a wrong value.
  if (trailer.nullKeys.size > 0) return false
  const [information, id, size] = [trailer.get('Info'), trailer.get('ID'), trailer.get('Size')]
  if (information !== null && !isPlainReference(revision, information)) return false
  if (!isPlainReference(revision, trailer.get('Root'))) return false
  if (id !== null && !(isArray(id) && id.every((part) => part instanceof PdfString))) return false
  return (naturalNumberOf(size) ?? Number.POSITIVE_INFINITY) <= greatestNumber + 1
}

/** Whether a value refers to a dictionary, with the generation of its object. */
function isPlainReference(revision: PdfRevision, value: PdfValue): boolean {
  if (!(value instanceof PdfReference) || !isOfGeneration(value, revision.entryOf(value.number))) return false
  return readableValue(revision, value.number) instanceof PdfDictionary
}

/** Whether a cross-reference stream is written as an object should be, with widths, filter and order that every program reads. It need not list itself. */
function isPlainStream({ bytes, budget }: PdfFile, offset: number): boolean {
  const { value, end } = parseIndirectObject(new Cursor(bytes, offset, bytes.length, budget), () => null)
  if (!(value instanceof PdfStream) || !value.exactLength || !plainObjectEnd.test(bytes.toString('latin1', end - 6, end + 1))) return false
  const { dictionary } = value
  const list = (key: string) => {
    const value = dictionary.get(key)
    return isArray(value) ? value.map((item) => naturalNumberOf(item) ?? -1) : []
  }
  const [kind = 0, place = 0, detail = 0] = list('W')
  const filter = dictionary.get('Filter')
  const predictor = dictionaryOf(dictionary.get('DecodeParms'))?.get('Predictor') ?? 1
  const ranges = list('Index')
  const firsts = ranges.filter((_, index) => index % 2 === 0)
  return (
    kind === 1 &&
    place <= 8 &&
    detail <= 8 &&
    (filter === null || nameOf(filter) === 'FlateDecode') &&
    (predictor === 1 || (typeof predictor === 'number' && predictor >= 10)) &&
    firsts.every((first, index) => index === 0 || first > (firsts[index - 1] ?? 0)) &&
    firsts.every((first, index) => first + (ranges[2 * index + 1] ?? 0) <= greatestNumber + 1)
  )
}

/**
 * Whether a program that repairs the file by scanning it may find objects that its cross-reference does not list: objects in no section, older objects to which
 * an update has gone back or which it has freed, objects of another generation, and further catalogs, cross-reference streams and packed objects.
 */
export function readsOtherwiseWhenRepaired(file: PdfFile): boolean {
  // The stream of a hybrid file may be in the revision before that of its table.
  const hybrids = file.revisions.flatMap(({ sections }) => sections.map(({ trailer }) => naturalNumberOf(trailer.get('XRefStm')) ?? 0))
  return (
    file.revisions.some((revision) => findStrayParts(file.bytes, revision, hybrids).length > 0 || goesBack(revision)) ||
    hasFurtherStructure(file)
  )
}

/** Whether a revision points back to octets of an earlier one, or hides an object that a scan finds. */
function goesBack(revision: PdfRevision): boolean {
  const { previous } = revision
  if (previous === null) return false
  return [...revision.numbers()].some((number) => {
    const [before, after] = [previous.entryOf(number), revision.entryOf(number)]
    if (before.kind === 'free') return after.kind === 'at' && after.offset < revision.start
    if (before.kind !== after.kind) return true
    if (before.kind === 'at' && after.kind === 'at') {
      // Programs that scan prefer the greater generation.
      return after.offset !== before.offset && (after.offset < revision.start || after.generation !== before.generation)
    }
    return before.kind === 'in-stream' && after.kind === 'in-stream' && after.stream !== before.stream && !isOwn(revision, after.stream)
  })
}

function isOwn(revision: PdfRevision, number: number): boolean {
  const entry = revision.entryOf(number)
  return entry.kind === 'at' && entry.offset >= revision.start
}

/** Catalogs, cross-reference streams and packed objects that the chain does not use. */
function hasFurtherStructure(file: PdfFile): boolean {
  const newest = file.revisions.at(-1)
  if (newest === undefined) return true
  const root = newest.trailer.get('Root')
  const sections = file.revisions.flatMap((revision) => revision.sections)
  const ofSections = new Set(sections.flatMap(({ streamNumber, hybridStreamNumber }) => [streamNumber, hybridStreamNumber]))
  const packed = new Map<number, Set<number>>()
  for (const { entries } of sections) {
    entries.forEach((number, entry) => {
      if (entry.kind !== 'in-stream') return
      const held = packed.get(entry.stream)
      if (held === undefined) packed.set(entry.stream, new Set([number]))
      else held.add(number)
    })
  }
  return [...file.numbersAt(newest.index)].some((number) => {
    const value = readableValue(newest, number)
    if (value instanceof PdfError) return true
    const dictionary = dictionaryOf(value)
    if (dictionary === null) return false
    const has = (...keys: readonly string[]) => keys.every((key) => dictionary.get(key) !== null)
    const type = nameOf(newest.readable(dictionary.get('Type')))
    if (dictionary.repeated.includes('Type')) return true
    if (type === 'Catalog' || has('Pages')) return !(root instanceof PdfReference && root.number === number)
    if (type === 'XRef') return !ofSections.has(number)
    if (!(value instanceof PdfStream) || !(type === 'ObjStm' || has('N', 'First'))) return false
    return !heldNumbers(file, newest, number, value).every((held) => packed.get(number)?.has(held) === true)
  })
}

/** The numbers of the objects in an object stream; -1, which no section lists, when the stream cannot be read. */
function heldNumbers(file: PdfFile, revision: PdfRevision, number: number, stream: PdfStream): readonly number[] {
  return ifReadable(() => new ObjectStream(number, stream, revision.contentOf(stream), file.budget).numbers) ?? [-1]
}
