import type { Output } from './progress.js'

/** Writes, and waits until the reader of our output has taken what was written: what we write may be larger than memory. */
export async function written(out: Output, text: string): Promise<void> {
  if (out.write(text) === false && out.once !== undefined) await new Promise<void>((resolve) => out.once?.('drain', resolve))
}
