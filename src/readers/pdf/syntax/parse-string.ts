import type { Cursor } from './cursor.js'
import { PdfString } from './values.js'

const BACKSLASH = 0x5c
const OPEN = 0x28
const CLOSE = 0x29
const CARRIAGE_RETURN = 0x0d
const LINE_FEED = 0x0a
const escapes: ReadonlyMap<number, number> = new Map([
  [0x6e, LINE_FEED],
  [0x72, CARRIAGE_RETURN],
  [0x74, 0x09],
  [0x62, 0x08],
  [0x66, 0x0c],
])

const WHITE = -2
const NEITHER = -1
/** For each octet: its value as hexadecimal digit, white space, or neither. */
const digitValues = new Int8Array(256).fill(NEITHER)
for (let value = 0; value < 16; value++) {
  const digit = value.toString(16)
  digitValues[digit.charCodeAt(0)] = value
  digitValues[digit.toUpperCase().charCodeAt(0)] = value
}
for (const code of [0x00, 0x09, 0x0a, 0x0c, 0x0d, 0x20]) digitValues[code] = WHITE

/** A hexadecimal string (ISO 32000-1, 7.3.4.3), with the cursor at `<`. A missing last digit is 0. Throws `PdfError` PDF_SYNTAX. */
export function parseHexadecimalString(cursor: Cursor): PdfString {
  const start = cursor.position
  const close = cursor.bytes.indexOf(0x3e, start + 1)
  cursor.budget.countScanned((close < 0 ? cursor.limit : close) - start)
  if (close < 0 || close >= cursor.limit) throw cursor.error('PDF_SYNTAX', 'a string does not end', start)
  const pairs = pairsOf(cursor.bytes, start + 1, close)
  const bytes = pairs ?? spacedDigits(cursor, start, close)
  cursor.position = close + 1
  const notation = cursor.bytes.subarray(start + 1, close)
  // PDFBox ends the digits at a NUL.
  const unclear = pairs === null && notation.includes(0) ? notation : null
  return cursor.inFile
    ? new PdfString(bytes, true, start, close + 1, pairs !== null, unclear)
    : new PdfString(bytes, true, -1, -1, false, unclear)
}

/** The octets that pairs of digits represent; null when there is anything else among them: the decoder of the platform stops there. */
function pairsOf(bytes: Buffer, start: number, end: number): Buffer | null {
  // Reserved places of signatures have many thousands of digits: to decode them one by one would take a tenth of the time of a validation.
  const length = end - start
  if (length % 2 !== 0) return null
  const zeros = length < twoBlocks ? end : startOfZeros(bytes, start, end)
  if (zeros === end) {
    const out = Buffer.from(bytes.toString('latin1', start, end), 'hex')
    return out.length * 2 === length ? out : null
  }
  const out = Buffer.alloc(length / 2)
  return out.write(bytes.toString('latin1', start, zeros), 'hex') * 2 === zeros - start ? out : null
}

const blockOfZeros = Buffer.alloc(2_048, 0x30)
const twoBlocks = 2 * blockOfZeros.length

/** The start of trailing digits 0, in whole blocks before `end`: the unused part of a reserved place needs no decoding. */
function startOfZeros(bytes: Buffer, start: number, end: number): number {
  const step = blockOfZeros.length
  let zeros = end
  while (zeros - step >= start && blockOfZeros.compare(bytes, zeros - step, zeros) === 0) zeros -= step
  return zeros
}

/** The octets of digits with white space between them. */
function spacedDigits(cursor: Cursor, start: number, close: number): Buffer {
  const out = Buffer.allocUnsafe((close - start + 1) >>> 1)
  let digits = 0
  for (let at = start + 1; at < close; at++) {
    const value = digitValues[cursor.bytes[at] ?? 0] ?? NEITHER
    if (value === NEITHER) throw cursor.error('PDF_SYNTAX', 'a hexadecimal string holds another character', start)
    if (value === WHITE) continue
    const index = digits >>> 1
    out[index] = digits % 2 === 0 ? value << 4 : (out[index] ?? 0) | value
    digits++
  }
  return out.subarray(0, (digits + 1) >>> 1)
}

/** A literal string (ISO 32000-1, 7.3.4.2), with the cursor at `(`. Throws `PdfError` PDF_SYNTAX. */
export function parseLiteralString(cursor: Cursor): PdfString {
  const start = cursor.position
  const { end, isPlain } = endOfLiteral(cursor, start)
  cursor.budget.countScanned(end - start)
  const notation = cursor.bytes.subarray(start + 1, end - 1)
  const bytes = isPlain ? notation : withoutEscapes(cursor, start + 1, end - 1)
  cursor.position = end
  const unclear = isUnclear(notation) ? notation : null
  return cursor.inFile ? new PdfString(bytes, false, start, end, false, unclear) : new PdfString(bytes, false, -1, -1, false, unclear)
}

/**
 * Whether programs read a notation differently. Most do not read a carriage return as a line feed. Some drop several ends of line after a backslash. PDFBox
 * ends a string at a closing parenthesis that is followed by an end of line and `/` or `>`.
 */
function isUnclear(notation: Buffer): boolean {
  if (notation.includes(CARRIAGE_RETURN)) return true
  for (let at = notation.indexOf(LINE_FEED); at >= 0; at = notation.indexOf(LINE_FEED, at + 1)) {
    const [before, after] = [notation[at - 1], notation[at + 1]]
    if (before === BACKSLASH || (before === CLOSE && (after === 0x2f || after === 0x3e))) return true
  }
  return false
}

/** The position after the parenthesis that closes the one at `start`, and whether the octets between the two need no decoding. */
function endOfLiteral(cursor: Cursor, start: number): { readonly end: number; readonly isPlain: boolean } {
  let open = 0
  let isPlain = true
  const { bytes, limit } = cursor
  for (let at = start; ; at++) {
    if (at >= limit) {
      cursor.budget.countScanned(at - start)
      throw cursor.error('PDF_SYNTAX', 'a string does not end', start)
    }
    const code = bytes[at]
    if (code === BACKSLASH) {
      isPlain = false
      at++
    } else if (code === CARRIAGE_RETURN) isPlain = false
    else if (code === OPEN) open++
    else if (code === CLOSE && --open === 0) return { end: at + 1, isPlain }
  }
}

/** Decodes escapes. Each gives one octet or none, so the string is never longer than its notation. */
function withoutEscapes(cursor: Cursor, start: number, end: number): Buffer {
  const out = Buffer.allocUnsafe(end - start)
  let length = 0
  cursor.position = start
  while (cursor.position < end) {
    const code = cursor.at(cursor.position++)
    if (code === BACKSLASH) {
      const escaped = readEscape(cursor)
      if (escaped !== null) out[length++] = escaped
      // An end of line of any form counts as a line feed.
    } else if (code === CARRIAGE_RETURN) {
      if (cursor.at(cursor.position) === LINE_FEED) cursor.position++
      out[length++] = LINE_FEED
    } else out[length++] = code
  }
  return out.subarray(0, length)
}

/** Decodes what follows a backslash: a letter, an octal code, or an end of line, which is dropped (null). Any other character means itself. */
function readEscape(cursor: Cursor): number | null {
  const code = cursor.at(cursor.position++)
  const named = escapes.get(code)
  if (named !== undefined) return named
  if (isOctal(code)) {
    let value = code - 0x30
    for (let count = 1; count < 3 && isOctal(cursor.at(cursor.position)); count++) value = value * 8 + cursor.at(cursor.position++) - 0x30
    return value & 0xff
  }
  if (code === CARRIAGE_RETURN) {
    if (cursor.at(cursor.position) === LINE_FEED) cursor.position++
    return null
  }
  return code === LINE_FEED ? null : code
}

function isOctal(code: number): boolean {
  return code >= 0x30 && code <= 0x37
}
