/** When lists are refreshed. */
export interface Schedule {
  /** Null: never by itself. */
  readonly intervalMilliseconds: number | null
  /** Pause before the first refresh when lists are at hand: the start itself comes first. */
  readonly startMilliseconds: number
  /** First pause after a refresh without which nothing is trusted. */
  readonly retryMilliseconds: number
  /** Part of a pause by which it is moved at random, 0 to 1. */
  readonly jitter: number
  /** From 0 inclusive to 1 exclusive. */
  readonly random: () => number
}

/** The pause before the next refresh. After failures it begins short and doubles; services that started together drift apart. */
export function nextPause({ intervalMilliseconds, retryMilliseconds, jitter, random }: Schedule, failures: number): number {
  const interval = intervalMilliseconds ?? Number.MAX_SAFE_INTEGER
  const pause = failures === 0 ? interval : Math.min(interval, retryMilliseconds * 2 ** Math.min(failures - 1, 20))
  // setTimeout takes 31 bits.
  return Math.min(Math.round(pause * (1 + jitter * (2 * random() - 1))), 2 ** 31 - 1)
}
