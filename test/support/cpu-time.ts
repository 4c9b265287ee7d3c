/**
 * An upper bound on the milliseconds of processor time that `run` takes in this thread: the lesser of wall time, which grows with the load of the machine, and
 * the processor time of the whole process, which includes the other threads of the tests.
 */
export function cpuMilliseconds(run: () => void): number {
  const started = performance.now()
  const before = process.cpuUsage()
  run()
  const { user, system } = process.cpuUsage(before)
  return Math.min((user + system) / 1000, performance.now() - started)
}
