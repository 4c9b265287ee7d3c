/** The part of `AbortSignal` that a task uses. An `AbortSignal` of the platform conforms to it. */
export interface StopSignal {
  readonly aborted: boolean
  addEventListener(type: 'abort', listener: () => void, options?: { readonly once: boolean }): void
  removeEventListener(type: 'abort', listener: () => void): void
}

/** Signal and controller in one object. Each task has two of them, and those of the platform cost ten times as much. */
export class Stop implements StopSignal {
  aborted = false
  /** The argument of `abort`; null before the call. */
  reason: unknown = null
  readonly #listeners = new Set<() => void>()

  /** A listener is called at most once. */
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
