import { boundedCheck, readJsonSettings, TrustSettingsError } from '#trust'
import { type ListSettings, type ListSourceSettings, listSettingsSchema } from './list-settings-schema.js'

const example = '{ "sources": [ { "anchors": "eu", "folder": "lists" } ] }'

const checkFor = boundedCheck<ListSettings>(listSettingsSchema)

/** Reads a settings file of lists. `maxEntries` bounds each array. Throws TrustSettingsError. */
export function readListSettingsFile(bytes: Uint8Array, path: string, maxEntries: number): readonly ListSourceSettings[] {
  const { sources } = readJsonSettings(bytes, path, checkFor(maxEntries), example)
  const wrong = (field: string, sentence: string) => new TrustSettingsError('TRUST_FIELD_VALUE', path, field, sentence)
  for (const [index, source] of sources.entries()) {
    const name = nameOfSource(source)
    if (source.location !== undefined && !URL.canParse(source.location))
      throw wrong(`sources[${index}].location`, 'write an address that begins with https:// or http://')
    if (sources.findIndex((other) => nameOfSource(other) === name) !== index)
      throw wrong(`sources[${index}].name`, `another source is called "${name}" already; write another name`)
  }
  return sources
}

/** The name of a source, for people and as its key. Without a territory the schema lets only the lists of the EU through. */
export function nameOfSource({ name, territory = 'EU' }: ListSourceSettings): string {
  return name ?? territory
}
