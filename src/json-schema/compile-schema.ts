import { createHash } from 'node:crypto'
import { createRequire } from 'node:module'
import type { Ajv, ErrorObject, ValidateFunction } from 'ajv'
import type { JsonSchema } from './json-schema.js'
import { precompiledChecks } from './precompiled-checks.js'

/** One place where a value does not fit its schema. */
export interface Mismatch {
  /** `missing`: a member that is required; `unknown`: a member that the schema does not know; `value`: anything else. */
  readonly kind: 'missing' | 'unknown' | 'value'
  /** Names and indices from the outermost value inwards; of an unknown member the object that holds it. */
  readonly path: readonly string[]
  /** Name of the member that is missing or unknown; empty otherwise. */
  readonly member: string
  /** The keyword of JSON Schema that was not met. */
  readonly keyword: string
  /** The part of the schema at the path. */
  readonly schema: JsonSchema
  readonly value: unknown
}

/** What a value is found to be: of the type that its schema describes, or where it does not fit. */
type Checked<T> = { readonly value: T; readonly mismatches: null } | { readonly value: null; readonly mismatches: readonly Mismatch[] }

export type Check<T> = (value: unknown) => Checked<T>

/**
 * `all`: every place that does not fit. Only for schemas without lists, or a caller decides how many there are.
 * `first`: one place.
 */
export type Thoroughness = 'all' | 'first'

/** Of the library, for the build as well, which compiles the schemas of the product beforehand. */
export function ajvOptions(thoroughness: Thoroughness) {
  return { strict: true, allowUnionTypes: true, ownProperties: true, verbose: true, allErrors: thoroughness === 'all' } as const
}

/** The same schema, in the same words, has the same name. */
export function nameOfCheck(schema: JsonSchema, thoroughness: Thoroughness): string {
  return `${thoroughness} ${createHash('sha256').update(JSON.stringify(schema)).digest('hex')}`
}

const loaded = new Map<Thoroughness, Ajv>()

/**
 * `strict` refuses a schema with an unknown keyword. `ownProperties`: only own members of the value count, not those of its prototype. The library is loaded
 * when the first schema is compiled, because most processes and threads that load this module never do; in the product, the build compiles all schemas.
 */
function ajvFor(thoroughness: Thoroughness): Ajv {
  const known = loaded.get(thoroughness)
  if (known !== undefined) return known
  const library = createRequire(import.meta.url)('ajv') as typeof import('ajv')
  const ajv = new library.Ajv(ajvOptions(thoroughness))
  loaded.set(thoroughness, ajv)
  return ajv
}

/** The check of values against a schema. `T` is what the schema describes; a test compares the schema with what is done with the values. */
export function compileSchema<T>(schema: JsonSchema, thoroughness: Thoroughness): Check<T> {
  const precompiled = precompiledChecks.get(nameOfCheck(schema, thoroughness)) as ValidateFunction<T> | undefined
  const validate = precompiled ?? ajvFor(thoroughness).compile<T>(schema)
  return (value) => {
    if (validate(value)) return { value, mismatches: null }
    const mismatches = (validate.errors ?? []).filter(({ keyword }) => keyword !== 'if').map(mismatchOf)
    // The list would keep the value in memory until the next check.
    validate.errors = null
    return { value: null, mismatches }
  }
}

function mismatchOf({ keyword, instancePath, params, parentSchema = {}, data }: ErrorObject): Mismatch {
  const path = instancePath.split('/').slice(1).map(unescaped)
  const common = { keyword, value: data, schema: parentSchema as JsonSchema }
  const named = (name: unknown) => (typeof name === 'string' ? name : '')
  if (keyword === 'additionalProperties') return { ...common, kind: 'unknown', path, member: named(params['additionalProperty']) }
  if (keyword !== 'required') return { ...common, kind: 'value', path, member: '' }
  const member = named(params['missingProperty'])
  const properties = (parentSchema['properties'] ?? {}) as Readonly<Record<string, JsonSchema>>
  return { kind: 'missing', keyword, path: [...path, member], member, schema: properties[member] ?? {}, value: undefined }
}

/** A name as a JSON pointer writes it (RFC 6901, section 3). */
function unescaped(name: string): string {
  return name.replaceAll('~1', '/').replaceAll('~0', '~')
}
