import { readdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { StoreDamaged } from '#capsule'
import { systemErrorCode } from '#model'
import { writeCopy } from './write-copy.js'

/** The database in the data folder. SQLite keeps its log in `-wal` beside it, and the index of the log in `-shm`. */
export const databaseName = 'key-capsules.db'
/** Prefix of the copy that a service saves when its database was deleted or replaced; random characters follow. */
export const savedName = 'key-capsules.saved-'

/**
 * Makes an empty database file with permissions for its owner only, when there is none. SQLite gives the same permissions to its log and index. Throws
 * `StoreDamaged` when there is a log or a saved copy without a database.
 *
 * No descriptor of the database may ever be opened and closed beside SQLite: `close` drops every POSIX lock that the process holds on the file,
 * those of SQLite too; the next process that closes the store then finds no lock, believes that it is the last one and deletes the log in use. The file is therefore
 * made under another name and linked to its own after its descriptor is closed (`writeCopy`).
 */
export async function makeDatabaseFile(file: string): Promise<void> {
  const size = await sizeOf(file)
  // SQLite deletes a log that it finds beside an empty database, and with it capsules that were acknowledged.
  if ((size ?? 0) === 0 && ((await sizeOf(`${file}-wal`)) ?? 0) > 0)
    throw new StoreDamaged(`It is missing or empty although its log ${file}-wal is there; put it back, or restore a backup.`)
  if (size === null) {
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

/** Null where there is no such file. */
async function sizeOf(path: string): Promise<number | null> {
  try {
    return (await stat(path)).size
  } catch (error) {
    if (systemErrorCode(error) !== 'ENOENT') throw error
    return null
  }
}
