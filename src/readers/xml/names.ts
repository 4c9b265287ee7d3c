import { XmlError } from './xml-error.js'

export const XML_NAMESPACE = 'http://www.w3.org/XML/1998/namespace'
export const XMLNS_NAMESPACE = 'http://www.w3.org/2000/xmlns/'

/** A name split at its colon (Namespaces in XML 1.0 section 4). */
export interface QualifiedName {
  readonly name: string
  readonly prefix: string
  readonly localName: string
}

/** NameStartChar and NameChar of XML 1.0, fifth edition, section 2.3, without the colon. */
const nameStart = String.raw`A-Z_a-z\u00C0-\u00D6\u00D8-\u00F6\u00F8-\u02FF\u0370-\u037D\u037F-\u1FFF\u200C-\u200D\u2070-\u218F\u2C00-\u2FEF\u3001-\uD7FF\uF900-\uFDCF\uFDF0-\uFFFD\u{10000}-\u{EFFFF}`
const nameCharacter = String.raw`-.0-9A-Z_a-z\u00B7\u00C0-\u00D6\u00D8-\u00F6\u00F8-\u037D\u037F-\u1FFF\u200C-\u200D\u203F\u2040\u2070-\u218F\u2C00-\u2FEF\u3001-\uD7FF\uF900-\uFDCF\uFDF0-\uFFFD\u{10000}-\u{EFFFF}`

/**
 * NCName with letters beyond ASCII. The engine needs memory for each character of a match, and fails for millions of them: a long name is matched in pieces.
 */
const ncNameBeginning = new RegExp(`[${nameStart}][${nameCharacter}]{0,4095}`, 'uy')
const ncNamePiece = new RegExp(`[${nameCharacter}]{1,4096}`, 'uy')

/** For each ASCII character: 1 if a name may start with it, 2 if it may only continue a name, 0 if it ends a name. */
const asciiClass = new Uint8Array(128)
for (const c of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_') asciiClass[c.charCodeAt(0)] = 1
for (const c of '0123456789-.') asciiClass[c.charCodeAt(0)] = 2

/** The end of the NCName that begins at `start`; `start` itself when there is none. Names in ASCII, which nearly all are, need no regular expression. */
export function endOfNcName(text: string, start: number): number {
  let i = start
  let code = text.charCodeAt(i)
  if (code < 128 && asciiClass[code] !== 1) return start
  while (code < 128 && asciiClass[code] !== 0) code = text.charCodeAt(++i)
  // NaN, after the end of the text, is not >= 128.
  if (!(code >= 128)) return i
  ncNameBeginning.lastIndex = start
  if (!ncNameBeginning.test(text)) return start
  let end = ncNameBeginning.lastIndex
  ncNamePiece.lastIndex = end
  while (ncNamePiece.test(text)) end = ncNamePiece.lastIndex
  return end
}

/** Whether the whole text is an NCName, as the identifier of an element must be. */
export function isNcName(text: string): boolean {
  return text !== '' && endOfNcName(text, 0) === text.length
}

/** Reads the qualified name at `start`, which ends `name.length` characters after it. Throws `XML_NAME`. */
export function readQualifiedName(text: string, start: number): QualifiedName {
  const end = endOfNcName(text, start)
  if (end === start) throw new XmlError('XML_NAME', 'A name is expected here.', start)
  if (text.charCodeAt(end) !== 0x3a) {
    const name = text.slice(start, end)
    return { name, prefix: '', localName: name }
  }
  const localEnd = endOfNcName(text, end + 1)
  if (localEnd === end + 1 || text.charCodeAt(localEnd) === 0x3a)
    throw new XmlError('XML_NAME', 'A name holds one colon at most, between prefix and local name.', start)
  return { name: text.slice(start, localEnd), prefix: text.slice(start, end), localName: text.slice(end + 1, localEnd) }
}
