export interface StopSignals {
  /** Resolves with the next signal; an earlier promise is then never resolved. */
  readonly next: () => Promise<string>
}

/** Listens for SIGTERM and SIGINT until the process ends. Without a listener a signal would end the process at once, with requests in progress. */
export function listenForStopSignals(): StopSignals {
  let resolveNext: (signal: string) => void = () => undefined
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => resolveNext(signal))
  return {
    next: () =>
      new Promise((resolve) => {
        resolveNext = resolve
      }),
  }
}

/**
 * Listens for SIGHUP, which would end the process without a listener. Returns a function that sets the action for the signal. When a signal has arrived before
 * the action is set, the action runs at once.
 */
export function listenForReloadSignals(): (reload: () => void) => void {
  let arrived = false
  let onSignal = () => {
    arrived = true
  }
  process.on('SIGHUP', () => onSignal())
  return (reload) => {
    onSignal = reload
    if (arrived) reload()
  }
}
