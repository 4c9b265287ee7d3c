import { randomBytes } from 'node:crypto'
import { link, open, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { StoreUnavailable } from '#capsule'
import { systemErrorCode } from '#model'

/** The database in the data folder. SQLite keeps its log in `-wal` beside it, and the index of the log in `-shm`. */
export const databaseName = 'key-capsules.db'

/**
 * Makes the database file, empty and with rights for its owner only, when there is none. SQLite gives the same rights to the files beside it.
 *
 * No descriptor of the database may ever be opened and closed beside SQLite: `close` drops every POSIX lock that the process holds on the file,
 * whoever took it, and the next process that ends then believes that it is the last one and deletes the log in use. The file is therefore made under
 * another name, and gets its own only after its descriptor is closed. `link` never replaces what another process has made meanwhile.
 */
export async function makeDatabaseFile(file: string): Promise<void> {
  const size = await sizeOf(file)
  // SQLite deletes a log that it finds beside an empty database, and with it capsules that were acknowledged.
  if ((size ?? 0) === 0 && ((await sizeOf(`${file}-wal`)) ?? 0) > 0)
    throw new StoreUnavailable(
      `${file} is missing or empty although its log ${file}-wal is there; put the database back, or restore a backup`,
    )
  if (size === null) await makeUnderItsName(file)
  await flushFolder(dirname(file))
}

async function makeUnderItsName(file: string): Promise<void> {
  const made = join(dirname(file), `.${databaseName}.${randomBytes(8).toString('hex')}`)
  await (await open(made, 'wx', 0o600)).close()
  try {
    await link(made, file)
  } catch (error) {
    if (systemErrorCode(error) !== 'EEXIST') throw error
  } finally {
    await rm(made)
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

/** A file survives a power cut only when its name does, which is content of the folder. */
export async function flushFolder(folder: string): Promise<void> {
  const opened = await open(folder, 'r')
  try {
    await opened.sync()
  } finally {
    await opened.close()
  }
}
