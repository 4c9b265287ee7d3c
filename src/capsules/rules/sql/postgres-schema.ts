import { memberOf } from '#std'
import { StoreDamaged } from '../capsule-store.js'
import type { PostgresQueries } from './postgres-store.js'
import { assertNotNewer } from './store-errors.js'

/** Key of the advisory lock, "allkiri" in ASCII: unlikely to be used by another program. */
const lock = '0x616c6c6b697269'

/** The step at index n upgrades the tables from version n to n + 1. A released step is never changed; steps are only added. */
const steps: readonly (readonly string[])[] = [
  [
    // Ids are compared octet by octet: the collation of a language has another order, and in some versions treats different ids as equal.
    `CREATE TABLE key_capsule (
       id text COLLATE "C" PRIMARY KEY,
       type text,
       recipient bytea,
       key_material bytea,
       expires bigint NOT NULL,
       adjusted boolean NOT NULL
     )`,
    'CREATE INDEX key_capsule_expires ON key_capsule (expires) WHERE recipient IS NOT NULL',
    'CREATE TABLE key_capsule_probe (writes bigint NOT NULL)',
    'INSERT INTO key_capsule_probe VALUES (0)',
  ],
  [
    'CREATE TABLE key_capsule_clock (seen bigint, suspended bigint, accepted bigint NOT NULL)',
    'INSERT INTO key_capsule_clock VALUES (NULL, NULL, 0)',
  ],
]

/**
 * Creates or upgrades the tables; must run in a transaction. Instances that start at the same time wait for each other, and the later ones find the work done.
 * Rejects with `StoreDamaged` for tables of a newer release and for the database of the Java server.
 */
export async function migratePostgres(connection: PostgresQueries): Promise<void> {
  await connection.query(`SELECT pg_advisory_xact_lock(${BigInt(lock)})`)
  const version = await versionOf(connection)
  assertNotNewer(version, steps.length)
  if (version === steps.length) return
  if (version === 0) {
    await assertNotJavaServer(connection)
    await connection.query('CREATE TABLE key_capsule_schema (version integer NOT NULL)')
  }
  for (const statement of steps.slice(version).flat()) await connection.query(statement)
  await connection.query('INSERT INTO key_capsule_schema VALUES ($1)', [steps.length])
}

/**
 * Rejects for the database of the Java server, which an operator who migrates may name by mistake. The service would start without capsules and answer every
 * client that its capsule does not exist.
 */
async function assertNotJavaServer(connection: PostgresQueries): Promise<void> {
  const { rows } = await connection.query("SELECT to_regclass('cdoc2_capsule') IS NOT NULL AS found")
  if (isFound(rows[0]))
    throw new StoreDamaged(
      'This is the database of the Java capsule server (it has the table cdoc2_capsule): make a database for allkiri, and move the capsules with ' +
        '"allkiri capsules import --from postgres://…".',
    )
}

/** The version of the tables; 0 when there are none. Creates nothing, so that a role without the right to create tables can use those of another role. */
async function versionOf(connection: PostgresQueries): Promise<number> {
  const found = await connection.query("SELECT to_regclass('key_capsule_schema') IS NOT NULL AS found")
  if (!isFound(found.rows[0])) return 0
  const { rows } = await connection.query('SELECT max(version) AS version FROM key_capsule_schema')
  return Number(memberOf(rows[0], 'version') ?? 0)
}

function isFound(row: unknown): boolean {
  return memberOf(row, 'found') === true
}
