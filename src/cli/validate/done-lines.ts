import { createReadStream } from 'node:fs'
import { systemErrorCode } from '#model'
import { exitStatus } from '../exit-status.js'
import { ListUnreadable } from './document-inputs.js'
import type { Totals } from './totals.js'

/** Results of an earlier run. */
export interface DoneBefore {
  readonly files: ReadonlySet<string>
  /** The last line has no line feed, because the run was interrupted: the next output must begin a new line. */
  readonly endsInsideLine: boolean
}

/**
 * Reads lines that `--json-lines` wrote and counts them. A missing file has no lines, so that the first run has the same command as every later one. A line that
 * was cut off, or is no such line, counts as not done.
 *
 * @throws ListUnreadable
 */
export async function readDoneLines(path: string, totals: Totals): Promise<DoneBefore> {
  // Loaded only where it is needed, and before the file is opened: a stream that has begun to flow, or has failed, has no lines any more.
  const { createInterface } = await import('node:readline')
  const files = new Set<string>()
  let last = 0x0a
  const source = createReadStream(path)
  source.on('data', (piece) => {
    last = Number(piece.at(-1))
  })
  // Not every version of Node.js hands the failure of a stream on to its lines.
  const failed = new Promise<unknown>((resolve) => source.once('error', resolve).once('close', () => resolve(null)))
  try {
    for await (const line of createInterface({ input: source, crlfDelay: Number.POSITIVE_INFINITY })) {
      const done = doneIn(line)
      if (done === null || files.has(done.file)) continue
      files.add(done.file)
      totals.addEarlier(done.status)
    }
  } catch (error) {
    if (systemErrorCode(error) === null) throw error
  }
  const failure = await failed
  if (failure !== null && systemErrorCode(failure) !== 'ENOENT') throw new ListUnreadable(path, failure)
  return { files, endsInsideLine: last !== 0x0a }
}

function doneIn(line: string): { readonly file: string; readonly status: number } | null {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
  if (typeof value !== 'object' || value === null || !('file' in value) || !('status' in value)) return null
  const { file, status } = value
  const known: readonly unknown[] = [exitStatus.allPassed, exitStatus.notAllPassed, exitStatus.unreadable]
  return typeof file === 'string' && typeof status === 'number' && known.includes(status) ? { file, status } : null
}
