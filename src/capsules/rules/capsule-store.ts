import type { Instant } from '#model'
import type { CapsuleRecord, StoredCapsule } from './capsule.js'
import type { KeptClock } from './store-clock.js'

/** Result of deleting one capsule; `deleted-before`: its bytes were deleted earlier. */
export type Deletion = 'deleted' | 'deleted-before' | 'unknown'

/** Result of adding one record that was moved from another store. */
export type MoveResult = 'added' | 'identical' | 'different'

/**
 * Stores capsules. Every method rejects with `StoreUnavailable` while the store cannot serve; any other error is an internal one. Implementations:
 * SQLite for one machine, PostgreSQL for several (`sql/`).
 */
export interface CapsuleStore {
  /** Resolves once the capsule would survive a power cut (`decisions.md#capsule-durability`). `taken`: the id was used before, perhaps by a deleted capsule. */
  add(capsule: StoredCapsule): Promise<'added' | 'taken'>
  /** The capsule, even if it has expired, until it is deleted; null for an unknown id or a deleted capsule. */
  find(id: string): Promise<StoredCapsule | null>
  /** The record of an id, also of a deleted capsule; null for an id that was never used. */
  record(id: string): Promise<CapsuleRecord | null>
  /** Deletes the bytes of one capsule durably; its id is never given out again. */
  delete(id: string): Promise<Deletion>
  /** Deletes the bytes of at most `limit` capsules that expired before `before`, oldest first; their ids are never given out again. Returns their number. */
  deleteExpired(before: Instant, limit: number): Promise<number>
  /** A consistent snapshot of all records, in the order of the ids, deleted ones included. */
  records(): AsyncIterable<CapsuleRecord>
  /** The number of capsules that are not deleted. Reads a whole index: 10 ms for a million capsules. */
  count(): Promise<number>
  /**
   * Adds records unchanged, in one transaction, and stops at the first that differs from the stored record with its id. One result for each record up to there.
   */
  moveIn(records: readonly CapsuleRecord[]): Promise<readonly MoveResult[]>
  /** Tries a durable write: the table of capsules must accept a row, which is removed again, and a commit must succeed. */
  probe(): Promise<void>
  /**
   * Rejects when an acknowledged capsule may be missing here. Only after this has resolved may a caller answer that a capsule does not exist.
   */
  assertWhole(): Promise<void>
  readClock(): Promise<KeptClock>
  /** Saves the time of the store and a suspension of deletion. Does nothing when an operator has accepted the wall clock since `accepted` was read. */
  keepClock(clock: KeptClock): Promise<void>
  /** Sets the time of the store to the wall clock that an operator has accepted, and ends a suspension of deletion. */
  acceptClock(wall: Instant): Promise<void>
  close(): Promise<void>
}

/** The store cannot serve at the moment: it is unreachable, full or locked. The request is not the cause. */
export class StoreUnavailable extends Error {
  override readonly name: string = 'StoreUnavailable'
}

/** The store cannot serve until an operator has repaired it: it was deleted, replaced or damaged, or is not a store of capsules. */
export class StoreDamaged extends StoreUnavailable {
  override readonly name: string = 'StoreDamaged'
}

/**
 * Whether two records with the same id are the same capsule. A clean-up may have run in only one of the stores, so two records with the same expiry are also
 * identical when one of them is deleted.
 */
export function compareRecords(here: CapsuleRecord, moved: CapsuleRecord): 'identical' | 'different' {
  const { expiry, adjusted } = here.capsule
  if (expiry !== moved.capsule.expiry || adjusted !== moved.capsule.adjusted) return 'different'
  if (here.kind === 'deleted' || moved.kind === 'deleted') return 'identical'
  const [a, b] = [here.capsule, moved.capsule]
  const same = a.type === b.type && Buffer.compare(a.recipient, b.recipient) === 0 && Buffer.compare(a.keyMaterial, b.keyMaterial) === 0
  return same ? 'identical' : 'different'
}
