import type { Limits } from '#config'
import type { Instant, TrustSnapshot } from '#model'
import { createDecodedCache, shareTrustIndex } from '#trust'
import { type Attempt, type CheckedFacts, type CheckedTrust, nothingChecked, type TrustChange, type TrustWarning } from '#trust/lists'
import type { PackedInstance } from '#trust/xroad'

/** The trust of the service, for validation and for monitoring. */
export interface Trust {
  /** X-Road instances. Their trust is separate from the lists and constant while the process runs. */
  readonly instances: readonly PackedInstance[]
  /** The current trust. A request reads it once and uses the same trust until its end. */
  current(): CheckedTrust
  status(now: Instant): TrustStatus
  /** The step of the start that must end before documents can be validated; null when there is none. */
  waitsFor(): TrustStep | null
  /** Stops refreshes in the background. */
  close(): void
}

/** `reading`: the lists on the disk are being read and checked. `fetching`: there are none, and the lists are being fetched for the first time. */
export type TrustStep = 'reading' | 'fetching'

/** The state of the trusted lists at one moment, for monitoring. */
export interface TrustStatus {
  /** Names of the configured lists of lists. */
  readonly sources: readonly string[]
  readonly facts: CheckedFacts
  readonly warnings: readonly TrustWarning[]
  /** The last refresh; null before the first one. */
  readonly lastTry: LastTry | null
  readonly nextTry: Instant | null
  /** Time of the last complete refresh, when every list was known to be the newest. With a store it may be that of an earlier process. */
  readonly lastSuccess: Instant | null
  /** When the first lists of this process were checked; until a refresh is complete, the age of the lists counts from this time. Null without lists. */
  readonly firstCheck: Instant | null
  readonly refreshes: RefreshCounts
  /** The changes that refreshes found, the newest last: with a store also those of earlier processes. */
  readonly history: readonly TrustChange[]
}

/**
 * Numbers of refreshes over the network since the start. `complete`: every list is known to be the newest. `incomplete`: some lists could not be fetched, or
 * were fetched and refused. `failed`: none could be fetched, or the refresh failed as a whole.
 */
export type RefreshCounts = Readonly<Record<'complete' | 'incomplete' | 'failed', number>>

interface LastTry {
  readonly at: Instant
  /** Why the refresh failed as a whole; null when it did not. */
  readonly failure: string | null
  readonly attempts: readonly Attempt[]
  /** Problems of the disk: files that could not be written or were lost. */
  readonly problems: readonly string[]
}

/** The trust of a snapshot of the settings, without lists. */
export function trustOfSnapshot(snapshot: TrustSnapshot, now: Instant, limits: Limits): CheckedTrust {
  return { ...shareTrustIndex(snapshot, createDecodedCache({ limits: limits.asn1, kept: null })), facts: nothingChecked(now) }
}
