import type { PdfBudget } from '../pdf-limits.js'
import { Cursor, endOfWhiteSpace } from '../syntax/cursor.js'
import type { EndMarker } from './section.js'

const END_OF_FILE = '%%EOF'

/** Reads `startxref`, a position and `%%EOF` at a position of the file, after white space (ISO 32000-1, 7.5.5); null for anything else. */
export function readEndMarker(bytes: Buffer, position: number, budget: PdfBudget): EndMarker | null {
  const cursor = new Cursor(bytes, position, bytes.length, budget)
  cursor.skipWhiteSpace()
  const start = cursor.position
  if (!cursor.takeKeyword('startxref')) return null
  const section = cursor.takeNaturalNumber()
  if (section === null) return null
  const keyword = endOfWhiteSpace(bytes, cursor.position)
  const end = keyword + END_OF_FILE.length
  if (bytes.toString('latin1', keyword, end) !== END_OF_FILE) return null
  return { section, start, end, paddedEnd: endOfWhiteSpace(bytes, end) }
}
