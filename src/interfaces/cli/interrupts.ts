/** Signals that interrupt a command. Closing a terminal sends SIGHUP. */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Milliseconds after an interrupt in which further ones are ignored: npm repeats the interrupt of the terminal, and files are being removed. */
const cleaningMilliseconds = 1000

/**
 * Listens for interrupts until `stopListening` is called. The first interrupt aborts the signal, so that the work removes its files. A second one, at least
 * `cleaningMilliseconds` later, ends the process when the work has not ended, for example because it waits for a named pipe.
 */
export function listenForInterrupts(): { readonly signal: AbortSignal; readonly stopListening: () => void } {
  const interruption = new AbortController()
  const stopListening = (): void => {
    for (const name of signals) process.off(name, interrupt)
  }
  const interrupt = (): void => {
    interruption.abort()
    setTimeout(stopListening, cleaningMilliseconds).unref()
  }
  for (const name of signals) process.on(name, interrupt)
  return { signal: interruption.signal, stopListening }
}
