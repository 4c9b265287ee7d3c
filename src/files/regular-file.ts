import { closeSync, constants, fstatSync, openSync, readdirSync, readSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import type { TrustFileAccess } from '#trust'

/** Flags for `open`: non-blocking, because opening a FIFO without a writer would never return. The kind of the file is checked before it is read. */
export const withoutWaiting = constants.O_RDONLY | constants.O_NONBLOCK

/**
 * The content of a regular file, cut to `maxBytes + 1` octets, so that the caller can refuse a larger file. Throws system errors, and an error for a FIFO, a
 * device or a socket.
 */
export function readRegularFile(path: string, maxBytes: number): Uint8Array {
  const file = openSync(path, withoutWaiting)
  try {
    const found = fstatSync(file)
    if (!found.isFile()) throw new Error(`${path} is not a regular file`)
    const bytes = Buffer.alloc(Math.min(found.size, maxBytes) + 1)
    let length = 0
    for (let read = -1; read !== 0 && length < bytes.length; length += read)
      read = readSync(file, bytes, length, bytes.length - length, null)
    return bytes.subarray(0, length)
  } finally {
    closeSync(file)
  }
}

/** The whole content of a file, in memory from `allocate`; null when it is not a regular file or is larger than `maxBytes`. Rejects with system errors. */
export async function readWholeFile<T extends ArrayBuffer | SharedArrayBuffer>(
  path: string,
  maxBytes: number,
  allocate: (size: number) => T,
): Promise<T | null> {
  const file = await open(path, withoutWaiting)
  try {
    const found = await file.stat()
    if (!found.isFile() || found.size > maxBytes) return null
    const memory = allocate(found.size)
    const bytes = new Uint8Array(memory)
    let length = 0
    for (let read = -1; read !== 0 && length < bytes.length; length += read)
      read = (await file.read(bytes, length, bytes.length - length, null)).bytesRead
    if (length !== found.size) throw new Error(`${path} has changed while it was read`)
    return memory
  } finally {
    await file.close()
  }
}

/** File access for readers of settings. */
export const disk: TrustFileAccess = {
  inspect: (path) => {
    const found = statSync(path, { throwIfNoEntry: false })
    if (found === undefined) return null
    if (found.isDirectory()) return { kind: 'folder' }
    return found.isFile() ? { kind: 'file', size: found.size } : { kind: 'other' }
  },
  readFile: readRegularFile,
  readDirectory: (path) => readdirSync(path),
}
