import { mkdirSync, statSync } from 'node:fs'
import * as platform from 'node:module'
import { join } from 'node:path'

/** Node.js 22.8 and later. */
interface WithCompileCache {
  readonly enableCompileCache: (folder: string) => unknown
}

/**
 * Turns on the compile cache of Node.js (22.8 and later), which saves a tenth of a second at each start. The cache lies in a folder that only the user can write
 * to: the default of Node.js is the common folder for temporary files, where another user could plant compiled code. The folder above is checked as well: who can
 * write to it can replace the one inside. Without such folders nothing is cached.
 */
export function keepCompiledCode({ XDG_CACHE_HOME, HOME }: Readonly<Record<string, string | undefined>>): void {
  const base = XDG_CACHE_HOME?.startsWith('/') === true ? XDG_CACHE_HOME : HOME?.startsWith('/') === true ? join(HOME, '.cache') : null
  if (base === null || !hasCompileCache(platform)) return
  const above = join(base, 'allkiri')
  const folder = join(above, 'compiled')
  if ([base, above, folder].every(isFolder) && [above, folder].every(isOwn)) platform.enableCompileCache(folder)
}

function hasCompileCache(module: object): module is WithCompileCache {
  return 'enableCompileCache' in module && typeof module.enableCompileCache === 'function'
}

/**
 * Makes the folder if it is missing; false when it cannot be made. One step at a time: `recursive` never ends on Node.js 22 and later where a file system
 * answers ENOENT for a name below a folder that exists, as /proc does.
 */
function isFolder(folder: string): boolean {
  return (
    answers(() => {
      mkdirSync(folder, { mode: 0o700 })
      return true
    }) || answers(() => statSync(folder).isDirectory())
  )
}

/** False when the folder belongs to another user, or is writable for others. */
function isOwn(folder: string): boolean {
  return answers(() => {
    const { uid, mode } = statSync(folder)
    return uid === process.getuid?.() && (mode & 0o022) === 0
  })
}

/** False where the system refuses the call, or the permission model of Node.js. */
function answers(ask: () => boolean): boolean {
  try {
    return ask()
  } catch (error) {
    if (error instanceof Error && ('syscall' in error || 'permission' in error)) return false
    throw error
  }
}
