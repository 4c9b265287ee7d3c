import { inPieces } from '#std'

/** Characters that no XML document may contain, not even as a reference. Names in containers can contain them. */
const unwritable = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu
const inText = /[&<>\r]/g
const inAttribute = /[&<>\r"\t\n]/g

/** A text of more characters is escaped octet by octet: a regular expression stores every match until the last, 3 GB for a text of 27 million `<`. */
const longText = 65_536

/** The text with U+FFFD in place of each character that XML cannot contain. */
export function writableText(text: string): string {
  return inPieces(text, (piece) => piece.replace(unwritable, '\uFFFD'))
}

/** Escapes text between tags. A carriage return is written as a reference, because it would otherwise be read as a line feed. */
export function xmlText(text: string): string {
  return withReferences(writableText(text), (part) => part.replace(inText, referenceTo))
}

/** Escapes the value of an attribute between double quotes. */
export function xmlAttribute(value: string): string {
  return withReferences(writableText(value), (part) => part.replace(inAttribute, referenceTo))
}

function withReferences(text: string, escaped: (part: string) => string): string {
  if (text.length <= longText) return escaped(text)
  // All special characters are ASCII, and in UTF-8 no octet of another character is ASCII.
  const references = Array.from({ length: 128 }, (_, code) => {
    const reference = escaped(String.fromCharCode(code))
    return reference.length > 1 ? Buffer.from(reference) : undefined
  })
  const octets = Buffer.from(text)
  let length = 0
  for (const octet of octets) length += references[octet]?.length ?? 1
  const written = Buffer.allocUnsafe(length)
  let at = 0
  for (const octet of octets) {
    const reference = references[octet]
    if (reference === undefined) written[at++] = octet
    else for (const referenceOctet of reference) written[at++] = referenceOctet
  }
  return written.toString()
}

function referenceTo(character: string): string {
  return `&#x${character.charCodeAt(0).toString(16)};`
}
