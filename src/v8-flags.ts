import { setFlagsFromString } from 'node:v8'

/**
 * Total bytes of bytecode that the optimizing compiler of V8 may inline into one function. The default of V8 is 920.
 *
 * A validation runs some thousand small functions that call each other, and every worker compiles them for itself. With the default limit much processor time of
 * the first validations is spent on compiling the same callees into each of their callers. Processor time of the first 150 validations of a PDF, in this process
 * on Node 20, with and without this limit, runs alternating on a busy machine: 27 to 32 ms each instead of 35 to 40 ms. Small containers: no difference.
 */
const INLINED_BYTECODE = 300

/** The flags, each as on the command line of Node.js. */
export const v8Flags: readonly string[] = [
  `--max-inlined-bytecode-size-cumulative=${INLINED_BYTECODE}`,
  // Every thread collects its young generation alone. It is small and has few survivors, while with the helper threads of V8 the collecting thread waits until
  // each of them has run. Processor time of the first 300 validations of a small container, measured as above with and without these two and the limit: 5.0 to 5.9 ms
  // instead of 5.7 to 6.9 ms. V8 reads both flags at each collection. The flags for full collections depend on each other and cannot be changed after the start.
  '--no-parallel-scavenge',
  '--no-concurrent-array-buffer-sweeping',
  // The optimizing compiler would write the loop of `map` into each function that calls it. The array that this loop makes is marked as one with holes, that of the
  // method of the platform is not. So as soon as a function has been compiled, every function that reads its arrays is thrown away and compiled again, and makes other
  // arrays in its turn. Of 7,000 validations in this process with the flag, and without it: functions thrown away 3 instead of 98 for a small container, 2 instead of
  // 126 for a PDF; time of the compiler a third and a fifth; processor time of the first 3,000 four fifths. Afterwards there is no difference.
  '--no-turbo-inline-array-builtins',
]

/** Sets the flags of V8 for all threads of the process. Must run before other modules are compiled: compiled code is cached for one set of flags. */
export function setV8Flags(): void {
  for (const flag of v8Flags) setFlagsFromString(flag)
}
