import { ObjectStream } from '../object-stream.js'
import { asFinding, PdfError } from '../pdf-error.js'
import type { PdfFile } from '../pdf-file.js'
import type { PdfRevision } from '../pdf-revision.js'
import { isOfGeneration } from '../signatures/equal-values.js'
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
} from '../syntax/values.js'
import { readableValue } from './object-survey.js'
import { findStrayParts } from './stray-objects.js'

/** Greatest number of an object (ISO 32000-1, table C.1). Some programs repair a file that has a greater one. */
const greatestNumber = 8_388_607
/** Programs look for the last `startxref` in so many octets at the end of the file. */
const searchedEnd = 1024

/**
 * Revisions after `first` that programs may fail to read although this reader does, so that they repair the file by scanning it. The index behind the newest one
 * stands for the end of the file.
 */
export function revisionsThatInviteRepair(file: PdfFile, first: number): readonly number[] {
  const found = file.revisions.slice(first + 1).filter((revision) => !isPlainlyWritten(file, revision))
  const newest = file.revisions.at(-1)
  const marker = newest?.sections.map((section) => section.marker?.start ?? 0) ?? []
  const isFar = file.bytes.length - Math.max(0, ...marker) > searchedEnd
  return [...found.map(({ index }) => index), ...(isFar ? [file.revisions.length] : [])]
}

/** Whether a revision is written as every program expects it. */
function isPlainlyWritten({ bytes }: PdfFile, revision: PdfRevision): boolean {
  const [section, ...more] = revision.sections
  if (section === undefined || more.length > 0 || revision.irregularities.length > 0) return false
  const { offset, marker, kind, entries } = section
  if (marker === null || !plainEnd.test(bytes.toString('latin1', marker.start, Math.min(marker.end, marker.start + 100)))) return false
  if (entries.size > greatestNumber + 1 || (entries.get(0) ?? free).kind !== 'free') return false
  let isPlain = hasPlainTrailer(revision, kind === 'stream') && (kind === 'stream' || isPlainTable(bytes, offset))
  entries.forEach((number, entry) => {
    if (entry.kind === 'at') isPlain &&= isPlainObject(bytes, revision, number, entry)
  })
  return isPlain
}

/** Whether an object stands where its entry says, with its whole head and end. Some writers count the end of line before it as well. */
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
const subsection = /^\d{1,7} (\d{1,7}) ?(?:\r\n|\r|\n)/
const keyword = /^[\t\n\r ]{0,16}xref ?(?:\r\n|\r|\n)/
const entryLength = 20

/** A table without comments, in whose entries each number is possible. */
function isPlainTable(bytes: Buffer, offset: number): boolean {
  const textAt = (position: number) => bytes.toString('latin1', position, position + 40)
  const [head] = keyword.exec(textAt(offset)) ?? []
  if (head === undefined) return false
  for (let at = offset + head.length; !textAt(at).startsWith('trailer'); ) {
    const [line, count] = subsection.exec(textAt(at)) ?? []
    if (line === undefined) return false
    at += line.length
    for (const end = at + Number(count) * entryLength; at < end; at += entryLength) {
      if (bytes.toString('latin1', at + 11, at + 16) > '65535') return false
    }
  }
  return true
}

function hasPlainTrailer(revision: PdfRevision, isStream: boolean): boolean {
  const { trailer } = revision
  const [information, id, size] = [trailer.get('Info'), trailer.get('ID'), trailer.get('Size')]
  if (information !== null && !isPlainReference(revision, information)) return false
  if (!isPlainReference(revision, trailer.get('Root'))) return false
  if (id !== null && !(isArray(id) && id.every((part) => part instanceof PdfString))) return false
  if ((naturalNumberOf(size) ?? Number.POSITIVE_INFINITY) > greatestNumber + 1) return false
  return !isStream || isPlainStream(trailer)
}

/** Whether a value refers to a dictionary by its own generation. */
function isPlainReference(revision: PdfRevision, value: PdfValue): boolean {
  if (!(value instanceof PdfReference) || !isOfGeneration(value, revision.entryOf(value.number))) return false
  return readableValue(revision, value.number) instanceof PdfDictionary
}

/** Widths, filter and order of a cross-reference stream as every program reads them. */
function isPlainStream(dictionary: PdfDictionary): boolean {
  const list = (key: string) => {
    const value = dictionary.get(key)
    return isArray(value) ? value.map((item) => naturalNumberOf(item) ?? -1) : []
  }
  const [kind = 0, place = 0, detail = 0] = list('W')
  const filter = dictionary.get('Filter')
  const predictor = dictionaryOf(dictionary.get('DecodeParms'))?.get('Predictor') ?? 1
  const firsts = list('Index').filter((_, index) => index % 2 === 0)
  return (
    kind === 1 &&
    place <= 8 &&
    detail <= 8 &&
    (filter === null || nameOf(filter) === 'FlateDecode') &&
    (predictor === 1 || (typeof predictor === 'number' && predictor >= 10)) &&
    firsts.every((first, index) => index === 0 || first > (firsts[index - 1] ?? 0))
  )
}

/**
 * Whether a program that repairs the file by scanning it may find other objects than its cross-reference lists: objects that no section lists, older objects to which
 * an update has gone back, or which it has freed, and further catalogs, cross-reference streams and packed objects.
 */
export function readsOtherwiseWhenRepaired(file: PdfFile): boolean {
  return (
    file.revisions.some((revision) => findStrayParts(file.bytes, revision).length > 0 || goesBack(revision)) || hasFurtherStructure(file)
  )
}

function goesBack(revision: PdfRevision): boolean {
  const { previous } = revision
  if (previous === null) return false
  return [...revision.numbers()].some((number) => {
    const [before, after] = [previous.entryOf(number), revision.entryOf(number)]
    if (before.kind === 'free') return after.kind === 'at' && after.offset < revision.start
    if (before.kind !== after.kind) return true
    if (before.kind === 'at' && after.kind === 'at') return after.offset !== before.offset && after.offset < revision.start
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
    const type = nameOf(dictionaryOf(value)?.get('Type') ?? null)
    if (type === 'Catalog') return !(root instanceof PdfReference && root.number === number)
    if (!(value instanceof PdfStream)) return false
    if (type === 'XRef') return !ofSections.has(number)
    return type === 'ObjStm' && !heldNumbers(file, newest, number, value).every((held) => packed.get(number)?.has(held) === true)
  })
}

/** The numbers of the objects in an object stream; one that no section lists when it cannot be read. */
function heldNumbers(file: PdfFile, revision: PdfRevision, number: number, stream: PdfStream): readonly number[] {
  try {
    return new ObjectStream(number, stream, revision.contentOf(stream), file.budget).numbers
  } catch (error) {
    asFinding(error)
    return [-1]
  }
}
