import type { CapsuleStore } from '#capsule'
import { limits } from '#config'
import type { Instant } from '#model'

export interface CleanUpOptions {
  readonly store: CapsuleStore
  readonly now: () => Instant
  /** Capsules live on, unreadable, for this time after their expiry: a clock that is wrong must not destroy them (ruling 35). */
  readonly graceMilliseconds: number
  readonly onDeleted: (capsules: number) => void
  readonly onFailure: (error: unknown) => void
}

/** Deletes capsules after expiry and grace, in small steps with pauses, once a minute. Call the result to stop; it resolves when no step is under way. */
export function startCleanUp(options: CleanUpOptions): () => Promise<void> {
  const { cleanUpMilliseconds, cleanUpPauseMilliseconds, cleanUpStep } = limits.capsules
  let timer: NodeJS.Timeout | null = null
  let stopped = false
  const turn = async (): Promise<void> => {
    const deleted = await step(options)
    if (stopped) return
    // A full step means that there is more.
    timer = setTimeout(
      () => {
        running = turn()
      },
      deleted < cleanUpStep ? cleanUpMilliseconds : cleanUpPauseMilliseconds,
    )
    timer.unref()
  }
  let running = turn()
  return async () => {
    stopped = true
    if (timer !== null) clearTimeout(timer)
    await running
  }
}

async function step({ store, now, graceMilliseconds, onDeleted, onFailure }: CleanUpOptions): Promise<number> {
  try {
    const deleted = await store.deleteExpired(now() - graceMilliseconds, limits.capsules.cleanUpStep)
    if (deleted > 0) onDeleted(deleted)
    return deleted
  } catch (error) {
    onFailure(error)
    return 0
  }
}
