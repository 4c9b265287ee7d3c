import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type CapsuleStore, SqliteCapsules, type StoredCapsule, StoreUnavailable } from '#capsule'
import { limits } from '#config'
import { DamageLatch } from './damage-latch.js'
import { makeDatabaseFile } from './database-files.js'
import { FileWatch } from './file-watch.js'
import { libsqlOpener } from './open-libsql.js'
import { saveDatabase } from './save-database.js'
import { openWriterInThisThread, openWriterThread, type Writer } from './writer.js'

export interface EmbeddedStoreOptions {
  /** The database file; its folder exists. */
  readonly file: string
  /** Path of the compiled writer thread; null: writes happen in this thread, which waits for the disk. */
  readonly threadFile: string | null
  /** Told when the store is damaged, and what became of it. */
  readonly onFault: (error: Error) => void
}

interface WaitingCapsule {
  readonly capsule: StoredCapsule
  readonly resolve: (result: 'added' | 'taken') => void
  readonly reject: (error: unknown) => void
}

/**
 * The embedded store. A commit waits for the disk, so it happens in a thread of its own: a slow disk holds up capsules and nothing else. What arrives
 * while the disk is busy is committed together, one flush for all. Reads take some pages of a file and happen in this thread.
 *
 * Once the database was deleted, replaced or damaged, nothing is written any more; what can still be read is saved beside it, and handed out.
 */
export async function openEmbeddedStore({ file, threadFile, onFault }: EmbeddedStoreOptions): Promise<CapsuleStore> {
  await makeDatabaseFile(file)
  // The writer first: it makes the tables.
  const writer = threadFile === null ? await openWriterInThisThread(file) : await openWriterThread(threadFile, file)
  const openDatabase = await libsqlOpener()
  const reader = SqliteCapsules.open(openDatabase(file), limits.capsules)
  const files = new FileWatch(file, writer.identities)
  const latch = new DamageLatch((damage) => {
    onFault(damage)
    return saveDatabase(file, writer).then(onFault)
  })
  const together = commitTogether(writer)
  const stopLooking = lookRegularly(() => latch.guard(() => writer.look()))
  return {
    add: (capsule) => latch.guard(() => together(capsule)),
    find: (id) => latch.watch(async () => Promise.resolve(reader.find(id))),
    record: (id) => latch.watch(async () => Promise.resolve(reader.record(id))),
    delete: (id) => latch.guard(() => writer.delete(id)),
    deleteExpired: (before, limit) => latch.guard(() => writer.deleteExpired(before, limit)),
    records: () => readAside(file),
    count: () => latch.guard(() => writer.count()),
    moveIn: (records) => latch.guard(() => writer.moveIn(records)),
    readClock: () => latch.guard(() => writer.readClock()),
    keepClock: (clock) => latch.guard(() => writer.keepClock(clock)),
    acceptClock: (wall) => latch.guard(() => writer.acceptClock(wall)),
    probe: () =>
      latch.guard(async () => {
        await writer.probe()
        await assertFreeSpace(file)
      }),
    assertWhole: () => latch.guard(async () => Promise.resolve(files.assertSame())),
    close: async () => {
      await stopLooking()
      await latch.settled
      await writer.close()
      reader.close()
    },
  }
}

/** Calls repeatedly, never twice at once. The call reports its own errors. Call the returned function to stop. */
function lookRegularly(look: () => Promise<void>): () => Promise<void> {
  let looking = Promise.resolve()
  let free = true
  const timer = setInterval(() => {
    if (!free) return
    free = false
    looking = look()
      .catch((error: unknown) => {
        // Busy for a moment, or damaged: known to the latch. The next request or probe says so.
        if (!(error instanceof StoreUnavailable)) throw error
      })
      .finally(() => {
        free = true
      })
  }, limits.capsules.fileLookMilliseconds)
  timer.unref()
  return () => {
    clearInterval(timer)
    return looking
  }
}

/** Collects capsules until the writer is free. */
function commitTogether(writer: Writer): (capsule: StoredCapsule) => Promise<'added' | 'taken'> {
  let waiting: WaitingCapsule[] = []
  let busy = false
  const commit = async (): Promise<void> => {
    busy = true
    while (waiting.length > 0) {
      const batch = waiting.slice(0, limits.capsules.maxBatch)
      waiting = waiting.slice(batch.length)
      await writer.addAll(batch.map((one) => one.capsule)).then(
        (results) => {
          for (const [i, one] of batch.entries()) answer(one, results[i])
        },
        (error: unknown) => {
          for (const one of batch) one.reject(error)
        },
      )
    }
    busy = false
  }
  return (capsule) =>
    new Promise((resolve, reject) => {
      if (waiting.length >= limits.capsules.maxWaiting) {
        reject(new StoreUnavailable('Too many capsules wait for the disk.'))
        return
      }
      waiting.push({ capsule, resolve, reject })
      // Not at once: the other requests that arrived in this turn come along.
      if (!busy && waiting.length === 1) setImmediate(() => void commit())
    })
}

function answer({ resolve, reject }: WaitingCapsule, result: 'added' | 'taken' | undefined): void {
  if (result === undefined) reject(new Error('the writer gave fewer answers than there were capsules'))
  else resolve(result)
}

/** A connection of its own, whose reading transaction does not block others. */
async function* readAside(file: string) {
  const openDatabase = await libsqlOpener()
  const capsules = SqliteCapsules.open(openDatabase(file), limits.capsules)
  try {
    yield* capsules.records()
  } finally {
    capsules.close()
  }
}

async function assertFreeSpace(file: string): Promise<void> {
  const { bavail, bsize } = await statfs(dirname(file))
  if (bavail * bsize < limits.capsules.minFreeBytes)
    throw new StoreUnavailable(`The disk of the capsule store has less than ${limits.capsules.minFreeBytes} bytes left.`)
}
