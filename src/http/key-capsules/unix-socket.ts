import { lstat, unlink } from 'node:fs/promises'
import { connect } from 'node:net'
import { systemErrorCode } from '#model'

/**
 * Removes the file of a unix socket without a listener. A process that was killed leaves it behind, and until it is gone no other one can listen at this path.
 * A socket that answers, and anything that is no socket, stays; listening then fails and says so.
 */
export async function removeAbandonedSocket(path: string): Promise<void> {
  if ((await isSocket(path)) && (await isAbandoned(path))) await unlink(path)
}

async function isSocket(path: string): Promise<boolean> {
  try {
    return (await lstat(path)).isSocket()
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return false
    throw error
  }
}

function isAbandoned(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path, () => {
      socket.destroy()
      resolve(false)
    })
    socket.once('error', (error) => resolve(systemErrorCode(error) === 'ECONNREFUSED'))
  })
}
