import type { FieldPlace } from './fields.js'

/** The place of a list of fields: in the form, or in the field above. `holder` is the object that holds the list. */
export interface ListPlace {
  readonly holder: number
  readonly parent: FieldPlace | null
  readonly entered: EnteredFields
}

/** The fields whose kids were compared: once for each object and name, and no deeper than a bound. A form may contain itself. */
export class EnteredFields {
  readonly #maxDepth: number
  readonly #entered = new Set<string>()

  constructor(maxDepth: number) {
    this.#maxDepth = maxDepth
  }

  /** Whether the fields below this one are to be compared. */
  enter({ holder, name, depth }: FieldPlace): boolean {
    const key = `${holder} ${name}`
    if (depth > this.#maxDepth || this.#entered.has(key)) return false
    this.#entered.add(key)
    return true
  }
}
