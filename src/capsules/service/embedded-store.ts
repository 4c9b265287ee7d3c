import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type CapsuleStore, SqliteCapsules, type StoredCapsule, StoreUnavailable } from '#capsules/rules'
import type { Limits } from '#config'
import { DamageLatch } from './damage-latch.js'
import { assertSameFiles, makeDatabaseFile, saveDatabase } from './database-files.js'
import { lockFolder } from './folder-lock.js'
import { libsqlOpener } from './open-libsql.js'
import { openWriterInThisThread, openWriterThread, type Writer } from './writer.js'

interface EmbeddedStoreOptions {
  /** The database file; its folder exists. */
  readonly file: string
  /** Path of the compiled writer thread of a service; null for a command: it writes in this thread, and works beside a service. */
  readonly threadFile: string | null
  /** Called when the store is found damaged, and again with the result of saving its content; and when its thread has ended. */
  readonly onFault: (error: Error) => void
  readonly limits: Limits['capsules']
}

interface WaitingCapsule {
  readonly capsule: StoredCapsule
  readonly resolve: (result: 'added' | 'taken') => void
  readonly reject: (error: unknown) => void
}

/**
 * Opens the embedded store. Commits wait for the disk, so those of a service run in a separate thread: a slow disk delays only capsules. Capsules that arrive
 * while the disk is busy are committed together with one flush. Reads need a few pages of a file and run in this thread.
 *
 * When the database is found deleted, replaced or damaged, nothing more is written. What can still be read is saved in the same folder and still served.
 */
export async function openEmbeddedStore({ file, threadFile, onFault, limits }: EmbeddedStoreOptions): Promise<CapsuleStore> {
  await makeDatabaseFile(file)
  const unlock = threadFile === null ? () => undefined : await lockFolder(file)
  try {
    // The writer is opened first, because it creates the tables.
    const writer =
      threadFile === null ? await openWriterInThisThread(file, limits) : await openWriterThread(threadFile, file, limits, onFault)
    const reader = await openReader(file, writer, limits)
    return storeOf({ file, writer, reader, onFault, unlock, limits })
  } catch (error) {
    unlock()
    throw error
  }
}

interface OpenedFiles {
  readonly file: string
  readonly writer: Writer
  readonly reader: SqliteCapsules
  readonly onFault: EmbeddedStoreOptions['onFault']
  readonly unlock: () => void
  readonly limits: Limits['capsules']
}

function storeOf({ file, writer, reader, onFault, unlock, limits }: OpenedFiles): CapsuleStore {
  const latch = new DamageLatch((damage) => {
    onFault(damage)
    return saveDatabase(file, writer).then(onFault)
  })
  const together = commitTogether(writer, limits)
  const assertWhole = () => latch.guard(async () => Promise.resolve(assertSameFiles(file, writer.identities)))
  return {
    add: (capsule) => latch.guard(() => together(capsule)),
    find: (id) => latch.watch(async () => Promise.resolve(reader.find(id))),
    record: (id) => latch.watch(async () => Promise.resolve(reader.record(id))),
    delete: (id) => latch.guard(() => writer.delete(id)),
    deleteExpired: (before, limit) => latch.guard(() => writer.deleteExpired(before, limit)),
    records: () => readAside(file, limits),
    count: () => latch.guard(() => writer.count()),
    moveIn: (records) => latch.guard(() => writer.moveIn(records)),
    readClock: () => latch.guard(() => writer.readClock()),
    keepClock: (clock) => latch.guard(() => writer.keepClock(clock)),
    acceptClock: (wall) => latch.guard(() => writer.acceptClock(wall)),
    probe: () =>
      latch.guard(async () => {
        await writer.probe()
        await assertFreeSpace(file, limits)
      }),
    assertWhole,
    close: async () => {
      // The last moment in which the content of a file that was deleted can be saved.
      await assertWhole().catch((error: unknown) => {
        if (!(error instanceof StoreUnavailable)) throw error
      })
      await latch.settled
      await writer.close()
      reader.close()
      unlock()
    },
  }
}

/** Opens the reading connection to the files of the writer. When this fails, the writer is closed, because its thread would keep the process alive. */
async function openReader(file: string, writer: Writer, limits: Limits['capsules']): Promise<SqliteCapsules> {
  try {
    const openDatabase = await libsqlOpener()
    const reader = SqliteCapsules.open(openDatabase(file), limits)
    assertSameFiles(file, writer.identities)
    return reader
  } catch (error) {
    await writer.close()
    throw error
  }
}

/** Returns a function that adds capsules. Capsules that arrive while the writer is busy are committed together. */
function commitTogether(
  writer: Writer,
  { maxBatch, maxWaiting }: Limits['capsules'],
): (capsule: StoredCapsule) => Promise<'added' | 'taken'> {
  let waiting: WaitingCapsule[] = []
  let busy = false
  const commit = async (): Promise<void> => {
    busy = true
    while (waiting.length > 0) {
      const batch = waiting.slice(0, maxBatch)
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
      if (waiting.length >= maxWaiting) {
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
async function* readAside(file: string, limits: Limits['capsules']) {
  const openDatabase = await libsqlOpener()
  const capsules = SqliteCapsules.open(openDatabase(file), limits)
  try {
    yield* capsules.records()
  } finally {
    capsules.close()
  }
}

async function assertFreeSpace(file: string, { minFreeBytes }: Limits['capsules']): Promise<void> {
  const { bavail, bsize } = await statfs(dirname(file))
  if (bavail * bsize < minFreeBytes) throw new StoreUnavailable(`The disk of the capsule store has less than ${minFreeBytes} bytes left.`)
}
