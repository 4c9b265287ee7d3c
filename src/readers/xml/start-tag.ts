import { inPieces } from '#std'
import type { QualifiedName } from './names.js'
import { readQualifiedName } from './names.js'
import { checkDeclaration } from './namespace-scope.js'
import { expandReferences } from './references.js'
import { XmlError } from './xml-error.js'
import type { XmlLimits } from './xml-limits.js'

/** A start tag as written; namespaces are resolved when all its declarations are known. */
interface StartTag {
  readonly qualifiedName: QualifiedName
  readonly attributes: readonly WrittenAttribute[]
  readonly declarations: ReadonlyMap<string, string> | null
  /** `<a/>`: the element has no content and no end tag. */
  readonly empty: boolean
  /** Position after the closing `>`. */
  readonly end: number
}

export interface WrittenAttribute {
  readonly qualifiedName: QualifiedName
  readonly value: string
  readonly offset: number
}

const none: readonly WrittenAttribute[] = []

/**
 * Reads the tag whose `<` is at `start` (XML 1.0 section 3.1).
 *
 * @throws XmlError XML_NAME, XML_TAG, XML_ATTRIBUTE, XML_UNCLOSED, XML_TOO_MANY_ATTRIBUTES, XML_TOO_LONG, XML_DUPLICATE_ATTRIBUTE for a prefix that is declared
 * twice, and the codes of `expandReferences` and `checkDeclaration`
 */
export function readStartTag(text: string, start: number, limits: Pick<XmlLimits, 'maxAttributes' | 'maxAttributeLength'>): StartTag {
  const { maxAttributes, maxAttributeLength } = limits
  const qualifiedName = readQualifiedName(text, start + 1)
  if (qualifiedName.name.length > maxAttributeLength) throw tooLong('The name of an element', maxAttributeLength, start)
  let attributes: WrittenAttribute[] | null = null
  let declarations: Map<string, string> | null = null
  let count = 0
  let at = start + 1 + qualifiedName.name.length
  for (;;) {
    const next = skipSpace(text, at)
    const code = text.charCodeAt(next)
    if (code === 0x3e)
      return { qualifiedName, attributes: attributes ?? none, declarations: declarations && own(declarations), empty: false, end: next + 1 }
    if (code === 0x2f) {
      if (text.charCodeAt(next + 1) !== 0x3e) throw new XmlError('XML_TAG', '"/" in a start tag is followed by ">" only.', next)
      return { qualifiedName, attributes: attributes ?? none, declarations: declarations && own(declarations), empty: true, end: next + 2 }
    }
    if (next === text.length) throw new XmlError('XML_UNCLOSED', 'The document ends inside a tag.', start)
    if (next === at) throw new XmlError('XML_TAG', 'White space is missing in a start tag.', next)
    if (++count > maxAttributes)
      throw new XmlError('XML_TOO_MANY_ATTRIBUTES', `More than ${maxAttributes} attributes in one element.`, next)

    const attribute = readQualifiedName(text, next)
    if (attribute.name.length > maxAttributeLength) throw tooLong('The name of an attribute', maxAttributeLength, next)
    const open = valueStart(text, next + attribute.name.length)
    const close = text.indexOf(text.charAt(open), open + 1)
    if (close < 0) throw new XmlError('XML_UNCLOSED', 'The document ends inside an attribute.', next)
    if (close - open - 1 > maxAttributeLength) throw tooLong('The value of an attribute', maxAttributeLength, open)
    const raw = text.slice(open + 1, close)
    const value = notLiteral.test(raw) ? normalisedValue(raw, open + 1) : raw
    at = close + 1

    if (attribute.prefix === 'xmlns' || attribute.name === 'xmlns') {
      const prefix = attribute.prefix === '' ? '' : attribute.localName
      checkDeclaration(prefix, value, next)
      declarations ??= new Map()
      if (declarations.has(prefix)) throw new XmlError('XML_DUPLICATE_ATTRIBUTE', `${attribute.name.slice(0, 40)} is declared twice.`, next)
      declarations.set(prefix, value)
    } else {
      attributes ??= []
      attributes.push({ qualifiedName: attribute, value, offset: next })
    }
  }
}

function tooLong(what: string, maxLength: number, offset: number): XmlError {
  return new XmlError('XML_TOO_LONG', `${what} has more than ${maxLength} characters.`, offset)
}

/** The declarations without `xmlns:xml`: the prefix is always bound, and canonicalization never writes its declaration. Null when none is left. */
function own(declarations: Map<string, string>): ReadonlyMap<string, string> | null {
  declarations.delete('xml')
  return declarations.size === 0 ? null : declarations
}

/** The position of the opening quote after the name of an attribute. */
function valueStart(text: string, afterName: number): number {
  // As nearly all are written.
  if (text.startsWith('="', afterName)) return afterName + 1
  const equals = skipSpace(text, afterName)
  if (text.charCodeAt(equals) !== 0x3d) throw new XmlError('XML_ATTRIBUTE', '"=" is missing after the name of an attribute.', equals)
  const open = skipSpace(text, equals + 1)
  const quote = text.charCodeAt(open)
  if (quote !== 0x22 && quote !== 0x27) throw new XmlError('XML_ATTRIBUTE', 'The value of an attribute is not quoted.', open)
  return open
}

/** Characters that make the value of an attribute another one than it is written. */
const notLiteral = /[&<\t\n\r]/

/** The value of an attribute, normalised as CDATA (section 3.3.3): without a document type every attribute is CDATA. */
function normalisedValue(raw: string, offset: number): string {
  const markup = raw.indexOf('<')
  if (markup >= 0) throw new XmlError('XML_ATTRIBUTE', '"<" in the value of an attribute.', offset + markup)
  return expandReferences(raw, offset, spaced)
}

/** Line breaks and tabs become spaces; CR LF is one line break (section 2.11). */
function spaced(text: string): string {
  return inPieces(text, (piece) => piece.replace(/\r\n|[\t\n\r]/g, ' '))
}

/** The first position from `at` on that is not white space (S of section 2.3). */
export function skipSpace(text: string, at: number): number {
  let i = at
  for (;;) {
    const code = text.charCodeAt(i)
    if (code !== 0x20 && code !== 0x0a && code !== 0x09 && code !== 0x0d) return i
    i++
  }
}
