import type { Instant } from '#model'
import type { CapsuleRecord, StoredCapsule } from '../capsule.js'
import { compareRecords, type Deletion, type MoveResult } from '../capsule-store.js'
import type { KeptClock } from '../store-clock.js'
import { type CapsuleRow, columns, countOf, countStored, keptClockOf, probeRow, readClockRow, recordOf, rowOf } from './rows.js'
import { copyDatabaseInto, recordsOf } from './sqlite-inspection.js'
import { assertDatabaseOfCapsules, migrateSqlite } from './sqlite-schema.js'
import { refusalOfOpeningSqlite, refusingSqlite as refusing } from './store-errors.js'

/** The part of a synchronous SQLite client that the store uses. */
export interface SqliteDatabase {
  exec(sql: string): void
  prepare(sql: string): SqliteStatement
  close(): void
}

interface SqliteStatement {
  run(...values: readonly SqliteValue[]): { readonly changes: number }
  get(...values: readonly SqliteValue[]): unknown
  all(...values: readonly SqliteValue[]): readonly unknown[]
}

export type SqliteValue = string | number | Uint8Array | null

interface SqliteOptions {
  /** How long a transaction waits for a transaction of another process. */
  readonly lockMilliseconds: number
  /** Pages kept in memory, for the index of the ids. */
  readonly cacheKilobytes: number
}

/** Capsules in SQLite: one connection, used synchronously by one thread. Methods throw `StoreUnavailable` while the database cannot serve. */
export class SqliteCapsules {
  readonly #database: SqliteDatabase
  readonly #insert: SqliteStatement
  readonly #select: SqliteStatement
  readonly #deleteExpired: SqliteStatement
  readonly #delete: SqliteStatement
  readonly #probe: SqliteStatement

  /** Creates the tables when there are none. Throws `StoreDamaged` for anything but a database of capsules, before anything is written into it. */
  static open(database: SqliteDatabase, options: SqliteOptions): SqliteCapsules {
    return refusing(() => {
      database.exec(`PRAGMA busy_timeout = ${options.lockMilliseconds}`)
      assertDatabaseOfCapsules(database)
      for (const pragma of pragmas(options)) database.prepare(`PRAGMA ${pragma}`).all()
      migrateSqlite(database)
      // Preparing its statements fails when a column is missing.
      return new SqliteCapsules(database)
    }, refusalOfOpeningSqlite)
  }

  private constructor(database: SqliteDatabase) {
    this.#database = database
    this.#insert = database.prepare(`INSERT INTO key_capsule (${columns}) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING`)
    this.#select = database.prepare(`SELECT ${columns} FROM key_capsule WHERE id = ?`)
    this.#deleteExpired = database.prepare(`
      UPDATE key_capsule SET type = NULL, recipient = NULL, key_material = NULL
      WHERE id IN (SELECT id FROM key_capsule WHERE recipient IS NOT NULL AND expires < ? ORDER BY expires LIMIT ?)`)
    this.#delete = database.prepare(
      'UPDATE key_capsule SET type = NULL, recipient = NULL, key_material = NULL WHERE id = ? AND recipient IS NOT NULL',
    )
    this.#probe = database.prepare('UPDATE key_capsule_probe SET writes = writes + 1')
  }

  /** Adds all capsules in one transaction, which is on disk when this returns. When it throws, none was added. */
  addAll(capsules: readonly StoredCapsule[]): readonly ('added' | 'taken')[] {
    return this.#transaction(() =>
      capsules.map((capsule) => (this.#insertRow(rowOf({ kind: 'stored', capsule })) ? ('added' as const) : ('taken' as const))),
    )
  }

  record(id: string): CapsuleRecord | null {
    const row = refusing(() => this.#select.get(id))
    return row === undefined ? null : recordOf(row)
  }

  find(id: string): StoredCapsule | null {
    const record = this.record(id)
    return record?.kind === 'stored' ? record.capsule : null
  }

  delete(id: string): Deletion {
    return this.#transaction(() => {
      if (this.#delete.run(id).changes === 1) return 'deleted'
      return this.record(id) === null ? 'unknown' : 'deleted-before'
    })
  }

  deleteExpired(before: Instant, limit: number): number {
    return this.#transaction(() => this.#deleteExpired.run(before, limit).changes)
  }

  moveIn(records: readonly CapsuleRecord[]): readonly MoveResult[] {
    return this.#transaction(() => {
      const results: MoveResult[] = []
      for (const record of records) {
        const here = this.#insertRow(rowOf(record)) ? null : this.record(record.capsule.id)
        const result = here === null ? 'added' : compareRecords(here, record)
        results.push(result)
        if (result === 'different') break
      }
      return results
    })
  }

  /** All records of one snapshot: a read transaction is open until the iteration ends. */
  *records(): Generator<CapsuleRecord> {
    refusing(() => this.#database.exec('BEGIN'))
    try {
      yield* recordsOf(this.#database)
    } finally {
      refusing(() => this.#database.exec('COMMIT'))
    }
  }

  count(): number {
    return countOf(refusing(() => this.#database.prepare(countStored).get()))
  }

  probe(): void {
    this.#transaction(() => {
      // The table of capsules must accept a row, which is rolled back.
      this.#database.exec('SAVEPOINT probe')
      this.#insertRow(probeRow)
      this.#database.exec('ROLLBACK TO probe')
      this.#probe.run()
    })
  }

  copyInto(file: string): void {
    copyDatabaseInto(this.#database, file)
  }

  readClock(): KeptClock {
    return keptClockOf(refusing(() => this.#database.prepare(readClockRow).get()))
  }

  keepClock({ seen, suspended, accepted }: KeptClock): void {
    const keep = 'UPDATE key_capsule_clock SET seen = ?, suspended = coalesce(suspended, ?) WHERE accepted = ?'
    this.#transaction(() => this.#database.prepare(keep).run(seen, suspended, accepted))
  }

  acceptClock(wall: Instant): void {
    const accept = 'UPDATE key_capsule_clock SET seen = ?, suspended = NULL, accepted = accepted + 1'
    this.#transaction(() => this.#database.prepare(accept).run(wall))
  }

  close(): void {
    this.#database.close()
  }

  #insertRow([id, type, recipient, keyMaterial, expires, adjusted]: CapsuleRow): boolean {
    return this.#insert.run(id, type, recipient, keyMaterial, expires, adjusted ? 1 : 0).changes === 1
  }

  #transaction<T>(work: () => T): T {
    return refusing(() => {
      // Immediate: a transaction that reads first cannot wait for another writer when it writes.
      this.#database.exec('BEGIN IMMEDIATE')
      try {
        const result = work()
        this.#database.exec('COMMIT')
        return result
      } catch (error) {
        this.#rollBack()
        throw error
      }
    })
  }

  /** After some errors, such as a full disk, SQLite has already rolled back; then there is no transaction left. */
  #rollBack(): void {
    try {
      this.#database.exec('ROLLBACK')
    } catch (error) {
      if (!(error instanceof Error && /no transaction is active/.test(error.message))) throw error
    }
  }
}

function pragmas({ cacheKilobytes }: SqliteOptions): readonly string[] {
  return [
    'journal_mode = WAL',
    // The log is flushed to disk before a commit returns (`decisions.md#capsule-durability`). On macOS only `fullfsync` reaches the medium.
    'synchronous = FULL',
    'fullfsync = ON',
    'checkpoint_fullfsync = ON',
    // The log is checkpointed at 16 MB instead of 4 MB: more of the pages that are written repeatedly are copied into the database only once.
    'wal_autocheckpoint = 4000',
    // Deleted bytes are overwritten with zeros, not only released.
    'secure_delete = ON',
    `cache_size = -${cacheKilobytes}`,
  ]
}
