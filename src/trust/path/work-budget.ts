/** Bounds of path building (`limits.path`). */
export interface PathLimits {
  readonly maxLength: number
  readonly maxCandidates: number
  readonly maxSignatureChecks: number
  readonly maxSteps: number
}

/**
 * What one signature may cost. A document chooses the certificates that it brings, and authorities that certify each other make a number of paths
 * that grows with the factorial of their number (the attack behind CVE-2018-16875). A check counts although its result is cached,
 * so that the same signature always ends in the same data.
 */
export class WorkBudget {
  readonly limits: PathLimits
  /** A bound was reached: what was collected is what was found until then. */
  exhausted = false
  #checks: number
  #steps: number

  constructor(limits: PathLimits) {
    this.limits = limits
    this.#checks = limits.maxSignatureChecks
    this.#steps = limits.maxSteps
  }

  /** False when no signature check is left; the caller leaves out what it wanted to check. */
  takeSignatureCheck(): boolean {
    return this.#take(this.#checks-- > 0)
  }

  takeStep(): boolean {
    return this.#take(this.#steps-- > 0)
  }

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
