import { open } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { SqliteDatabase, SqliteValue } from '#capsule'

/**
 * Opens a database file with the client that ships SQLite. Loaded here and not before: a service without capsules does not pay for it.
 * A file that is made gets rights for its owner only; SQLite gives the same to the files beside it.
 */
export async function openLibsql(file: string): Promise<SqliteDatabase> {
  const { default: Database } = await import('libsql')
  await (await open(file, 'a', 0o600)).close()
  await flushNames(file)
  const database = new Database(file)
  return {
    exec: (sql) => void database.exec(sql),
    prepare: (sql) => database.prepare<SqliteValue[]>(sql),
    close: () => void database.close(),
  }
}

/** A file survives a power cut only when its name does, which is content of the folder. */
async function flushNames(file: string): Promise<void> {
  const folder = await open(dirname(file), 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
