import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { run } from '../../interfaces/cli/run-in-process.js'
import { needs } from '../../support/needs.js'
import { postgresCanRun } from '../../support/postgres-can-run.js'
import { startTestDatabase, type TestDatabase } from '../../support/test-database.js'

const id = (number: number) => `KC${String(number).padStart(32, '0')}`

describe('a database of the Java capsule server', needs({ PostgreSQL: postgresCanRun() }), () => {
  let database: TestDatabase
  let url: string
  let folder: string

  beforeAll(async () => {
    database = await startTestDatabase()
    url = await database.another('java')
    folder = mkdtempSync(join(tmpdir(), 'allkiri-java-'))
    await database.run(
      url,
      `CREATE TABLE cdoc2_capsule (transaction_id varchar(34) PRIMARY KEY, recipient bytea NOT NULL, payload bytea NOT NULL,
        capsule_type varchar(50) NOT NULL, created_at timestamptz NOT NULL, expiry_time timestamp, expiry_time_adjusted boolean DEFAULT false)`,
      `INSERT INTO cdoc2_capsule SELECT 'KC' || lpad(i::text, 32, '0'), '\\x0401'::bytea, '\\x0402'::bytea, 'SECP256R1', now(),
        CASE WHEN i % 2 = 0 THEN timestamp '2027-05-22 08:04:59' END, false FROM generate_series(1, 1200) AS i`,
    )
  })

  afterAll(async () => {
    await database.stop()
    rmSync(folder, { recursive: true })
  })

  it('a database of the Java capsule server moves into the store as a whole, and again without harm', async () => {
    const environment = { ALLKIRI_DATA: folder }
    expect(await run(['capsules', 'import', '--from', url], environment)).toMatchObject({
      status: 0,
      err: 'allkiri: the import is complete: 1200 added, 0 already there.\n',
    })
    expect((await run(['capsules', 'import', '--from', url], environment)).err).toContain('0 added, 1200 already there')
    const { out } = await run(['capsules', 'export'], environment)
    expect(out).toContain(`"transaction_id":"${id(1200)}","expiry_time":"2027-05-22T08:04:59Z"`)
    expect(out).toContain(`"transaction_id":"${id(1)}","expiry_time":"9999-12-31T23:59:59Z"`)
  })

  it('a database of the Java capsule server is not a store: the service reports it instead of starting empty', async () => {
    const { status, err } = await run(['capsules', 'export'], { ALLKIRI_CAPSULES_DATABASE: url })
    expect(status).toBe(64)
    expect(err).toMatch(/ALLKIRI_CAPSULES_DATABASE: .*database of the Java capsule server.*capsules import --from/)
    expect(await database.run(url, "SELECT to_regclass('key_capsule') AS found")).toEqual([{ found: null }])
  })

  it('a database of the Java capsule server with a row that cannot be moved stops the import, and the message names the capsule', async () => {
    const odd = await database.another('odd')
    await database.run(
      odd,
      "CREATE TABLE cdoc2_capsule AS SELECT 'KC000000000000000001' AS transaction_id, '\\x0401'::bytea AS recipient, '\\x'::bytea AS payload, 'SECP999' AS capsule_type",
    )
    const { status, err } = await run(['capsules', 'import', '--from', odd], { ALLKIRI_DATA: folder })
    expect(status).toBe(2)
    expect(err).toContain('the capsule KC000000000000000001: capsule_type is none that this release knows')
  })

  it('a database of the Java capsule server and a file are not imported by one command', async () => {
    const { status, err } = await run(['capsules', 'import', 'export.jsonl', '--from', url], { ALLKIRI_DATA: folder })
    expect(status).toBe(64)
    expect(err).toContain('Name either the file export.jsonl or --from')
  })

  it('a database of the Java capsule server is read from a running server only: a dump is refused', async () => {
    expect(await run(['capsules', 'import', '--from', 'java-dump'], { ALLKIRI_DATA: folder })).toMatchObject({ status: 64 })
  })

  it('a database of the Java capsule server without the table is reported', async () => {
    const empty = await database.another('empty')
    const { status, err } = await run(['capsules', 'import', '--from', empty], { ALLKIRI_DATA: folder })
    expect(status).toBe(2)
    expect(err).toContain('the database has no table cdoc2_capsule')
  })
})
