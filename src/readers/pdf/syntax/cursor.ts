import { PdfError } from '../pdf-error.js'
import type { PdfBudget } from '../pdf-limits.js'

const REGULAR = 0
const WHITE_SPACE = 1
const DELIMITER = 2

/** The character classes of ISO 32000-1, 7.2.2. */
const characterClass = new Uint8Array(256)
for (const code of [0x00, 0x09, 0x0a, 0x0c, 0x0d, 0x20]) characterClass[code] = WHITE_SPACE
for (const character of '()<>[]{}/%') characterClass[character.charCodeAt(0)] = DELIMITER

/** Whether the octets from `start` up to, but not including, `end` are this word. */
export function isAt(bytes: Buffer, start: number, end: number, word: string): boolean {
  if (word.length !== end - start) return false
  for (let index = 0; index < word.length; index++) if (bytes[start + index] !== word.charCodeAt(index)) return false
  return true
}

export function isWhiteSpace(code: number): boolean {
  return characterClass[code] === WHITE_SPACE
}

export function isRegular(code: number): boolean {
  return characterClass[code] === REGULAR
}

/** The first position from `start` on, and at most `limit`, whose octet is no white space. */
export function endOfWhiteSpace(bytes: Buffer, start: number, limit = bytes.length): number {
  let at = start
  while (at < limit && characterClass[bytes[at] ?? 0] === WHITE_SPACE) at++
  return at
}

/** The first position of the white space that ends before `end`; `end` itself when there is none. */
export function startOfWhiteSpace(bytes: Buffer, end: number): number {
  let at = end
  while (at > 0 && characterClass[bytes[at - 1] ?? 0] === WHITE_SPACE) at--
  return at
}

/** The same for digits. */
export function startOfDigits(bytes: Buffer, end: number): number {
  let at = end
  for (; at > 0; at--) {
    const digit = (bytes[at - 1] ?? 0) - 0x30
    if (digit < 0 || digit > 9) break
  }
  return at
}

/** Like `endOfWhiteSpace`, for regular characters, of which names, numbers and keywords consist. */
export function endOfWord(bytes: Buffer, start: number, limit: number): number {
  let at = start
  while (at < limit && characterClass[bytes[at] ?? 0] === REGULAR) at++
  return at
}

/** Greatest length of a number in characters. Some programs store no more than 255 characters of a word and would read another number. */
export const maxNumberLength = 100

export function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39
}

/** A position in the octets of a file or of a decoded object stream. Nothing from `limit` on is read. */
export class Cursor {
  readonly bytes: Buffer
  readonly limit: number
  readonly budget: PdfBudget
  /** Whether `position` is a position of the file; inside an object stream it is not. */
  readonly inFile: boolean
  position: number

  constructor(bytes: Buffer, position: number, limit: number, budget: PdfBudget, inFile = true) {
    this.bytes = bytes
    this.limit = Math.min(limit, bytes.length)
    this.budget = budget
    this.inFile = inFile
    this.position = position
  }

  /** The octet at a position; -1 after the end. */
  at(position: number): number {
    return position < this.limit ? (this.bytes[position] ?? -1) : -1
  }

  /** Moves to the next octet that is neither white space nor part of a comment, and returns it; -1 at the end. */
  skipWhiteSpace(): number {
    const { bytes, limit } = this
    let at = this.position
    for (;;) {
      while (at < limit && characterClass[bytes[at] ?? 0] === WHITE_SPACE) at++
      this.position = at
      if (at >= limit) return -1
      if (bytes[at] !== 0x25) return bytes[at] ?? -1
      const comment = at
      while (at < limit && bytes[at] !== 0x0a && bytes[at] !== 0x0d) at++
      this.budget.countScanned(at - comment)
    }
  }

  /** Reads the regular characters at the cursor; empty at a delimiter or the end. */
  readToken(): string {
    const start = this.position
    this.position = endOfWord(this.bytes, start, this.limit)
    return this.bytes.toString('latin1', start, this.position)
  }

  /** Whether exactly this word is at the cursor; if so, the cursor moves past it. */
  takeKeyword(word: string): boolean {
    const end = this.position + word.length
    if (end > this.limit || !isAt(this.bytes, this.position, end, word)) return false
    if (end < this.limit && characterClass[this.bytes[end] ?? 0] === REGULAR) return false
    this.position = end
    return true
  }

  /** Reads an integer of at least 0 below 2^53, after white space; for anything else null, and the cursor does not move. */
  takeNaturalNumber(): number | null {
    const start = this.position
    if (characterClass[this.bytes[start] ?? 0] !== REGULAR) this.skipWhiteSpace()
    const { bytes, limit, position: first } = this
    let value = 0
    let end = first
    for (; end < limit; end++) {
      const digit = (bytes[end] ?? 0) - 0x30
      if (digit < 0 || digit > 9) break
      value = value * 10 + digit
      if (value > Number.MAX_SAFE_INTEGER) break
    }
    const length = end - first
    const isWithinWord = end < limit && characterClass[bytes[end] ?? 0] === REGULAR
    const isComplete = length > 0 && length <= maxNumberLength && value <= Number.MAX_SAFE_INTEGER && !isWithinWord
    this.position = isComplete ? end : start
    return isComplete ? value : null
  }

  /** Reads `count` natural numbers; null when anything else is among them. */
  takeNaturalNumbers(count: number): readonly number[] | null {
    const numbers: number[] = []
    while (numbers.length < count) {
      this.budget.countValues(1)
      const number = this.takeNaturalNumber()
      if (number === null) return null
      numbers.push(number)
    }
    return numbers
  }

  /** A `PdfError` with the position of the cursor; without a position inside an object stream. */
  error(
    code: 'PDF_SYNTAX' | 'PDF_OBJECT' | 'PDF_STREAM' | 'PDF_CROSS_REFERENCE' | 'PDF_OBJECT_STREAM',
    message: string,
    position = this.position,
  ): PdfError {
    return new PdfError(code, message, this.inFile ? position : null)
  }
}
