import { type CapsuleStore, type ClockReading, StoreClock } from '#capsules/rules'
import type { Limits } from '#config'
import type { Instant } from '#model'

interface CleanUpOptions {
  readonly store: CapsuleStore
  readonly now: () => Instant
  /** Monotonic clock in milliseconds. */
  readonly monotonic: () => number
  /** Time from the expiry of a capsule, when it can no longer be fetched, to the deletion of its bytes. */
  readonly graceMilliseconds: number
  readonly onDeleted: (capsules: number) => void
  readonly onFailure: (error: unknown) => void
  /** Called when deletion is suspended, and when it resumes. */
  readonly onDeletion: (state: DeletionState) => void
  readonly bounds: CleanUpBounds
}

/** Pauses between two clean-ups, between two steps of one clean-up, and between two comparisons of the clocks; and the size of a step. */
type CleanUpBounds = Pick<
  Limits['capsules'],
  'cleanUpMilliseconds' | 'cleanUpPauseMilliseconds' | 'clockCheckMilliseconds' | 'cleanUpStep' | 'clockStepMilliseconds'
>

/** Deletion is suspended while the wall clock is ahead of the time of the store, until an operator accepts it. */
export type DeletionState =
  | { readonly kind: 'running' }
  | { readonly kind: 'suspended'; readonly storeTime: Instant; readonly wall: Instant }

interface CleanUp {
  deletion(): DeletionState
  /** Stops the clean-up; resolves when its current step has ended. */
  stop(): Promise<void>
}

/** Result of one step of the clean-up. */
interface StepResult {
  readonly deletion: DeletionState
  readonly deleted: number
}

/**
 * Deletes the bytes of capsules after expiry and grace period, every `cleanUpMilliseconds`, in small steps with pauses. Expiry is compared with the time of the
 * store, so a wall clock that jumps ahead deletes nothing. Such a jump is detected within `clockCheckMilliseconds` and recorded in the store, so that a restart
 * and other instances know of it.
 */
export function startCleanUp(options: CleanUpOptions): CleanUp {
  const { cleanUpMilliseconds, cleanUpPauseMilliseconds, clockCheckMilliseconds, cleanUpStep } = options.bounds
  const clock = new StoreClock()
  let last: StepResult = { deletion: { kind: 'running' }, deleted: 0 }
  let timer: NodeJS.Timeout | null = null
  let stopped = false
  const step = async (): Promise<void> => {
    const before = last.deletion.kind
    last = await performStep(options, clock, last.deletion)
    if (last.deletion.kind !== before) options.onDeletion(last.deletion)
    if (!stopped) schedule()
  }
  const begin = (): void => {
    if (timer !== null) clearTimeout(timer)
    timer = null
    running = step()
  }
  const schedule = (): void => {
    const pause =
      last.deletion.kind === 'suspended'
        ? clockCheckMilliseconds
        : last.deleted < cleanUpStep
          ? cleanUpMilliseconds
          : cleanUpPauseMilliseconds
    timer = setTimeout(begin, pause)
    timer.unref()
  }
  const check = setInterval(() => {
    // When there is no timer, a step is in progress, which itself compares the clocks.
    if (timer !== null && last.deletion.kind === 'running' && isStep(options, clock.aheadAt(readingOf(options)))) begin()
  }, clockCheckMilliseconds)
  check.unref()
  let running = step()
  return {
    deletion: () => last.deletion,
    stop: async () => {
      stopped = true
      clearInterval(check)
      if (timer !== null) clearTimeout(timer)
      await running
    },
  }
}

async function performStep(options: CleanUpOptions, clock: StoreClock, before: DeletionState): Promise<StepResult> {
  const { store, graceMilliseconds, onDeleted, onFailure } = options
  let deletion = before
  try {
    const kept = await store.readClock()
    const reading = readingOf(options)
    const storeTime = clock.advance(kept, reading)
    const suspended = kept.suspended ?? (isStep(options, reading.wall - storeTime) ? reading.wall : null)
    // While deletion is suspended, the time of the store is not advanced.
    if (kept.suspended === null) await store.keepClock({ seen: storeTime, suspended, accepted: kept.accepted })
    deletion = suspended === null ? { kind: 'running' } : { kind: 'suspended', storeTime, wall: suspended }
    if (suspended !== null) return { deletion, deleted: 0 }
    const deleted = await store.deleteExpired(storeTime - graceMilliseconds, options.bounds.cleanUpStep)
    if (deleted > 0) onDeleted(deleted)
    return { deletion, deleted }
  } catch (error) {
    onFailure(error)
    return { deletion, deleted: 0 }
  }
}

function readingOf({ now, monotonic }: CleanUpOptions): ClockReading {
  return { wall: now(), monotonic: monotonic() }
}

function isStep({ bounds }: CleanUpOptions, ahead: number): boolean {
  return ahead > bounds.clockStepMilliseconds
}
