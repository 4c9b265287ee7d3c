import type { PoolClient } from 'pg'
import {
  beginSession,
  type CapsuleStore,
  type PostgresPool,
  type PostgresQueries,
  postgresStore,
  preparePostgres,
  replicationGivenUp,
} from '#capsules/rules'
import { type Limits, SettingsError } from '#config'
import { systemErrorCode } from '#model'

/** The server answers but accepts no writes: it is a standby, or its transactions are read-only. */
class NoWriter extends Error {
  override readonly name = 'NoWriter'
}

interface PostgresOptions {
  readonly url: string
  readonly connections: number
  readonly limits: Limits['capsules']
  /** Called for lost connections outside of any request. */
  readonly onFault: (error: Error) => void
  /** When given, a database that is temporarily unreachable is no error: this is called with the reason, and later calls of the store try again. */
  readonly onAway?: ((reason: Error) => void) | undefined
}

/**
 * Opens a capsule store in PostgreSQL. The client is loaded only here, because the embedded store does not need it.
 *
 * @throws SettingsError for an address or a certificate file that cannot be used; StoreUnavailable; StoreDamaged
 */
export async function openPostgres({ url, connections, limits, onFault, onAway }: PostgresOptions): Promise<CapsuleStore> {
  const { default: pg } = await import('pg')
  assertUsable(() => new pg.Client({ connectionString: url }))
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'allkiri',
    max: connections,
    connectionTimeoutMillis: limits.connectMilliseconds,
    query_timeout: limits.queryMilliseconds,
    keepAlive: true,
    verify: (client, done) => void verify(client, limits, onFault).then(() => done(), done),
  })
  // An idle connection was lost; the next request opens a new one.
  pool.on('error', onFault)
  const connect = async () => connectionOf(await pool.connect(), onFault)
  const opened: PostgresPool = { query: (text, values) => queryOnce(connect, text, values), connect, end: () => pool.end() }
  return prepareWhenReached(opened, onAway)
}

/** The client reads the address, and the files of certificates that it names, when it is made; it makes no connection then. */
function assertUsable(makeClient: () => unknown): void {
  try {
    makeClient()
  } catch (error) {
    if (!(error instanceof Error)) throw error
    throw new SettingsError([`ALLKIRI_CAPSULES_DATABASE cannot be used: ${error.message}`])
  }
}

/** Prepares the tables now, or, when the database is away and `onAway` is given, before the first statement that reaches it. */
async function prepareWhenReached(pool: PostgresPool, onAway: PostgresOptions['onAway']): Promise<CapsuleStore> {
  let prepared: Promise<void> | null = null
  const prepare = (): Promise<void> => {
    prepared ??= preparePostgres(pool).catch((error: unknown) => {
      prepared = null
      throw error
    })
    return prepared
  }
  try {
    await prepare()
  } catch (error) {
    if (onAway === undefined || !isAway(error)) {
      await pool.end()
      throw error
    }
    onAway(error)
  }
  return postgresStore({
    query: (text, values) => prepare().then(() => pool.query(text, values)),
    connect: () => prepare().then(() => pool.connect()),
    end: () => pool.end(),
  })
}

/**
 * Codes of temporary failures: connections refused, reset or timed out; a name server that does not answer; the SQLSTATE classes of a lost connection, of
 * insufficient resources, of a server that starts, stops or recovers, and of a database that accepts no connections. An unknown host name, a refused login or a
 * wrong certificate is not temporary.
 */
const away = /^(?:ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|ENOENT|08...|53...|57P0.|55000)$/
/** Messages of client errors without a code: connection timeout, connection closed while it was being opened. */
const awayWithoutCode = /timeout|Connection terminated/

/** Whether a store that could not be opened may be available later without a change of settings. */
function isAway(error: unknown): error is Error {
  if (!(error instanceof Error)) return false
  // A standby becomes the primary when it is promoted.
  if (error instanceof NoWriter) return true
  const code = systemErrorCode(error)
  if (code !== null) return away.test(code)
  return error.cause instanceof Error ? isAway(error.cause) : awayWithoutCode.test(error.message)
}

/**
 * Runs the first statement of a new connection (`beginSession`) and refuses a server that accepts no writes. When it rejects, the connection is not used, and
 * the next request opens another one, by then perhaps to the new primary.
 */
async function verify(client: PoolClient, { queryMilliseconds }: Limits['capsules'], onFault: (error: Error) => void): Promise<void> {
  // The pool does not yet listen for errors of this connection, so its loss would be an uncaught error.
  client.on('error', onFault)
  try {
    const { rows } = await client.query<{ reads_only: boolean; standby: boolean }>(beginSession(queryMilliseconds))
    if (rows[0]?.standby === true) throw new NoWriter('it is a standby')
    if (rows[0]?.reads_only === true) throw new NoWriter('its transactions are read-only')
  } finally {
    client.off('error', onFault)
  }
}

/**
 * A connection from the pool, with a listener for errors: the pool listens only to idle connections, and an error of another one would be uncaught. A statement
 * rejects when the server did not wait for a standby (`replicationGivenUp`).
 */
function connectionOf(client: PoolClient, onFault: (error: Error) => void) {
  let givenUp: Error | null = null
  const onNotice = (notice: object) => {
    givenUp = replicationGivenUp(notice) ?? givenUp
  }
  client.on('error', onFault)
  client.on('notice', onNotice)
  const query: PostgresQueries['query'] = async (text, values) => {
    const result = await client.query(text, [...(values ?? [])])
    if (givenUp !== null) throw givenUp
    return result
  }
  return {
    query,
    release: (error?: Error) => {
      client.off('error', onFault)
      client.off('notice', onNotice)
      client.release(error)
    },
  }
}

/** Runs one statement. When it fails, its connection is closed: after a failover the connection may lead to a server that accepts no writes. */
async function queryOnce(
  connect: () => Promise<ReturnType<typeof connectionOf>>,
  text: string,
  values: readonly unknown[] | undefined,
): ReturnType<PostgresQueries['query']> {
  const connection = await connect()
  try {
    const result = await connection.query(text, values)
    connection.release()
    return result
  } catch (error) {
    connection.release(error instanceof Error ? error : new Error('a statement failed', { cause: error }))
    throw error
  }
}
