import { setFlagsFromString } from 'node:v8'

/**
 * Total bytes of bytecode that the optimizing compiler of V8 may inline into one function. The default of V8 is 920.
 *
 * A validation runs some thousand small functions that call each other, and every worker compiles them for itself. With the default limit much processor time of
 * the first validations is spent on compiling the same callees into each of their callers. Processor time with this limit and without, runs alternating on a busy
 * machine (28 November 2026): on Node 20 of each of the first 1,000 validations of a small container 2.4 instead of 2.9 ms, of the first 150 of a PDF 4.3
 * instead of 4.6 ms, and later ones cost the same. On Node 24, whose Maglev compiles before this compiler does, there is no difference beyond the noise.
 *
 * Flags for the garbage collector (`--no-parallel-scavenge`, `--no-concurrent-array-buffer-sweeping`) were compared in the same way, also over REST with two
 * workers: they make no difference on either version.
 */
const INLINED_BYTECODE = 300

/** The flags, each as on the command line of Node.js. */
export const v8Flags: readonly string[] = [
  `--max-inlined-bytecode-size-cumulative=${INLINED_BYTECODE}`,
  // The optimizing compiler would write the loop of `map` into each function that calls it. The array that this loop makes is marked as one with holes, that of the
  // method of the platform is not. So as soon as a function has been compiled, every function that reads its arrays is thrown away and compiled again, and makes other
  // arrays in its turn. On Node 20, of 7,000 validations with the limit above, with this flag and without it, runs alternating: functions thrown away 3 instead of 98 for
  // a small container and 2 instead of 126 for a PDF; processor time of each of the third thousand 0.92 instead of 1.35 ms, of later ones the same. On Node 24 there
  // is no difference beyond the noise.
  '--no-turbo-inline-array-builtins',
]

/** Sets the flags of V8 for all threads of the process. Must run before other modules are compiled: compiled code is cached for one set of flags. */
export function setV8Flags(): void {
  for (const flag of v8Flags) setFlagsFromString(flag)
}
