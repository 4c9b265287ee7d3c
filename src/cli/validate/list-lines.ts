import type { Readable } from 'node:stream'

/** A list of files (`--files-from`, `--skip-done`) cannot be read; the cause is the error of the system. */
export class ListUnreadable extends Error {
  override readonly name = 'ListUnreadable'
  constructor(file: string, cause: unknown) {
    super(`${file} cannot be read`, { cause })
  }
}

/** The lines of a list, without their line feeds and without a byte order mark at the beginning. Throws `ListUnreadable`. */
export async function* linesOf(open: () => Readable, file: string): AsyncGenerator<string> {
  // Loaded only where it is needed, and before the list is opened: a stream that has begun to flow, or has failed, has no lines any more.
  const { createInterface } = await import('node:readline')
  const source = open()
  const failed = new Promise<Error | null>((resolve) => source.once('error', resolve).once('close', () => resolve(null)))
  let isFirst = true
  try {
    for await (const line of createInterface({ input: source, crlfDelay: Number.POSITIVE_INFINITY })) {
      yield isFirst ? line.replace(/^\ufeff/, '') : line
      isFirst = false
    }
  } catch (error) {
    throw source.errored === error ? new ListUnreadable(file, error) : error
  }
  // Not every version of Node.js hands the failure of a stream on to its lines.
  const failure = source.errored === null && source.readableEnded ? null : await failed
  if (failure !== null) throw new ListUnreadable(file, failure)
}
