import { systemErrorCode } from '#model'
import { StoreDamaged, StoreUnavailable } from '../capsule-store.js'

/**
 * SQLite refusals that are about the disk or another process, not about our statements: busy, locked, read-only, input or output error, full, cannot
 * open, too large, protocol (locks), out of memory.
 */
const sqlitePassing = /^SQLITE_(BUSY|LOCKED|READONLY|IOERR|FULL|CANTOPEN|TOOBIG|PROTOCOL|NOMEM|PERM|AUTH)/
/** Refusals that are about the content of the file; the file ends before the page that should be there. */
const sqliteDamaged = /^SQLITE_(CORRUPT|NOTADB|FORMAT|SCHEMA|IOERR_SHORT_READ)/
/** Our statements name what the schema has, so a missing table or column was removed by another program. SQLite reports it with its general error code. */
const sqliteNameMissing = /^no such (table|column)|^table \w+ has no column/

function refusalOfSqlite(error: unknown): unknown {
  const code = systemErrorCode(error)
  if (code === null || !(error instanceof Error) || error instanceof StoreUnavailable) return error
  if (sqliteDamaged.test(code) || sqliteNameMissing.test(error.message)) return damagedSqlite(code, error)
  return sqlitePassing.test(code)
    ? new StoreUnavailable(`The capsule store cannot serve at the moment (${code}).`, { cause: error })
    : error
}

/** Runs the work and translates the errors of SQLite. */
export function refusingSqlite<T>(work: () => T, refusalOf: (error: unknown) => unknown = refusalOfSqlite): T {
  try {
    return work()
  } catch (error) {
    throw refusalOf(error)
  }
}

/** While a database is opened, every error of SQLite that is not temporary is about its content. */
export function refusalOfOpeningSqlite(error: unknown): unknown {
  const refusal = refusalOfSqlite(error)
  const code = systemErrorCode(refusal) ?? ''
  return refusal instanceof Error && code.startsWith('SQLITE_') ? damagedSqlite(code, refusal) : refusal
}

function damagedSqlite(code: string, cause: Error): StoreDamaged {
  return new StoreDamaged(`The database is damaged, or holds something else than capsules (${code}: ${cause.message}).`, { cause })
}

/**
 * SQLSTATE classes of PostgreSQL that are about the server's state: connection, insufficient resources (disk full, too many connections), operator
 * intervention (shutdown, cancelled statement), system error, read-only (a standby), a bound on the time of transactions, a state in which it does not do this (lock not
 * available, a database without connections), serialization and deadlock.
 */
const postgresPassing = /^(08|53|57|58|25006|25P03|25P04|55|40)/
/** Refused logins count as temporary too: a database that is being restored may lack its roles for a while. */
const postgresLogin = /^(28|3D)/
/**
 * What the schema lacks although the service has made it: a schema, table, column or function; types that differ; rights that were taken away; and
 * data that the server itself finds corrupted.
 */
const postgresDamaged = /^(3F|42P01|42703|42883|42804|42501|XX00[12])/

export function refusalOfPostgres(error: unknown): unknown {
  if (error instanceof StoreUnavailable) return error
  const code = systemErrorCode(error) ?? ''
  if (postgresDamaged.test(code) && error instanceof Error)
    return new StoreDamaged(`The database is damaged, or holds something else than capsules (${code}: ${error.message}).`, { cause: error })
  // Without a SQLSTATE the client itself gave up: no connection, no answer in time, connection lost.
  const stateless = error instanceof Error && !/^[0-9A-Z]{5}$/.test(code) && !isProgrammingError(error)
  if (!stateless && !postgresPassing.test(code) && !postgresLogin.test(code)) return error
  return new StoreUnavailable(`The capsule store cannot serve at the moment${code === '' ? '' : ` (${code})`}.`, { cause: error })
}

function isProgrammingError(error: Error): boolean {
  return error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError || error instanceof SyntaxError
}
