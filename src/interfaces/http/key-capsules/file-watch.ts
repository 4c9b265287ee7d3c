import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { systemErrorCode } from '#model'

/**
 * Calls back when files, or the files of folders, were changed, added or removed. The state is polled every `milliseconds`, because notifications of the system
 * miss the ways in which clusters and certificate programs replace files. Call the result to stop.
 */
export function watchFiles(paths: readonly string[], milliseconds: number, onChange: () => void): () => void {
  let last = paths.map((path) => stateOf(path)).join('\n')
  const timer = setInterval(() => {
    const state = paths.map((path) => stateOf(path)).join('\n')
    if (state === last) return
    last = state
    onChange()
  }, milliseconds)
  timer.unref()
  return () => clearInterval(timer)
}

/**
 * A text that changes when the content of a file, or of a file in a folder, may have changed. A path that is missing or temporarily inaccessible also has a
 * state: the watch must not end the service.
 */
function stateOf(path: string, entries: 'with-entries' | 'alone' = 'with-entries'): string {
  try {
    const found = statSync(path)
    const names = found.isDirectory() && entries === 'with-entries' ? readdirSync(path).sort() : null
    return names?.map((name) => stateOf(join(path, name), 'alone')).join('\n') ?? `${path} ${found.ino} ${found.size} ${found.mtimeMs}`
  } catch (error) {
    const code = systemErrorCode(error)
    if (code === null) throw error
    return `${path} ${code}`
  }
}
