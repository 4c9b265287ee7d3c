import { XMLBuilder } from 'fast-xml-parser'
import { formatInstant, type Instant } from '#model'
import { xmlAttribute, xmlText } from '#xml'

/** Elements by their names, in their order; a list stands for as many of them, `@` before the name of an attribute, `#text` beside attributes. Absent: undefined. */
export interface Elements {
  readonly [name: string]: Elements | readonly (Elements | string)[] | string | undefined
}

// The builder is a package of its own by now (`fast-xml-builder`), which this one brings along and hands out under its old name.
// eslint-disable-next-line @typescript-eslint/no-deprecated
const builder = new XMLBuilder({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  textNodeName: '#text',
  // Escaped by ours: the builder's own leave a carriage return and characters that XML cannot hold.
  processEntities: false,
  tagValueProcessor: (_name, value) => xmlText(String(value)),
  attributeValueProcessor: (_name, value) => xmlAttribute(String(value)),
  suppressBooleanAttributes: false,
  suppressEmptyNode: true,
})

/** A document in UTF-8. */
export function writeDocument(content: Elements): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${builder.build(present(content))}\n`
}

/** Without what is undefined, which the builder would write as an empty element. */
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

function isList(value: string | Elements | readonly (Elements | string)[]): value is readonly (Elements | string)[] {
  return Array.isArray(value)
}

/** A moment as xs:dateTime in UTC; undefined for one whose year is not 0001 to 9999. */
export function dateTime(instant: Instant | null): string | undefined {
  if (instant === null || Number.isNaN(new Date(instant).getTime())) return undefined
  const text = formatInstant(instant)
  return /^(?!0000)\d{4}-/.test(text) ? text : undefined
}
