import type { Readable } from 'node:stream'

/** A list of files (`--files-from`, `--skip-done`) cannot be read. The cause is the system error. */
export class ListUnreadable extends Error {
  override readonly name = 'ListUnreadable'
  constructor(file: string, cause: unknown) {
    super(`${file} cannot be read`, { cause })
  }
}

/** The lines of a list, without line feeds and without a byte order mark at the beginning. Throws `ListUnreadable`. */
export async function* linesOf(open: () => Readable, file: string): AsyncGenerator<string> {
  // Loaded only here, and before the list is opened: the lines of a stream that has already begun to flow, or has failed, would be lost.
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
  // Not every version of Node.js passes on an error of the stream to the iteration of its lines.
  const failure = source.errored === null && source.readableEnded ? null : await failed
  if (failure !== null) throw new ListUnreadable(file, failure)
}
