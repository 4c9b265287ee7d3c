import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type CapsuleStore, StoreDamaged, StoreUnavailable } from '#capsule'
import { type CapsuleStoreSettings, SettingsError } from '#config'
import { systemErrorCode } from '#model'
import { awaitStore } from './awaited-store.js'
import { databaseName } from './database-files.js'
import { openEmbeddedStore } from './embedded-store.js'
import { openPostgres } from './open-postgres.js'
import { isAway } from './postgres-hosts.js'

export interface OpenStoreOptions {
  /** Whether commits wait for the disk in a thread of their own, as a service needs, or in this one. */
  readonly thread: boolean
  /** Told of faults that no request can be told of. */
  readonly onFault: (error: Error) => void
  /** Path of the compiled thread, where it does not lie beside this file. */
  readonly threadFile?: string
  /** Given by what may start before its database: told, instead of a refusal to open, why the store cannot be used yet. */
  readonly onAway?: (reason: Error) => void
}

/** Opens the store that the settings name and brings its tables up to date. Throws `SettingsError` when that cannot be done. */
export async function openCapsuleStore(settings: CapsuleStoreSettings, options: OpenStoreOptions): Promise<CapsuleStore> {
  switch (settings.kind) {
    case 'embedded': {
      await assertFolder(settings.folder)
      const threadFile = options.thread ? (options.threadFile ?? fileURLToPath(new URL('./writer-thread.js', import.meta.url))) : null
      const file = join(settings.folder, databaseName)
      return opening(`ALLKIRI_DATA: the capsule store ${file}`, () => openEmbeddedStore({ file, threadFile, onFault: options.onFault }))
    }
    case 'postgresql':
      return opening('ALLKIRI_CAPSULES_DATABASE: the capsule store', () => openDatabase(settings, options))
  }
}

/** What is wrong with the settings stops the start; a database that is only away does not, where the caller can wait for it. */
async function openDatabase(
  { url, connections }: Extract<CapsuleStoreSettings, { kind: 'postgresql' }>,
  { onFault, onAway }: OpenStoreOptions,
): Promise<CapsuleStore> {
  const open = () => openPostgres(url, connections, onFault)
  try {
    return await open()
  } catch (error) {
    if (onAway === undefined || !isAway(error)) throw error
    onAway(new StoreUnavailable(reasonOf(error), { cause: error }))
    return awaitStore(open)
  }
}

/** The folder is not made here: one that is missing is more often a disk that is not mounted than a first start. */
async function assertFolder(folder: string): Promise<void> {
  try {
    if ((await stat(folder)).isDirectory()) return
  } catch (error) {
    if (systemErrorCode(error) === null) throw error
  }
  throw new SettingsError([`ALLKIRI_DATA: there is no folder ${folder}; make it on a disk that is kept and backed up.`])
}

async function opening(what: string, open: () => Promise<CapsuleStore>): Promise<CapsuleStore> {
  try {
    return await open()
  } catch (error) {
    if (error instanceof StoreUnavailable || systemErrorCode(error) !== null)
      throw new SettingsError([`${what} cannot be opened: ${reasonOf(error)}`])
    throw error
  }
}

/** What the client says of the store itself, where it says something; it names host and database, never the password. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'for a reason that is unknown'
  const cause = error instanceof StoreUnavailable && !(error instanceof StoreDamaged) && error.cause instanceof Error ? error.cause : error
  const code = systemErrorCode(cause)
  return code === null || cause.message.includes(code)
    ? cause.message
    : [cause.message, `(${code})`].filter((part) => part !== '').join(' ')
}
