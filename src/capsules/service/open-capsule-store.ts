import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type CapsuleStore, StoreDamaged, StoreUnavailable } from '#capsules/rules'
import { type CapsuleStoreSettings, SettingsError } from '#config'
import { systemErrorCode } from '#model'
import { databaseName } from './database-files.js'
import { openEmbeddedStore } from './embedded-store.js'
import { openPostgres } from './open-postgres.js'

interface OpenStoreOptions {
  /** Whether an embedded store that does not exist is refused instead of created. Default: it is created. */
  readonly mustExist?: boolean
  /**
   * A service is the only one on the folder of an embedded store, and commits in a separate thread. A command works beside a service, and in this thread, which
   * waits for the disk.
   */
  readonly role: 'service' | 'command'
  /** Called for errors outside of any request. */
  readonly onFault: (error: Error) => void
  /** Path of the compiled writer thread. Default: in the folder of this file. */
  readonly threadFile?: string
  /** When given, a database that cannot be reached is not an error: this is called with the reason, and a later call of the store opens the database. */
  readonly onAway?: (reason: Error) => void
}

/** Opens the configured store and creates or upgrades its tables. Throws `SettingsError` when that fails. */
export async function openCapsuleStore(settings: CapsuleStoreSettings, options: OpenStoreOptions): Promise<CapsuleStore> {
  switch (settings.kind) {
    case 'embedded': {
      await assertCapsuleFolder(settings)
      const threadFile =
        options.role === 'service' ? (options.threadFile ?? fileURLToPath(new URL('./writer-thread.js', import.meta.url))) : null
      const file = join(settings.folder, databaseName)
      if (options.mustExist === true) await assertStore(settings.folder)
      return opening(`ALLKIRI_DATA: the capsule store ${file}`, () =>
        openEmbeddedStore({ file, threadFile, onFault: options.onFault, limits: settings.limits }),
      )
    }
    case 'postgresql':
      return opening('ALLKIRI_CAPSULES_DATABASE: the capsule store', () => {
        const { onFault, onAway } = options
        const { url, connections, limits } = settings
        return openPostgres({ url, connections, limits, onFault, onAway: onAway && ((reason) => onAway(sentenceOf(reason))) })
      })
  }
}

/** Throws `SettingsError` when the folder is missing. It is not created, because the cause is more often a disk that is not mounted than a first start. */
export async function assertCapsuleFolder(settings: CapsuleStoreSettings): Promise<void> {
  if (settings.kind !== 'embedded') return
  const { folder } = settings
  try {
    if ((await stat(folder)).isDirectory()) return
  } catch (error) {
    if (systemErrorCode(error) === null) throw error
  }
  throw new SettingsError([`ALLKIRI_DATA: there is no folder ${folder}; create it on a persistent disk that is backed up.`])
}

/** Throws `SettingsError` when the folder has no store: perhaps a disk is not mounted, and an empty store would give wrong answers. */
async function assertStore(folder: string): Promise<void> {
  try {
    await stat(join(folder, databaseName))
  } catch (error) {
    if (systemErrorCode(error) !== 'ENOENT') throw error
    throw new SettingsError([
      `ALLKIRI_DATA: the folder ${folder} holds no capsule store (${databaseName}); name the folder of the service.`,
    ])
  }
}

async function opening(what: string, open: () => Promise<CapsuleStore>): Promise<CapsuleStore> {
  try {
    return await open()
  } catch (error) {
    if (error instanceof StoreUnavailable || systemErrorCode(error) !== null)
      throw new SettingsError([`${what} cannot be opened: ${reasonOf(error)}${adviceOn(error)}`])
    throw error
  }
}

/** Advice for when SQLite cannot write. Its codes do not distinguish between permissions, the disk, and a file of another kind. */
function adviceOn(error: unknown): string {
  if (!(error instanceof StoreUnavailable) || !/SQLITE_(CANTOPEN|READONLY|PERM)/.test(error.message)) return ''
  return ' Let the user of the service read and write the folder and the files in it, on a disk that is not read-only.'
}

function sentenceOf(error: Error): Error {
  return new StoreUnavailable(reasonOf(error), { cause: error })
}

/** The message of the database client, with the code of the error. Such messages name host and database, never the password. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown reason'
  const cause = error instanceof StoreUnavailable && !(error instanceof StoreDamaged) && error.cause instanceof Error ? error.cause : error
  const code = systemErrorCode(cause)
  return code === null || cause.message.includes(code)
    ? cause.message
    : [cause.message, `(${code})`].filter((part) => part !== '').join(' ')
}
