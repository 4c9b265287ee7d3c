/** Signals that interrupt a command. A terminal that is closed sends SIGHUP. */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Milliseconds from an interrupt on in which further ones are ignored: npm repeats that of the terminal, and files are being removed. */
const cleaningMilliseconds = 1000

/**
 * Listens for interrupts until `hearNoMore` is called. The first one aborts the signal, so that the work removes its files. When the work has not ended for a
 * while, as when it waits for a named pipe, the next one ends the process.
 */
export function hearInterrupts(): { readonly signal: AbortSignal; readonly hearNoMore: () => void } {
  const interruption = new AbortController()
  const hearNoMore = (): void => {
    for (const name of signals) process.off(name, interrupt)
  }
  const interrupt = (): void => {
    interruption.abort()
    setTimeout(hearNoMore, cleaningMilliseconds).unref()
  }
  for (const name of signals) process.on(name, interrupt)
  return { signal: interruption.signal, hearNoMore }
}
