import { inPieces } from '#std'
import { PdfError } from '../pdf-error.js'
import type { PdfBudget } from '../pdf-limits.js'
import { PdfString, type PdfValue } from '../syntax/values.js'

/** The characters of PDFDocEncoding that differ from ISO 8859-1 (ISO 32000-1, D.2): 0x18 to 0x1f, and 0x80 to 0xa0. */
const low = '\u02d8\u02c7\u02c6\u02d9\u02dd\u02db\u02da\u02dc'
const high =
  '\u2022\u2020\u2021\u2026\u2014\u2013\u0192\u2044\u2039\u203a\u2212\u2030\u201e\u201c\u201d\u2018\u2019\u201a\u2122\ufb01\ufb02\u0141\u0152\u0160\u0178\u017d\u0131\u0142\u0153\u0161\u017e\ufffd\u20ac'

/**
 * A text string (ISO 32000-2, 7.9.2.2): UTF-16BE or UTF-8 after a byte order mark, otherwise PDFDocEncoding. Null for a value that is not a string. Its octets
 * count on the budget, because texts stay in memory and are reported, and many references may lead to one text.
 *
 * @throws PdfError PDF_LIMIT_TEXT
 */
export function textOf(value: PdfValue, budget: PdfBudget): string | null {
  if (!(value instanceof PdfString)) return null
  const { bytes } = value
  const { maxTextBytes } = budget.limits
  if (bytes.length > maxTextBytes) throw new PdfError('PDF_LIMIT_TEXT', `a text of more than ${maxTextBytes} octets`)
  budget.countText(bytes.length)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return utf16(bytes.subarray(2))
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return bytes.toString('utf8', 3)
  const text = bytes.toString('latin1')
  return /[\x18-\x1f\x80-\xa0]/.test(text) ? inPieces(text, decoded) : text
}

/** The UTF-16 code unit of each octet. All characters are in the basic multilingual plane. */
const codeUnits = Uint16Array.from({ length: 256 }, (_, octet) => (low[octet - 0x18] ?? high[octet - 0x80])?.charCodeAt(0) ?? octet)

/** Uses the table instead of a replacement for each character: an object stream of 80 KB may hold a text of sixty million characters. */
function decoded(piece: string): string {
  const units = new Uint16Array(piece.length)
  for (let i = 0; i < units.length; i++) units[i] = codeUnits[piece.charCodeAt(i)] ?? 0
  return Buffer.from(units.buffer).toString('utf16le')
}

/**
 * The fully qualified name of a field (ISO 32000-1, 12.7.3.2).
 *
 * @param above fully qualified name of the field above; empty for none
 * @param partial the partial name (`T`); null for a field without one
 *
 * @throws PdfError PDF_LIMIT_TEXT
 */
export function nameBelow(above: string, partial: string | null, { limits: { maxTextBytes } }: PdfBudget): string {
  const name = partial === null ? above : above === '' ? partial : `${above}.${partial}`
  if (name.length > maxTextBytes) throw new PdfError('PDF_LIMIT_TEXT', `a field whose name has more than ${maxTextBytes} characters`)
  return name
}

function utf16(bytes: Buffer): string {
  const whole = Buffer.from(bytes.subarray(0, bytes.length & ~1))
  return whole.swap16().toString('utf16le')
}
