import { array, having, type JsonSchema, object, when } from '#json-schema'
import { ignored, line, paths } from '#trust'

/** A settings file that conforms to `listSettingsSchema`. */
export interface ListSettings {
  readonly sources: readonly ListSourceSettings[]
}

export interface ListSourceSettings {
  readonly name?: string
  readonly anchors: 'eu' | readonly { readonly files: string | readonly string[]; readonly notice?: string }[]
  readonly location?: string
  readonly territory?: string
  readonly folder?: string
  readonly territories?: readonly string[]
  readonly withoutTerritories?: readonly string[]
}

const descriptions = {
  anchors: '"eu", or an array of { "files", "notice" }: the certificates that may sign the list of lists',
  files: 'the path of a certificate file or folder, or an array of such paths',
  location: 'an address that begins with https:// or http://',
  source: 'the address of the list of lists, or a "folder" that holds its files',
  territory: 'the scheme territory of the list of lists, such as "EU"',
  territories: 'an array of territory codes, such as ["EE", "LV"]',
  code: 'a code as the lists do, such as "EE", "EL" for Greece, "UK"',
} as const

/**
 * Schema of a settings file for lists; README.md of `trust-lists` describes the members. `readListSettingsFile` checks that names are unique and URLs valid.
 *
 * @param maxEntries maximum length of each array
 */
export function listSettingsSchema(maxEntries: number): JsonSchema {
  const bounded = (items: JsonSchema, description: string) => ({ ...array(items, description), minItems: 1, maxItems: maxEntries })
  const comment = ignored['comment'] ?? {}
  const anchors = bounded(
    object({ files: paths(maxEntries, descriptions.files), notice: line, comment }, ['notice', 'comment']),
    descriptions.anchors,
  )
  const codes = bounded({ ...line, description: descriptions.code, pattern: '^[A-Z]{2}(?:_[A-Z0-9]{1,8})?$' }, descriptions.territories)
  const source = object(
    {
      name: line,
      anchors: { ...anchors, type: ['string', 'array'], ...when({ type: 'string' }, { const: 'eu', description: descriptions.anchors }) },
      location: { ...line, description: descriptions.location, pattern: '^[Hh][Tt][Tt][Pp][Ss]?://[^\\u0000-\\u001f\\u007f-\\u009f]*$' },
      territory: line,
      folder: line,
      territories: codes,
      withoutTerritories: codes,
      comment,
    },
    ['name', 'location', 'territory', 'folder', 'territories', 'withoutTerritories', 'comment'],
  )
  const rules = [ownListOfLists, oneChoiceOfTerritories]
  return object(
    { sources: bounded({ ...source, allOf: rules }, 'an array with one object for each list of lists'), ...ignored },
    Object.keys(ignored),
  )
}

/** Territory and location of the EU's list of lists are built in; any other source must state them, or a folder instead of the location. */
const ownListOfLists = when(having('anchors', { const: 'eu' }), null, {
  properties: { territory: { description: descriptions.territory } },
  required: ['territory'],
  ...when(having('folder'), null, { properties: { location: { description: descriptions.source } }, required: ['location'] }),
})

const oneChoiceOfTerritories = when(having('territories'), {
  properties: { withoutTerritories: { not: {}, description: 'it or "territories", not both' } },
})
