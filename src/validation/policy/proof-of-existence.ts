import type { Instant, ProofOfExistence } from '#model'

/**
 * Proofs of existence by object. Of several proofs the earliest counts; every object exists at validation time (EN 319 102-1, 5.6.2.3.4).
 * Time-stamp validation adds proofs, newest time-stamp first. Each instance belongs to one evaluation.
 */
export class ProofsOfExistence {
  readonly #validationTime: Instant
  readonly #proofs = new Map<string, ProofOfExistence>()

  constructor(validationTime: Instant) {
    this.#validationTime = validationTime
  }

  add(object: string, time: Instant, source: string): void {
    const known = this.#proofs.get(object)
    // Everything exists at validation time, so a proof later than that adds nothing.
    if (time < (known?.time ?? this.#validationTime)) this.#proofs.set(object, { object, time, source })
  }

  /** The earliest proven time; validation time when nothing proves an earlier one. */
  earliest(object: string): Instant {
    return this.#proofs.get(object)?.time ?? this.#validationTime
  }

  list(): readonly ProofOfExistence[] {
    return [...this.#proofs.values()]
  }
}
