import { inPieces } from '#std'

/** Escapes the text of an element (Canonical XML 1.0 section 2.3). */
export function escapeText(text: string): string {
  return /[&<>\r]/.test(text) ? inPieces(text, (piece) => piece.replace(/[&<>\r]/g, escaped)) : text
}

/** Escapes the value of an attribute or namespace declaration (Canonical XML 1.0 section 2.3). */
export function escapeAttribute(value: string): string {
  return /[&<"\t\n\r]/.test(value) ? inPieces(value, (piece) => piece.replace(/[&<"\t\n\r]/g, escaped)) : value
}

function escaped(character: string): string {
  switch (character) {
    case '&':
      return '&amp;'
    case '<':
      return '&lt;'
    case '>':
      return '&gt;'
    case '"':
      return '&quot;'
    case '\t':
      return '&#x9;'
    case '\n':
      return '&#xA;'
    default:
      return '&#xD;'
  }
}

/**
 * Compares by Unicode code points, the order that canonicalization uses. Strings compare by UTF-16 code units, in which surrogates (code
 * points from U+10000) come before U+E000 to U+FFFF.
 */
export function compareCodePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i)
    const y = b.charCodeAt(i)
    if (x === y) continue
    const xSurrogate = (x & 0xf800) === 0xd800
    return xSurrogate === ((y & 0xf800) === 0xd800) ? x - y : xSurrogate ? 1 : -1
  }
  return a.length - b.length
}
