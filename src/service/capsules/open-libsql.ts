import { pathToFileURL } from 'node:url'
import { type SqliteDatabase, type SqliteValue, StoreUnavailable } from '#capsule'

/**
 * Opens a database file with the client that ships SQLite. Loaded here and not before: a service without capsules does not pay for it.
 * A file that is not there is not made (`mode=rw`): `makeDatabaseFile` does that, with rights for its owner only.
 */
export async function openLibsql(file: string): Promise<SqliteDatabase> {
  const { default: Database } = await import('libsql')
  const database = openAddress(Database, `${pathToFileURL(file).href}?mode=rw`, file)
  return {
    exec: (sql) => void database.exec(sql),
    prepare: (sql) => database.prepare<SqliteValue[]>(sql),
    close: () => void database.close(),
  }
}

/** The client gives the errors of opening no code; their message names the file and a number of SQLite. */
function openAddress(Database: typeof import('libsql'), address: string, file: string) {
  try {
    return new Database(address)
  } catch (error) {
    throw new StoreUnavailable(`The database file ${file} cannot be opened.`, { cause: error })
  }
}
