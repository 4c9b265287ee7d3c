import { boundedCheck, readJsonSettings, TrustSettingsError } from '#trust'
import type { TerritoryChoice } from '../list-set/list-source.js'
import { type ListSettings, type ListSourceSettings, listSettingsSchema } from './list-settings-schema.js'

/** One entry of `sources`, as written; paths are relative to the settings file. */
export interface WrittenSource {
  /** `sources[1]`, for messages. */
  readonly field: string
  /** The list of lists of the European Union, with the anchors that are built in. */
  readonly european: boolean
  readonly name: string
  /** Null: as built in (`european`), or there is only a folder. */
  readonly location: string | null
  readonly territory: string
  /** Empty: as built in. */
  readonly anchors: readonly WrittenAnchors[]
  /** Folder of files that stand in for the network. */
  readonly folder: string | null
  readonly territories: TerritoryChoice
}

export interface WrittenAnchors {
  readonly field: string
  readonly notice: string | null
  readonly files: readonly string[]
}

const example = '{ "sources": [ { "anchors": "eu", "folder": "lists" } ] }'

const checkFor = boundedCheck<ListSettings>(listSettingsSchema)

/** Reads a settings file of lists. `maxEntries` bounds each array. Throws TrustSettingsError. */
export function readListSettingsFile(bytes: Uint8Array, path: string, maxEntries: number): readonly WrittenSource[] {
  const settings = readJsonSettings(bytes, path, checkFor(maxEntries), example)
  const sources = settings.sources.map((source, index) => sourceOf(source, `sources[${index}]`))
  for (const [index, { field, name, location }] of sources.entries()) {
    if (location !== null && !URL.canParse(location))
      throw wrong(path, `${field}.location`, 'write an address that begins with https:// or http://')
    if (sources.findIndex((other) => other.name === name) !== index)
      throw wrong(path, `${field}.name`, `another source is called "${name}" already; write another name`)
  }
  return sources
}

function wrong(path: string, field: string, sentence: string): TrustSettingsError {
  return new TrustSettingsError('TRUST_FIELD_VALUE', path, field, sentence)
}

function sourceOf(source: ListSourceSettings, field: string): WrittenSource {
  const { anchors, location = null, folder = null } = source
  const european = anchors === 'eu'
  // Without a territory the schema lets only the lists of the EU through.
  const territory = source.territory ?? 'EU'
  return {
    field,
    european,
    name: source.name ?? territory,
    location,
    territory,
    anchors: european
      ? []
      : anchors.map(({ files, notice = null }, index) => ({
          field: `${field}.anchors[${index}]`,
          notice,
          files: typeof files === 'string' ? [files] : files,
        })),
    folder,
    territories: territoriesOf(source),
  }
}

function territoriesOf({ territories, withoutTerritories }: ListSourceSettings): TerritoryChoice {
  if (territories !== undefined) return { kind: 'only', territories }
  return withoutTerritories === undefined ? { kind: 'all' } : { kind: 'all-but', territories: withoutTerritories }
}
