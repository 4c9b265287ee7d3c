/** An output stream of a command, with `isTTY` of the streams of Node.js. */
export interface Output {
  write(text: string): unknown
  readonly isTTY?: boolean
  /** After `write` has returned false, a stream emits `drain` when it can accept more. */
  once?(event: 'drain', listener: () => void): unknown
}

/** Writes, and waits for `drain` when the buffer of the stream is full, because the whole output may be larger than the memory. */
export async function written(out: Output, text: string): Promise<void> {
  if (out.write(text) === false && out.once !== undefined) await new Promise<void>((resolve) => out.once?.('drain', resolve))
}

export interface Progress {
  /** Removes the line; call it before other output. */
  clear(): void
  /** Shows a text at once, while there is nothing to count yet. */
  show(text: string): void
  /** Sets the number of files, once it is known. */
  expect(files: number): void
  /** Shows how many files are done, at most once in `pause`. */
  done(files: number): void
}

/** Milliseconds before progress is shown for the first time. */
const patience = 500

/** Milliseconds between two updates of the line, because writing to a terminal costs more than a validation. */
const pause = 200

/** Milliseconds over which the rate is measured, so that it soon reflects a few large files among small ones. */
const windowMilliseconds = 10_000

/** Shows one line with count, rate and remaining time. Only on a terminal, and only after `patience`. */
export function showProgress(output: Output, now: () => number): Progress {
  if (output.isTTY !== true) return { clear: () => undefined, show: () => undefined, expect: () => undefined, done: () => undefined }
  const started = now()
  let shown = false
  let total: number | null = null
  let lastShown = Number.NEGATIVE_INFINITY
  const samples: { readonly at: number; readonly count: number }[] = [{ at: started, count: 0 }]
  const clear = () => {
    if (shown) output.write('\r\x1b[K')
    shown = false
  }
  const show = (text: string) => {
    output.write(`${shown ? '\r\x1b[K' : '\r'}${text}`)
    shown = true
  }
  return {
    clear,
    show,
    expect: (files) => {
      total = files
    },
    done: (count) => {
      const at = now()
      if (at - started < patience || at - lastShown < pause || (total !== null && count >= total)) return
      lastShown = at
      samples.push({ at, count })
      while (samples.length > 2 && at - (samples[0]?.at ?? at) > windowMilliseconds) samples.shift()
      show(lineOf(count, total, rateOf(samples)))
    },
  }
}

/** Files per second. */
function rateOf(samples: readonly { readonly at: number; readonly count: number }[]): number {
  const [first, last] = [samples[0], samples.at(-1)]
  if (first === undefined || last === undefined || last.at <= first.at) return 0
  return ((last.count - first.count) / (last.at - first.at)) * 1000
}

function lineOf(count: number, total: number | null, rate: number): string {
  const files = total === null ? `${count} files` : `${count} of ${total} files`
  if (rate <= 0) return files
  const pace = `${files}, ${rate >= 10 ? Math.round(rate) : rate.toFixed(1)}/s`
  return total === null ? pace : `${pace}, ${writeDuration(((total - count) / rate) * 1000)} left`
}

/** A duration with at most two units: `45 s`, `3 min 20 s`, `1 h 18 min`, `2 d 3 h`. */
export function writeDuration(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1000))
  const units = [
    [Math.floor(seconds / 86_400), 'd'],
    [Math.floor((seconds % 86_400) / 3600), 'h'],
    [Math.floor((seconds % 3600) / 60), 'min'],
    [seconds % 60, 's'],
  ] as const
  const first = units.findIndex(([count]) => count > 0)
  if (first < 0) return '0 s'
  return units
    .slice(first, first + 2)
    .filter(([count], position) => position === 0 || count > 0)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(' ')
}
