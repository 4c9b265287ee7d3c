import {
  assertRecordsFindable,
  type CapsuleRecord,
  type Deletion,
  inspectDatabase,
  type KeptClock,
  type MoveResult,
  SqliteCapsules,
  type SqliteDatabase,
  type StoredCapsule,
} from '#capsule'
import { limits } from '#config'
import type { Instant } from '#model'
import { type FileIdentities, FileWatch } from './database-file-watch.js'
import { type LibsqlOpener, libsqlOpener } from './open-libsql.js'

/**
 * The writing connection of the embedded store. It checks the files before and after each write, because only data that a restart would find may be
 * acknowledged. Every writing method throws `StoreDamaged` when the files are not those that were opened.
 */
export class WatchedCapsules {
  readonly #file: string
  readonly #capsules: SqliteCapsules
  readonly #openDatabase: LibsqlOpener
  readonly #files: FileWatch
  /** Id of the last capsule that was added since the last `#lookAsRestart`; null: none. */
  #unseen: string | null = null

  /** `known`: identities of the files when the store was first opened; null for the first opening. */
  static async open(file: string, known: FileIdentities | null): Promise<WatchedCapsules> {
    const openDatabase = await libsqlOpener()
    return new WatchedCapsules(file, known, openDatabase)
  }

  private constructor(file: string, known: FileIdentities | null, openDatabase: LibsqlOpener) {
    this.#file = file
    this.#openDatabase = openDatabase
    this.#capsules = SqliteCapsules.open(openDatabase(file), limits.capsules)
    this.#files = new FileWatch(file, known)
  }

  get identities(): FileIdentities {
    return this.#files.identities
  }

  addAll(capsules: readonly StoredCapsule[]): readonly ('added' | 'taken')[] {
    return this.#watching(() => {
      const results = this.#capsules.addAll(capsules)
      this.#unseen = capsules.findLast((_, i) => results[i] === 'added')?.id ?? this.#unseen
      return results
    })
  }

  delete(id: string): Deletion {
    return this.#watching(() => this.#capsules.delete(id))
  }

  deleteExpired(before: Instant, limit: number): number {
    return this.#watching(() => this.#capsules.deleteExpired(before, limit))
  }

  moveIn(records: readonly CapsuleRecord[]): readonly MoveResult[] {
    return this.#watching(() => {
      const results = this.#capsules.moveIn(records)
      this.#unseen = records.findLast((_, i) => results[i] === 'added')?.capsule.id ?? this.#unseen
      return results
    })
  }

  count(): number {
    return this.#capsules.count()
  }

  readClock(): KeptClock {
    return this.#capsules.readClock()
  }

  keepClock(clock: KeptClock): void {
    this.#watching(() => this.#capsules.keepClock(clock))
  }

  acceptClock(wall: Instant): void {
    this.#watching(() => this.#capsules.acceptClock(wall))
  }

  probe(): void {
    this.#watching(() => this.#capsules.probe())
    this.#lookAsRestart()
  }

  /** Checks without writing that a restart would find the stored capsules. Throws `StoreDamaged` or `StoreUnavailable`. */
  look(): void {
    this.#assertSound()
    this.#lookAsRestart()
  }

  /** Copies a consistent snapshot of what the connection can still read, even if its files were deleted, into another file, which must be empty or missing. */
  copyInto(file: string): void {
    this.#capsules.copyInto(file)
  }

  close(): void {
    this.#capsules.close()
  }

  #watching<T>(work: () => T): T {
    this.#assertSound()
    const result = work()
    this.#assertSound()
    return result
  }

  #assertSound(): void {
    const shrunk = this.#files.shrunk()
    if (shrunk === 'log') this.#lookAsRestart()
    // A full check takes seconds, but a database rarely shrinks.
    if (shrunk === 'database') this.#asRestart(inspectDatabase)
  }

  #lookAsRestart(): void {
    const places = Array.from({ length: limits.capsules.lookRecords }, Math.random)
    this.#asRestart((database) => assertRecordsFindable(database, { id: this.#unseen, places }, limits.capsules))
    this.#unseen = null
  }

  /** Checks the files through a new connection, as a restart would: the cache of the writing connection would hide changes by another program. */
  #asRestart(look: (database: SqliteDatabase) => void): void {
    const database = this.#openDatabase(this.#file)
    try {
      look(database)
    } finally {
      database.close()
    }
  }
}
