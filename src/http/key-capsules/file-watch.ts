import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { systemErrorCode } from '#model'

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

/** Differs when the content may differ. A path that is missing, or cannot be looked at for a moment, has a state as well: a watch must not end a service. */
function stateOf(path: string): string {
  try {
    return statSync(path).isDirectory() ? stateOfFolder(path) : stateOfFile(path)
  } catch (error) {
    return `${path} ${refusalOf(error)}`
  }
}

function stateOfFolder(path: string): string {
  return readdirSync(path)
    .sort()
    .map((name) => stateOfFile(join(path, name)))
    .join('\n')
}

function stateOfFile(path: string): string {
  try {
    const { ino, size, mtimeMs } = statSync(path)
    return `${path} ${ino} ${size} ${mtimeMs}`
  } catch (error) {
    return `${path} ${refusalOf(error)}`
  }
}

/** The error code of the system. Any other error is an internal one. */
function refusalOf(error: unknown): string {
  const code = systemErrorCode(error)
  if (code === null) throw error
  return code
}
