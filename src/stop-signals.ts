export interface StopSignals {
  /** Resolves with the next signal; who waited before it is told of none. */
  readonly next: () => Promise<string>
}

/** Signals to stop, heard to the end of the process: between two listeners a signal would end it on the spot, with requests under way. */
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
