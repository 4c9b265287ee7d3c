import type { Instant, TrustSnapshot } from '#model'
import { shareTrustIndex } from '#trust'
import { type Attempt, type CheckedFacts, type CheckedTrust, nothingChecked, type TrustWarning } from '#trust-lists'
import { openDecodedCache } from '../validation-context.js'
import type { PackedInstance } from '../xroad-instances.js'

/** The trust of the service, for validation and for monitoring. */
export interface Trust {
  /** X-Road instances. Their trust is separate from the lists and constant while the process runs. */
  readonly instances: readonly PackedInstance[]
  /** The current trust. A request reads it once and uses it to its end. */
  current(): CheckedTrust
  status(now: Instant): TrustStatus
  /** The step of the start that must end before there can be verdicts; null when there is none. */
  waitsFor(): TrustStep | null
  /** Stops refreshes in the background. */
  close(): void
}

/** `reading`: the lists of the disk are being read and checked. `fetching`: there are none, and they are being fetched for the first time. */
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
  /** Time of the last refresh without a failure, when every list was known to be the newest; of an earlier process as well, where lists are kept. */
  readonly lastSuccess: Instant | null
  /** When the first lists were checked that this process had: their age counts from then while no refresh was complete. Null without lists. */
  readonly firstCheck: Instant | null
  readonly refreshes: RefreshCounts
}

/** Refreshes over the network since the start: every list is known to be the newest; some could not be fetched, or came and were refused; none could be fetched, or the refresh as a whole failed. */
export type RefreshCounts = Readonly<Record<'complete' | 'incomplete' | 'failed', number>>

export interface LastTry {
  readonly at: Instant
  /** Why the refresh as a whole failed; null when it did not. */
  readonly failure: string | null
  readonly attempts: readonly Attempt[]
  /** Problems with the disk: files that could not be written or were lost. */
  readonly problems: readonly string[]
}

/** The trust of a snapshot of settings, without any list. */
export function trustOfSnapshot(snapshot: TrustSnapshot, now: Instant): CheckedTrust {
  return { ...shareTrustIndex(snapshot, openDecodedCache()), facts: nothingChecked(now) }
}
