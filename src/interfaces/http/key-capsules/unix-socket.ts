import { lstat, unlink } from 'node:fs/promises'
import { connect } from 'node:net'
import { systemErrorCode } from '#model'

/**
 * Removes the file of a unix socket that has no listener. A killed process leaves such a file, and no process can listen at its path. A socket that accepts
 * connections and a file of another kind are left; listening then fails with EADDRINUSE.
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
