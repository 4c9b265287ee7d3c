import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { StoreDamaged } from '#capsule'
import { reasonOf, systemErrorCode } from '#model'
import { findFile } from './database-file-watch.js'
import { writeCopy } from './write-copy.js'

/** The database in the data folder. SQLite keeps its log in `-wal` beside it, and the index of the log in `-shm`. */
export const databaseName = 'key-capsules.db'
/** Prefix of the copy that a service saves when its database was deleted or replaced; random characters follow. */
const savedName = 'key-capsules.saved-'

/**
 * Makes an empty database file with permissions for its owner only, when there is none. SQLite gives the same permissions to its log and index. Throws
 * `StoreDamaged` when there is a log or a saved copy without a database.
 *
 * No descriptor of the database may ever be opened and closed beside SQLite: `close` drops every POSIX lock that the process holds on the file,
 * those of SQLite too; the next process that closes the store then finds no lock, believes that it is the last one and deletes the log in use. The file is therefore
 * made under another name and linked to its own after its descriptor is closed (`writeCopy`).
 */
export async function makeDatabaseFile(file: string): Promise<void> {
  const { exists, size } = findFile(file)
  // SQLite deletes a log that it finds beside an empty database, and with it capsules that were acknowledged.
  if (size === 0n && findFile(`${file}-wal`).size > 0n)
    throw new StoreDamaged(`It is missing or empty although its log ${file}-wal is there; put it back, or restore a backup.`)
  if (!exists) {
    const saved = (await readdir(dirname(file))).find((name) => name.startsWith(savedName))
    if (saved !== undefined)
      throw new StoreDamaged(
        `It is missing, and ${join(dirname(file), saved)} was saved from it; run allkiri capsules restore with that file, or move it away to begin with an empty store.`,
      )
    await makeEmpty(file)
  }
}

async function makeEmpty(file: string): Promise<void> {
  try {
    await writeCopy(file, () => Promise.resolve())
  } catch (error) {
    // Another process has made it in the meantime.
    if (systemErrorCode(error) !== 'EEXIST') throw error
  }
}

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
    return new StoreDamaged(
      `Nothing is stored until the service is started anew. What was in the database could not be saved (${reasonOf(error)}): leave this process running and copy its files from /proc/${process.pid}/fd, or restore a backup.`,
    )
  }
}
