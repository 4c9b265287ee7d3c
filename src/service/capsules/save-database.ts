import { randomBytes } from 'node:crypto'
import { dirname, join } from 'node:path'
import { StoreDamaged } from '#capsule'
import { savedName } from './database-files.js'
import { writeCopy } from './write-copy.js'

/**
 * Copies what the open connection can still read of a deleted or replaced database into a new file; without it that content is lost when the process ends. Never
 * rejects: it resolves with an error whose message says for the log what was saved, or why nothing was.
 */
export async function saveDatabase(file: string, writer: { readonly copyInto: (copy: string) => Promise<void> }): Promise<Error> {
  const saved = join(dirname(file), `${savedName}${randomBytes(6).toString('hex')}.db`)
  try {
    await writeCopy(saved, (copy) => writer.copyInto(copy))
    return new StoreDamaged(
      `Nothing is stored until the service is started anew. Everything that could still be read was saved as ${saved}: stop the service, see which of the files is right, and restore it (allkiri capsules restore).`,
    )
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return new StoreDamaged(
      `Nothing is stored until the service is started anew. What was in the database could not be saved (${reason}): leave this process running and copy its files from /proc/${process.pid}/fd, or restore a backup.`,
    )
  }
}
