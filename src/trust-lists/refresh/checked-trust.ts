import type { Instant } from '#model'
import { type SnapshotSummary, summaryOfIndex } from '#trust'
import type { AcceptedListFacts, ListNotice, ListRefusal, PinnedInUse } from '../list-set/list-set.js'

/** What became of one download, or of one folder. */
export interface Attempt {
  readonly source: string
  /** `EE`, or the territory of the list of lists. */
  readonly territory: string
  readonly location: string
  readonly outcome: 'fetched' | 'not-modified' | 'failed'
  /** Why it failed; null when it did not. */
  readonly message: string | null
}

/** The facts of one check of all lists, and of the downloads before it. Plain data. */
export interface CheckedFacts {
  readonly lists: readonly AcceptedListFacts[]
  readonly refusals: readonly ListRefusal[]
  readonly notices: readonly ListNotice[]
  readonly pinned: readonly PinnedInUse[]
  /** When the lists were checked. */
  readonly checkedAt: Instant
}

/** The packed index of the trust that follows from a check, in memory that threads share, with the facts of the check. */
export interface CheckedTrust {
  readonly summary: SnapshotSummary
  readonly packed: SharedArrayBuffer
  readonly facts: CheckedFacts
}

export const nothingChecked = (now: Instant): CheckedFacts => ({ lists: [], refusals: [], notices: [], pinned: [], checkedAt: now })

/** A packed index in memory that threads share. */
export function trustOfPacked(bytes: Uint8Array, facts: CheckedFacts): CheckedTrust {
  const packed = new SharedArrayBuffer(bytes.length)
  new Uint8Array(packed).set(bytes)
  return { summary: summaryOfIndex(bytes), packed, facts }
}
