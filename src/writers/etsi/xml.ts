import { XMLBuilder } from 'fast-xml-parser'
import { formatInstant, type Instant } from '#model'
import { xmlAttribute, xmlText } from '#readers/xml'

/**
 * Child elements by name, in document order. A list becomes several elements of the same name, a member `@name` an attribute, and `#text` the text of an
 * element with attributes. `undefined` is left out.
 */
export interface Elements {
  readonly [name: string]: Elements | readonly (Elements | string)[] | string | undefined
}

// Deprecated in this package because the builder has moved to the package `fast-xml-builder`, which this one depends on and re-exports.
// eslint-disable-next-line @typescript-eslint/no-deprecated
const builder = new XMLBuilder({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  textNodeName: '#text',
  // Values are escaped by `#xml`: the builder would not escape carriage returns or replace characters that XML does not allow.
  processEntities: false,
  tagValueProcessor: (_name, value) => xmlText(String(value)),
  attributeValueProcessor: (_name, value) => xmlAttribute(String(value)),
  suppressBooleanAttributes: false,
  suppressEmptyNode: true,
})

/** An XML document with the declaration for UTF-8. */
export function writeDocument(content: Elements): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${builder.build(present(content))}\n`
}

/** The elements without `undefined`, which the builder would write as empty elements. */
function present(content: Elements): Elements {
  const kept: Record<string, Elements[string]> = {}
  for (const [name, value] of Object.entries(content)) {
    if (value === undefined) continue
    if (isList(value)) {
      if (value.length > 0) kept[name] = value.map((each) => (typeof each === 'string' ? each : present(each)))
    } else kept[name] = typeof value === 'string' ? value : present(value)
  }
  return kept
}

/** `Array.isArray` does not narrow a union with a readonly list. */
export function isList<T>(value: T): value is Extract<T, readonly unknown[]> {
  return Array.isArray(value)
}

/** A time as xs:dateTime in UTC; undefined for null, and for a time whose year is not 0001 to 9999. */
export function dateTime(instant: Instant | null): string | undefined {
  if (instant === null || Number.isNaN(new Date(instant).getTime())) return undefined
  const text = formatInstant(instant)
  return /^(?!0000)\d{4}-/.test(text) ? text : undefined
}
