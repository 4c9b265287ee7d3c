import { originalStack } from '#config'

/**
 * A fault that nobody catches is printed by the platform and ends the process. From now on it is printed with the places in the sources, as are its causes. The
 * maps are read at that moment: the platform's own option reads them at each start, which takes a tenth of a second.
 */
export function traceUncaughtFaults(): void {
  process.on('uncaughtExceptionMonitor', (fault: unknown) => {
    const told = new Set<Error>()
    for (let at = fault; at instanceof Error && !told.has(at); at = at.cause) {
      told.add(at)
      at.stack = originalStack(at)
    }
  })
}
