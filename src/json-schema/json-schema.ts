/**
 * JSON Schema in a few words. A schema library would cost 500 files to load, a third of the time from start to the first answer, for what these lines
 * do: nothing derives types from the schemas of answers, the types stand in the model.
 */
export type JsonSchema = Readonly<Record<string, unknown>>

/** Closed: any other member is a mistake. `optional` names the members that may be left out. */
export function object(
  properties: Readonly<Record<string, JsonSchema>>,
  optional: readonly string[] = [],
  description?: string,
): JsonSchema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name))
  return { type: 'object', ...described(description), properties, required, additionalProperties: false }
}

/** An object whose other members are ignored. */
export function openObject(
  properties: Readonly<Record<string, JsonSchema>>,
  optional: readonly string[] = [],
  description?: string,
): JsonSchema {
  return { ...object(properties, optional, description), additionalProperties: true }
}

export function array(items: JsonSchema, description?: string): JsonSchema {
  return { type: 'array', ...described(description), items }
}

export function text(description?: string): JsonSchema {
  return { type: 'string', ...described(description) }
}

export function oneOf(values: readonly string[], description?: string): JsonSchema {
  return { type: 'string', ...described(description), enum: values }
}

/** A pattern that matches these words in any letter case, and nothing else. Only for words of ASCII letters and digits. */
export function inAnyLetterCase(words: readonly string[]): string {
  const both = (letter: string) => `[${letter.toUpperCase()}${letter.toLowerCase()}]`
  return words.map((word) => word.replace(/[A-Za-z]/g, both)).join('|')
}

export function flag(description?: string): JsonSchema {
  return { type: 'boolean', ...described(description) }
}

/** The condition that an object has a member that fits. */
export function having(member: string, schema: JsonSchema = {}): JsonSchema {
  return { properties: { [member]: schema }, required: [member] }
}

/** What a value that fits the condition has to fit as well, and one that does not. */
export function when(condition: JsonSchema, fits: JsonSchema | null, fitsNot: JsonSchema | null = null): JsonSchema {
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  return { if: condition, ...(fits === null ? {} : { then: fits }), ...(fitsNot === null ? {} : { else: fitsNot }) }
}

export const count: JsonSchema = { type: 'integer', minimum: 0 }

function described(description: string | undefined): JsonSchema {
  return description === undefined ? {} : { description }
}
