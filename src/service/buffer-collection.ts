import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Octets that go through between two collections. A collection of young buffers takes a millisecond. */
const PERIOD = 4 * 1024 * 1024

type CollectGarbage = (options: { readonly type: 'minor' }) => void

/**
 * Bounds the memory of a long stream of short-lived buffers. Node.js collects buffers after 32 MB of them, which doubles the memory of a command; here young ones
 * are collected every few megabytes. Only the peak of memory depends on it.
 *
 * @returns a function to be called with the number of octets processed so far
 */
export function collectBuffers(): (octets: number) => void {
  // Looked for when there is something to collect: that takes a millisecond, and most files are short.
  let collect: CollectGarbage | null | undefined
  let last = 0
  return (octets) => {
    if (octets - last < PERIOD) return
    last = octets
    collect ??= youngCollection()
    collect?.({ type: 'minor' })
  }
}

/** The garbage collection of V8; null where it is not available. */
function youngCollection(): CollectGarbage | null {
  setFlagsFromString('--expose-gc')
  const found: unknown = runInNewContext('globalThis.gc')
  setFlagsFromString('--no-expose-gc')
  return typeof found === 'function' ? (found as CollectGarbage) : null
}
