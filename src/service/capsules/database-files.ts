import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { StoreDamaged } from '#capsule'
import { reasonOf, systemErrorCode } from '#model'
import { findFile } from './database-file-watch.js'
import { writeCopy } from './write-copy.js'

/** Name of the database in the data folder. SQLite stores its log in a file with the suffix `-wal`, and the index of the log with `-shm`. */
export const databaseName = 'key-capsules.db'
/** Prefix of the copy that a service saves when its database was deleted or replaced. Random characters follow. */
const savedName = 'key-capsules.saved-'

/**
 * Creates an empty database file with permissions for its owner only, when there is none. SQLite gives the same permissions to its log and index. Throws
 * `StoreDamaged` when there is a log or a saved copy without a database.
 *
 * Only SQLite may open and close descriptors of the database: `close` drops every POSIX lock that the process holds on the file, including those of SQLite. The
 * next process that closes the store then finds no lock, believes to be the last user and deletes the log in use. So the file is created under another name,
 * and linked to its final name after its descriptor has been closed (`writeCopy`).
 */
export async function makeDatabaseFile(file: string): Promise<void> {
  const { exists, size } = findFile(file)
  // SQLite deletes the log of an empty database, and with it acknowledged capsules.
  if (size === 0n && findFile(`${file}-wal`).size > 0n)
    throw new StoreDamaged(`It is missing or empty although its log ${file}-wal exists; put it back, or restore a backup.`)
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
    // EEXIST: another process has created it meanwhile.
    if (systemErrorCode(error) !== 'EEXIST') throw error
  }
}

/**
 * Copies what the open connection can still read of a deleted or replaced database into a new file. Without the copy this content is lost when the process
 * ends. Never rejects: resolves with an error whose message, for the log, states what was saved or why nothing was.
 */
export async function saveDatabase(file: string, writer: { readonly copyInto: (copy: string) => Promise<void> }): Promise<Error> {
  const saved = join(dirname(file), `${savedName}${randomBytes(6).toString('hex')}.db`)
  try {
    await writeCopy(saved, (copy) => writer.copyInto(copy))
    return new StoreDamaged(
      `Nothing is stored until the service is restarted. Everything that could still be read was saved as ${saved}: stop the service, check which of the files is right, and restore it (allkiri capsules restore).`,
    )
  } catch (error) {
    return new StoreDamaged(
      `Nothing is stored until the service is restarted. The content of the database could not be saved (${reasonOf(error)}): leave this process running and copy its files from /proc/${process.pid}/fd, or restore a backup.`,
    )
  }
}
