import { link, lstat, open, rename, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { systemErrorCode } from '#model'
import { collectBuffers } from './buffer-collection.js'
import { BufferedWriter } from './file-octets.js'

/**
 * Writes a file that appears only when it is complete and never replaces another file. It is written under a temporary name in the same folder and gets its
 * name when all of it is on the disk. When this throws, the temporary file has been removed.
 *
 * @param octets the content; an error of the iteration is thrown
 * @param written called with the number of octets so far; its errors, such as that of an interrupt, are thrown
 * @param mode permissions of the file, restricted by the umask of the process
 * @throws system errors: `EEXIST` when a file with the name exists, `ENOSPC`, …
 */
export async function writeWhole(
  path: string,
  octets: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  written: (octets: number) => void,
  mode = 0o600,
): Promise<void> {
  const temporary = join(dirname(path), `.${crypto.randomUUID()}.part`)
  const collect = collectBuffers()
  const file = await open(temporary, 'wx', mode).catch((error: unknown) => {
    // The error names the folder, because the temporary name means nothing to the user.
    throw error instanceof Error ? Object.assign(error, { path: dirname(path) }) : error
  })
  try {
    try {
      let total = 0
      const writer = new BufferedWriter(file)
      for await (const chunk of octets) {
        await writer.write(chunk)
        total += chunk.length
        written(total)
        collect(total)
      }
      await writer.flush()
      await file.sync()
    } finally {
      await file.close()
    }
    await giveName(temporary, path)
  } catch (error) {
    await unlink(temporary)
    throw error
  }
}

/**
 * Checks that a name is free, before any work is done. `giveName` checks it again.
 *
 * @throws system errors; an error with the code `EEXIST` when the name is taken
 */
export async function assertFree(path: string): Promise<void> {
  try {
    await lstat(path)
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return
    throw error
  }
  throw Object.assign(new Error(`${path} exists`), { code: 'EEXIST', syscall: 'lstat', path })
}

/**
 * Renames a file unless the new name is taken, in which case `link` fails. On a file system without hard links, an empty file reserves the name and is then
 * replaced by a rename.
 */
export async function giveName(from: string, to: string): Promise<void> {
  try {
    await link(from, to)
  } catch (error) {
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'].includes(systemErrorCode(error) ?? '')) throw error
    await (await open(to, 'wx', 0o600)).close()
    try {
      await rename(from, to)
    } catch (failure) {
      await unlink(to)
      throw failure
    }
    return
  }
  await unlink(from)
}
