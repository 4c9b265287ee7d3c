import { endOfNcName } from './names.js'
import { XmlError } from './xml-error.js'

const predefined: ReadonlyMap<string, string> = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
])

/**
 * Replaces character references and the five predefined entities (XML 1.0 sections 4.1 and 4.6).
 *
 * @param offset position of `raw` in the document
 * @param literal normalises the text between references; a line break or tab that is written as a reference is not normalised (sections 2.11 and 3.3.3)
 * @throws XmlError XML_REFERENCE, XML_ENTITY, XML_CHARACTER
 */
export function expandReferences(raw: string, offset: number, literal: (text: string) => string): string {
  // Not a growing string: each of its steps would be an object that lives until the end, which takes most of the time for millions of references.
  const pieces: string[] = []
  let from = 0
  for (let at = raw.indexOf('&'); at >= 0; at = raw.indexOf('&', from)) {
    const end = raw.indexOf(';', at)
    if (end < 0) throw new XmlError('XML_REFERENCE', '"&" begins no reference.', offset + at)
    if (at > from) pieces.push(literal(raw.slice(from, at)))
    pieces.push(referenced(raw.slice(at + 1, end), offset + at))
    from = end + 1
  }
  if (from === 0) return literal(raw)
  pieces.push(literal(raw.slice(from)))
  return pieces.join('')
}

function referenced(body: string, offset: number): string {
  const code = characterCode(body)
  if (code !== null) {
    if (!isCharacter(code)) throw new XmlError('XML_CHARACTER', 'A reference to a character that XML does not allow.', offset)
    return String.fromCodePoint(code)
  }
  const character = predefined.get(body)
  if (character !== undefined) return character
  if (body !== '' && endOfNcName(body, 0) === body.length)
    throw new XmlError('XML_ENTITY', `The entity ${body.slice(0, 40)} is not one of the five predefined ones.`, offset)
  throw new XmlError('XML_REFERENCE', '"&" begins no reference.', offset)
}

const HASH = 0x23
const LOWER_X = 0x78

/**
 * The number of `#65` or `#x41`; null for anything else. A number too large for the type becomes Infinity, which is not a character either. It is read digit by
 * digit: for a text that consists of references this takes a fifth of the time of a regular expression and `parseInt`.
 */
function characterCode(body: string): number | null {
  if (body.charCodeAt(0) !== HASH) return null
  const isHexadecimal = body.charCodeAt(1) === LOWER_X
  const radix = isHexadecimal ? 16 : 10
  const first = isHexadecimal ? 2 : 1
  if (body.length === first) return null
  let code = 0
  for (let at = first; at < body.length; at++) {
    const digit = digitOf(body.charCodeAt(at))
    if (digit >= radix) return null
    code = code * radix + digit
  }
  return code
}

/** The value of a hexadecimal digit; 16 for any other character. */
function digitOf(unit: number): number {
  if (unit >= 0x30 && unit <= 0x39) return unit - 0x30
  const letter = unit | 0x20
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : 16
}

/** Whether a code point is a Char of XML 1.0 section 2.2. */
function isCharacter(code: number): boolean {
  if (code < 0x20) return code === 0x9 || code === 0xa || code === 0xd
  return code <= 0xd7ff || (code >= 0xe000 && code <= 0xfffd) || (code >= 0x10000 && code <= 0x10ffff)
}
