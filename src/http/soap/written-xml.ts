import { XMLBuilder } from 'fast-xml-parser'

/** Characters that no XML document may hold, not even as a reference. Names in containers can hold them. */
const unwritable = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu
const markup = /[&<>\r]/g

/** Text that can be written in XML: what cannot becomes U+FFFD. */
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

/** Elements by their names; a list stands for as many of them, `@` before the name of an attribute. Names are never made of what somebody sent. */
export interface XmlContent {
  readonly [name: string]: XmlContent | readonly XmlContent[] | string | number
}

/** Our own base64: it holds nothing to escape, and may be large. */
const plainElement = 'Base64'

// The builder is a package of its own by now (`fast-xml-builder`), which this one brings along and hands out under its old name.
// eslint-disable-next-line @typescript-eslint/no-deprecated
const builder = new XMLBuilder({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  // Escaped by the functions above: the builder's own leave a carriage return and characters that XML cannot hold.
  processEntities: false,
  tagValueProcessor: (name, value) => (name === plainElement ? String(value) : xmlText(String(value))),
  attributeValueProcessor: (_name, value) => xmlAttribute(String(value)),
  suppressBooleanAttributes: false,
})

/** Elements in the order of the object, without white space between them. Empty texts are empty elements. */
export function writeXml(content: XmlContent): string {
  return builder.build(content)
}
