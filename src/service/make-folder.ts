import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { systemErrorCode } from '#model'

/**
 * Makes a folder and those above it that are missing; one that is there is left as it is. Rejects with the error of the system.
 * The `recursive` of Node tries for ever where a file system, such as `/proc`, says that even a folder's own child has no parent.
 */
export async function makeFolder(folder: string, mode?: number): Promise<void> {
  const parent = dirname(folder)
  try {
    await makeOne(folder, mode)
  } catch (error) {
    if (systemErrorCode(error) !== 'ENOENT' || parent === folder) throw error
    await makeFolder(parent, mode)
    await makeOne(folder, mode)
  }
}

async function makeOne(folder: string, mode: number | undefined): Promise<void> {
  try {
    await mkdir(folder, mode === undefined ? {} : { mode })
  } catch (error) {
    if (systemErrorCode(error) !== 'EEXIST' || !(await stat(folder)).isDirectory()) throw error
  }
}
