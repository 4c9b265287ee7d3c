import { resultOrNull } from '#model'
import { array, compileSchema, type JsonSchema, openObject, text } from '#readers/json-schema'
import type { ListPromise, StoredList } from '../list-set/list-file.js'
import type { AcceptedList } from '../trusted-list/accept-national-list.js'

/** A list in the manifest: everything but its content. */
export type NamedList = Omit<StoredList, 'bytes'>

interface Manifest {
  readonly lists: readonly NamedList[]
  /** What is remembered about accepted lists, by `AcceptedListFacts.id`. */
  readonly accepted: Readonly<Record<string, AcceptedList>>
}

export const manifestName = 'manifest.json'
export const manifestFormat = 2

const orNull = (schema: JsonSchema): JsonSchema => ({ ...schema, type: [schema['type'], 'null'] })
const promise = (kind: ListPromise['kind'], members: Readonly<Record<string, JsonSchema>> = {}) =>
  openObject({ kind: { const: kind }, ...members })
const number: JsonSchema = { type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }

const list = openObject({
  source: text(),
  promise: { anyOf: [promise('list-of-lists'), promise('pivot', { location: text() }), promise('trusted-list', { territory: text() })] },
  // The digest becomes a file name, so it must be hex.
  digest: { ...text(), pattern: '^[0-9a-f]{64}$' },
  packed: text(),
  fetched: orNull(openObject({ location: text(), etag: orNull(text()), lastModified: orNull(text()) })),
})

const accepted = openObject({
  sequenceNumber: number,
  digest: text(),
  issued: number,
  entries: number,
  origin: orNull(openObject({ notice: orNull(text()), pivot: number })),
})

export const manifestSchema = openObject({
  format: { const: manifestFormat },
  lists: array(list),
  accepted: { type: 'object', additionalProperties: accepted },
})

const checkManifest = compileSchema<Manifest>(manifestSchema, 'first')

/** Reads a manifest. Null for null, for more than `maxBytes`, and for anything that this program has not written; the store then counts as empty. */
export function readManifest(bytes: Uint8Array | null, maxBytes: number): Manifest | null {
  return checkManifest(readJson(bytes, maxBytes)).value
}

/** The value of a JSON text in UTF-8; null for anything else, and for more than `maxBytes`. */
export function readJson(bytes: Uint8Array | null, maxBytes = Number.POSITIVE_INFINITY): unknown {
  if (bytes === null || bytes.length > maxBytes) return null
  return resultOrNull(SyntaxError, (): unknown => JSON.parse(Buffer.from(bytes).toString('utf8')))
}
