import { pathToFileURL } from 'node:url'
import { type SqliteDatabase, type SqliteValue, StoreUnavailable } from '#capsules/rules'

/** Opens an existing database file. Throws `StoreUnavailable`. */
export type LibsqlOpener = (file: string) => SqliteDatabase

/** Loads the client, which includes SQLite. Loaded only here, because a service without capsules does not need it. */
export async function libsqlOpener(): Promise<LibsqlOpener> {
  const { default: Database } = await import('libsql')
  return (file) => {
    const database = openAddress(Database, file)
    return {
      exec: (sql) => void database.exec(sql),
      prepare: (sql) => database.prepare<SqliteValue[]>(sql),
      close: () => database.close(),
    }
  }
}

/** `mode=rw` does not create a missing file. `makeDatabaseFile` creates it, with permissions for its owner only. */
function openAddress(Database: typeof import('libsql'), file: string) {
  try {
    return new Database(`${pathToFileURL(file).href}?mode=rw`)
  } catch (error) {
    // The errors of the client have no code here.
    throw new StoreUnavailable(`The database file ${file} cannot be opened.`, { cause: error })
  }
}
