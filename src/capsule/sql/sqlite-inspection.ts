import { memberOf } from '#model'
import type { CapsuleRecord } from '../capsule.js'
import { StoreDamaged } from '../capsule-store.js'
import { columns, recordOf, stepRows } from './rows.js'
import type { SqliteDatabase, SqliteOptions } from './sqlite-capsules.js'
import { assertDatabaseOfCapsules, numberIn } from './sqlite-schema.js'
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

export interface Look {
  /** Id of the record that was stored last; null: none since the last inspection. */
  readonly id: string | null
  /**
   * Positions of further records to read, from 0 for the first row of the table to 1 for the last. The newest record alone would not show damage of older
   * pages, because it is read from the log.
   */
  readonly places: readonly number[]
}

/**
 * Inspects a database through a connection without cached pages, as a restart would: its header, its tables and some records. Throws
 * `StoreDamaged` when they cannot be found.
 */
export function assertRecordsFindable(
  database: SqliteDatabase,
  { id, places }: Look,
  { lockMilliseconds }: Pick<SqliteOptions, 'lockMilliseconds'>,
): void {
  refusingSqlite(() => {
    database.exec(`PRAGMA busy_timeout = ${lockMilliseconds}`)
    assertDatabaseOfCapsules(database)
    const byId = database.prepare(`SELECT ${columns} FROM key_capsule WHERE id = ?`)
    const byPlace = database.prepare(`SELECT ${columns} FROM key_capsule WHERE rowid >= ? LIMIT 1`)
    const idAt = (place: number): unknown => memberOf(byPlace.get(Math.floor(place * last)), 'id')
    const last = numberIn(database.prepare('SELECT max(rowid) AS last FROM key_capsule').get(), 'last')
    // An empty table has no places.
    const sought = [...(id === null ? [] : [id]), ...(last === 0 ? [] : places.map(idAt))]
    for (const soughtId of sought)
      if (typeof soughtId !== 'string' || byId.get(soughtId) === undefined)
        throw new StoreDamaged('A capsule that was stored is not in the database any more.')
  }, refusalOfOpeningSqlite)
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
