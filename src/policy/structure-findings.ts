import { type FindingKey, flatMap, type StructureFinding } from '#model'

/** A structure finding with its key. */
export type AskedFinding = StructureFinding & { readonly key: FindingKey }

/**
 * The structure findings of a signature by key. A check that needs more facts than the finding takes those of its key; findings that no check took fail
 * as they are, so a new finding of a reader makes signatures fail until a check judges it.
 */
export class StructureFindings {
  readonly #findings: readonly AskedFinding[]
  readonly #keys: ReadonlySet<FindingKey>
  readonly #taken = new Set<FindingKey>()

  constructor(structure: readonly StructureFinding[]) {
    this.#findings = flatMap(structure, ({ key, code, facts }) => (key === null ? [] : [{ key, code, facts }]))
    this.#keys = new Set(this.#findings.map(({ key }) => key))
  }

  has(key: FindingKey): boolean {
    return this.#keys.has(key)
  }

  /** The findings of a key, which `rest` then leaves out: the caller judges them. */
  take(key: FindingKey): readonly AskedFinding[] {
    this.#taken.add(key)
    return this.has(key) ? this.#findings.filter((finding) => finding.key === key) : []
  }

  /** The findings that no check took. */
  rest(): readonly AskedFinding[] {
    return this.#findings.filter(({ key }) => !this.#taken.has(key))
  }
}
