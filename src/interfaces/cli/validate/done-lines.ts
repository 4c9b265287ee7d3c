import { resultOrNull } from '#model'
import { exitStatus } from '../exit-status.js'
import { readEarlierLines } from './earlier-lines.js'

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
 * Reads the lines of an earlier run, each file once. A line that is truncated, or is not such a line, is ignored.
 *
 * @throws ListUnreadable
 */
export async function readDoneLines(path: string, count: (line: DoneLine) => void | Promise<void>): Promise<DoneBefore> {
  const files = new Set<string>()
  const endsInsideLine = await readEarlierLines(path, async (line) => {
    const done = doneIn(line)
    if (done === null || files.has(done.file)) return
    files.add(done.file)
    await count(done)
  })
  return { files, endsInsideLine }
}

/** The line as an object with file and status; null for one that is cut off, or is not such a line. */
export function doneIn(line: string): DoneLine | null {
  const value = resultOrNull(SyntaxError, (): unknown => JSON.parse(line))
  if (typeof value !== 'object' || value === null || !('file' in value) || !('status' in value)) return null
  const { file, status } = value
  const known: readonly unknown[] = [exitStatus.allPassed, exitStatus.notAllPassed, exitStatus.unreadable]
  return typeof file === 'string' && typeof status === 'number' && known.includes(status) ? { file, status, value: { ...value } } : null
}
