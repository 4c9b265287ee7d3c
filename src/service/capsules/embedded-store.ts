import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type CapsuleStore, SqliteCapsules, type StoredCapsule, StoreUnavailable } from '#capsule'
import { limits } from '#config'
import { DamageLatch } from './damage-latch.js'
import { FileWatch } from './database-file-watch.js'
import { makeDatabaseFile, saveDatabase } from './database-files.js'
import { libsqlOpener } from './open-libsql.js'
import { openWriterInThisThread, openWriterThread, type Writer } from './writer.js'

export interface EmbeddedStoreOptions {
  /** The database file; its folder exists. */
  readonly file: string
  /** Path of the compiled writer thread; null: writes happen in this thread, which waits for the disk. */
  readonly threadFile: string | null
  /** Called when the store is found damaged, and again with the result of saving its content. */
  readonly onFault: (error: Error) => void
}

interface WaitingCapsule {
  readonly capsule: StoredCapsule
  readonly resolve: (result: 'added' | 'taken') => void
  readonly reject: (error: unknown) => void
}

/**
 * Opens the embedded store. Commits wait for the disk, so they run in a separate thread: a slow disk delays only capsules. Capsules that arrive while the disk
 * is busy are committed together with one flush. Reads need a few pages of a file and run in this thread.
 *
 * When the database is found deleted, replaced or damaged, nothing more is written. What can still be read is saved in the same folder and still served.
 */
export async function openEmbeddedStore({ file, threadFile, onFault }: EmbeddedStoreOptions): Promise<CapsuleStore> {
  await makeDatabaseFile(file)
  // The writer is opened first, because it creates the tables.
  const writer = threadFile === null ? await openWriterInThisThread(file) : await openWriterThread(threadFile, file)
  const { reader, files } = await openReader(file, writer)
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

/** Opens the reading connection. When this fails, the writer is closed, because its thread would keep the process alive. */
async function openReader(file: string, writer: Writer): Promise<{ readonly reader: SqliteCapsules; readonly files: FileWatch }> {
  try {
    const openDatabase = await libsqlOpener()
    const reader = SqliteCapsules.open(openDatabase(file), limits.capsules)
    return { reader, files: new FileWatch(file, writer.identities) }
  } catch (error) {
    await writer.close()
    throw error
  }
}

/** Calls `look` regularly, never concurrently. Call the returned function to stop; it resolves when the last call has ended. */
function lookRegularly(look: () => Promise<void>): () => Promise<void> {
  let looking = Promise.resolve()
  let free = true
  const timer = setInterval(() => {
    if (!free) return
    free = false
    looking = look()
      .catch((error: unknown) => {
        // The next request or probe reports it. Damage has been recorded by the latch.
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

/** Returns a function that adds capsules. Capsules that arrive while the writer is busy are committed together. */
function commitTogether(writer: Writer): (capsule: StoredCapsule) => Promise<'added' | 'taken'> {
  let waiting: WaitingCapsule[] = []
  let busy = false
  const commit = async (): Promise<void> => {
    busy = true
    while (waiting.length > 0) {
      const batch = waiting.slice(0, limits.capsules.maxBatch)
      waiting = waiting.slice(batch.length)
      await writer.addAll(batch.map(({ capsule }) => capsule)).then(
        (results) => {
          for (const [i, added] of batch.entries()) answer(added, results[i])
        },
        (error: unknown) => {
          for (const { reject } of batch) reject(error)
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
      // Deferred, so that other requests of the same event loop iteration join the commit.
      if (!busy && waiting.length === 1) setImmediate(() => void commit())
    })
}

function answer({ resolve, reject }: WaitingCapsule, result: 'added' | 'taken' | undefined): void {
  if (result === undefined) reject(new Error('the writer gave fewer answers than there were capsules'))
  else resolve(result)
}

/** All records, on a separate connection, so that the read transaction does not block others. */
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
