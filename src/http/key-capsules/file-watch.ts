import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { systemErrorCode } from '#model'

/**
 * Calls back when files, or the files of folders, were changed, added or removed: asked for every so often, because notifications of the system miss the
 * ways in which clusters and certificate programs replace files. Call the result to stop.
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
 * Differs when the content may differ; of a folder, that of the files in it. A path that is missing, or cannot be looked at for a moment, has a state as well: a
 * watch must not end a service.
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
