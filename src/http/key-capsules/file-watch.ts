import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Calls back when files, or the files of folders, were changed, added or removed: asked for every so often, because notifications of the system miss the
 * ways in which clusters and certificate programs replace files. Call the result to stop.
 */
export function watchFiles(paths: readonly string[], milliseconds: number, onChange: () => void): () => void {
  let last = paths.map(stateOf).join('\n')
  const timer = setInterval(() => {
    const state = paths.map(stateOf).join('\n')
    if (state === last) return
    last = state
    onChange()
  }, milliseconds)
  timer.unref()
  return () => clearInterval(timer)
}

/** Differs when the content may differ. A path that is missing for a moment has a state as well. */
function stateOf(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found?.isDirectory() !== true) return stateOfFile(path)
  return readdirSync(path)
    .sort()
    .map((name) => stateOfFile(join(path, name)))
    .join('\n')
}

function stateOfFile(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false })
  return found === undefined ? `${path} -` : `${path} ${found.ino} ${found.size} ${found.mtimeMs}`
}
