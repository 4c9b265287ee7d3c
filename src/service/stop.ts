/** As much of an `AbortSignal` as a task uses; the one of the platform may be given instead. */
export interface StopSignal {
  readonly aborted: boolean
  addEventListener(type: 'abort', listener: () => void, options?: { readonly once: boolean }): void
  removeEventListener(type: 'abort', listener: () => void): void
}

/** A signal and its controller in one. Each task has two of them, and those of the platform cost ten times as much. */
export class Stop implements StopSignal {
  aborted = false
  /** The argument of `abort`; null before. */
  reason: unknown = null
  readonly #listeners = new Set<() => void>()

  /** A listener is called once at most. */
  addEventListener(_type: 'abort', listener: () => void): void {
    this.#listeners.add(listener)
  }

  removeEventListener(_type: 'abort', listener: () => void): void {
    this.#listeners.delete(listener)
  }

  /** Calls the listeners synchronously. A second call has no effect. */
  abort(reason: unknown = null): void {
    if (this.aborted) return
    this.aborted = true
    this.reason = reason
    const listeners = [...this.#listeners]
    this.#listeners.clear()
    for (const listener of listeners) listener()
  }
}
