import { link, lstat, open, rename, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { systemErrorCode } from '#model'
import { collectBuffers } from './buffer-collection.js'
import { BufferedWriter } from './file-octets.js'

/**
 * Writes a file that appears only when it is complete, and never replaces another one. It is written under another name in the same folder and gets its own when
 * all of it is on the disk.
 *
 * @param octets in order; when the iteration throws, nothing is left behind
 * @param written called with the octets so far; when it throws, as for an interrupt, nothing is left behind
 * @param mode permissions of the file, less those that the umask of the process takes
 * @throws the error of the system: `EEXIST` when a file of the name exists, `ENOSPC`, …
 */
export async function writeWhole(
  path: string,
  octets: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  written: (octets: number) => void,
  mode = 0o600,
): Promise<void> {
  const growing = join(dirname(path), `.${crypto.randomUUID()}.part`)
  const collect = collectBuffers()
  const file = await open(growing, 'wx', mode).catch((error: unknown) => {
    // The temporary name says nothing to the user; what cannot be used is the folder.
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
    await giveName(growing, path)
  } catch (error) {
    await unlink(growing)
    throw error
  }
}

/**
 * Refuses a name that is taken before any work is done for it. `giveName` checks again when the file gets the name.
 *
 * @throws the error of the system, `EEXIST`
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
 * Gives a file its name unless the name is taken, for which `link` fails. On a file system without hard links an empty file reserves the name and is then
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
