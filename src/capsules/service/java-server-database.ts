import type { Client } from 'pg'
import { type JavaServerRow, readJavaServerRow, writeEnd, writeRecord } from '#capsules/rules'
import type { Limits } from '#config'
import { systemErrorCode } from '#model'

/** The database is none of the Java capsule server, or has a row that cannot be moved. The message is a phrase that names the capsule. */
export class JavaServerUnreadable extends Error {
  override readonly name = 'JavaServerUnreadable'
}

/** Rows that one query fetches. */
const STEP = 500

/**
 * The capsules of a database of the Java capsule server, as lines of our export, so that they are imported with the same checks. Reads in one read-only
 * transaction, so the Java server may run.
 *
 * @param url `postgres://user@host:5432/name`
 * @throws JavaServerUnreadable; errors of the PostgreSQL client, with the code of the server or the system
 */
export async function* javaServerDatabase(url: string, { connectMilliseconds }: Limits['capsules']): AsyncGenerator<string> {
  const { default: pg } = await import('pg')
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: connectMilliseconds,
    application_name: 'allkiri',
  })
  // The event is emitted when the connection is lost between two queries, and would be thrown without a listener. The next query rejects with the reason.
  client.on('error', () => undefined)
  await connect(client)
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    // A table of an early release lacks the columns that were added later.
    const { rows: names } = await client.query<{ column_name: string }>(
      `SELECT column_name FROM information_schema.columns WHERE table_name = 'cdoc2_capsule'`,
    )
    const has = (name: string) => names.some(({ column_name }) => column_name === name)
    if (!has('transaction_id')) throw new JavaServerUnreadable('the database has no table cdoc2_capsule')
    const optional = ['expiry_time', 'expiry_time_adjusted'].map((name) => (has(name) ? `${name}::text` : `NULL AS ${name}`))
    const select = `SELECT transaction_id, '\\x' || encode(recipient, 'hex') AS recipient, '\\x' || encode(payload, 'hex') AS payload,
      capsule_type, ${optional.join(', ')} FROM cdoc2_capsule WHERE transaction_id > $1 ORDER BY transaction_id LIMIT ${STEP}`
    let count = 0
    for (let after = ''; ; ) {
      const { rows } = await client.query<JavaServerRow>(select, [after])
      for (const row of rows) {
        const record = readJavaServerRow(row)
        if (typeof record === 'string') throw new JavaServerUnreadable(`the capsule ${row.transaction_id ?? ''}: ${record}`)
        after = record.capsule.id
        count += 1
        yield `${writeRecord(record)}\n`
      }
      if (rows.length < STEP) break
    }
    yield writeEnd(count)
  } finally {
    await client.end()
  }
}

/** Some errors of the client have no code, such as that of a connection that takes too long. Its messages name host, database and user, never the password. */
async function connect(client: Client): Promise<void> {
  try {
    await client.connect()
  } catch (error) {
    if (error instanceof Error && systemErrorCode(error) === null) throw new JavaServerUnreadable(error.message, { cause: error })
    throw error
  }
}
