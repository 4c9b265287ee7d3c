/**
 * Milliseconds of processor time that `run` takes. Unlike wall time it does not grow with the load of the machine; it counts the other threads of the tests as
 * well, so a bound has to leave room for one or two of them.
 */
export function cpuMilliseconds(run: () => void): number {
  const before = process.cpuUsage()
  run()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
