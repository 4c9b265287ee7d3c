import { open } from 'node:fs/promises'
import { Cdoc2Error, type ContainerSource } from '#cdoc2/container'
import { readOctets, withoutWaiting } from '#files'

/**
 * Opens a container file, passes access to its octets to `read`, and closes it afterwards.
 *
 * @throws Cdoc2Error `not-cdoc2` for a folder, a pipe or a device, because a container is not read sequentially; system errors; the errors of `read`
 */
export async function withContainerFile<T>(path: string, read: (source: ContainerSource) => Promise<T>): Promise<T> {
  const file = await open(path, withoutWaiting)
  try {
    const found = await file.stat()
    if (!found.isFile())
      throw new Cdoc2Error('not-cdoc2', `${path} is not a regular file, and a container must be one: save what comes through a pipe first`)
    return await read({
      length: found.size,
      read: async (start, length) => {
        const octets = new Uint8Array(length)
        const { bytesRead } = await file.read(octets, 0, length, start)
        return octets.subarray(0, bytesRead)
      },
      stream: (start, end) => readOctets(file, start, end),
    })
  } finally {
    await file.close()
  }
}
