import { type CapsuleStore, type ClockReading, StoreClock } from '#capsule'
import { limits } from '#config'
import type { Instant } from '#model'

export interface CleanUpOptions {
  readonly store: CapsuleStore
  readonly now: () => Instant
  /** Milliseconds since some moment, never set and never stepped. */
  readonly monotonic: () => number
  /** Capsules live on, unreadable, for this time after their expiry. */
  readonly graceMilliseconds: number
  readonly onDeleted: (capsules: number) => void
  readonly onFailure: (error: unknown) => void
  /** Told when deletion is suspended, and when it goes on. */
  readonly onDeletion: (state: DeletionState) => void
  readonly pauses: CleanUpPauses
}

/** Between two looks for expired capsules, between two steps of one look, and between two comparisons of the clocks. */
export interface CleanUpPauses {
  readonly cleanUpMilliseconds: number
  readonly cleanUpPauseMilliseconds: number
  readonly clockCheckMilliseconds: number
}

/** Deletion is suspended while the wall clock is ahead of the time of the store, until an operator accepts it. */
export type DeletionState =
  | { readonly kind: 'running' }
  | { readonly kind: 'suspended'; readonly storeTime: Instant; readonly wall: Instant }

export interface CleanUp {
  deletion(): DeletionState
  /** Resolves when no step is under way. */
  stop(): Promise<void>
}

/** What a turn has done. */
interface Turn {
  readonly deletion: DeletionState
  readonly deleted: number
}

/**
 * Deletes capsules after expiry and grace, in small steps with pauses, once a minute. What has expired is judged by the time of the store, so a wall clock
 * that jumps destroys nothing; a step of it is noticed within a second, and kept in the store, so that a restart or another instance knows of it.
 */
export function startCleanUp(options: CleanUpOptions): CleanUp {
  const { cleanUpMilliseconds, cleanUpPauseMilliseconds, clockCheckMilliseconds } = options.pauses
  const { cleanUpStep } = limits.capsules
  const clock = new StoreClock()
  let last: Turn = { deletion: { kind: 'running' }, deleted: 0 }
  let timer: NodeJS.Timeout | null = null
  let stopped = false
  const turn = async (): Promise<void> => {
    const before = last.deletion.kind
    last = await takeTurn(options, clock, last.deletion)
    if (last.deletion.kind !== before) options.onDeletion(last.deletion)
    if (!stopped) schedule()
  }
  const begin = (): void => {
    if (timer !== null) clearTimeout(timer)
    timer = null
    running = turn()
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
    // No timer: a turn is under way.
    if (timer !== null && last.deletion.kind === 'running' && isStep(clock.aheadAt(readingOf(options)))) begin()
  }, clockCheckMilliseconds)
  check.unref()
  let running = turn()
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

async function takeTurn(options: CleanUpOptions, clock: StoreClock, before: DeletionState): Promise<Turn> {
  const { store, graceMilliseconds, onDeleted, onFailure } = options
  let deletion = before
  try {
    const kept = await store.readClock()
    const reading = readingOf(options)
    const storeTime = clock.advance(kept, reading)
    const suspended = kept.suspended ?? (isStep(reading.wall - storeTime) ? reading.wall : null)
    // While deletion is suspended the time of the store need not go on.
    if (kept.suspended === null) await store.keepClock({ seen: storeTime, suspended, accepted: kept.accepted })
    deletion = suspended === null ? { kind: 'running' } : { kind: 'suspended', storeTime, wall: suspended }
    if (suspended !== null) return { deletion, deleted: 0 }
    const deleted = await store.deleteExpired(storeTime - graceMilliseconds, limits.capsules.cleanUpStep)
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

function isStep(ahead: number): boolean {
  return ahead > limits.capsules.clockStepMilliseconds
}
