import { XMLBuilder } from 'fast-xml-parser'
import { xmlAttribute, xmlText } from '#readers/xml'

/** Content of an element: child elements by name, as a list when repeated. A name that begins with `@` is an attribute. Names never come from a request. */
export interface XmlContent {
  readonly [name: string]: XmlContent | readonly XmlContent[] | string | number
}

/** Element whose text is our own base64: it needs no escaping and may be large. */
const plainElement = 'Base64'

// Deprecated, because the builder is now the package `fast-xml-builder`, which `fast-xml-parser` re-exports.
// eslint-disable-next-line @typescript-eslint/no-deprecated
const builder = new XMLBuilder({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  // The functions below escape texts. The builder itself would write carriage returns, and characters that XML does not allow, unchanged.
  processEntities: false,
  tagValueProcessor: (name, value) => (name === plainElement ? String(value) : xmlText(String(value))),
  attributeValueProcessor: (_name, value) => xmlAttribute(String(value)),
  suppressBooleanAttributes: false,
})

/** Writes elements in the order of the object, without white space between them. */
export function writeXml(content: XmlContent): string {
  return builder.build(content)
}
