import { XMLBuilder } from 'fast-xml-parser'
import { xmlAttribute, xmlText } from '#xml'

/** Elements by their names; a list stands for as many of them, `@` before the name of an attribute. Names never come from a request. */
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
