import { type Instant, parseInstant } from '#model'
import { type Check, compileSchema, type JsonSchema, type Mismatch, repeatedMember, text } from '#readers/json-schema'
import { TrustSettingsError } from './trust-settings-error.js'

/** Text on one line, such as a path, a name or a URL. */
export const line: JsonSchema = { ...text(), maxLength: 1_000, pattern: '^(?=[\\s\\S]*\\S)[^\\u0000-\\u001f\\u007f-\\u009f]*$' }

/** Members for comments and editors. They are allowed and ignored. */
export const ignored: Readonly<Record<string, JsonSchema>> = { $schema: {}, comment: {} }

/** Schema of one path, or of an array of at most `maxEntries` paths. */
export function paths(maxEntries: number, description: string): JsonSchema {
  return { ...line, type: ['string', 'array'], description, items: line, minItems: 1, maxItems: maxEntries }
}

/** The accepted forms of RFC 3339. Whether the day exists is checked separately. */
export const instantForm = /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,3}))?(?:Z|([+-])(\d{2}):(\d{2})))?$/

/** Parses an RFC 3339 date-time, or a date, which means 00:00 UTC. Null for anything else, including the 30th of February and 24:00. */
export function readInstant(text: string): Instant | null {
  return instantForm.test(text) && !text.startsWith('24', 11) ? parseInstant(text) : null
}

/** The time in a member of a settings file; null when the member is absent or null. Throws `TrustSettingsError` when it is not a valid time. */
export function instantAt(text: string | null | undefined, path: string, field: string): Instant | null {
  if (text === undefined || text === null) return null
  const instant = readInstant(text)
  if (instant !== null) return instant
  const sentence = 'there is no such time; write one that exists, like "2016-07-01T00:00:00Z", or a day, like "2016-07-01"'
  throw new TrustSettingsError('TRUST_FIELD_VALUE', path, field, sentence)
}

/** Compiles a schema with a limit on its array lengths, once for each limit. */
export function boundedCheck<T>(schema: (maxEntries: number) => JsonSchema): (maxEntries: number) => Check<T> {
  const compiled = new Map<number, Check<T>>()
  return (maxEntries) => {
    const check = compiled.get(maxEntries) ?? compileSchema<T>(schema(maxEntries), 'first')
    compiled.set(maxEntries, check)
    return check
  }
}

/**
 * Reads a JSON settings file and checks it by its schema. Every defect is thrown as a `TrustSettingsError` that names the member and says what to write
 * instead; the descriptions in the schema provide that text.
 *
 * @param example shows the smallest valid file
 */
export function readJsonSettings<T>(bytes: Uint8Array, path: string, check: Check<T>, example: string): T {
  const { value, mismatches } = check(parse(bytes, path, example))
  if (mismatches === null) return value
  const [first] = mismatches
  if (first === undefined) throw new Error('a mismatch without a place')
  throw asError(first, path)
}

function parse(bytes: Uint8Array, path: string, example: string): unknown {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    const value: unknown = JSON.parse(text)
    const repeated = repeatedMember(text)
    if (repeated === null) return value
    const sentence = `${shown(repeated)} occurs twice in one object; remove one of the two`
    throw new TrustSettingsError('TRUST_FIELD_REPEATED', path, null, sentence)
  } catch (cause) {
    if (!(cause instanceof SyntaxError || cause instanceof TypeError)) throw cause
    throw new TrustSettingsError('TRUST_JSON', path, null, `it is not JSON in UTF-8 (${cause.message}); write ${example}`, { cause })
  }
}

function shown(member: string): string {
  return member.length > 60 || /\p{Cc}/u.test(member) ? 'one of its members' : `"${member}"`
}

function asError(mismatch: Mismatch, path: string): TrustSettingsError {
  const field = fieldAt(mismatch.path)
  switch (mismatch.kind) {
    case 'unknown': {
      const known = namesIn(mismatch.schema).join(', ')
      return new TrustSettingsError('TRUST_FIELD_UNKNOWN', path, field, `${shown(mismatch.member)} is not known here; known are ${known}`)
    }
    case 'missing':
      return new TrustSettingsError('TRUST_FIELD_MISSING', path, field, `it is missing; write ${expected(mismatch.schema)}`)
    case 'value': {
      const { maxItems } = mismatch.schema
      const tooMany = mismatch.keyword === 'maxItems' ? `it has more than ${String(maxItems)} entries; write fewer` : null
      return new TrustSettingsError('TRUST_FIELD_VALUE', path, field, tooMany ?? `write ${expected(mismatch.schema)}`)
    }
  }
}

/** `services[3].role`; null for the file as a whole. */
function fieldAt(path: readonly string[]): string | null {
  if (path.length === 0) return null
  return path.reduce((field, part) => (/^\d+$/.test(part) ? `${field}[${part}]` : field === '' ? part : `${field}.${part}`), '')
}

/** What a part of a schema requires, in words. */
function expected(schema: JsonSchema): string {
  if (typeof schema['description'] === 'string') return schema['description']
  if (Array.isArray(schema['enum'])) return `one of ${schema['enum'].join(', ')}`
  if (schema['type'] === 'boolean') return 'true or false'
  if (schema['type'] === 'object') {
    const names = namesIn(schema).filter((name) => !(name in ignored))
    return `an object with ${names.join(', ')}`
  }
  return 'a text in quotes, not empty and without line breaks'
}

function namesIn(schema: JsonSchema): readonly string[] {
  return Object.keys(schema['properties'] ?? {})
}
