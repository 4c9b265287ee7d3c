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
 * Replaces character references and the five predefined entities (XML 1.0 sections 4.1 and 4.6). `literal` normalises the text
 * between them; a line break or tab that is written as a reference is not normalised (sections 2.11 and 3.3.3).
 * `offset` is the place of `raw` in the document. Throws `XML_REFERENCE`, `XML_ENTITY`, `XML_CHARACTER`.
 */
export function expandReferences(raw: string, offset: number, literal: (text: string) => string): string {
  let expanded = ''
  let from = 0
  for (let at = raw.indexOf('&'); at >= 0; at = raw.indexOf('&', from)) {
    const end = raw.indexOf(';', at)
    if (end < 0) throw new XmlError('XML_REFERENCE', '"&" begins no reference.', offset + at)
    if (at > from) expanded += literal(raw.slice(from, at))
    expanded += referenced(raw.slice(at + 1, end), offset + at)
    from = end + 1
  }
  return from === 0 ? literal(raw) : expanded + literal(raw.slice(from))
}

function referenced(body: string, offset: number): string {
  const character = predefined.get(body)
  if (character !== undefined) return character
  const number = /^#(?:x([0-9A-Fa-f]+)|([0-9]+))$/.exec(body)
  if (number) {
    const [, hexadecimal, decimal] = number
    // A number too large for the type becomes Infinity, which is no character either.
    const code = hexadecimal === undefined ? Number.parseInt(decimal ?? '', 10) : Number.parseInt(hexadecimal, 16)
    if (!isCharacter(code)) throw new XmlError('XML_CHARACTER', 'A reference to a character that XML does not allow.', offset)
    return String.fromCodePoint(code)
  }
  if (body !== '' && endOfNcName(body, 0) === body.length)
    throw new XmlError('XML_ENTITY', `The entity ${body.slice(0, 40)} is not one of the five predefined ones.`, offset)
  throw new XmlError('XML_REFERENCE', '"&" begins no reference.', offset)
}

/** Char of XML 1.0 section 2.2. */
function isCharacter(code: number): boolean {
  if (code < 0x20) return code === 0x9 || code === 0xa || code === 0xd
  return code <= 0xd7ff || (code >= 0xe000 && code <= 0xfffd) || (code >= 0x10000 && code <= 0x10ffff)
}
