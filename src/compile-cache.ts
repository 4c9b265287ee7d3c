import { mkdirSync, statSync } from 'node:fs'
import * as platform from 'node:module'
import { join } from 'node:path'

/** Node.js 22.8 and later. */
interface WithCompileCache {
  readonly enableCompileCache: (folder: string) => unknown
}

/**
 * Lets Node.js keep the compiled code of the program for the next start, where it can: in a folder that belongs to the user alone. Node.js itself would take one in
 * the common folder for temporary files, where somebody else could put compiled code of his own. Without such a folder nothing is kept, and nobody is told: it is
 * a matter of a tenth of a second.
 */
export function keepCompiledCode({ XDG_CACHE_HOME, HOME }: Readonly<Record<string, string | undefined>>): void {
  const base = XDG_CACHE_HOME?.startsWith('/') === true ? XDG_CACHE_HOME : HOME?.startsWith('/') === true ? join(HOME, '.cache') : null
  if (base === null || !hasCompileCache(platform)) return
  const folder = join(base, 'allkiri', 'compiled')
  if (isOwn(folder)) platform.enableCompileCache(folder)
}

function hasCompileCache(module: object): module is WithCompileCache {
  return 'enableCompileCache' in module && typeof module.enableCompileCache === 'function'
}

/** Makes the folder where there is none. False when it cannot be made, or others may write into it. */
function isOwn(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const { uid, mode } = statSync(folder)
    return uid === process.getuid?.() && (mode & 0o022) === 0
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) return false
    throw error
  }
}
