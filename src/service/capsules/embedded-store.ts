import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type CapsuleStore, SqliteCapsules, type StoredCapsule, StoreUnavailable } from '#capsule'
import { limits } from '#config'
import { makeDatabaseFile } from './database-files.js'
import { openLibsql } from './open-libsql.js'
import { openWriterInThisThread, openWriterThread, type Writer } from './writer.js'

export interface EmbeddedStoreOptions {
  /** The database file; its folder exists. */
  readonly file: string
  /** Path of the compiled writer thread; null: writes happen in this thread, which waits for the disk. */
  readonly threadFile: string | null
}

interface WaitingCapsule {
  readonly capsule: StoredCapsule
  readonly resolve: (result: 'added' | 'taken') => void
  readonly reject: (error: unknown) => void
}

/**
 * The embedded store. A commit waits for the disk, so it happens in a thread of its own: a slow disk holds up capsules and nothing else. What arrives
 * while the disk is busy is committed together, one flush for all. Reads take some pages of a file and happen in this thread.
 */
export async function openEmbeddedStore({ file, threadFile }: EmbeddedStoreOptions): Promise<CapsuleStore> {
  await makeDatabaseFile(file)
  // The writer first: it makes the tables.
  const writer = threadFile === null ? await openWriterInThisThread(file) : await openWriterThread(threadFile, file)
  const reader = SqliteCapsules.open(await openLibsql(file), limits.capsules)
  const together = commitTogether(writer)
  return {
    add: together,
    find: async (id) => Promise.resolve(reader.find(id)),
    deleteExpired: (before, limit) => writer.deleteExpired(before, limit),
    records: () => readAside(file),
    moveIn: (records) => writer.moveIn(records),
    probe: async () => {
      await assertFreeSpace(file)
      await writer.probe()
    },
    close: async () => {
      await writer.close()
      reader.close()
    },
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

/** A connection of its own, whose reading transaction disturbs nobody. */
async function* readAside(file: string) {
  const capsules = SqliteCapsules.open(await openLibsql(file), limits.capsules)
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
