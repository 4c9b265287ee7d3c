import { array, having, type JsonSchema, object, when } from '#readers/json-schema'
import type { DecodedCache } from '#readers/x509'
import {
  boundedCheck,
  decodeCertificate,
  ignored,
  line,
  paths,
  readCertificateFile,
  readJsonSettings,
  resolveBeside,
  TrustFiles,
  type TrustSettingsContext,
  TrustSettingsError,
} from '#trust'
import { europeanUnion } from '../anchors/european-union.js'
import type { ListSource, PinnedSigners, TerritoryChoice } from '../list-set/list-set.js'
import { listNamesIn } from './list-folder.js'

/** A settings file that conforms to `listSettingsSchema`. */
interface ListSettings {
  readonly sources: readonly ListSourceSettings[]
}

interface ListSourceSettings {
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

/** The sources in the list settings. */
interface NamedSources {
  readonly sources: readonly ListSource[]
  /** Error when a folder is missing, empty or unreadable. It stops the start, unless the store has lists of these sources. */
  readonly gone: Error | null
}

const example = '{ "sources": [ { "anchors": "eu", "folder": "lists" } ] }'
const checkFor = boundedCheck<ListSettings>(listSettingsSchema)

/**
 * Reads the setting `ALLKIRI_TRUST_LISTS`: `eu` (the EU's list of lists from the network), `none`, the path of a folder with the files of the EU's lists, or
 * the path of a settings file. A path must exist, so that a wrong one stops the start. Throws `TrustSettingsError`.
 */
export function readListSettings(setting: string, { files: access, cache, limits }: TrustSettingsContext): NamedSources {
  if (setting === 'none') return { sources: [], gone: null }
  if (setting === 'eu') return { sources: [europeanUnion()], gone: null }
  const files = new TrustFiles(access, limits)
  const { kind, gone } = inspectPath(setting, null, files)
  if (kind === 'folder') return { sources: [{ ...europeanUnion(), folder: setting }], gone }
  const written = readListSettingsFile(files.read(setting), setting, limits.maxFiles)
  const sources = written.map((source, index) => sourceOf(source, `sources[${index}]`, setting, files, cache))
  const folders = sources.map(({ folder }, index) => (folder === null ? null : inspectPath(folder, `sources[${index}].folder`, files)))
  return { sources, gone: folders.find((folder) => folder?.gone)?.gone ?? null }
}

const goneCodes: ReadonlySet<unknown> = new Set(['TRUST_PATH_MISSING', 'TRUST_FOLDER_EMPTY', 'TRUST_FILE_UNREADABLE'])

/** The kind of a path. `gone`: error when it is missing, empty or unreadable. Any other problem is thrown as `TrustSettingsError`. */
function inspectPath(
  path: string,
  field: string | null,
  files: TrustFiles,
): { readonly kind: 'file' | 'folder'; readonly gone: Error | null } {
  try {
    const kind = files.kindOf(path, field)
    if (kind === 'file' && field !== null)
      throw new TrustSettingsError('TRUST_FILE_KIND', path, field, 'it is a file; name the folder that holds the lists')
    if (kind === 'folder') listNamesIn(path, field, files)
    return { kind, gone: null }
  } catch (error) {
    if (!(error instanceof TrustSettingsError) || !goneCodes.has(error.code)) throw error
    return { kind: 'folder', gone: error }
  }
}

/** Reads a settings file for lists. `maxEntries`: maximum length of each array. Throws `TrustSettingsError`. */
export function readListSettingsFile(bytes: Uint8Array, path: string, maxEntries: number): readonly ListSourceSettings[] {
  const { sources } = readJsonSettings(bytes, path, checkFor(maxEntries), example)
  const names = sources.map(nameOf)
  const wrong = (field: string, sentence: string) => new TrustSettingsError('TRUST_FIELD_VALUE', path, field, sentence)
  for (const [index, { location }] of sources.entries()) {
    const name = names[index] ?? ''
    if (location !== undefined && !URL.canParse(location))
      throw wrong(`sources[${index}].location`, 'write an address that begins with https:// or http://')
    if (names.indexOf(name) !== index)
      throw wrong(`sources[${index}].name`, `another source is called "${name}" already; write another name`)
  }
  return sources
}

/** A source with its pinned certificates; its folder is not read. `field`: position in the settings file at `path`. */
function sourceOf(written: ListSourceSettings, field: string, path: string, files: TrustFiles, cache: DecodedCache): ListSource {
  const name = nameOf(written)
  const builtIn = europeanUnion()
  const pinned = (set: WrittenAnchors, index: number): PinnedSigners => {
    const found = files.certificateFiles(set.files, path, `${field}.anchors[${index}].files`)
    const read = (file: string) =>
      readCertificateFile(files.read(file), file).map((der, at) => decodeCertificate(cache, der, file, at + 1).facts.encoded)
    return { name: `${name}-${index + 1}`, noticeUrl: set.notice ?? null, certificates: found.flatMap(read) }
  }
  const anchors = written.anchors === 'eu' ? builtIn.anchors : written.anchors.map(pinned)
  const { location = written.anchors === 'eu' ? builtIn.location : '', territory = builtIn.territory } = written
  const folder = written.folder === undefined ? null : resolveBeside(path, written.folder)
  return { name, location, territory, anchors, territories: territoriesOf(written), folder }
}

type WrittenAnchors = Exclude<ListSourceSettings['anchors'], string>[number]

/** The name of a source, for display and as its key. The schema allows only the EU's list of lists to be without a territory. */
function nameOf({ name, territory = 'EU' }: ListSourceSettings): string {
  return name ?? territory
}

function territoriesOf({ territories, withoutTerritories }: ListSourceSettings): TerritoryChoice {
  if (territories !== undefined) return { kind: 'only', territories }
  return withoutTerritories === undefined ? { kind: 'all' } : { kind: 'all-but', territories: withoutTerritories }
}
