import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import { copyDatabaseInto, type DatabaseContent, inspectDatabase, StoreUnavailable } from '#capsules/rules'
import { type CapsuleStoreSettings, SettingsError } from '#config'
import { systemErrorCode } from '#model'
import { databaseName, exists } from './database-files.js'
import { type LibsqlOpener, libsqlOpener } from './open-libsql.js'
import { writeCopy } from './write-copy.js'

/** A copy cannot be made or read. The message is a sentence for the operator. */
export class CopyRefused extends Error {
  override readonly name = 'CopyRefused'
}

/**
 * Copies the database of the data folder into a new file. The copy is a consistent snapshot; the service may run. The file appears under its name only when it
 * is complete, checked and flushed; nothing is overwritten. Throws `CopyRefused`, `StoreUnavailable`, `SettingsError` for a store in PostgreSQL, and the reason
 * of the signal when it is aborted before the copy has its name; the incomplete copy is then removed.
 */
export async function backupCapsules(settings: CapsuleStoreSettings, target: string, signal: AbortSignal): Promise<DatabaseContent> {
  return copyDatabase(databaseOf(settings, 'backup'), target, settings.limits, signal)
}

/**
 * Restores a backup into the data folder, which must not have a database or a log: SQLite would apply the log of another database to this one. Throws as
 * `backupCapsules`.
 */
export async function restoreCapsules(settings: CapsuleStoreSettings, backup: string, signal: AbortSignal): Promise<DatabaseContent> {
  const file = databaseOf(settings, 'restore')
  const existingFiles = ['', '-wal', '-shm'].map((suffix) => file + suffix).filter(exists)
  if (existingFiles.length > 0)
    throw new CopyRefused(`nothing is overwritten: stop the service and move ${existingFiles.join(', ')} to another folder first`)
  return copyDatabase(backup, file, settings.limits, signal)
}

/** Checks every page and record of a backup. Throws `CopyRefused` for a file that cannot be opened, `StoreUnavailable` for a damaged backup. */
export async function verifyBackup(file: string): Promise<DatabaseContent> {
  const openDatabase = await libsqlOpener()
  return inspect(await existing(file), openDatabase)
}

/**
 * SHA-256 of a file, in hex. `verifyBackup` checks structure and records. Only a comparison with the digest that `backup` printed shows whether every key in
 * the backup is still the one that was stored.
 */
export async function digestOfFile(file: string): Promise<string> {
  const digest = createHash('sha256')
  await pipeline(createReadStream(file), digest)
  return digest.digest('hex')
}

function databaseOf(settings: CapsuleStoreSettings, command: string): string {
  switch (settings.kind) {
    case 'embedded':
      return join(settings.folder, databaseName)
    case 'postgresql':
      throw new SettingsError([
        `ALLKIRI_CAPSULES_DATABASE is set, and allkiri capsules ${command} is for the folder of ALLKIRI_DATA: capsules in PostgreSQL are backed up and restored with its own tools, pg_dump and pg_restore, or continuous archiving.`,
      ])
  }
}

async function copyDatabase(
  source: string,
  target: string,
  { lockMilliseconds }: CapsuleStoreSettings['limits'],
  signal: AbortSignal,
): Promise<DatabaseContent> {
  const openDatabase = await libsqlOpener()
  await existing(source)
  if (exists(target)) throw new CopyRefused(`${target} exists already, and nothing is overwritten`)
  let content: DatabaseContent = { stored: 0, deleted: 0 }
  try {
    await writeCopy(
      resolve(target),
      async (part) => {
        const database = openDatabase(source)
        try {
          database.exec(`PRAGMA busy_timeout = ${lockMilliseconds}`)
          copyDatabaseInto(database, part)
        } finally {
          database.close()
        }
        // Copying and checking block the thread. Between them, an abort that was requested meanwhile takes effect.
        await setImmediate()
        signal.throwIfAborted()
        content = await inspect(part, openDatabase)
      },
      signal,
    )
  } catch (error) {
    throw copyRefusalOf(error, target)
  }
  return content
}

/** Checks a database on a separate connection. */
async function inspect(file: string, openDatabase: LibsqlOpener): Promise<DatabaseContent> {
  const database = await Promise.resolve(openDatabase(file))
  try {
    return inspectDatabase(database)
  } finally {
    database.close()
  }
}

/** Returns the path if it is that of a regular file. Throws `CopyRefused` with the reason, which the error of the SQLite client would not contain. */
async function existing(file: string): Promise<string> {
  try {
    if ((await stat(file)).isFile()) return file
    throw new CopyRefused(`${file} is not a regular file`)
  } catch (error) {
    const code = systemErrorCode(error)
    throw code === null ? error : new CopyRefused(`${file} cannot be read (${code})`)
  }
}

function copyRefusalOf(error: unknown, target: string): unknown {
  if (error instanceof StoreUnavailable) return error
  const code = systemErrorCode(error)
  if (code === null) return error
  if (code === 'EEXIST') return new CopyRefused(`${target} exists already, and nothing is overwritten`)
  if (code === 'EPERM' || code === 'ENOTSUP' || code === 'EOPNOTSUPP')
    return new CopyRefused(
      `the file system of ${dirname(target)} has no hard links (${code}): write to another one, and copy the file from there`,
    )
  return new CopyRefused(`${target} cannot be written (${code})`)
}
