import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type SqliteDatabase, StoreUnavailable } from '#capsule'
import { systemErrorCode } from '#model'

/** An empty database that nothing is ever written to: only its lock counts. */
const lockName = 'key-capsules.lock'

/**
 * Takes the folder of a database for one service, and returns a function that gives it back. The lock is a transaction of SQLite that stays open, so the system
 * releases it when the process dies, and SQLite's own locks work wherever the database works. Commands do not take it: they share the database with the service
 * through SQLite's locks, which alone protect the capsules. Throws `StoreUnavailable` when another service has the folder.
 */
export async function lockFolder(file: string): Promise<() => void> {
  const { default: Database } = await import('libsql')
  const name = join(dirname(file), lockName)
  let lock: Pick<SqliteDatabase, 'exec' | 'close'> | null = null
  try {
    lock = new Database(pathToFileURL(name).href)
    lock.exec('PRAGMA busy_timeout = 0; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    const { close } = lock
    return close.bind(lock)
  } catch (error) {
    lock?.close()
    const code = systemErrorCode(error) ?? 'SQLITE_CANTOPEN'
    if (code === 'SQLITE_BUSY') throw new StoreUnavailable(anotherService)
    throw new StoreUnavailable(`The lock ${name} cannot be taken (${code}).`)
  }
}

const anotherService =
  'Another service uses this folder. Stop it, or give each service its own ALLKIRI_DATA; several services can share a PostgreSQL database (ALLKIRI_CAPSULES_DATABASE).'
