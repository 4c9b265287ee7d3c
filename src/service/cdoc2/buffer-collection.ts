import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Octets that go through between two collections. A collection of young buffers takes a millisecond. */
const PERIOD = 4 * 1024 * 1024

type CollectGarbage = (options: { readonly type: 'minor' }) => void

/**
 * Keeps a long stream of short-lived buffers small. The platform collects the memory of buffers after 32 MB of them, which doubles what a command takes;
 * here young ones are collected every few megabytes. Nothing depends on it but the peak of memory.
 *
 * @returns to be told how many octets went through so far
 */
export function collectBuffers(): (octets: number) => void {
  const collect = youngCollection()
  let last = 0
  return (octets) => {
    if (collect === null || octets - last < PERIOD) return
    last = octets
    collect({ type: 'minor' })
  }
}

/** Null where the platform does not give it out. */
function youngCollection(): CollectGarbage | null {
  setFlagsFromString('--expose-gc')
  const found: unknown = runInNewContext('globalThis.gc')
  setFlagsFromString('--no-expose-gc')
  return typeof found === 'function' ? (found as CollectGarbage) : null
}
