import type { Output } from '../progress.js'

interface OctetProgress {
  readonly octets: (done: number) => void
  readonly clear: () => void
}

/** Milliseconds before the first display and between two displays. */
const PAUSE = 500

/** Shows the progress of a long operation, as one line with megabytes and rate. Only on a terminal. */
export function showOctets(err: Output, now: () => number): OctetProgress {
  const started = now()
  let last = started
  let shown = false
  return {
    octets: (done) => {
      const at = now()
      if (err.isTTY !== true || at - last < PAUSE) return
      const rate = done / 1e6 / ((at - started) / 1000)
      err.write(`\r\x1b[K${(done / 1e6).toFixed(0)} MB, ${rate.toFixed(0)} MB/s`)
      last = at
      shown = true
    },
    clear: () => {
      if (shown) err.write('\r\x1b[K')
      shown = false
    },
  }
}
