import { pathToFileURL } from 'node:url'
import { systemErrorCode } from '#model'

/**
 * Takes a lock that the system releases when the process ends, however it ends: a transaction of SQLite on an empty database, which stays open and writes nothing.
 * A lock file of our own would have to be recognised as stale after a process was killed.
 *
 * @param path the empty database; its folder exists
 * @returns a function that releases the lock; null when it is held already, by another process or by this one
 * @throws errors of SQLite, without a code when the file cannot be opened
 */
export async function takeLock(path: string): Promise<(() => void) | null> {
  // Loaded only here: most processes need no database.
  const { default: Database } = await import('libsql')
  const lock = new Database(pathToFileURL(path).href)
  try {
    lock.exec('PRAGMA busy_timeout = 0; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    return () => void lock.close()
  } catch (error) {
    lock.close()
    if (systemErrorCode(error) === 'SQLITE_BUSY') return null
    throw error
  }
}
