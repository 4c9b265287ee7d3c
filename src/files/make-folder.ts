import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { systemErrorCode } from '#model'

/**
 * Creates a folder and its missing parents. An existing folder is left unchanged. Rejects with the system error. The option `recursive` of Node.js is not used:
 * it never returns on file systems such as `/proc`, where even `mkdir` in an existing folder fails with ENOENT.
 *
 * @returns the folders that were created, the outermost first
 */
export async function makeFolder(folder: string, mode?: number): Promise<readonly string[]> {
  const parent = dirname(folder)
  try {
    return await makeOne(folder, mode)
  } catch (error) {
    if (systemErrorCode(error) !== 'ENOENT' || parent === folder) throw error
    return [...(await makeFolder(parent, mode)), ...(await makeOne(folder, mode))]
  }
}

async function makeOne(folder: string, mode: number | undefined): Promise<readonly string[]> {
  try {
    await mkdir(folder, mode === undefined ? {} : { mode })
    return [folder]
  } catch (error) {
    if (systemErrorCode(error) !== 'EEXIST' || !(await stat(folder)).isDirectory()) throw error
    return []
  }
}
