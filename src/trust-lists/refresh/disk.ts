import { randomBytes } from 'node:crypto'
import { dirname } from 'node:path'
import type { Instant } from '#model'

/** The few things that the store does with a disk, each of which may fail. Injected, so that every failure can be tried. */
export interface Disk {
  /** Null when there is no such file, and for any that this program cannot have written: a FIFO, a folder, a file that is larger than any of its own. */
  read(path: string): Promise<Uint8Array | null>
  /** The same, into memory that threads share. */
  readShared(path: string): Promise<SharedArrayBuffer | null>
  /** Writes a file that no other process reads; its bytes are on the disk when this resolves. */
  write(path: string, bytes: Uint8Array): Promise<void>
  /** Replaces `to` in one step: a reader sees the old file or the new one. */
  rename(from: string, to: string): Promise<void>
  /** Makes the names in a folder as durable as the files. */
  syncFolder(folder: string): Promise<void>
  makeFolder(folder: string): Promise<void>
  /** Files of a folder with the time of their last change; none when there is no such folder. */
  list(folder: string): Promise<readonly { readonly name: string; readonly modified: Instant }[]>
  remove(path: string): Promise<void>
}

/** Writes beside the place, then moves there: the file is whole or not there at all, at whatever moment the process or the machine stops. */
export async function replaceFile(disk: Disk, path: string, bytes: Uint8Array): Promise<void> {
  const temporary = `${path}.${randomBytes(6).toString('hex')}${temporarySuffix}`
  try {
    await disk.write(temporary, bytes)
    await disk.rename(temporary, path)
    await disk.syncFolder(dirname(path))
  } catch (error) {
    // A partly written file is removed, because the disk may be full. The first error is the one that is reported.
    await disk.remove(temporary).catch(() => undefined)
    throw error
  }
}

export const temporarySuffix = '.tmp'
