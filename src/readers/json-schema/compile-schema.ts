import { createHash } from 'node:crypto'
import { createRequire } from 'node:module'
import type { Ajv, ErrorObject, ValidateFunction } from 'ajv'
import type { JsonSchema } from './json-schema.js'
import { precompiledChecks } from './precompiled-checks.js'

/** One place where a value does not fit its schema. */
export interface Mismatch {
  /** `missing`: a required member is absent; `unknown`: a member that the schema does not have; `value`: any other mismatch. */
  readonly kind: 'missing' | 'unknown' | 'value'
  /** Names and indices from the outermost value inwards; for an unknown member, those of the object that holds it. */
  readonly path: readonly string[]
  /** Name of the member that is missing or unknown; empty otherwise. */
  readonly member: string
  /** The keyword of JSON Schema that was not met. */
  readonly keyword: string
  /** The part of the schema at the path. */
  readonly schema: JsonSchema
  readonly value: unknown
}

/** Result of a check: the value with the type that the schema describes, or the places where it does not fit. */
type Checked<T> = { readonly value: T; readonly mismatches: null } | { readonly value: null; readonly mismatches: readonly Mismatch[] }

export type Check<T> = (value: unknown) => Checked<T>

/**
 * `first`: the check stops at the first mismatch. `all`: it collects every mismatch. `all` is only for schemas without arrays, because with an array the sender
 * of the value would decide how many mismatches are collected.
 */
type Thoroughness = 'all' | 'first'

/**
 * Options of Ajv, shared with the build, which compiles the schemas of the product ahead of time. Patterns have no flag `u`: with it, V8 stores a position for
 * each character that a repeated character class matches, and fails on 8 million characters outside Latin-1.
 */
export function ajvOptions(thoroughness: Thoroughness) {
  const allErrors = thoroughness === 'all'
  // Remarks for clients, which check nothing: values may be added; the words of a pattern.
  const keywords = ['x-extensible-enum', 'x-any-letter-case']
  return { strict: true, allowUnionTypes: true, ownProperties: true, verbose: true, unicodeRegExp: false, allErrors, keywords }
}

/** Name of a compiled check: thoroughness and SHA-256 of the schema as JSON. The build stores the check under this name, and `compileSchema` finds it there. */
export function nameOfCheck(schema: JsonSchema, thoroughness: Thoroughness): string {
  return `${thoroughness} ${createHash('sha256').update(JSON.stringify(schema)).digest('hex')}`
}

const loaded = new Map<Thoroughness, Ajv>()

/**
 * The Ajv instance. Ajv is loaded for the first schema that has no precompiled check; in the built product every schema has one. `strict` refuses a schema with
 * an unknown keyword; `ownProperties` ignores inherited members.
 */
function ajvFor(thoroughness: Thoroughness): Ajv {
  const known = loaded.get(thoroughness)
  if (known !== undefined) return known
  const library = createRequire(import.meta.url)('ajv') as typeof import('ajv')
  const ajv = new library.Ajv(ajvOptions(thoroughness))
  loaded.set(thoroughness, ajv)
  return ajv
}

/** The check of values against a schema, precompiled or compiled now. `T` is the type that the schema describes; tests compare the two. */
export function compileSchema<T>(schema: JsonSchema, thoroughness: Thoroughness): Check<T> {
  const precompiled = precompiledChecks.get(nameOfCheck(schema, thoroughness))?.() as ValidateFunction<T> | undefined
  const validate = precompiled ?? ajvFor(thoroughness).compile<T>(schema)
  return (value) => {
    if (validate(value)) return { value, mismatches: null }
    const mismatches = (validate.errors ?? []).filter(({ keyword }) => keyword !== 'if').map(mismatchOf)
    // With `verbose` the errors hold the value, which would stay in memory until the next check.
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

/** Decodes a name of a JSON pointer (RFC 6901, section 3). */
function unescaped(name: string): string {
  return name.replaceAll('~1', '/').replaceAll('~0', '~')
}
