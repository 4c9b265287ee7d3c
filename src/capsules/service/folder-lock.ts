import { dirname, join } from 'node:path'
import { StoreUnavailable } from '#capsules/rules'
import { takeLock } from '#files'
import { systemErrorCode } from '#model'

/** An empty database that nothing is ever written to: only its lock counts. */
const lockName = 'key-capsules.lock'

/**
 * Takes the folder of a database for one service, and returns a function that gives it back. Commands do not take it: they share the database with the service
 * through SQLite's locks, which alone protect the capsules. Throws `StoreUnavailable` when another service has the folder.
 */
export async function lockFolder(file: string): Promise<() => void> {
  const name = join(dirname(file), lockName)
  const release = await takeLock(name).catch((error: unknown) => {
    const code = systemErrorCode(error) ?? 'SQLITE_CANTOPEN'
    throw new StoreUnavailable(`The lock ${name} cannot be taken (${code}).`)
  })
  if (release !== null) return release
  throw new StoreUnavailable(
    'Another service uses this folder. Stop it, or give each service its own ALLKIRI_DATA; several services can share a PostgreSQL database (ALLKIRI_CAPSULES_DATABASE).',
  )
}
