import { type Cursor, endOfWhiteSpace } from './cursor.js'
import { parseValue } from './parse-value.js'
import { naturalNumberOf, PdfDictionary, PdfReference, PdfStream, type PdfValue } from './values.js'

/** An object that was read, with the number of values that it counted on the budget. */
export interface FoundObject {
  readonly value: PdfValue
  readonly values: number
}

/** An indirect object in the file (ISO 32000-1, 7.3.10). */
export interface IndirectObject extends FoundObject {
  readonly number: number
  readonly generation: number
  /** Position of its number, and position after `endobj`, or after the value when `endobj` is missing. */
  readonly start: number
  readonly end: number
}

const LETTER_S = 0x73

/** Resolves the reference in `Length` of a stream; null when it does not lead to a number. */
type LengthResolver = (reference: PdfReference) => number | null

/**
 * Parses the indirect object at the cursor, after white space. A missing `endobj` is tolerated.
 *
 * @throws PdfError PDF_OBJECT when no object starts there, PDF_STREAM when a stream does not end, PDF_SYNTAX, or when a bound is reached
 */
export function parseIndirectObject(cursor: Cursor, lengthOf: LengthResolver): IndirectObject {
  cursor.skipWhiteSpace()
  const start = cursor.position
  const number = cursor.takeNaturalNumber()
  const generation = number === null ? null : cursor.takeNaturalNumber()
  cursor.skipWhiteSpace()
  if (number === null || generation === null || !cursor.takeKeyword('obj')) throw cursor.error('PDF_OBJECT', 'an object is expected', start)
  const counted = cursor.budget.values
  let value = parseValue(cursor)
  const values = cursor.budget.values - counted
  if (cursor.skipWhiteSpace() === LETTER_S && value instanceof PdfDictionary && cursor.takeKeyword('stream')) {
    value = parseStream(cursor, value, number, generation, lengthOf)
    cursor.skipWhiteSpace()
  }
  cursor.takeKeyword('endobj')
  return { number, generation, value, values, start, end: cursor.position }
}

/**
 * A stream (ISO 32000-1, 7.3.8): the octets between `stream` with its end of line and `endstream`. When `Length` does not lead to `endstream`, the next
 * `endstream` ends the stream, as in viewers. `exactLength` is then false, and also where no line feed follows `stream`: viewers read such streams differently.
 */
function parseStream(cursor: Cursor, dictionary: PdfDictionary, number: number, generation: number, lengthOf: LengthResolver): PdfStream {
  if (cursor.at(cursor.position) === 0x0d) cursor.position++
  const endsLine = cursor.at(cursor.position) === 0x0a
  if (endsLine) cursor.position++
  const start = cursor.position
  const stated = dictionary.get('Length')
  const length = stated instanceof PdfReference ? lengthOf(stated) : naturalNumberOf(stated)
  if (length !== null && start + length <= cursor.limit) {
    cursor.position = endOfWhiteSpace(cursor.bytes, start + length, cursor.limit)
    if (cursor.takeKeyword('endstream'))
      return new PdfStream(dictionary, cursor.bytes.subarray(start, start + length), endsLine, number, generation)
  }
  const found = cursor.bytes.indexOf('endstream', start, 'latin1')
  cursor.budget.countScanned((found < 0 ? cursor.limit : found) - start)
  if (found < 0 || found >= cursor.limit) throw cursor.error('PDF_STREAM', 'a stream does not end', start)
  cursor.position = found + 'endstream'.length
  return new PdfStream(dictionary, cursor.bytes.subarray(start, withoutEndOfLine(cursor, start, found)), false, number, generation)
}

function withoutEndOfLine(cursor: Cursor, start: number, end: number): number {
  let at = end
  if (at > start && cursor.at(at - 1) === 0x0a) at--
  if (at > start && cursor.at(at - 1) === 0x0d) at--
  return at
}
