import type { PoolClient, PoolConfig } from 'pg'
import type { CapsuleStore, PostgresQueries } from '#capsule'
import { beginSession, openPostgresStore, replicationGivenUp } from '#capsule'
import { AddressProblem, type DatabaseAddress, limits, readDatabaseAddress, SettingsError } from '#config'
import { type Host, NoWriter, openHosts } from './postgres-hosts.js'
import { type ReadTls, readDatabaseTls } from './postgres-tls.js'

/** Loaded here and not before: a service that keeps its capsules in a file does not pay for it. Told of faults that no request can be told of. */
export async function openPostgres(url: string, connections: number, onFault: (error: Error) => void): Promise<CapsuleStore> {
  const { default: pg } = await import('pg')
  const address = addressOf(url)
  const tls = readDatabaseTls(address.tls)
  const hosts = address.hosts.map((each): Host<PoolClient> => {
    const pool = new pg.Pool({
      ...loginOf(address),
      ...each,
      ...ssl(tls),
      max: connections,
      connectionTimeoutMillis: limits.capsules.connectMilliseconds,
      query_timeout: limits.capsules.queryMilliseconds,
      keepAlive: true,
      verify: (client, done) => void verify(client, address, onFault).then(() => done(), done),
    })
    // An idle connection was lost; the next request opens another.
    pool.on('error', onFault)
    return {
      name: each.host.startsWith('/') ? each.host : `${each.host}:${each.port}`,
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

/** Where nothing is said, the client looks at `PGSSLMODE` itself. */
function ssl(tls: ReadTls | null): PoolConfig {
  return tls === null ? {} : { ssl: tls }
}

/**
 * A connection is used from this moment on, so its first statement settles how it commits, and asks whether this is a server to write to; where that fails,
 * so does the connection.
 */
async function verify(client: PoolClient, { target }: DatabaseAddress, onFault: (error: Error) => void): Promise<void> {
  // The pool has stopped listening to the connection already: without this, one that is lost now would end the process.
  client.on('error', onFault)
  try {
    const { rows } = await client.query<{ reads_only: boolean; standby: boolean }>(beginSession)
    if (target !== 'any' && rows[0]?.standby === true) throw new NoWriter('it is a standby')
    if (target === 'read-write' && rows[0]?.reads_only === true) throw new NoWriter('its transactions are read-only')
  } finally {
    client.off('error', onFault)
  }
}

/** The pool listens to connections that it holds, not to those that it gave away: without a listener, one that is lost would end the process. */
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

/** A connection on which a statement failed is not used again: the server may have become another one. */
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
