import { systemErrorCode } from '#model'
import { StoreUnavailable } from '../capsule-store.js'

/**
 * SQLite refusals that are about the disk or another process, not about our statements: busy, locked, read-only, input or output error, full, cannot
 * open, too large, protocol (locks), out of memory.
 */
const sqlitePassing = /^SQLITE_(BUSY|LOCKED|READONLY|IOERR|FULL|CANTOPEN|TOOBIG|PROTOCOL|NOMEM)/

export function refusalOfSqlite(error: unknown): unknown {
  const code = systemErrorCode(error) ?? ''
  return sqlitePassing.test(code)
    ? new StoreUnavailable(`The capsule store cannot serve at the moment (${code}).`, { cause: error })
    : error
}

/**
 * SQLSTATE classes of PostgreSQL that are about the server's state: connection, insufficient resources (disk full, too many connections), operator
 * intervention (shutdown, cancelled statement), system error, read-only (a standby), lock not available, serialization and deadlock.
 */
const postgresPassing = /^(08|53|57|58|25006|55P03|40)/
/** Refusals of a login pass too: a database that is being restored may lack its roles for a while. */
const postgresLogin = /^(28|3D)/

export function refusalOfPostgres(error: unknown): unknown {
  if (error instanceof StoreUnavailable) return error
  const code = systemErrorCode(error) ?? ''
  // Without a SQLSTATE the client itself gave up: no connection, no answer in time, connection lost.
  const stateless = error instanceof Error && !/^[0-9A-Z]{5}$/.test(code) && !isProgrammingError(error)
  if (!stateless && !postgresPassing.test(code) && !postgresLogin.test(code)) return error
  return new StoreUnavailable(`The capsule store cannot serve at the moment${code === '' ? '' : ` (${code})`}.`, { cause: error })
}

function isProgrammingError(error: Error): boolean {
  return error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError || error instanceof SyntaxError
}
