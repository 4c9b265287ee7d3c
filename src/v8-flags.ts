import { setFlagsFromString } from 'node:v8'

/**
 * Total bytes of bytecode that the optimizing compiler of V8 may inline into one function. The default of V8 is 920.
 *
 * A validation runs some thousand small functions that call each other, and every worker compiles them for itself. With the default limit most processor time of
 * the first 5,000 validations is spent on compiling the same callees into each of their callers. Measured over REST with two workers, runs of both builds
 * alternating: during these validations 15 to 20 % less processor time per small container and 20 to 30 % per PDF, afterwards no difference; 20 MB less memory.
 * Limits from 100 to 500 gave the same results within the variation of the machine.
 */
const INLINED_BYTECODE = 300

/** The flags, each as on the command line of Node.js. */
export const v8Flags: readonly string[] = [
  `--max-inlined-bytecode-size-cumulative=${INLINED_BYTECODE}`,
  // Every thread collects its young generation alone. It has 2 MB and few survivors, so a collection takes 0.2 ms; with the helper threads of V8 it took 0.65 ms
  // on a loaded machine, because the collecting thread waits until each of them has run. Measured over REST on two cores, runs alternating: 10 % less processor
  // time per DIGIDOC-XML of 1 MB, where half of a worker's time was such waiting, and 3 to 15 % per container of 2.8 MB and per PDF. V8 reads both flags
  // at each collection. The flags for full collections depend on each other and cannot be changed after the start; they made no difference.
  '--no-parallel-scavenge',
  '--no-concurrent-array-buffer-sweeping',
]

/** Sets the flags of V8 for all threads of the process. Must run before other modules are compiled: compiled code is cached for one set of flags. */
export function setV8Flags(): void {
  for (const flag of v8Flags) setFlagsFromString(flag)
}
