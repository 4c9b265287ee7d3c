import { randomBytes } from 'node:crypto'
import { statSync } from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { StoreDamaged, StoreUnavailable } from '#capsules/rules'
import { reasonOf, systemErrorCode } from '#model'
import { syncFolder, writeCopy } from './write-copy.js'

/** Name of the database in the data folder. SQLite stores its log in a file with the suffix `-wal`, and the index of the log with `-shm`. */
export const databaseName = 'key-capsules.db'
/** Prefix of the copy that a service saves when its database was deleted or replaced. Random characters follow. */
const savedName = 'key-capsules.saved-'

/** Suffixes of the files of an open database: the database, its log, the index of the log. In WAL mode all three exist while a connection is open. */
const suffixes = ['', '-wal', '-shm'] as const

/** Device and inode of each file of a database. Equal if and only if the names still are those of the same files. */
export type FileIdentities = readonly string[]

/** The identities of the files that have the names of a database now. The files are not opened. */
export function identitiesOf(file: string): FileIdentities {
  return suffixes.map((suffix) => findFile(file + suffix)).map((found) => (found === null ? 'none' : `${found.dev}:${found.ino}`))
}

/**
 * Throws `StoreDamaged` when a file of an open database was deleted or replaced. SQLite would continue to write into the old file, whose content is lost when
 * the process ends.
 */
export function assertSameFiles(file: string, opened: FileIdentities): void {
  const found = identitiesOf(file)
  const changed = found.findIndex((identity, i) => identity !== opened[i])
  if (changed < 0) return
  const name = `${file}${suffixes[changed] ?? ''}`
  throw new StoreDamaged(`${name} was ${found[changed] === 'none' ? 'deleted' : 'replaced'} while it was in use.`)
}

/** Null when there is no file with the name. Throws `StoreUnavailable` when the system cannot tell. */
function findFile(path: string) {
  try {
    return statSync(path, { bigint: true, throwIfNoEntry: false }) ?? null
  } catch (error) {
    const code = systemErrorCode(error)
    throw code === null ? error : new StoreUnavailable(`${path} cannot be looked at (${code}).`, { cause: error })
  }
}

export function exists(path: string): boolean {
  return findFile(path) !== null
}

/**
 * Creates an empty database file with permissions for its owner only, when there is none. SQLite gives the same permissions to its log and index. Throws
 * `StoreDamaged` when there is a log or a saved copy without a database: an empty store would answer that no capsule exists.
 *
 * Only here does the service open a descriptor of the database itself, of a file that did not exist: `close` drops every POSIX lock that the process holds on a
 * file, including those of SQLite. The next process that closes the store then finds no lock, believes to be the last user and deletes the log in use.
 */
export async function makeDatabaseFile(file: string): Promise<void> {
  const size = findFile(file)?.size ?? 0n
  // SQLite deletes the log of an empty database, and with it acknowledged capsules.
  if (size === 0n && (findFile(`${file}-wal`)?.size ?? 0n) > 0n)
    throw new StoreDamaged(`It is missing or empty although its log ${file}-wal exists; put it back, or restore a backup.`)
  if (exists(file)) return
  const [newest, ...older] = await savedCopies(dirname(file))
  if (newest !== undefined)
    throw new StoreDamaged(
      `It is missing, and ${newest}${older.length === 0 ? '' : ', the newest of several,'} was saved from it; run allkiri capsules restore with that file, or move it away to begin with an empty store.`,
    )
  await makeEmpty(file)
  // The name of a file is content of its folder, which must survive a power cut as well.
  await syncFolder(dirname(file))
}

/** Paths of the copies that services have saved in a folder, the newest first: an older one lacks the capsules that were stored after it. */
async function savedCopies(folder: string): Promise<readonly string[]> {
  const paths = (await readdir(folder)).filter((name) => name.startsWith(savedName)).map((name) => join(folder, name))
  const written = new Map(paths.map((path) => [path, findFile(path)?.mtimeNs ?? 0n]))
  return paths.toSorted((a, b) => Number((written.get(b) ?? 0n) - (written.get(a) ?? 0n)))
}

async function makeEmpty(file: string): Promise<void> {
  try {
    await (await open(file, 'wx', 0o600)).close()
  } catch (error) {
    // EEXIST: another process has created it meanwhile.
    if (systemErrorCode(error) !== 'EEXIST') throw error
  }
}

/**
 * Copies what the open connection can still read of a deleted or replaced database into a new file. Without the copy this content is lost when the process
 * ends. Never rejects: resolves with an error whose message, for the log, states what was saved or why nothing was.
 */
export async function saveDatabase(file: string, writer: { readonly copyInto: (copy: string) => Promise<void> }): Promise<Error> {
  const saved = join(dirname(file), `${savedName}${randomBytes(6).toString('hex')}.db`)
  try {
    await writeCopy(saved, (copy) => writer.copyInto(copy))
    return new StoreDamaged(
      `Nothing is stored until the service is restarted. Everything that could still be read was saved as ${saved}: stop the service, check which of the files is right, and restore it (allkiri capsules restore).`,
    )
  } catch (error) {
    return new StoreDamaged(
      `Nothing is stored until the service is restarted. The content of the database could not be saved (${reasonOf(error)}): leave this process running and copy its files from /proc/${process.pid}/fd, or restore a backup.`,
    )
  }
}
