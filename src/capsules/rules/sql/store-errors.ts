import { systemErrorCode } from '#model'
import { StoreDamaged, StoreUnavailable } from '../capsule-store.js'

/**
 * Errors of SQLite that are caused by the disk or another process, not by our statements: busy, locked, read-only, input or output error, full, cannot
 * open, too large, protocol (locks), out of memory.
 */
const sqliteTemporary = /^SQLITE_(BUSY|LOCKED|READONLY|IOERR|FULL|CANTOPEN|TOOBIG|PROTOCOL|NOMEM|PERM|AUTH)/
/** Errors of SQLite about the content of the file. IOERR_SHORT_READ: the file ends before a page that should be there. */
const sqliteDamaged = /^SQLITE_(CORRUPT|NOTADB|FORMAT|SCHEMA|IOERR_SHORT_READ)/
/** Our statements name only tables and columns of the schema, so another program has removed a missing one. SQLite reports it with its general error code. */
const sqliteNameMissing = /^no such (table|column)|^table \w+ has no column/

function refusalOfSqlite(error: unknown): unknown {
  const code = systemErrorCode(error)
  if (code === null || !(error instanceof Error) || error instanceof StoreUnavailable) return error
  if (sqliteDamaged.test(code) || sqliteNameMissing.test(error.message)) return damagedSqlite(code, error)
  return sqliteTemporary.test(code)
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

/** While a database is being opened, every error of SQLite that is not temporary means that its content is wrong. */
export function refusalOfOpeningSqlite(error: unknown): unknown {
  const refusal = refusalOfSqlite(error)
  const code = systemErrorCode(refusal) ?? ''
  return refusal instanceof Error && code.startsWith('SQLITE_') ? damagedSqlite(code, refusal) : refusal
}

function damagedSqlite(code: string, cause: Error): StoreDamaged {
  return new StoreDamaged(`The database is damaged, or holds something else than capsules (${code}: ${cause.message}).`, { cause })
}

/**
 * SQLSTATE classes of PostgreSQL that are caused by the state of the server: connection, insufficient resources (disk full, too many connections), operator
 * intervention (shutdown, cancelled statement), system error, read-only (a standby), timeout of a transaction, object not in the required state (lock not
 * available, a database that accepts no connections), serialization failure and deadlock.
 */
const postgresTemporary = /^(08|53|57|58|25006|25P03|25P04|55|40)/
/** A refused login or a missing database is temporary too: while a server is being restored, roles and databases may be missing. */
const postgresLogin = /^(28|3D)/
/**
 * The tables are not as the service has created them: a schema, table, column or function is missing, types differ, rights were revoked, or the server reports
 * corrupted data.
 */
const postgresDamaged = /^(3F|42P01|42703|42883|42804|42501|XX00[12])/

export function refusalOfPostgres(error: unknown): unknown {
  if (error instanceof StoreUnavailable) return error
  const code = systemErrorCode(error) ?? ''
  if (postgresDamaged.test(code) && error instanceof Error)
    return new StoreDamaged(`The database is damaged, or holds something else than capsules (${code}: ${error.message}).`, { cause: error })
  // An error without SQLSTATE is one of the client: no connection, no answer in time, connection lost.
  const isOfClient = error instanceof Error && !/^[0-9A-Z]{5}$/.test(code) && !isProgrammingError(error)
  if (!isOfClient && !postgresTemporary.test(code) && !postgresLogin.test(code)) return error
  return new StoreUnavailable(`The capsule store cannot serve at the moment${code === '' ? '' : ` (${code})`}.`, { cause: error })
}

function isProgrammingError(error: Error): boolean {
  return error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError || error instanceof SyntaxError
}

/** Throws `StoreDamaged` for tables with more upgrade steps than this release has. */
export function assertNotNewer(version: number, known: number): void {
  if (version > known) throw new StoreDamaged(`The database has version ${version}, made by a newer release; this release knows ${known}.`)
}
