import { type DistinguishedName, resultOrNull } from '#model'
import { Asn1Error, asciiOrUtf8, openEncoding, textOf } from '#readers/der'
import { attributeOid } from './attribute-types.js'
import { type NameAttribute, nameOfAttributes } from './distinguished-name.js'
import { CERTIFICATE_RULES } from './encoding-rules.js'

/**
 * Parses a distinguished name in text form, as in X509IssuerName; null when the text is not a name, and for a text of more than `maxCharacters`.
 *
 * Accepted notations:
 *
 * - RFC 4514, and its variants in documents: `OID.` before an OID, hexadecimal values of any string type, attribute names in any letter case and of several
 *   vocabularies, quoted values (RFC 2253), `;` as separator, white space and line breaks between all parts;
 * - the older form of OpenSSL, `/C=EE/O=…` or `C=EE/O=…`, in the order of the certificate.
 */
export function parseDistinguishedNameText(text: string, maxCharacters: number): DistinguishedName | null {
  const relativeNames = relativeNamesOf(text, maxCharacters)
  return relativeNames === null ? null : nameOfAttributes(relativeNames)
}

/** Only the attributes of such a text, least specific first: for a comparison that neither writes the name nor needs its canonical form. */
export function nameAttributesOfText(text: string, maxCharacters: number): readonly NameAttribute[] | null {
  return relativeNamesOf(text, maxCharacters)?.flat() ?? null
}

/** The relative names, least specific first. */
function relativeNamesOf(text: string, maxCharacters: number): NameAttribute[][] | null {
  if (text.length > maxCharacters) return null
  // Not trimmed at the end, because the last blank may be escaped. `Characters.finish` drops blanks that are not escaped.
  const trimmed = text.trimStart()
  if (trimmed === '') return null
  if (trimmed.startsWith('/')) return parseSlashed(trimmed.slice(1))
  const relativeNames = parseSeparated(trimmed)
  const single = relativeNames?.length === 1 && relativeNames[0]?.length === 1
  // A single attribute whose value contains `/O=` or the like is the older form without its first slash.
  if (single && /\/[A-Za-z][A-Za-z0-9.]*=/.test(trimmed)) return parseSlashed(trimmed)
  return relativeNames?.reverse() ?? null
}

function parseSlashed(text: string): NameAttribute[][] | null {
  const relativeNames: NameAttribute[][] = []
  // A slash belongs to the value (`O=A/S`) unless a known attribute type follows it.
  let current: NameAttribute | null = null
  for (const part of text.split('/')) {
    const equals = part.indexOf('=')
    const oid = equals < 0 ? null : attributeOid(part.slice(0, equals).trim())
    if (oid !== null) {
      current = { oid, value: fold(part.slice(equals + 1)) }
      relativeNames.push([current])
    } else {
      if (current === null) return null
      current = { oid: current.oid, value: `${current.value}/${fold(part)}` }
      relativeNames[relativeNames.length - 1] = [current]
    }
  }
  return relativeNames
}

/** The relative names in the order of the text; null for text that is not a name. Each character is examined once. */
function parseSeparated(text: string): NameAttribute[][] | null {
  const relativeNames: NameAttribute[][] = [[]]
  let position = 0
  for (;;) {
    const equals = text.indexOf('=', position)
    if (equals < 0) return null
    const oid = attributeOid(text.slice(position, equals).trim())
    if (oid === null) return null
    const value = readValue(text, equals + 1)
    if (value === null) return null
    relativeNames[relativeNames.length - 1]?.push({ oid, value: value.text })
    position = value.end
    if (position >= text.length) return relativeNames
    if (text[position] !== '+') relativeNames.push([])
    position += 1
  }
}

/** The value at `start`, and the position of the separator after it. Null for a value that breaks the grammar. */
function readValue(text: string, start: number): { text: string; end: number } | null {
  let position = start
  while (/\s/.test(text[position] ?? '')) position += 1
  const first = text[position]
  if (first === '#') return readHexValue(text, position + 1)
  if (first === '"') return readQuotedValue(text, position + 1)
  const characters = new Characters()
  for (; position < text.length; ) {
    position = characters.takePlain(text, position)
    const character = text[position] ?? ''
    if (position === text.length || character === ',' || character === ';' || character === '+') break
    if (character === '"') return null
    const next = characters.take(text, position)
    if (next === null) return null
    position = next
  }
  return { text: characters.finish(true), end: position }
}

/** RFC 2253: separators inside quotes belong to the value. */
function readQuotedValue(text: string, start: number): { text: string; end: number } | null {
  const characters = new Characters()
  let position = start
  while (text[position] !== '"') {
    if (position >= text.length) return null
    const next = characters.take(text, position)
    if (next === null) return null
    position = next
  }
  position += 1
  while (/\s/.test(text[position] ?? '')) position += 1
  if (position < text.length && !',;+'.includes(text[position] ?? '')) return null
  return { text: characters.finish(false), end: position }
}

/** A value in the form `#` and the hexadecimal encoding: the text of a string of any type; a value without text stays in this form. */
function readHexValue(text: string, start: number): { text: string; end: number } | null {
  const match = /[,;+]/g
  match.lastIndex = start
  const end = match.exec(text)?.index ?? text.length
  const hex = text.slice(start, end).trim().toLowerCase()
  if (hex.length === 0 || hex.length % 2 !== 0 || !/^[0-9a-f]+$/.test(hex)) return null
  const bytes = Buffer.from(hex, 'hex')
  return resultOrNull(Asn1Error, () => {
    const limits = {
      maxBytes: bytes.length,
      maxDepth: 0,
      maxElements: 1,
      maxNumberBytes: bytes.length,
      maxNameBytes: 0,
      maxCertificates: 0,
      maxBlanks: 0,
    }
    return { text: textOf(openEncoding(bytes, limits, CERTIFICATE_RULES)) ?? `#${hex}`, end }
  })
}

/** Letters, digits, blanks, and marks that have no special meaning in the text form of names. */
const plain = /[A-Za-z0-9 .:@/()_-]*/y

/** Collects the characters of one value. Escaped octets (`\C4\AB`) are UTF-8 and are decoded together. */
class Characters {
  private text = ''
  private octets: number[] = []
  /** Length of the text up to its last escaped character: white space before it is not trimmed. */
  private escapedLength = 0

  /** Takes the characters from `position` on that have no special meaning, as nearly all. Returns the position after them. */
  takePlain(text: string, position: number): number {
    plain.lastIndex = position
    const run = plain.exec(text)?.[0] ?? ''
    if (run !== '') this.flush()
    this.text += run
    return position + run.length
  }

  /** Takes the character or escape at `position`. Returns the position after it, or null for an invalid escape. */
  take(text: string, position: number): number | null {
    const character = text[position] ?? ''
    if (character !== '\\') {
      this.flush()
      this.text += /\s/.test(character) ? ' ' : character
      return position + 1
    }
    const pair = text.slice(position + 1, position + 3)
    if (/^[0-9A-Fa-f]{2}$/.test(pair)) {
      this.octets.push(Number.parseInt(pair, 16))
      return position + 3
    }
    const escaped = text[position + 1]
    if (escaped === undefined) return null
    this.flush()
    this.text += escaped
    this.escapedLength = this.text.length
    return position + 2
  }

  finish(trim: boolean): string {
    this.flush()
    return trim ? this.text.slice(0, this.escapedLength) + this.text.slice(this.escapedLength).trimEnd() : this.text
  }

  private flush(): void {
    if (this.octets.length === 0) return
    const bytes = Buffer.from(this.octets)
    this.text += asciiOrUtf8(bytes, 0, bytes.length)
    this.escapedLength = this.text.length
    this.octets = []
  }
}

/** The value with each run of white space as one blank, because text in XML is wrapped. */
function fold(value: string): string {
  return value.replace(/\s+/g, ' ').trim()
}
