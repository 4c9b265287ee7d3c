import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Octets that are processed between two collections. A collection of young buffers takes a millisecond. */
const PERIOD = 4 * 1024 * 1024

type CollectGarbage = (options: { readonly type: 'minor' }) => void

/**
 * Bounds the memory of a long stream of short-lived buffers. Node.js collects buffers only after 32 MB, which doubles the memory of a command; this function
 * collects young buffers every few megabytes. It affects only the peak of memory.
 *
 * @returns a function to be called with the number of octets processed so far
 */
export function collectBuffers(): (octets: number) => void {
  // Obtained on first use: that takes a millisecond, and most files are too short to need it.
  let collect: CollectGarbage | null | undefined
  let last = 0
  return (octets) => {
    if (octets - last < PERIOD) return
    last = octets
    collect ??= youngCollection()
    collect?.({ type: 'minor' })
  }
}

/** The garbage collection function of V8; null when it is not available. */
function youngCollection(): CollectGarbage | null {
  setFlagsFromString('--expose-gc')
  const found: unknown = runInNewContext('globalThis.gc')
  setFlagsFromString('--no-expose-gc')
  return typeof found === 'function' ? (found as CollectGarbage) : null
}
