import { memberOf } from '#std'
import type { CapsuleRecord } from '../capsule.js'
import { StoreDamaged } from '../capsule-store.js'
import { columns, recordOf, stepRows } from './rows.js'
import type { SqliteDatabase } from './sqlite-capsules.js'
import { assertDatabaseOfCapsules } from './sqlite-schema.js'
import { refusalOfOpeningSqlite, refusingSqlite } from './store-errors.js'

/** Result of a full check of a database. */
export interface DatabaseContent {
  readonly stored: number
  /** Ids of capsules whose bytes were deleted. */
  readonly deleted: number
}

/** Reported lines of a failed integrity check. */
const maxReportedProblems = 3

/** Every record in the order of the ids. Consistent only within a transaction. */
export function* recordsOf(database: SqliteDatabase): Generator<CapsuleRecord> {
  const next = refusingSqlite(() => database.prepare(`SELECT ${columns} FROM key_capsule WHERE id > ? ORDER BY id LIMIT ${stepRows}`))
  let after = ''
  for (;;) {
    const rows = refusingSqlite(() => next.all(after))
    for (const row of rows) {
      const record = recordOf(row)
      after = record.capsule.id
      yield record
    }
    if (rows.length < stepRows) return
  }
}

/** Writes a consistent copy into another file, which must be empty or missing. It is not flushed to disk. */
export function copyDatabaseInto(database: SqliteDatabase, file: string): void {
  refusingSqlite(() => database.prepare('VACUUM INTO ?').run(file))
}

/** Checks every page and index, and reads every record. Throws `StoreDamaged` for a damaged database, `StoreUnavailable` for a record that cannot be read. */
export function inspectDatabase(database: SqliteDatabase): DatabaseContent {
  return refusingSqlite(() => {
    assertDatabaseOfCapsules(database)
    const rows = database.prepare(`PRAGMA integrity_check(${maxReportedProblems})`).all()
    const lines = rows.map((row) => memberOf(row, 'integrity_check')).filter((line) => typeof line === 'string')
    if (lines.join() !== 'ok') throw new StoreDamaged(`The database is damaged (${lines.join('; ').replaceAll('\n', ' ')}).`)
    const counts = { stored: 0, deleted: 0 }
    for (const { kind } of recordsOf(database)) counts[kind] += 1
    return counts
  }, refusalOfOpeningSqlite)
}
