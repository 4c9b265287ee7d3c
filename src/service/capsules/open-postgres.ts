import type { PoolClient, PoolConfig } from 'pg'
import type { CapsuleStore, PostgresQueries } from '#capsule'
import { beginSession, openPostgresStore, replicationGivenUp } from '#capsule'
import { AddressProblem, type DatabaseAddress, limits, readDatabaseAddress, SettingsError } from '#config'
import { type Host, NoWriter, openHosts } from './postgres-hosts.js'
import { type ReadTls, readDatabaseTls } from './postgres-tls.js'

/**
 * Opens a capsule store in PostgreSQL. The client is loaded only here, because the embedded store does not need it.
 *
 * @param onFault called for lost connections outside of any request
 * @throws SettingsError for an address or a certificate file that cannot be used; StoreUnavailable; StoreDamaged
 */
export async function openPostgres(url: string, connections: number, onFault: (error: Error) => void): Promise<CapsuleStore> {
  const { default: pg } = await import('pg')
  const address = addressOf(url)
  const tls = readDatabaseTls(address.tls)
  const hosts = address.hosts.map((host): Host<PoolClient> => {
    const pool = new pg.Pool({
      ...loginOf(address),
      ...host,
      ...ssl(tls),
      max: connections,
      connectionTimeoutMillis: limits.capsules.connectMilliseconds,
      query_timeout: limits.capsules.queryMilliseconds,
      keepAlive: true,
      verify: (client, done) => void verify(client, address, onFault).then(() => done(), done),
    })
    // An idle connection was lost; the next request opens a new one.
    pool.on('error', onFault)
    return {
      name: host.host.startsWith('/') ? host.host : `${host.host}:${host.port}`,
      connect: () => pool.connect(),
      end: () => pool.end(),
    }
  })
  const { connect, end } = openHosts(hosts, limits.capsules.connectMilliseconds)
  const connection = async () => connectionOf(await connect(), onFault)
  return openPostgresStore({ query: (text, values) => queryOnce(connection, text, values), connect: connection, end })
}

function addressOf(url: string): DatabaseAddress {
  try {
    return readDatabaseAddress(url)
  } catch (error) {
    if (error instanceof AddressProblem) throw new SettingsError([`ALLKIRI_CAPSULES_DATABASE ${error.message}.`])
    throw error
  }
}

function loginOf({ user, password, database, applicationName, options }: DatabaseAddress): PoolConfig {
  return {
    ...(user === null ? {} : { user }),
    ...(password === null ? {} : { password }),
    ...(database === null ? {} : { database }),
    ...(options === null ? {} : { options }),
    application_name: applicationName ?? 'allkiri',
  }
}

/** TLS options; none when the address does not mention TLS. The client then reads `PGSSLMODE` itself. */
function ssl(tls: ReadTls | null): PoolConfig {
  return tls === null ? {} : { ssl: tls }
}

/**
 * Runs the first statement of a new connection (`beginSession`) and checks the server against `target_session_attrs`. When it rejects, the connection is not
 * used.
 */
async function verify(client: PoolClient, { target }: DatabaseAddress, onFault: (error: Error) => void): Promise<void> {
  // The pool does not yet listen for errors of this connection, so its loss would be an uncaught error.
  client.on('error', onFault)
  try {
    const { rows } = await client.query<{ reads_only: boolean; standby: boolean }>(beginSession(limits.capsules.queryMilliseconds))
    if (target !== 'any' && rows[0]?.standby === true) throw new NoWriter('it is a standby')
    if (target === 'read-write' && rows[0]?.reads_only === true) throw new NoWriter('its transactions are read-only')
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
