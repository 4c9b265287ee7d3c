import type { CapsuleStore } from '#capsule'
import { commitDurably, openPostgresStore } from '#capsule'
import { limits } from '#config'

/** Loaded here and not before: a service that keeps its capsules in a file does not pay for it. Told of faults that no request can be told of. */
export async function openPostgres(url: string, connections: number, onFault: (error: Error) => void): Promise<CapsuleStore> {
  const { default: pg } = await import('pg')
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: limits.capsules.connectMilliseconds,
    query_timeout: limits.capsules.queryMilliseconds,
    keepAlive: true,
    application_name: 'allkiri',
    // A connection is used from this moment on, so its first statement settles how it commits; where that fails, so does the connection.
    verify: (client, done) => {
      // The pool has stopped listening to the connection already: without this, one that is lost now would end the process.
      client.on('error', onFault)
      const verified = (error?: Error) => {
        client.off('error', onFault)
        done(error)
      }
      client.query(commitDurably).then(
        () => verified(),
        (error: unknown) => verified(error instanceof Error ? error : new Error('a connection could not be set up', { cause: error })),
      )
    },
  })
  // A connection that is lost while nobody uses it; the next request opens another.
  pool.on('error', onFault)
  return openPostgresStore({
    query: (text, values) => pool.query(text, [...(values ?? [])]),
    connect: async () => {
      const client = await pool.connect()
      // The pool listens to connections that it holds, not to those that it gave away: without this, one that is lost would end the process.
      client.on('error', onFault)
      return {
        query: (text, values) => client.query(text, [...(values ?? [])]),
        release: (error) => {
          client.off('error', onFault)
          client.release(error)
        },
      }
    },
    end: () => pool.end(),
  })
}
