import type { Instant, TrustSnapshot } from '#model'
import { shareTrustIndex } from '#trust'
import { type Attempt, type CheckedFacts, type CheckedTrust, nothingChecked, type TrustWarning } from '#trust-lists'
import { openDecodedCache } from '../validation-context.js'
import type { PackedInstance } from '../xroad-instances.js'

/** What is trusted, for those who validate and for those who look at the service from outside. */
export interface Trust {
  /** Instances of X-Road, whose trust stands apart from all lists and never changes. */
  readonly instances: readonly PackedInstance[]
  /** A request takes this once and keeps it to its end. */
  current(): CheckedTrust
  status(now: Instant): TrustStatus
  /** What is awaited before there can be verdicts at all; null when nothing is. */
  waitsFor(): TrustStep | null
  /** Stops whatever goes on in the background. */
  close(): void
}

/** The lists of the disk are being read and checked, or there are none and they are being fetched for the first time. */
export type TrustStep = 'reading' | 'fetching'

/** Everything about the trusted lists that can be seen from outside, at one moment. */
export interface TrustStatus {
  /** Names of the configured lists of lists. */
  readonly sources: readonly string[]
  readonly facts: CheckedFacts
  readonly warnings: readonly TrustWarning[]
  /** The last refresh; null before the first one. */
  readonly lastTry: LastTry | null
  readonly nextTry: Instant | null
  /** When every list was last known to be the newest: after a refresh in which nothing failed. */
  readonly lastSuccess: Instant | null
  readonly refreshes: RefreshCounts
}

/** Refreshes over the network since the start: every list is known to be the newest, some could not be fetched, or the refresh as a whole failed. */
export type RefreshCounts = Readonly<Record<'complete' | 'incomplete' | 'failed', number>>

export const noRefreshes: RefreshCounts = { complete: 0, incomplete: 0, failed: 0 }

export interface LastTry {
  readonly at: Instant
  /** Why the refresh as a whole failed; null when it did not. */
  readonly failure: string | null
  readonly attempts: readonly Attempt[]
  /** What the disk refused, or had lost. */
  readonly problems: readonly string[]
}

export function trustOfSnapshot(snapshot: TrustSnapshot, now: Instant): CheckedTrust {
  return { ...shareTrustIndex(snapshot, openDecodedCache()), facts: nothingChecked(now) }
}
