import type { Instant } from '#model'
import type { CapsuleRecord, StoredCapsule } from '../capsule.js'
import { type CapsuleStore, compareRecords, type Deletion, type MoveResult, StoreUnavailable } from '../capsule-store.js'
import type { KeptClock } from '../store-clock.js'
import { migratePostgres } from './postgres-schema.js'
import { columns, countOf, countStored, keptClockOf, readClockRow, recordOf, rowOf, stepRows } from './rows.js'
import { refusalOfPostgres } from './store-errors.js'

/** The part of a PostgreSQL client that the store uses. */
export interface PostgresQueries {
  query(text: string, values?: readonly unknown[]): Promise<{ readonly rows: readonly unknown[]; readonly rowCount: number | null }>
}

interface PostgresConnection extends PostgresQueries {
  /** Returns the connection to the pool; with an error it is closed. */
  release(error?: Error): void
}

export interface PostgresPool extends PostgresQueries {
  connect(): Promise<PostgresConnection>
  end(): Promise<void>
}

/**
 * Part of every statement that writes: the commit returns only when it is on disk (`decisions.md#capsule-durability`), whatever the server, the role, the
 * database and the session have set; a stronger setting (`remote_apply`) stays. It is set for the transaction, because a setting of the session would not last:
 * a pooler gives the next transaction another session, and a session without a setting of its own follows the server when the server reloads its configuration.
 */
const durably = `
  (SELECT set_config('synchronous_commit', CASE current_setting('synchronous_commit') WHEN 'remote_apply' THEN 'remote_apply' ELSE 'on' END, true)) AS durably`
const insert = `
  INSERT INTO key_capsule (${columns})
  SELECT $1::text, $2::text, $3::bytea, $4::bytea, $5::bigint, $6::boolean FROM ${durably} ON CONFLICT (id) DO NOTHING`
const select = `SELECT ${columns} FROM key_capsule WHERE id = $1`
/** Rows that another instance is deleting are skipped (`SKIP LOCKED`), so instances share the work and never wait for each other. */
const remove = `
  UPDATE key_capsule SET type = NULL, recipient = NULL, key_material = NULL FROM ${durably}
  WHERE id IN (
    SELECT id FROM key_capsule WHERE recipient IS NOT NULL AND expires < $1 ORDER BY expires LIMIT $2 FOR UPDATE SKIP LOCKED)`

const removeOne = `
  UPDATE key_capsule SET type = NULL, recipient = NULL, key_material = NULL FROM ${durably} WHERE id = $1 AND recipient IS NOT NULL`

/**
 * Inserts a row into the table of capsules and rolls back, then commits to the table of the probe. All in one message, so a probe is one round trip. The row is
 * as large as a capsule for an RSA key of 2048 bits: a disk without room for a capsule may still have room for a smaller row.
 */
const probe = `
  BEGIN;
  INSERT INTO key_capsule (${columns}) VALUES ('', NULL, decode(repeat('00', 270), 'hex'), decode(repeat('00', 256), 'hex'), 0, false);
  SELECT ${columns} FROM key_capsule WHERE id = '';
  ROLLBACK;
  UPDATE key_capsule_probe SET writes = writes + 1 FROM ${durably}`

/** Creates or upgrades the tables of a store. */
export async function preparePostgres(pool: PostgresPool): Promise<void> {
  await inTransaction(pool, migratePostgres)
  // Fails when a table of another program has the same name.
  await runQuery(pool, `SELECT ${columns} FROM key_capsule LIMIT 0`)
}

/** A store in prepared tables of PostgreSQL. Each method is one statement or one transaction, and commits synchronously (`durably`). */
export function postgresStore(pool: PostgresPool): CapsuleStore {
  return {
    add: (capsule) => addCapsule(pool, capsule),
    find: async (id) => {
      const record = await recordWith(pool, id)
      return record?.kind === 'stored' ? record.capsule : null
    },
    record: (id) => recordWith(pool, id),
    delete: (id) => deleteOne(pool, id),
    deleteExpired: (before, limit) => deleteExpired(pool, before, limit),
    records: () => records(pool),
    count: async () => countOf((await runQuery(pool, countStored)).rows[0]),
    moveIn: (moved) => inTransaction(pool, (connection) => moveIn(connection, moved)),
    probe: () => onConnection(pool, (connection) => runQuery(connection, probe)).then(() => undefined),
    // The server is responsible for committed data; the client has nothing to check.
    assertWhole: () => Promise.resolve(),
    readClock: async () => keptClockOf((await runQuery(pool, readClockRow)).rows[0]),
    keepClock: async ({ seen, suspended, accepted }: KeptClock) => {
      const keep = `UPDATE key_capsule_clock SET seen = $1, suspended = coalesce(suspended, $2) FROM ${durably} WHERE accepted = $3`
      await runQuery(pool, keep, [seen, suspended, accepted])
    },
    acceptClock: async (wall) => {
      await runQuery(pool, `UPDATE key_capsule_clock SET seen = $1, suspended = NULL, accepted = accepted + 1 FROM ${durably}`, [wall])
    },
    close: () => pool.end(),
  }
}

/**
 * The query to send on every new connection. It returns the state of the server as `standby` and `reads_only`, and bounds the wait for a lock unless the server
 * has a bound already. Without a bound, a statement whose client has given up waits in the server, and further requests add more of them until the server
 * accepts no more connections.
 */
export function beginSession(lockMilliseconds: number): string {
  return `
    SELECT pg_is_in_recovery() AS standby, current_setting('transaction_read_only') = 'on' AS reads_only,
      CASE WHEN current_setting('lock_timeout') = '0' THEN set_config('lock_timeout', '${lockMilliseconds}', false) END`
}

/**
 * The error for a notice that a commit did not wait for its synchronous standby; null for every other notice. Cancelling a statement (`pg_cancel_backend`)
 * during this wait ends it, and only a warning of the server says that the commit is on one machine alone. Such a commit is not acknowledged.
 */
export function replicationGivenUp(notice: object): StoreUnavailable | null {
  if (!('routine' in notice) || notice.routine !== 'SyncRepWaitForLSN') return null
  return new StoreUnavailable('The capsule store cannot serve at the moment: a commit did not wait for the standby.')
}

async function addCapsule(pool: PostgresPool, capsule: StoredCapsule): Promise<'added' | 'taken'> {
  const { rowCount } = await runQuery(pool, insert, rowOf({ kind: 'stored', capsule }))
  return rowCount === 1 ? 'added' : 'taken'
}

async function deleteOne(pool: PostgresPool, id: string): Promise<Deletion> {
  if ((await runQuery(pool, removeOne, [id])).rowCount === 1) return 'deleted'
  return (await recordWith(pool, id)) === null ? 'unknown' : 'deleted-before'
}

async function deleteExpired(pool: PostgresPool, before: Instant, limit: number): Promise<number> {
  return (await runQuery(pool, remove, [before, limit])).rowCount ?? 0
}

async function moveIn(connection: PostgresQueries, moved: readonly CapsuleRecord[]): Promise<readonly MoveResult[]> {
  const results: MoveResult[] = []
  for (const record of moved) {
    const { rowCount } = await runQuery(connection, insert, rowOf(record))
    const result = rowCount === 1 ? 'added' : compareRecords(await presentRecord(connection, record.capsule.id), record)
    results.push(result)
    if (result === 'different') break
  }
  return results
}

async function* records(pool: PostgresPool): AsyncGenerator<CapsuleRecord> {
  const connection = await connected(pool)
  let ended = false
  try {
    // Repeatable read: every step sees the state of the first one.
    await runQuery(connection, 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    let after = ''
    for (;;) {
      const { rows } = await runQuery(connection, `SELECT ${columns} FROM key_capsule WHERE id > $1 ORDER BY id LIMIT ${stepRows}`, [after])
      for (const row of rows) {
        const record = recordOf(row)
        after = record.capsule.id
        yield record
      }
      if (rows.length < stepRows) break
    }
    await runQuery(connection, 'COMMIT')
    ended = true
  } finally {
    // When the caller stops early the transaction is still open; closing the connection ends it.
    connection.release(ended ? undefined : new Error('the capsules were not read to their end'))
  }
}

async function recordWith(queries: PostgresQueries, id: string): Promise<CapsuleRecord | null> {
  const { rows } = await runQuery(queries, select, [id])
  return rows.length === 0 ? null : recordOf(rows[0])
}

/**
 * The stored record with the id of a record that was not added. The service never removes rows; if another program did, this throws, because the record must
 * not count as added.
 */
async function presentRecord(queries: PostgresQueries, id: string): Promise<CapsuleRecord> {
  const record = await recordWith(queries, id)
  if (record === null) throw new Error('a row of the capsule table disappeared during an import')
  return record
}

function inTransaction<T>(pool: PostgresPool, work: (connection: PostgresQueries) => Promise<T>): Promise<T> {
  return onConnection(pool, async (connection) => {
    await runQuery(connection, 'BEGIN ISOLATION LEVEL READ COMMITTED')
    const result = await work(connection)
    await runQuery(connection, 'COMMIT')
    return result
  })
}

/** Runs work on one connection. When the work fails, the connection is closed, which rolls back an open transaction. */
async function onConnection<T>(pool: PostgresPool, work: (connection: PostgresQueries) => Promise<T>): Promise<T> {
  const connection = await connected(pool)
  try {
    const result = await work(connection)
    connection.release()
    return result
  } catch (error) {
    connection.release(error instanceof Error ? error : new Error('work on a connection failed', { cause: error }))
    throw refusalOfPostgres(error)
  }
}

async function connected(pool: PostgresPool): Promise<PostgresConnection> {
  try {
    return await pool.connect()
  } catch (error) {
    throw refusalOfPostgres(error)
  }
}

/** Runs one statement. Rejects with `StoreUnavailable` or `StoreDamaged` for errors of the server or the connection. */
async function runQuery(queries: PostgresQueries, text: string, values: readonly unknown[] = []) {
  try {
    return await queries.query(text, values)
  } catch (error) {
    throw refusalOfPostgres(error)
  }
}
