import type { Asn1Element } from './element.js'

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * The text of a character string; null when the value is of another type, or its octets do not form characters of that type.
 * Characters that the type does not allow are tolerated (PrintableString with `@`, `_` or UTF-8 occurs), because these values are only compared and shown.
 */
export function textOf(element: Asn1Element): string | null {
  const { bytes } = element.source
  const { contentStart: start, contentEnd: end } = element
  switch (element.identifier) {
    case 0x0c: // UTF8String
    case 0x12: // NumericString
    case 0x13: // PrintableString
    case 0x16: // IA5String
    case 0x1a: // VisibleString
      return asciiOrUtf8(bytes, start, end)
    case 0x14: // TeletexString: T.61 by definition, ISO 8859-1 in practice
    case 0x1b: // GeneralString
      return bytes.toString('latin1', start, end)
    case 0x1e: // BMPString
      return (end - start) % 2 === 0 ? wideText(bytes, start, end, 2) : null
    case 0x1c: // UniversalString
      return (end - start) % 4 === 0 ? wideText(bytes, start, end, 4) : null
    default:
      return null
  }
}

/** Decodes octets as UTF-8 if they are valid, otherwise as ISO 8859-1, in which every octet is a character: no octet becomes a replacement character. */
export function asciiOrUtf8(bytes: Buffer, start: number, end: number): string {
  let ascii = true
  for (let position = start; ascii && position < end; position++) ascii = (bytes[position] ?? 0) < 0x80
  if (ascii) return bytes.toString('latin1', start, end)
  try {
    return utf8.decode(bytes.subarray(start, end))
  } catch (error) {
    // A fatal decoder throws a TypeError only for octets that are not UTF-8.
    if (error instanceof TypeError) return bytes.toString('latin1', start, end)
    throw error
  }
}

function wideText(bytes: Buffer, start: number, end: number, width: 2 | 4): string | null {
  let text = ''
  for (let position = start; position < end; position += width) {
    const code = width === 2 ? bytes.readUInt16BE(position) : bytes.readUInt32BE(position)
    if (code > 0x10ffff) return null
    text += width === 2 ? String.fromCharCode(code) : String.fromCodePoint(code)
  }
  return text
}
