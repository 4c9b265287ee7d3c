/** Limits of path building (`limits.path`). */
export interface PathLimits {
  readonly maxLength: number
  readonly maxCandidates: number
  readonly maxSignatureChecks: number
  readonly maxSteps: number
}

/**
 * Limits the work for one signature. The document determines which certificates it contains, and the number of paths through authorities that certify each
 * other grows with the factorial of their number (compare CVE-2018-16875). A check counts even when its result is cached, so that the same signature always
 * gives the same data.
 */
export class WorkBudget {
  readonly limits: PathLimits
  /** A limit was reached, so the results may be incomplete. */
  exhausted = false
  #checks: number
  #steps: number

  constructor(limits: PathLimits) {
    this.limits = limits
    this.#checks = limits.maxSignatureChecks
    this.#steps = limits.maxSteps
  }

  /** Takes one signature check from the budget; false when none is left, and the caller must skip the check. */
  takeSignatureCheck(): boolean {
    return this.#take(this.#checks-- > 0)
  }

  /** Takes one step (a certificate added to a path) from the budget; false when none is left. */
  takeStep(): boolean {
    return this.#take(this.#steps-- > 0)
  }

  /** The first `maxCandidates` candidates; sets `exhausted` when there are more. */
  cut<T>(candidates: readonly T[]): readonly T[] {
    if (candidates.length <= this.limits.maxCandidates) return candidates
    this.exhausted = true
    return candidates.slice(0, this.limits.maxCandidates)
  }

  #take(granted: boolean): boolean {
    if (!granted) this.exhausted = true
    return granted
  }
}
