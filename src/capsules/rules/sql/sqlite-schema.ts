import { memberOf } from '#std'
import { StoreDamaged } from '../capsule-store.js'
import type { SqliteDatabase } from './sqlite-capsules.js'
import { assertNotNewer } from './store-errors.js'

/** "allk" in ASCII: distinguishes a database of capsules from the database of another program. */
const applicationId = 0x616c6c6b

/** The step at index n upgrades the tables from version n to n + 1. A released step is never changed; steps are only added. */
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
  `PRAGMA application_id = ${applicationId};
   CREATE TABLE key_capsule_clock (seen INTEGER, suspended INTEGER, accepted INTEGER NOT NULL) STRICT;
   INSERT INTO key_capsule_clock VALUES (NULL, NULL, 0);`,
]

/** Throws `StoreDamaged` for a database that this release cannot use, before anything is written into it. */
export function assertDatabaseOfCapsules(database: SqliteDatabase): void {
  // One statement reads one consistent state: another process may be creating the tables.
  const found = database
    .prepare(
      `SELECT (SELECT user_version FROM pragma_user_version) AS version, (SELECT application_id FROM pragma_application_id) AS id,
       (SELECT count(*) FROM sqlite_schema) AS tables`,
    )
    .get()
  const [version, id, tables] = [numberIn(found, 'version'), numberIn(found, 'id'), numberIn(found, 'tables')]
  if (id === applicationId || id === 0) assertNotNewer(version, steps.length)
  // Version 1 had no application id.
  if (id !== applicationId && (id !== 0 || version > 1 || (version === 0 && tables > 0)))
    throw new StoreDamaged('The database is that of another program.')
}

/** Upgrades the tables in one transaction; processes that start at the same time wait for each other. */
export function migrateSqlite(database: SqliteDatabase): void {
  // Checked without a lock first, so that a current database is opened without waiting for a writer, even if a service is busy with it.
  if (versionOf(database) === steps.length) return
  database.exec('BEGIN IMMEDIATE')
  try {
    const version = versionOf(database)
    for (const step of steps.slice(version)) database.exec(step)
    if (version < steps.length) database.exec(`PRAGMA user_version = ${steps.length}`)
    database.exec('COMMIT')
  } catch (error) {
    database.exec('ROLLBACK')
    throw error
  }
}

function versionOf(database: SqliteDatabase): number {
  return numberIn(database.prepare('SELECT user_version FROM pragma_user_version').get(), 'user_version')
}

/** The number in a column of a row; 0 when there is none. */
function numberIn(row: unknown, column: string): number {
  const value = memberOf(row, column)
  return typeof value === 'number' ? value : 0
}
