import { type CapsuleStore, StoreUnavailable } from '#capsule'

/**
 * A store that could not be reached at the start. Until it is open, each call tries to open it, and rejects with `StoreUnavailable` when that fails. Concurrent
 * calls share one attempt.
 */
export function awaitStore(open: () => Promise<CapsuleStore>): CapsuleStore {
  let opening: Promise<CapsuleStore> | null = null
  const opened = async (): Promise<CapsuleStore> => {
    opening ??= open()
    const attempt = opening
    try {
      return await attempt
    } catch (error) {
      if (opening === attempt) opening = null
      if (error instanceof StoreUnavailable) throw error
      throw new StoreUnavailable('The capsule store cannot be opened.', { cause: error })
    }
  }
  return {
    add: async (capsule) => (await opened()).add(capsule),
    find: async (id) => (await opened()).find(id),
    record: async (id) => (await opened()).record(id),
    delete: async (id) => (await opened()).delete(id),
    deleteExpired: async (before, limit) => (await opened()).deleteExpired(before, limit),
    records: async function* () {
      yield* (await opened()).records()
    },
    count: async () => (await opened()).count(),
    moveIn: async (records) => (await opened()).moveIn(records),
    probe: async () => (await opened()).probe(),
    assertWhole: async () => (await opened()).assertWhole(),
    readClock: async () => (await opened()).readClock(),
    keepClock: async (clock) => (await opened()).keepClock(clock),
    acceptClock: async (wall) => (await opened()).acceptClock(wall),
    close: async () => {
      // When an attempt in progress fails, there is nothing to close.
      const store = await opening?.catch(() => null)
      await store?.close()
    },
  }
}
