import type { Instant } from '#model'
import type { CapsuleRecord, StoredCapsule } from './capsule.js'
import type { KeptClock } from './store-clock.js'

/** Result of deleting one capsule; `deleted-before`: its bytes were deleted earlier. */
export type Deletion = 'deleted' | 'deleted-before' | 'unknown'

/** Result of adding one record that was moved from another store. */
export type MoveResult = 'added' | 'identical' | 'different'

/**
 * Where capsules are kept. Every method rejects with `StoreUnavailable` while the store cannot serve; any other error is an internal one. Implementations:
 * SQLite for one machine, PostgreSQL for many (`sql/`).
 */
export interface CapsuleStore {
  /** Resolves once the capsule would survive a power cut (`decisions.md#capsule-durability`). `taken`: the id was used before, by a capsule that may be deleted since. */
  add(capsule: StoredCapsule): Promise<'added' | 'taken'>
  /** The capsule, also one that has expired but is not deleted yet; null for an unknown or deleted one. */
  find(id: string): Promise<StoredCapsule | null>
  /** The record of an id, also of a deleted capsule; null for an id that was never used. */
  record(id: string): Promise<CapsuleRecord | null>
  /** Deletes the bytes of one capsule, durably; its id stays taken. */
  delete(id: string): Promise<Deletion>
  /** Deletes the bytes of at most `limit` capsules that expired before the moment, oldest first; their ids stay taken. Returns how many. */
  deleteExpired(before: Instant, limit: number): Promise<number>
  /** A consistent snapshot of all records, in the order of the ids, deleted ones included. */
  records(): AsyncIterable<CapsuleRecord>
  /** The number of capsules without deleted ones. Reads a whole index: 10 ms for a million. */
  count(): Promise<number>
  /** Adds records unchanged, in one transaction, up to the first one that differs from the record with its id; one result for each that was compared. */
  moveIn(records: readonly CapsuleRecord[]): Promise<readonly MoveResult[]>
  /** Tries a durable write: the table of the capsules must accept a row, which does not stay in it, and a commit must succeed. */
  probe(): Promise<void>
  /**
   * Rejects when it is known that a capsule may be missing here although it was acknowledged. Only a store that is whole may say that a capsule does
   * not exist.
   */
  assertWhole(): Promise<void>
  readClock(): Promise<KeptClock>
  /** Keeps a time of the store, and that deletion is suspended, unless an operator has accepted the wall clock since `accepted` was read. */
  keepClock(clock: KeptClock): Promise<void>
  /** The wall clock of an operator becomes the time of the store, and deletion goes on. */
  acceptClock(wall: Instant): Promise<void>
  close(): Promise<void>
}

/** The store cannot serve at the moment: unreachable, full, locked. The request is not at fault. */
export class StoreUnavailable extends Error {
  override readonly name: string = 'StoreUnavailable'
}

/** The store cannot serve until an operator has repaired it: it was deleted, replaced or damaged, or is not a store of capsules. */
export class StoreDamaged extends StoreUnavailable {
  override readonly name: string = 'StoreDamaged'
}

/**
 * Whether two records with one id are the same capsule. A clean-up may have run in either store since: records with the same expiry also agree when only
 * one of them is deleted.
 */
export function compareRecords(here: CapsuleRecord, moved: CapsuleRecord): 'identical' | 'different' {
  const { expiry, adjusted } = here.capsule
  if (expiry !== moved.capsule.expiry || adjusted !== moved.capsule.adjusted) return 'different'
  if (here.kind === 'deleted' || moved.kind === 'deleted') return 'identical'
  const [a, b] = [here.capsule, moved.capsule]
  const same = a.type === b.type && Buffer.compare(a.recipient, b.recipient) === 0 && Buffer.compare(a.keyMaterial, b.keyMaterial) === 0
  return same ? 'identical' : 'different'
}
