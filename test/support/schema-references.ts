import type { JsonSchema } from '#readers/json-schema'
import { namedSchemas } from '../../src/interfaces/http/schemas/index.js'

const named = new Map(namedSchemas.map((schema) => [String(schema['$id']), schema]))

/** The schema of a route, with the named schemas in the place of their references. */
export function ofRoute(schema: unknown): JsonSchema {
  return resolved(schema, (reference) => named.get(reference.replace(/#$/, ''))) as JsonSchema
}

/** A part of an OpenAPI document, with its components in the place of their references. */
export function ofDescription<Part>(part: Part, { components }: { readonly components: { readonly schemas?: object } }): Part {
  const schemas = new Map(Object.entries(components.schemas ?? {}))
  return resolved(part, (reference) => schemas.get(reference.replace('#/components/schemas/', '')) as unknown) as Part
}

/** @param inside the references that lead here: a schema that refers to itself is open from there on */
function resolved(part: unknown, find: (reference: string) => unknown, inside: readonly string[] = []): unknown {
  if (Array.isArray(part)) return part.map((item) => resolved(item, find, inside))
  if (typeof part !== 'object' || part === null) return part
  if ('$ref' in part) {
    const target = find(String(part.$ref))
    if (target === undefined) throw new Error(`${String(part.$ref)} leads nowhere`)
    return inside.includes(String(part.$ref)) ? {} : resolved(target, find, [...inside, String(part.$ref)])
  }
  const members = Object.entries(part).filter(([name]) => name !== '$id' && name !== 'title')
  return Object.fromEntries(members.map(([name, value]) => [name, resolved(value, find, inside)]))
}
