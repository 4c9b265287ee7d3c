import { PdfError } from '../pdf-error.js'
import { type Cursor, isDigit, isWhiteSpace, maxNumberLength } from './cursor.js'
import { parseHexadecimalString, parseLiteralString } from './parse-string.js'
import { PdfDictionary, PdfName, PdfReal, PdfReference, type PdfValue } from './values.js'

const SLASH = 0x2f
const LESS = 0x3c
const GREATER = 0x3e
const OPEN_BRACKET = 0x5b
const CLOSE_BRACKET = 0x5d
const OPEN_PARENTHESIS = 0x28
const LETTER_R = 0x52

/** Memory of an empty list, dictionary and string, in multiples of the memory of another value: measured 180, 320 and 280 octets. */
const valuesOfArray = 2
const valuesOfDictionary = 4
const valuesOfString = 4

/**
 * The value that starts at the cursor, after white space (ISO 32000-1, 7.3). Streams are not parsed here: only an indirect object can be one.
 *
 * @throws PdfError PDF_SYNTAX for a violation of the grammar: nothing is guessed, because two programs that guess differently show two documents;
 * PDF_LIMIT_DEPTH and other bounds
 */
export function parseValue(cursor: Cursor, depth = 0): PdfValue {
  cursor.budget.countValues(1)
  if (depth > cursor.budget.limits.maxDepth) throw new PdfError('PDF_LIMIT_DEPTH', `more than ${cursor.budget.limits.maxDepth} levels`)
  const code = cursor.skipWhiteSpace()
  switch (code) {
    case SLASH:
      return new PdfName(parseName(cursor))
    case LESS:
      if (cursor.at(cursor.position + 1) === LESS) return dictionaryAt(cursor, depth)
      cursor.budget.countValues(valuesOfString)
      return parseHexadecimalString(cursor)
    case OPEN_PARENTHESIS:
      cursor.budget.countValues(valuesOfString)
      return parseLiteralString(cursor)
    case OPEN_BRACKET:
      return parseArray(cursor, depth)
    default:
      return isDigit(code) ? parseNumberOrReference(cursor) : parseWord(cursor)
  }
}

/** The name at the cursor, which is at its slash. */
function parseName(cursor: Cursor): string {
  cursor.position++
  const written = cursor.readToken()
  const { maxTextBytes } = cursor.budget.limits
  if (written.length > maxTextBytes) throw new PdfError('PDF_LIMIT_TEXT', `a name of more than ${maxTextBytes} octets`)
  return decodeName(written)
}

/** Prefix of the value of a name that programs decode in different ways. */
export const UNCLEAR_NAME = '\ufffd'

/** Decodes a name as written, without its slash: `#hh` is an octet. A name with another `#` equals only a name with the same notation. */
export function decodeName(text: string): string {
  if (!text.includes('#')) return text
  if (/#(?![0-9A-Fa-f]{2})/.test(text)) return UNCLEAR_NAME + text
  return text.length <= usualLength ? decoded(text) : decodedInPlace(Buffer.from(text, 'latin1'))
}

/** Longer names are decoded octet by octet: a regular expression stores every match until the last, gigabytes for a name of 20 MB. */
const usualLength = 1_000

function decoded(text: string): string {
  return text.replace(/#([0-9A-Fa-f]{2})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
}

function decodedInPlace(octets: Buffer): string {
  let length = 0
  for (let at = 0; at < octets.length; at++, length++) {
    const code = octets[at] === 0x23 ? octetOfDigits(octets[at + 1], octets[at + 2]) : -1
    octets[length] = code < 0 ? (octets[at] ?? 0) : code
    if (code >= 0) at += 2
  }
  return octets.toString('latin1', 0, length)
}

/** The octet of two hexadecimal digits; -1 for anything else. */
function octetOfDigits(first = 0, second = 0): number {
  const [high, low] = [digitOf(first), digitOf(second)]
  return high < 0 || low < 0 ? -1 : high * 16 + low
}

function digitOf(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30
  const letter = code | 0x20
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1
}

function parseArray(cursor: Cursor, depth: number): readonly PdfValue[] {
  const items: PdfValue[] = []
  cursor.budget.countValues(valuesOfArray)
  cursor.position++
  for (;;) {
    const code = cursor.skipWhiteSpace()
    if (code === -1) throw cursor.error('PDF_SYNTAX', 'an array does not end')
    if (code === CLOSE_BRACKET) {
      cursor.position++
      return items
    }
    items.push(parseValue(cursor, depth + 1))
  }
}

/** The dictionary at the cursor (ISO 32000-1, 7.3.7). Throws `PdfError`, also when no dictionary starts there. */
export function parseDictionary(cursor: Cursor): PdfDictionary {
  if (cursor.at(cursor.position) !== LESS || cursor.at(cursor.position + 1) !== LESS)
    throw cursor.error('PDF_SYNTAX', 'a dictionary is expected')
  return dictionaryAt(cursor, 0)
}

function dictionaryAt(cursor: Cursor, depth: number): PdfDictionary {
  const entries = new Map<string, PdfValue>()
  // Allocated on demand: there are many dictionaries, and repeated keys are rare.
  let further: { readonly keys: string[]; readonly values: PdfValue[] } | undefined
  let absent: Set<string> | undefined
  cursor.budget.countValues(valuesOfDictionary)
  cursor.position += 2
  for (;;) {
    const code = cursor.skipWhiteSpace()
    if (code === GREATER && cursor.at(cursor.position + 1) === GREATER) {
      cursor.position += 2
      return new PdfDictionary(entries, further?.keys, further?.values, absent)
    }
    if (code !== SLASH) throw cursor.error('PDF_SYNTAX', 'a key of a dictionary is expected')
    const key = parseName(cursor)
    const value = parseValue(cursor, depth + 1)
    const known = entries.get(key)
    if (known === undefined && absent?.has(key) !== true) {
      if (value !== null) entries.set(key, value)
      else {
        absent ??= new Set()
        absent.add(key)
      }
    } else if (!isSamePlainValue(known ?? null, value)) {
      further ??= { keys: [], values: [] }
      further.keys.push(key)
      further.values.push(value)
    }
  }
}

/** Whether two simple values (numbers, names, references) are equal: then it does not matter which of them a program uses. */
function isSamePlainValue(one: PdfValue, other: PdfValue): boolean {
  if (one instanceof PdfName) return other instanceof PdfName && one.value === other.value
  if (one instanceof PdfReference)
    return other instanceof PdfReference && one.number === other.number && one.generation === other.generation
  return (one === null || typeof one !== 'object') && one === other
}

/** Greatest number in a reference. Some programs wrap greater numbers around and find an object with a small number. */
const greatestReference = 2 ** 31 - 1

/** A number, or the reference whose first part it is. */
function parseNumberOrReference(cursor: Cursor): PdfValue {
  const number = cursor.takeNaturalNumber()
  if (number === null) return parseWord(cursor)
  const afterNumber = cursor.position
  if (isWhiteSpace(cursor.at(afterNumber))) {
    const generation = cursor.takeNaturalNumber()
    if (generation !== null && cursor.skipWhiteSpace() === LETTER_R && cursor.takeKeyword('R')) {
      if (number > greatestReference) throw cursor.error('PDF_SYNTAX', 'a reference to a number that no object can have', afterNumber)
      return new PdfReference(number, generation)
    }
    cursor.position = afterNumber
  }
  return number
}

/** A keyword or a number with sign or point. */
function parseWord(cursor: Cursor): PdfValue {
  const start = cursor.position
  const word = cursor.readToken()
  switch (word) {
    case 'true':
      return true
    case 'false':
      return false
    case 'null':
      return null
    case '':
      throw cursor.error('PDF_SYNTAX', start >= cursor.limit ? 'a value is missing' : 'a value cannot start with this character', start)
  }
  if (word.length > maxNumberLength || !/^[+-]?(?:\d+\.?\d*|\.\d+)$/.test(word)) throw cursor.error('PDF_SYNTAX', 'this is no value', start)
  const value = Number.parseFloat(word)
  return word.includes('.') || !Number.isSafeInteger(value) ? new PdfReal(value) : value + 0
}
