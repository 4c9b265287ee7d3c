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

/** ISO 32000-1, 7.3.4.3. A last digit that is missing is 0. */
export function parseHexadecimalString(cursor: Cursor): PdfString {
  const start = cursor.position
  const close = cursor.bytes.indexOf(0x3e, start + 1)
  cursor.budget.countScanned((close < 0 ? cursor.limit : close) - start)
  if (close < 0 || close >= cursor.limit) throw cursor.error('PDF_SYNTAX', 'a string does not end', start)
  let digits = cursor.bytes.toString('latin1', start + 1, close)
  let bytes = Buffer.from(digits, 'hex')
  if (bytes.length * 2 !== digits.length) {
    digits = digits.replace(/[\0\t\n\f\r ]+/g, '')
    if (/[^0-9A-Fa-f]/.test(digits)) throw cursor.error('PDF_SYNTAX', 'a hexadecimal string holds another character', start)
    bytes = Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, 'hex')
  }
  cursor.position = close + 1
  return cursor.inFile ? new PdfString(bytes, true, start, close + 1) : new PdfString(bytes, true, -1, -1)
}

/** ISO 32000-1, 7.3.4.2. */
export function parseLiteralString(cursor: Cursor): PdfString {
  const start = cursor.position
  const out: number[] = []
  let open = 0
  for (;;) {
    const code = cursor.at(cursor.position++)
    if (code === -1) throw cursor.error('PDF_SYNTAX', 'a string does not end', start)
    if (code === BACKSLASH) {
      readEscape(cursor, out)
      continue
    }
    if (code === OPEN && open++ === 0) continue
    if (code === CLOSE && --open === 0) break
    // An end of line of any form counts as a line feed.
    if (code === CARRIAGE_RETURN) {
      if (cursor.at(cursor.position) === LINE_FEED) cursor.position++
      out.push(LINE_FEED)
    } else out.push(code)
  }
  cursor.budget.countScanned(out.length)
  const bytes = Buffer.from(out)
  return cursor.inFile ? new PdfString(bytes, false, start, cursor.position) : new PdfString(bytes, false, -1, -1)
}

/** What follows a backslash: a letter, an octal code, or an end of line that is left out. Any other character stands for itself. */
function readEscape(cursor: Cursor, out: number[]): void {
  const code = cursor.at(cursor.position++)
  const named = escapes.get(code)
  if (named !== undefined) out.push(named)
  else if (isOctal(code)) {
    let value = code - 0x30
    for (let count = 1; count < 3 && isOctal(cursor.at(cursor.position)); count++) value = value * 8 + cursor.at(cursor.position++) - 0x30
    out.push(value & 0xff)
  } else if (code === CARRIAGE_RETURN) {
    if (cursor.at(cursor.position) === LINE_FEED) cursor.position++
  } else if (code !== LINE_FEED && code !== -1) out.push(code)
}

function isOctal(code: number): boolean {
  return code >= 0x30 && code <= 0x37
}
