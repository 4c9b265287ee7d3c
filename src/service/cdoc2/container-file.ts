import { type FileHandle, open } from 'node:fs/promises'
import { Cdoc2Error, type ContainerSource } from '#cdoc2'
import { readOctets } from '../file-octets.js'
import { withoutWaiting } from '../regular-file.js'

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
