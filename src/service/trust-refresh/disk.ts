import { randomBytes } from 'node:crypto'
import { open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { limits } from '#config'
import { type Instant, systemErrorCode } from '#model'
import { makeFolder } from '../make-folder.js'
import { readWholeFile } from '../regular-file.js'

/** The few things that the store does with a disk, each of which may fail. Injected, so that every failure can be tried. */
export interface Disk {
  /** Null when there is no such file, and for what this program has not written: a FIFO, a folder, a file that is larger than any of its own. */
  read(path: string): Promise<Uint8Array | null>
  /** The same, into memory that threads share. */
  readShared(path: string): Promise<SharedArrayBuffer | null>
  /** Writes a file that nobody else reads; its bytes are on the disk when this resolves. */
  write(path: string, bytes: Uint8Array): Promise<void>
  /** Replaces `to` in one step: whoever opens it sees the old file or the new one. */
  rename(from: string, to: string): Promise<void>
  /** Makes the names in a folder as durable as the files. */
  syncFolder(folder: string): Promise<void>
  makeFolder(folder: string): Promise<void>
  /** Files of a folder with the time of their last change; none when there is no such folder. */
  list(folder: string): Promise<readonly { readonly name: string; readonly modified: Instant }[]>
  remove(path: string): Promise<void>
}

/** Only the user of the service may read or write: whoever can write here could hand it a forged result. */
const fileMode = 0o600
const folderMode = 0o700

export const machineDisk: Disk = {
  async read(path) {
    const bytes = await readIfThere(path, (size) => new ArrayBuffer(size))
    return bytes === null ? null : new Uint8Array(bytes)
  },
  readShared: (path) => readIfThere(path, (size) => new SharedArrayBuffer(size)),
  async write(path, bytes) {
    const file = await open(path, 'w', fileMode)
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
  },
  rename: (from, to) => rename(from, to),
  async syncFolder(folder) {
    // Windows cannot open a folder; there a rename is durable by itself.
    if (process.platform === 'win32') return
    const handle = await open(folder, 'r')
    try {
      await handle.sync()
    } finally {
      await handle.close()
    }
  },
  async makeFolder(folder) {
    await makeFolder(folder, folderMode)
  },
  async list(folder) {
    try {
      const names = await readdir(folder)
      return await Promise.all(names.map(async (name) => ({ name, modified: (await stat(join(folder, name))).mtimeMs })))
    } catch (error) {
      if (systemErrorCode(error) === 'ENOENT') return []
      throw error
    }
  },
  remove: (path) => rm(path, { force: true }),
}

async function readIfThere<T extends ArrayBuffer | SharedArrayBuffer>(path: string, allocate: (size: number) => T): Promise<T | null> {
  try {
    return await readWholeFile(path, limits.trustRefresh.maxStoredBytes, allocate)
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return null
    throw error
  }
}

/** Writes beside the place, then moves there: the file is whole or not there at all, at whatever moment the process or the machine stops. */
export async function replaceFile(disk: Disk, path: string, bytes: Uint8Array): Promise<void> {
  const temporary = `${path}.${randomBytes(6).toString('hex')}${temporarySuffix}`
  try {
    await disk.write(temporary, bytes)
    await disk.rename(temporary, path)
    await disk.syncFolder(dirname(path))
  } catch (error) {
    // A disk that is full now should not stay so by our half-written file. The first error is the one to tell.
    await disk.remove(temporary).catch(() => undefined)
    throw error
  }
}

export const temporarySuffix = '.tmp'
