import { createReadStream } from 'node:fs'
import { systemErrorCode } from '#model'
import { ListUnreadable, linesOf } from './list-lines.js'

/**
 * Reads the lines of an earlier run with `--json-lines`. A missing file has no lines, so that the first run can have the same command as later ones.
 *
 * @returns whether the last line has no line feed because the run was interrupted. The next output must then begin with a new line.
 * @throws ListUnreadable
 */
export async function readEarlierLines(path: string, read: (line: string) => void | Promise<void>): Promise<boolean> {
  let last = 0x0a
  const open = () =>
    createReadStream(path).on('data', (piece) => {
      last = Number(piece.at(-1))
    })
  try {
    for await (const line of linesOf(open, path)) await read(line)
  } catch (error) {
    if (!(error instanceof ListUnreadable) || systemErrorCode(error.cause) !== 'ENOENT') throw error
  }
  return last !== 0x0a
}
