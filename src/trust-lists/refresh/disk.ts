import { randomBytes } from 'node:crypto'
import { dirname } from 'node:path'
import type { Instant } from '#model'

/** The file operations of the store. They are injected, so that tests can let each of them fail. */
export interface Disk {
  /** Null when the file does not exist, and for anything that this program cannot have written: a FIFO, a folder, or a larger file than it ever writes. */
  read(path: string): Promise<Uint8Array | null>
  /** Like `read`, into memory that threads share. */
  readShared(path: string): Promise<SharedArrayBuffer | null>
  /** Writes a file that no other process reads. The bytes are on the disk (fsync) when the promise resolves. */
  write(path: string, bytes: Uint8Array): Promise<void>
  /** Replaces `to` atomically: a reader sees either the old file or the new one. */
  rename(from: string, to: string): Promise<void>
  /** Makes the entries of a folder durable (fsync of the folder). */
  syncFolder(folder: string): Promise<void>
  makeFolder(folder: string): Promise<void>
  /** Files of a folder with their modification time; empty when the folder does not exist. */
  list(folder: string): Promise<readonly { readonly name: string; readonly modified: Instant }[]>
  remove(path: string): Promise<void>
}

/** Replaces a file atomically: writes a temporary file, then renames it. If the process or the machine stops, the file is complete or unchanged. */
export async function replaceFile(disk: Disk, path: string, bytes: Uint8Array): Promise<void> {
  const temporary = `${path}.${randomBytes(6).toString('hex')}${temporarySuffix}`
  try {
    await disk.write(temporary, bytes)
    await disk.rename(temporary, path)
    await disk.syncFolder(dirname(path))
  } catch (error) {
    // Remove the incomplete file, because the disk may be full. The first error is reported.
    await disk.remove(temporary).catch(() => undefined)
    throw error
  }
}

export const temporarySuffix = '.tmp'
