/**
 * JSON Schema in a few words. A schema library would cost 500 files to load, a third of the time from start to the first answer, for what nine
 * lines do: nothing derives types from these schemas, the types stand in the model.
 */
export type JsonSchema = Readonly<Record<string, unknown>>

/** Closed: an answer with any other member would be a mistake of ours. `optional` names the members that may be left out. */
export function object(
  properties: Readonly<Record<string, JsonSchema>>,
  optional: readonly string[] = [],
  description?: string,
): JsonSchema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name))
  return { type: 'object', ...described(description), properties, required, additionalProperties: false }
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

export function flag(description?: string): JsonSchema {
  return { type: 'boolean', ...described(description) }
}

export const count: JsonSchema = { type: 'integer', minimum: 0 }

function described(description: string | undefined): JsonSchema {
  return description === undefined ? {} : { description }
}
