import { type FileHandle, link, lstat, open, rename, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Cdoc2Error, type ContainerSource } from '#cdoc2'
import { systemErrorCode } from '#model'
import { withoutWaiting } from '../regular-file.js'
import { collectBuffers } from './buffer-collection.js'
import { BufferedWriter, readOctets } from './file-octets.js'

/**
 * Opens a container on the disk. The caller closes the file.
 *
 * @throws Cdoc2Error `not-cdoc2` for a folder, a pipe or a device: a container is read at several places; system errors
 */
export async function openContainerFile(path: string): Promise<FileHandle> {
  const file = await open(path, withoutWaiting)
  try {
    if ((await file.stat()).isFile()) return file
    throw new Cdoc2Error('not-cdoc2', `${path} is not a regular file, and a container must be one: save what comes through a pipe first`)
  } catch (error) {
    await file.close()
    throw error
  }
}

/** The octets of an open container. */
export async function sourceOfFile(file: FileHandle): Promise<ContainerSource> {
  const { size } = await file.stat()
  return {
    length: size,
    read: async (start, length) => {
      const octets = new Uint8Array(length)
      const { bytesRead } = await file.read(octets, 0, length, start)
      return octets.subarray(0, bytesRead)
    },
    stream: (start, end) => readOctets(file, start, end),
  }
}

/**
 * Writes a file that appears only when it is complete, and never replaces another one. It is written under another name in the same folder and gets its own when
 * all of it is on the disk.
 *
 * @param octets in order; when the iteration throws, nothing is left behind
 * @throws the error of the system: `EEXIST` when a file of the name exists, `ENOSPC`, …
 */
export async function writeWhole(path: string, octets: AsyncIterable<Uint8Array>, written: (octets: number) => void): Promise<void> {
  const growing = join(dirname(path), `.${crypto.randomUUID()}.part`)
  const collect = collectBuffers()
  const file = await open(growing, 'wx', 0o600).catch((error: unknown) => {
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
