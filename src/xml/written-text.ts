/** Characters that no XML document may hold, not even as a reference. Names in containers can hold them. */
const unwritable = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu
const markup = /[&<>\r]/g

/** The text with U+FFFD in place of each character that XML cannot hold. */
export function writableText(text: string): string {
  return text.replace(unwritable, '\uFFFD')
}

/** Text between tags. A carriage return is written as a reference, or it would arrive as a line feed. */
export function xmlText(text: string): string {
  return writableText(text).replace(markup, (character) => `&#x${character.charCodeAt(0).toString(16)};`)
}

/** The value of an attribute between double quotes. */
export function xmlAttribute(value: string): string {
  return xmlText(value).replace(/["\t\n]/g, (character) => `&#x${character.charCodeAt(0).toString(16)};`)
}
