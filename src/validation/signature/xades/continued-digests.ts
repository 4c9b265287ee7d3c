import type { DigestAlgorithm } from '#model'
import type { DigestedInput, OctetBudget } from '#readers/cms'
import { createDigest, type RunningDigest } from '#readers/crypto'

/**
 * Digests of octets with which several imprints begin: computed once for each algorithm, and continued for each imprint. A signature in an archive gets another
 * time-stamp every few years, and all of these cover the same files first.
 */
export class ContinuedDigests {
  readonly #begun = new Map<string, RunningDigest | null>()
  readonly #budget: OctetBudget

  /** @param budget counts the octets that are digested, each beginning once */
  constructor(budget: OctetBudget) {
    this.#budget = budget
  }

  /**
   * The octets of `beginning` and then those of `rest`, in pieces.
   *
   * @param key names the beginning: octets under one key are the same
   */
  input(key: string, beginning: () => Iterable<Uint8Array>, rest: () => Iterable<Uint8Array>): DigestedInput {
    return {
      digestBy: (algorithm) => {
        const running = this.#beginningBy(algorithm, key, beginning)?.copy() ?? null
        if (running === null) return null
        this.#update(running, rest())
        return running.digest()
      },
    }
  }

  #beginningBy(algorithm: DigestAlgorithm, key: string, beginning: () => Iterable<Uint8Array>): RunningDigest | null {
    const name = `${algorithm} ${key}`
    const known = this.#begun.get(name)
    if (known !== undefined) return known
    const running = createDigest(algorithm)
    if (running !== null) this.#update(running, beginning())
    this.#begun.set(name, running)
    return running
  }

  #update(running: RunningDigest, pieces: Iterable<Uint8Array>): void {
    for (const piece of pieces) {
      this.#budget.spend(piece.length)
      running.update(piece)
    }
  }
}
