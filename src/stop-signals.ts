export interface StopSignals {
  /** Resolves with the next signal; an earlier promise is then never resolved. */
  readonly next: () => Promise<string>
}

/** Listens for the signals to stop until the process ends: without a listener a signal would end the process at once, with requests in progress. */
export function hearStopSignals(): StopSignals {
  let tell: (signal: string) => void = () => undefined
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => tell(signal))
  return {
    next: () =>
      new Promise((resolve) => {
        tell = resolve
      }),
  }
}

/**
 * Listens for SIGHUP from now on: without a listener it would end the process. The result says what it asks for, once that can be done; it is then done for a signal
 * that came before as well.
 */
export function hearReloadSignals(): (reload: () => void) => void {
  let heard = false
  let act = () => {
    heard = true
  }
  process.on('SIGHUP', () => act())
  return (reload) => {
    act = reload
    if (heard) reload()
  }
}
