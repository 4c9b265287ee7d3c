/**
 * A JSON Schema as a plain object. The functions below build it. A schema library would load 500 files, which takes a third of the time from the start to the
 * first answer. Types need not be derived from schemas, because the model declares them.
 */
export type JsonSchema = Readonly<Record<string, unknown>>

/** A closed object: any other member is an error. `optional` names the members that may be absent. */
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

/** Every item fits `items`. */
export function array(items: JsonSchema, description?: string): JsonSchema {
  return { type: 'array', ...described(description), items }
}

/** A string, without bounds of its own. */
export function text(description?: string): JsonSchema {
  return { type: 'string', ...described(description) }
}

/** A string that equals one of the values, letter case included. */
export function oneOf(values: readonly string[], description?: string): JsonSchema {
  return { type: 'string', ...described(description), enum: values }
}

/** A pattern that matches these words in any letter case, and nothing else. Only for words of ASCII letters and digits. */
export function inAnyLetterCase(words: readonly string[]): string {
  const both = (letter: string) => `[${letter.toUpperCase()}${letter.toLowerCase()}]`
  return words.map((word) => word.replace(/[A-Za-z]/g, both)).join('|')
}

/**
 * A string that equals one of the words in any letter case. `x-any-letter-case` checks nothing: the interface description turns it into an enumeration, so that
 * generated clients have a type for the words.
 */
export function wordInAnyLetterCase(words: readonly string[], description: string): JsonSchema {
  return { ...text(description), pattern: `^(?:${inAnyLetterCase(words)})$`, 'x-any-letter-case': words }
}

export function flag(description?: string): JsonSchema {
  return { type: 'boolean', ...described(description) }
}

/** A condition: the object has the member, and its value fits the schema. */
export function having(member: string, schema: JsonSchema = {}): JsonSchema {
  return { properties: { [member]: schema }, required: [member] }
}

/** `if`, `then`, `else` of JSON Schema: a value that fits the condition must also fit `fits`, any other value must fit `fitsNot`. Null adds no rule. */
export function when(condition: JsonSchema, fits: JsonSchema | null, fitsNot: JsonSchema | null = null): JsonSchema {
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  return { if: condition, ...(fits === null ? {} : { then: fits }), ...(fitsNot === null ? {} : { else: fitsNot }) }
}

export const count: JsonSchema = { type: 'integer', minimum: 0 }

function described(description: string | undefined): JsonSchema {
  return description === undefined ? {} : { description }
}
