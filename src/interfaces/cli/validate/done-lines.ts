import { createReadStream } from 'node:fs'
import { resultOrNull, systemErrorCode } from '#model'
import { exitStatus } from '../exit-status.js'
import { ListUnreadable, linesOf } from './list-lines.js'

/** Results of an earlier run. */
interface DoneBefore {
  readonly files: ReadonlySet<string>
  /** Whether the last line has no line feed because the run was interrupted. The next output must then begin with a new line. */
  readonly endsInsideLine: boolean
}

/** A line of an earlier run with `--json-lines`. */
interface DoneLine {
  readonly file: string
  readonly status: number
  /** Every member of the line. */
  readonly value: Readonly<Record<string, unknown>>
}

/**
 * Reads the lines of an earlier run with `--json-lines`, each file once. A missing file has no lines, so that the first run can have the same command
 * as later ones. A line that is truncated, or is not such a line, is ignored.
 *
 * @throws ListUnreadable
 */
export async function readDoneLines(path: string, count: (line: DoneLine) => void | Promise<void>): Promise<DoneBefore> {
  const files = new Set<string>()
  let last = 0x0a
  const open = () =>
    createReadStream(path).on('data', (piece) => {
      last = Number(piece.at(-1))
    })
  try {
    for await (const line of linesOf(open, path)) {
      const done = doneIn(line)
      if (done === null || files.has(done.file)) continue
      files.add(done.file)
      await count(done)
    }
  } catch (error) {
    if (!(error instanceof ListUnreadable) || systemErrorCode(error.cause) !== 'ENOENT') throw error
  }
  return { files, endsInsideLine: last !== 0x0a }
}

/** The line as an object with file and status; null for one that is cut off, or is not such a line. */
export function doneIn(line: string): DoneLine | null {
  const value = resultOrNull(SyntaxError, (): unknown => JSON.parse(line))
  if (typeof value !== 'object' || value === null || !('file' in value) || !('status' in value)) return null
  const { file, status } = value
  const known: readonly unknown[] = [exitStatus.allPassed, exitStatus.notAllPassed, exitStatus.unreadable]
  return typeof file === 'string' && typeof status === 'number' && known.includes(status) ? { file, status, value: { ...value } } : null
}
