import { TrustSettingsError, type TrustSettingsErrorCode } from './trust-settings-error.js'

export type Fields = ReadonlyMap<string, unknown>

/** Reads JSON that an operator wrote, member by member; whatever is wrong ends in a sentence that says which member and what to write instead. */
export class JsonSettings {
  protected readonly path: string
  readonly #maxEntries: number

  /** `maxEntries` bounds each array. */
  constructor(path: string, maxEntries: number) {
    this.path = path
    this.#maxEntries = maxEntries
  }

  /** `example` shows the least that such a file holds. */
  protected json(bytes: Uint8Array, example: string): unknown {
    try {
      return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    } catch (cause) {
      if (!(cause instanceof SyntaxError || cause instanceof TypeError)) throw cause
      throw new TrustSettingsError('TRUST_JSON', this.path, null, `it is not JSON in UTF-8 (${cause.message}); write ${example}`, { cause })
    }
  }

  protected flag(value: unknown, field: string): boolean {
    if (value === undefined) return false
    if (typeof value !== 'boolean') throw this.error('TRUST_FIELD_VALUE', field, 'write true or false')
    return value
  }

  protected text(value: unknown, field: string): string {
    if (typeof value !== 'string' || value.trim() === '' || value.length > 1_000 || /\p{Cc}/u.test(value)) {
      throw this.error('TRUST_FIELD_VALUE', field, 'write a text in quotes, not empty and without line breaks')
    }
    return value
  }

  protected word<T extends string>(value: unknown, field: string, words: readonly T[]): T {
    if (value === undefined) throw this.error('TRUST_FIELD_MISSING', field, `it is missing; write one of ${words.join(', ')}`)
    const word = words.find((candidate) => candidate === value)
    if (word === undefined) throw this.error('TRUST_FIELD_VALUE', field, `write one of ${words.join(', ')}`)
    return word
  }

  protected array(value: unknown, field: string, what: string, minEntries = 1): readonly unknown[] {
    if (value === undefined) throw this.error('TRUST_FIELD_MISSING', field, `it is missing; write ${what}`)
    if (!Array.isArray(value) || value.length < minEntries) throw this.error('TRUST_FIELD_VALUE', field, `write ${what}`)
    if (value.length > this.#maxEntries)
      throw this.error('TRUST_FIELD_VALUE', field, `it has more than ${this.#maxEntries} entries; write fewer`)
    return value
  }

  /** Own members as a Map: the names come from outside. */
  protected object(value: unknown, field: string | null, known: readonly string[]): Fields {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw this.error(
        'TRUST_FIELD_VALUE',
        field,
        `write an object with ${known.filter((name) => name !== '$schema' && name !== 'comment').join(', ')}`,
      )
    }
    const fields = new Map<string, unknown>(Object.entries(value))
    for (const name of fields.keys()) {
      if (known.includes(name)) continue
      const shown = name.length > 60 || /\p{Cc}/u.test(name) ? 'one of its members' : `"${name}"`
      throw this.error('TRUST_FIELD_UNKNOWN', field, `${shown} is not known here; known are ${known.join(', ')}`)
    }
    return fields
  }

  protected error(code: TrustSettingsErrorCode, field: string | null, sentence: string): TrustSettingsError {
    return new TrustSettingsError(code, this.path, field, sentence)
  }
}
