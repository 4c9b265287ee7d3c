import { readdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { StoreDamaged } from '#capsule'
import { systemErrorCode } from '#model'
import { writeCopy } from './write-copy.js'

/** The database in the data folder. SQLite keeps its log in `-wal` beside it, and the index of the log in `-shm`. */
export const databaseName = 'key-capsules.db'
/** What a service saved from a database that was taken away from it; something of chance follows. */
export const savedName = 'key-capsules.saved-'

/**
 * Makes the database file, empty and with rights for its owner only, when there is none. SQLite gives the same rights to the files beside it.
 *
 * No descriptor of the database may ever be opened and closed beside SQLite: `close` drops every POSIX lock that the process holds on the file,
 * whoever took it, and the next process that ends then believes that it is the last one and deletes the log in use. The file is therefore made under
 * another name, and gets its own only after its descriptor is closed (`writeCopy`).
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
    // Another process has made it meanwhile.
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
