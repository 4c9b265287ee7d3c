import { type CapsuleRecord, type Deletion, type KeptClock, type MoveResult, SqliteCapsules, type StoredCapsule } from '#capsules/rules'
import type { Limits } from '#config'
import type { Instant } from '#model'
import { assertSameFiles, type FileIdentities, identitiesOf } from './database-files.js'
import { libsqlOpener } from './open-libsql.js'

/**
 * The writing connection of the embedded store. After each commit it checks that the files are still those that were opened, because only data that a restart
 * would find may be acknowledged. Every writing method throws `StoreDamaged` when they are not.
 */
export class WatchedCapsules {
  readonly #file: string
  readonly #capsules: SqliteCapsules
  readonly identities: FileIdentities

  static async open(file: string, limits: Limits['capsules']): Promise<WatchedCapsules> {
    const openDatabase = await libsqlOpener()
    return new WatchedCapsules(file, SqliteCapsules.open(openDatabase(file), limits))
  }

  private constructor(file: string, capsules: SqliteCapsules) {
    this.#file = file
    this.#capsules = capsules
    this.identities = identitiesOf(file)
  }

  addAll(capsules: readonly StoredCapsule[]): readonly ('added' | 'taken')[] {
    return this.#watching(() => this.#capsules.addAll(capsules))
  }

  delete(id: string): Deletion {
    return this.#watching(() => this.#capsules.delete(id))
  }

  deleteExpired(before: Instant, limit: number): number {
    return this.#watching(() => this.#capsules.deleteExpired(before, limit))
  }

  moveIn(records: readonly CapsuleRecord[]): readonly MoveResult[] {
    return this.#watching(() => this.#capsules.moveIn(records))
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
  }

  /** Copies a consistent snapshot of what the connection can still read, even if its files were deleted, into another file, which must be empty or missing. */
  copyInto(file: string): void {
    this.#capsules.copyInto(file)
  }

  close(): void {
    this.#capsules.close()
  }

  #watching<T>(work: () => T): T {
    const result = work()
    assertSameFiles(this.#file, this.identities)
    return result
  }
}
