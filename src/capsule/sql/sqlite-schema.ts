import type { SqliteDatabase } from './sqlite-capsules.js'

/** Each step brings the tables from the version of its place to the next. Steps are only ever added. */
const steps: readonly string[] = [
  `CREATE TABLE key_capsule (
     id TEXT NOT NULL PRIMARY KEY,
     type TEXT,
     recipient BLOB,
     key_material BLOB,
     expires INTEGER NOT NULL,
     adjusted INTEGER NOT NULL
   ) STRICT;
   CREATE INDEX key_capsule_expires ON key_capsule (expires) WHERE recipient IS NOT NULL;
   CREATE TABLE key_capsule_probe (writes INTEGER NOT NULL) STRICT;
   INSERT INTO key_capsule_probe VALUES (0);`,
]

/** All or nothing; two processes that start at once wait for each other. */
export function migrateSqlite(database: SqliteDatabase): void {
  // Looked at without a lock first: what is up to date, a busy service's database too, is opened without waiting for a writer.
  if (versionOf(database) === steps.length) return
  database.exec('BEGIN IMMEDIATE')
  try {
    const version = versionOf(database)
    if (version > steps.length)
      throw new Error(`the capsule database has version ${version}, made by a newer release; this release knows ${steps.length}`)
    for (const step of steps.slice(version)) database.exec(step)
    if (version < steps.length) database.exec(`PRAGMA user_version = ${steps.length}`)
    database.exec('COMMIT')
  } catch (error) {
    database.exec('ROLLBACK')
    throw error
  }
}

function versionOf(database: SqliteDatabase): number {
  const row = database.prepare('SELECT user_version FROM pragma_user_version').get()
  return typeof row === 'object' && row !== null && 'user_version' in row ? Number(row.user_version) : 0
}
