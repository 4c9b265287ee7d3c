/** When lists are refreshed. */
export interface Schedule {
  /** Milliseconds between two refreshes; null: no refreshes. */
  readonly intervalMilliseconds: number | null
  /** Pause before the first refresh when lists are loaded already, so that it does not slow the start down. */
  readonly startMilliseconds: number
  /** Pause after the first failed refresh; doubled after each further one. */
  readonly retryMilliseconds: number
  /** Share of a pause, 0 to 1, by which it is randomly shortened or prolonged. */
  readonly jitter: number
  /** From 0 inclusive to 1 exclusive. */
  readonly random: () => number
}

/** Milliseconds before the next refresh: the interval, or after failures the retry pause, doubled for each. Randomised, so that services that started together drift apart. */
export function nextPause({ intervalMilliseconds, retryMilliseconds, jitter, random }: Schedule, failures: number): number {
  const interval = intervalMilliseconds ?? Number.MAX_SAFE_INTEGER
  const pause = failures === 0 ? interval : Math.min(interval, retryMilliseconds * 2 ** Math.min(failures - 1, 20))
  // The maximum of setTimeout.
  return Math.min(Math.round(pause * (1 + jitter * (2 * random() - 1))), 2 ** 31 - 1)
}
