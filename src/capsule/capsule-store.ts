import type { Instant } from '#model'
import type { CapsuleRecord, StoredCapsule } from './capsule.js'
import type { KeptClock } from './store-clock.js'

/** What became of a capsule that an operator deletes; `deleted-before`: its bytes were gone already. */
export type Deletion = 'deleted' | 'deleted-before' | 'unknown'

/** What became of a record that was to be moved in. */
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
  /** What is kept under an id, a deleted capsule included; null for an id that was never used. */
  record(id: string): Promise<CapsuleRecord | null>
  /** Deletes the bytes of one capsule, durably; its id stays taken. */
  delete(id: string): Promise<Deletion>
  /** Deletes the bytes of at most `limit` capsules that expired before the moment, oldest first; their ids stay taken. Returns how many. */
  deleteExpired(before: Instant, limit: number): Promise<number>
  /** Everything of one moment, in the order of ids, deleted ones included. */
  records(): AsyncIterable<CapsuleRecord>
  /** How many capsules there are, deleted ones not included. Reads an index from end to end: 10 ms for a million. */
  count(): Promise<number>
  /** Adds records as they are, in one transaction up to the first one that differs from what is here; one result for each that was looked at. */
  moveIn(records: readonly CapsuleRecord[]): Promise<readonly MoveResult[]>
  /** Writes durably what a capsule would have to survive, asks the table of the capsules whether it takes one, and leaves none there. */
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

/** The store cannot serve at the moment: away, full, locked. Nothing is wrong with the request. */
export class StoreUnavailable extends Error {
  override readonly name: string = 'StoreUnavailable'
}

/** The store cannot serve until an operator has put it right: it was deleted, replaced or damaged, or is no store of capsules. */
export class StoreDamaged extends StoreUnavailable {
  override readonly name: string = 'StoreDamaged'
}

/**
 * Whether a record says the same as what is here. A clean-up may have run on either side since: of two records with one id and expiry of which one
 * is deleted, nothing is missing.
 */
export function compareRecords(here: CapsuleRecord, moved: CapsuleRecord): 'identical' | 'different' {
  const { expiry, adjusted } = here.capsule
  if (expiry !== moved.capsule.expiry || adjusted !== moved.capsule.adjusted) return 'different'
  if (here.kind === 'deleted' || moved.kind === 'deleted') return 'identical'
  const [a, b] = [here.capsule, moved.capsule]
  const same = a.type === b.type && Buffer.compare(a.recipient, b.recipient) === 0 && Buffer.compare(a.keyMaterial, b.keyMaterial) === 0
  return same ? 'identical' : 'different'
}
