import type { PdfBudget } from '../pdf-limits.js'
import { Cursor, isWhiteSpace } from '../syntax/cursor.js'
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
  while (isWhiteSpace(cursor.at(cursor.position))) cursor.position++
  const end = cursor.position + END_OF_FILE.length
  if (bytes.toString('latin1', cursor.position, end) !== END_OF_FILE) return null
  let paddedEnd = end
  while (paddedEnd < bytes.length && isWhiteSpace(bytes[paddedEnd] ?? -1)) paddedEnd++
  return { section, start, end, paddedEnd }
}
