import { pathToFileURL } from 'node:url'
import { type SqliteDatabase, type SqliteValue, StoreUnavailable } from '#capsule'
import { findFile } from './file-watch.js'

/** Opens a database file that exists. Throws `StoreUnavailable`. */
export type LibsqlOpener = (file: string) => SqliteDatabase

/** The client that ships SQLite. Loaded here and not before: a service without capsules does not pay for it. */
export async function libsqlOpener(): Promise<LibsqlOpener> {
  const { default: Database } = await import('libsql')
  return (file) => {
    const { identity } = findFile(file)
    const database = openAddress(Database, file)
    return {
      exec: (sql) => void database.exec(sql),
      prepare: (sql) => database.prepare<SqliteValue[]>(sql),
      close: () => {
        // The last connection deletes the log by its name: under that name may lie the log of the database that has taken the place of this one. A
        // connection that is not closed ends with the process, which deletes nothing.
        if (findFile(file).identity === identity) database.close()
      },
    }
  }
}

/** A file that is not there is not made (`mode=rw`): `makeDatabaseFile` does that, with rights for its owner only. */
function openAddress(Database: typeof import('libsql'), file: string) {
  try {
    return new Database(`${pathToFileURL(file).href}?mode=rw`)
  } catch (error) {
    // The client gives these errors no code; their message names the file and a number of SQLite.
    throw new StoreUnavailable(`The database file ${file} cannot be opened.`, { cause: error })
  }
}
