/** Where a command writes; `isTTY` as Node's streams say it. */
export interface Output {
  write(text: string): unknown
  readonly isTTY?: boolean
  /** A stream says `drain` when it can take more, after `write` returned false. */
  once?(event: 'drain', listener: () => void): unknown
}

export interface Progress {
  /** Removes the line, before something else is written. */
  clear(): void
  done(files: number): void
}

/** Half a second: below it nobody waits. */
const patience = 500

/** A line that counts, on a terminal only and only when there is something to wait for. */
export function showProgress(output: Output, files: number, now: () => number): Progress {
  const started = now()
  let shown = false
  if (output.isTTY !== true || files < 2) return { clear: () => undefined, done: () => undefined }
  const clear = () => {
    if (shown) output.write('\r\x1b[K')
    shown = false
  }
  return {
    clear,
    done: (count) => {
      if (now() - started < patience || count >= files) return
      output.write(`\r${count} of ${files} files`)
      shown = true
    },
  }
}
