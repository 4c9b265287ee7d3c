import { firstIndex } from '#std'
import { ifReadable, orPdfError, PdfError } from '../pdf-error.js'
import type { PdfFile } from '../pdf-file.js'
import type { PdfLimits } from '../pdf-limits.js'
import { objectStartBefore } from '../rebuild.js'
import { Cursor, endOfWhiteSpace, endOfWord, isAt } from '../syntax/cursor.js'
import { naturalNumberOf, numberOf, PdfStream } from '../syntax/values.js'

const PERCENT = 0x25
const OPEN = 0x28
const CLOSE = 0x29
const SLASH = 0x2f
const LESS = 0x3c
const GREATER = 0x3e
const OPEN_BRACKET = 0x5b
const BACKSLASH = 0x5c
const CLOSE_BRACKET = 0x5d
const CARRIAGE_RETURN = 0x0d
const LINE_FEED = 0x0a

/** An object at a position that a cross-reference entry names: `[start, end)`. `end` is infinite when programs end the object in different places. */
interface Extent {
  readonly start: number
  readonly end: number
}

/**
 * The starts of the gaps that are a part of more than one object. An object whose octets surround a signature dictionary, a stream or a string for example,
 * contains the gap of this signature: whoever changes the gap changes what that object shows. Every object counts: those that a cross-reference section of any
 * revision names, and those that programs find which scan the file.
 *
 * The objects are skimmed as the most tolerant program reads them.
 *
 * @param starts positions of gaps that are one string each
 * @throws PdfError when a bound is reached
 */
export function gapsInSeveralObjects(file: PdfFile, starts: readonly number[]): ReadonlySet<number> {
  const sorted = [...new Set(starts)].sort((a, b) => a - b)
  const last = sorted.at(-1)
  const inOne = new Set<number>()
  const inSeveral = new Set<number>()
  if (last === undefined) return inSeveral
  const places = placesBefore(file, last)
  const add = (place: number, listed: Listed) => {
    const extent = extentAt(file, place, listed, last + 1)
    if (extent === null) return
    for (let at = firstIndex(sorted, (position) => position >= extent.start); at < sorted.length; at++) {
      const gap = sorted[at] ?? 0
      if (gap >= extent.end) break
      file.budget.countValues(1)
      if (listed.isNamedTwice || inOne.has(gap)) inSeveral.add(gap)
      inOne.add(gap)
    }
  }
  for (const [place, listed] of places) {
    if (inSeveral.size === sorted.length) break
    add(place, listed)
  }
  const unlisted = { number: -1, revision: file.revisions.length - 1, isNamedTwice: false }
  for (let at = file.bytes.indexOf(head); at >= 0 && at < last && inSeveral.size < sorted.length; at = file.bytes.indexOf(head, at + 3)) {
    const place = objectStartBefore(file.bytes, at)
    if (place !== null && !places.has(place)) add(place, unlisted)
  }
  return inSeveral
}

const head = Buffer.from('obj', 'latin1')

interface Listed {
  readonly number: number
  /** The oldest revision that names the position. */
  readonly revision: number
  /** Whether entries of two numbers name the position. */
  isNamedTwice: boolean
}

/** The positions before `last` that cross-reference entries name, after white space and comments. */
function placesBefore(file: PdfFile, last: number): ReadonlyMap<number, Listed> {
  const places = new Map<number, Listed>()
  const cursor = new Cursor(file.bytes, 0, last, file.budget)
  for (const { sections, index } of file.revisions) {
    for (const { entries } of sections) {
      entries.forEach((number, entry) => {
        if (entry.kind !== 'at' || entry.offset >= last) return
        cursor.position = entry.offset
        cursor.skipWhiteSpace()
        const known = places.get(cursor.position)
        if (known === undefined) places.set(cursor.position, { number, revision: index, isNamedTwice: false })
        else known.isNamedTwice ||= known.number !== number
      })
    }
  }
  return places
}

/** Null when no object starts at the position. */
function extentAt(file: PdfFile, start: number, { revision }: Listed, last: number): Extent | null {
  const { budget, bytes } = file
  const cursor = new Cursor(bytes, start, last, budget)
  const number = cursor.takeNaturalNumber()
  if (number === null || cursor.takeNaturalNumber() === null) return null
  cursor.skipWhiteSpace()
  if (!isAt(bytes, cursor.position, cursor.position + 3, 'obj')) return null
  const { end, kind } = skimObject(bytes, cursor.position + 3, last, budget.limits)
  // Objects may lie within each other.
  budget.countText(end - start + 16)
  if (kind !== 'stream') return { start, end: kind === 'open' ? Number.POSITIVE_INFINITY : end }
  return { start, end: plainEndOfStream(file, start, end, revision) ?? endOfStream(file, number, start, revision) }
}

const plainLength = /\/Length[ \r\n](\d{1,10})( \d{1,5} R)?\s*[/>]/

/** The end of a stream with one length that leads to `endstream`; null for any other stream. A fast path: it does not read the dictionary. */
function plainEndOfStream(file: PdfFile, start: number, afterKeyword: number, revision: number): number | null {
  const { bytes } = file
  const head = bytes.toString('latin1', start, afterKeyword)
  if (head.includes('#') || head.indexOf('/Length') !== head.lastIndexOf('/Length')) return null
  const [, stated, reference] = plainLength.exec(head) ?? []
  if (stated === undefined) return null
  const length = reference === undefined ? Number(stated) : lengthIn(file, Number(stated), revision)
  const content = afterKeyword + (bytes[afterKeyword] === CARRIAGE_RETURN ? 1 : 0)
  if (length === null || bytes[content] !== LINE_FEED) return null
  const end = endOfWhiteSpace(bytes, content + 1 + length)
  return isAt(bytes, end, end + 9, 'endstream') ? end : null
}

function lengthIn({ revisions }: PdfFile, number: number, revision: number): number | null {
  return ifReadable(() => naturalNumberOf(revisions[revision]?.object(number) ?? null))
}

/** The end of a stream for the program that reads the longest one; infinite when it cannot be read, or when programs differ about its length. */
function endOfStream(file: PdfFile, number: number, start: number, revision: number): number {
  const object = orPdfError(() => file.objectAtOffset(number, start, revision))
  if (object instanceof PdfError || !(object.value instanceof PdfStream)) return Number.POSITIVE_INFINITY
  const { value: stream, end } = object
  if (stream.dictionary.repeated.includes('Length')) return Number.POSITIVE_INFINITY
  if (stream.exactLength) return end
  const stated = orPdfError(() => file.revisions[revision]?.resolve(stream.dictionary.get('Length')) ?? null)
  if (stated instanceof PdfError) return Number.POSITIVE_INFINITY
  return Math.max(end, stream.raw.byteOffset - file.bytes.byteOffset + (numberOf(stated) ?? 0))
}

interface Skimmed {
  readonly end: number
  /** `stream`: `end` is the position after the keyword. `open`: the object does not end before the limit, or programs end it in different places. */
  readonly kind: 'closed' | 'stream' | 'open'
}

/**
 * Skims an object from after its head up to the keyword that ends it. A keyword within brackets does not: some programs read on until the brackets are closed.
 * The head of another object ends it as well, because `endobj` may be missing.
 */
function skimObject(bytes: Buffer, start: number, limit: number, { maxDepth }: PdfLimits): Skimmed {
  const brackets: number[] = []
  let isUnclear = false
  let at = start
  while (at < limit && brackets.length <= maxDepth) {
    const code = bytes[at] ?? 0
    const isPair = bytes[at + 1] === code
    if (code === LESS && !isPair) {
      const close = bytes.indexOf(GREATER, at)
      at = close < 0 ? limit : close + 1
    } else if (code === OPEN) {
      const text = skimText(bytes, at, limit)
      isUnclear ||= text.isUnclear
      at = text.end
    } else if (code === PERCENT) {
      while (at < limit && bytes[at] !== LINE_FEED && bytes[at] !== CARRIAGE_RETURN) at++
    } else if (code === LESS || code === OPEN_BRACKET) {
      brackets.push(code)
      at += code === LESS ? 2 : 1
    } else if (code === CLOSE_BRACKET || (code === GREATER && isPair)) {
      if (brackets.at(-1) === (code === GREATER ? LESS : OPEN_BRACKET)) brackets.pop()
      at += code === GREATER ? 2 : 1
    } else if (brackets.length > 0) at = Math.max(at + 1, endOfWord(bytes, at, limit))
    else if (code === SLASH) at = endOfWord(bytes, at + 1, limit)
    else {
      const word = at
      at = endOfWord(bytes, at, limit)
      // White space, or a delimiter that opens nothing.
      if (at === word) at++
      else if (isAt(bytes, word, at, 'endobj') || isAt(bytes, word, at, 'obj')) return { end: at, kind: isUnclear ? 'open' : 'closed' }
      else if (isAt(bytes, word, at, 'stream')) return { end: at, kind: isUnclear ? 'open' : 'stream' }
    }
  }
  return { end: at, kind: 'open' }
}

/** Skims a literal string. It is unclear when PDFBox ends it earlier, at a parenthesis before an end of line, and then finds a stream in the rest. */
function skimText(bytes: Buffer, start: number, limit: number): { readonly end: number; readonly isUnclear: boolean } {
  let open = 0
  let earlier: number | null = null
  for (let at = start; at < limit; at++) {
    const code = bytes[at]
    if (code === BACKSLASH) at++
    else if (code === OPEN) open++
    else if (code === CLOSE && --open === 0)
      return { end: at + 1, isUnclear: earlier !== null && bytes.subarray(earlier, at).includes('stream', 0, 'latin1') }
    else if (code === CLOSE) {
      const line = bytes[at + 1] === CARRIAGE_RETURN && bytes[at + 2] === LINE_FEED ? at + 3 : at + 2
      const isLine = bytes[at + 1] === CARRIAGE_RETURN || bytes[at + 1] === LINE_FEED
      if (isLine && (bytes[line] === SLASH || bytes[line] === GREATER)) earlier ??= line
    }
  }
  return { end: limit, isUnclear: false }
}
