import { pathToFileURL } from 'node:url'
import { type SqliteDatabase, type SqliteValue, StoreUnavailable } from '#capsule'
import { findFile } from './database-file-watch.js'

/** Opens a database file that exists. Throws `StoreUnavailable`. */
export type LibsqlOpener = (file: string) => SqliteDatabase

/** Loads the client that includes SQLite; only here, because a service without capsules does not need it. */
export async function libsqlOpener(): Promise<LibsqlOpener> {
  const { default: Database } = await import('libsql')
  return (file) => {
    const { identity } = findFile(file)
    const database = openAddress(Database, file)
    return {
      exec: (sql) => void database.exec(sql),
      prepare: (sql) => database.prepare<SqliteValue[]>(sql),
      close: () => {
        // The last connection to close deletes the log by its name, which may now be the log of another database that has replaced this one. Then the
        // connection is left open: it ends with the process, which deletes nothing.
        if (findFile(file).identity === identity) database.close()
      },
    }
  }
}

/** `mode=rw` does not create a missing file: `makeDatabaseFile` does, with permissions for its owner only. */
function openAddress(Database: typeof import('libsql'), file: string) {
  try {
    return new Database(`${pathToFileURL(file).href}?mode=rw`)
  } catch (error) {
    // The client gives these errors no code.
    throw new StoreUnavailable(`The database file ${file} cannot be opened.`, { cause: error })
  }
}
