import type { FindingKey, StructureFinding } from '#model'

/** A finding with the question that it is about. */
export type AskedFinding = StructureFinding & { readonly key: FindingKey }

/**
 * What the reader found about the structure, by the question that is missed. A check that needs more than the finding takes those of its question; what
 * no check took fails as it stands: a new finding of a reader makes signatures fail until a check judges it.
 */
export class StructureFindings {
  readonly #findings: readonly AskedFinding[]
  readonly #keys: ReadonlySet<FindingKey>
  readonly #taken = new Set<FindingKey>()

  constructor(structure: readonly StructureFinding[]) {
    this.#findings = structure.flatMap(({ key, code, facts }) => (key === null ? [] : [{ key, code, facts }]))
    this.#keys = new Set(this.#findings.map(({ key }) => key))
  }

  has(key: FindingKey): boolean {
    return this.#keys.has(key)
  }

  take(key: FindingKey): readonly AskedFinding[] {
    this.#taken.add(key)
    return this.has(key) ? this.#findings.filter((finding) => finding.key === key) : []
  }

  rest(): readonly AskedFinding[] {
    return this.#findings.filter(({ key }) => !this.#taken.has(key))
  }
}
