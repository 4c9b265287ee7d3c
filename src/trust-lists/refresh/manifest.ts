import { array, compileSchema, count, having, type JsonSchema, openObject, text, when } from '#json-schema'
import { resultOrNull } from '#model'
import type { ListPromise } from '../list-set/list-file.js'
import type { AcceptedList } from '../trusted-list/accept-national-list.js'

/** A list in the manifest of the store: what it was requested as, and the validators to ask for a newer one. */
export interface NamedList {
  /** Name of the source. */
  readonly source: string
  readonly promise: ListPromise
  /** SHA-256 of the XML, lower-case hex. */
  readonly digest: string
  /** URL, ETag and Last-Modified of the download; null when it was not downloaded. */
  readonly fetched: { readonly location: string; readonly etag: string | null; readonly lastModified: string | null } | null
}

export interface ManifestEntry extends NamedList {
  /** SHA-256 of the file on the disk (gzip), lower-case hex. */
  readonly packed: string
}

interface Written {
  readonly format: number
  readonly lists: readonly ManifestEntry[]
  readonly accepted?: Readonly<Record<string, AcceptedList>>
}

export const manifestName = 'manifest.json'
export const manifestFormat = 2
/** Format of the first release, without `accepted`. */
const formatBefore = 1

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

export const manifestSchema: JsonSchema = {
  ...openObject({ format: { ...count, enum: [formatBefore, manifestFormat] }, lists: array(list) }),
  ...when(having('format', { const: manifestFormat }), {
    properties: { accepted: { type: 'object', additionalProperties: accepted } },
    required: ['accepted'],
  }),
}

const checkManifest = compileSchema<Written>(manifestSchema, 'first')

/** Reads a manifest. Null for null, for more than `maxBytes`, and for anything that this program has not written; the store then counts as empty. */
export function readManifest(
  bytes: Uint8Array | null,
  maxBytes: number,
): (Pick<Written, 'lists'> & { readonly accepted: ReadonlyMap<string, AcceptedList> }) | null {
  const { value } = checkManifest(bytes === null || bytes.length > maxBytes ? null : readJson(bytes))
  if (value === null) return null
  return { lists: value.lists, accepted: new Map(value.format === formatBefore ? [] : Object.entries(value.accepted ?? {})) }
}

/** The value of a JSON text in UTF-8; null for anything else. */
export function readJson(bytes: Uint8Array): unknown {
  return resultOrNull(SyntaxError, (): unknown => JSON.parse(Buffer.from(bytes).toString('utf8')))
}
