import { type FileHandle, open } from 'node:fs/promises'
import { Cdoc2Error, type ContainerSource } from '#cdoc2'
import { readOctets } from '../file-octets.js'
import { withoutWaiting } from '../regular-file.js'

/**
 * Opens a container file. The caller closes it.
 *
 * @throws Cdoc2Error `not-cdoc2` for a folder, a pipe or a device, because a container is not read sequentially; system errors
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

/** Access to the octets of an open container file. */
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
