import type { TerritoryChoice } from '../list-set/list-source.js'
import { type Fields, JsonSettings } from '../settings/json-settings.js'

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

/** Reads a settings file of lists; README.md of `trust` describes its members. Throws TrustSettingsError. */
export function readListSettingsFile(bytes: Uint8Array, path: string, maxEntries: number): readonly WrittenSource[] {
  return new ListSettingsFile(path, maxEntries).sources(bytes)
}

class ListSettingsFile extends JsonSettings {
  sources(bytes: Uint8Array): readonly WrittenSource[] {
    const root = this.object(this.json(bytes, example), null, ['sources', '$schema', 'comment'])
    const entries = this.array(root.get('sources'), 'sources', 'an array with one object for each list of lists')
    const sources = entries.map((entry, index) => this.#source(entry, `sources[${index}]`))
    for (const [index, { field, name }] of sources.entries()) {
      if (sources.findIndex((other) => other.name === name) !== index)
        throw this.error('TRUST_FIELD_VALUE', `${field}.name`, `another source is called "${name}" already; write another name`)
    }
    return sources
  }

  #source(value: unknown, field: string): WrittenSource {
    const known = ['name', 'anchors', 'location', 'territory', 'folder', 'territories', 'withoutTerritories', 'comment']
    const fields = this.object(value, field, known)
    const european = fields.get('anchors') === 'eu'
    const territory = this.#optionalText(fields, field, 'territory') ?? (european ? 'EU' : null)
    if (territory === null)
      throw this.error(
        'TRUST_FIELD_MISSING',
        `${field}.territory`,
        'it is missing; write the scheme territory of the list of lists, such as "EU"',
      )
    const folder = this.#optionalText(fields, field, 'folder')
    const location = this.#location(fields, `${field}.location`)
    if (!european && location === null && folder === null)
      throw this.error(
        'TRUST_FIELD_MISSING',
        `${field}.location`,
        'it is missing; write the address of the list of lists, or a "folder" that holds its files',
      )
    return {
      field,
      european,
      name: this.#optionalText(fields, field, 'name') ?? territory,
      location,
      territory,
      anchors: european ? [] : this.#anchors(fields.get('anchors'), `${field}.anchors`),
      folder,
      territories: this.#territories(fields, field),
    }
  }

  #anchors(value: unknown, field: string): readonly WrittenAnchors[] {
    const what = '"eu", or an array of { "files", "notice" }: the certificates that may sign the list of lists'
    const entries = this.array(value, field, what)
    return entries.map((entry, index) => {
      const at = `${field}[${index}]`
      const fields = this.object(entry, at, ['files', 'notice', 'comment'])
      return { field: at, notice: this.#optionalText(fields, at, 'notice'), files: this.#files(fields.get('files'), `${at}.files`) }
    })
  }

  #files(value: unknown, field: string): readonly string[] {
    if (typeof value === 'string') return [this.text(value, field)]
    const files = this.array(value, field, 'the path of a certificate file or folder, or an array of such paths')
    return files.map((file, index) => this.text(file, `${field}[${index}]`))
  }

  #location(fields: Fields, field: string): string | null {
    const value = fields.get('location')
    if (value === undefined) return null
    const text = this.text(value, field)
    if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
      throw this.error('TRUST_FIELD_VALUE', field, 'write an address that begins with https:// or http://')
    return text
  }

  #territories(fields: Fields, field: string): TerritoryChoice {
    const only = fields.get('territories')
    const without = fields.get('withoutTerritories')
    if (only !== undefined && without !== undefined)
      throw this.error('TRUST_FIELD_VALUE', `${field}.withoutTerritories`, 'it stands beside "territories"; write only one of the two')
    if (only !== undefined) return { kind: 'only', territories: this.#codes(only, `${field}.territories`) }
    if (without !== undefined) return { kind: 'all-but', territories: this.#codes(without, `${field}.withoutTerritories`) }
    return { kind: 'all' }
  }

  #codes(value: unknown, field: string): readonly string[] {
    return this.array(value, field, 'an array of territory codes, such as ["EE", "LV"]').map((entry, index) => {
      const code = this.text(entry, `${field}[${index}]`)
      if (!/^[A-Z]{2}(?:_[A-Z0-9]{1,8})?$/.test(code))
        throw this.error('TRUST_FIELD_VALUE', `${field}[${index}]`, 'write a code as the lists do, such as "EE", "EL" for Greece, "UK"')
      return code
    })
  }

  #optionalText(fields: Fields, field: string, name: string): string | null {
    const value = fields.get(name)
    return value === undefined ? null : this.text(value, `${field}.${name}`)
  }
}
