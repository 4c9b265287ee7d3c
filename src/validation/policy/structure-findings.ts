import type { FindingKey, StructureFinding } from '#model'

/** A structure finding that has a key. */
type KeyedFinding = StructureFinding & { readonly key: FindingKey }

/**
 * The structure findings of a signature by key. A check that needs more facts than those of the finding takes the findings of its key and evaluates them.
 * Every finding that no check takes fails, so that a new kind of finding cannot be overlooked.
 */
export class StructureFindings {
  readonly #findings: readonly KeyedFinding[]
  readonly #keys: ReadonlySet<FindingKey>
  readonly #taken = new Set<FindingKey>()

  constructor(structure: readonly StructureFinding[]) {
    this.#findings = structure.flatMap(({ key, code, facts }) => (key === null ? [] : [{ key, code, facts }]))
    this.#keys = new Set(this.#findings.map(({ key }) => key))
  }

  has(key: FindingKey): boolean {
    return this.#keys.has(key)
  }

  /** The findings of a key. The caller evaluates them, so `rest` no longer returns them. */
  take(key: FindingKey): readonly KeyedFinding[] {
    this.#taken.add(key)
    return this.has(key) ? this.#findings.filter((finding) => finding.key === key) : []
  }

  /** The findings that no check took. */
  rest(): readonly KeyedFinding[] {
    return this.#findings.filter(({ key }) => !this.#taken.has(key))
  }
}
