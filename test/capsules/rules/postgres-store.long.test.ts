import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CapsuleStore, type PostgresPool, postgresStore, preparePostgres, StoreDamaged, StoreUnavailable } from '#capsules/rules'
import { openCapsuleStore } from '#capsules/service'
import { needs } from '../../support/needs.js'
import { postgresCanRun } from '../../support/postgres-can-run.js'
import { storeAt } from '../../support/settings.js'
import { startTestDatabase, type TestDatabase } from '../../support/test-database.js'
import { capsule, collect, newId, storeContract } from './store-contract.js'

let database: TestDatabase | null = null

beforeAll(async () => {
  database = postgresCanRun() ? await startTestDatabase() : null
})
afterAll(async () => {
  await database?.stop()
})

describe('a capsule store in PostgreSQL', needs({ PostgreSQL: postgresCanRun() }), () => {
  storeContract('service', async () => storeAt((await database?.another('contract')) ?? '', 4))
})

describe('PostgreSQL', needs({ PostgreSQL: postgresCanRun() }), () => {
  const open = (url: string) => openCapsuleStore(storeAt(url, 3), { role: 'command', onFault: () => undefined })

  describe('commits synchronously', () => {
    /** Triggers write down how each statement that writes is committed. */
    async function watched(name: string): Promise<{ readonly url: string; readonly seen: () => Promise<readonly unknown[]> }> {
      if (database === null) throw new Error('no database')
      const [{ run }, url] = [database, await database.another(name)]
      await (await open(url)).close()
      await run(
        url,
        'CREATE TABLE seen (value text)',
        `CREATE FUNCTION see() RETURNS trigger LANGUAGE plpgsql AS
         'BEGIN INSERT INTO seen VALUES (TG_TABLE_NAME || '' '' || current_setting(''synchronous_commit'')); RETURN NEW; END'`,
        ...['key_capsule', 'key_capsule_probe', 'key_capsule_clock'].map(
          (table) => `CREATE TRIGGER see BEFORE INSERT OR UPDATE ON ${table} FOR EACH ROW EXECUTE FUNCTION see()`,
        ),
      )
      return { url, seen: () => run(url, 'SELECT DISTINCT value FROM seen ORDER BY value') }
    }

    /** Every statement that writes, several of each at once, so that every connection of the pool is used. */
    async function write(store: CapsuleStore): Promise<void> {
      await Promise.all(
        Array.from({ length: 10 }, async () => {
          const [one, old] = [capsule(), capsule({ expiry: 1 })]
          await Promise.all([store.add(one), store.add(old)])
          await store.moveIn([{ kind: 'stored', capsule: capsule() }])
          await Promise.all([store.delete(one.id), store.deleteExpired(2, 10), store.probe(), store.acceptClock(1)])
          await store.keepClock({ seen: 2, suspended: null, accepted: (await store.readClock()).accepted })
        }),
      )
    }
    const synchronously = ['key_capsule on', 'key_capsule_clock on', 'key_capsule_probe on'].map((value) => ({ value }))

    it('PostgreSQL commits capsules synchronously whatever the defaults of the role are', async () => {
      const { url, seen } = await watched('asynchronous')
      await database?.run(url, 'ALTER ROLE allkiri SET synchronous_commit = off')
      const store = await open(url)
      await write(store)
      await store.close()
      await database?.run(url, 'ALTER ROLE allkiri RESET synchronous_commit')
      expect(await seen()).toEqual(synchronously)
    })

    it('PostgreSQL commits capsules synchronously when the default of the server changes while connections are open', async () => {
      const { url, seen } = await watched('reloaded')
      const store = await open(url)
      await write(store)
      await database?.run(url, 'ALTER SYSTEM SET synchronous_commit = off', 'SELECT pg_reload_conf()')
      await expect.poll(() => database?.run(url, 'SHOW synchronous_commit')).toEqual([{ synchronous_commit: 'off' }])
      await write(store)
      await store.close()
      await database?.run(url, 'ALTER SYSTEM RESET synchronous_commit', 'SELECT pg_reload_conf()')
      expect(await seen()).toEqual(synchronously)
    })

    it('PostgreSQL commits capsules synchronously in a session that was not set up for it: a pooler gives each transaction another one', async () => {
      const { url, seen } = await watched('pooled')
      const pool = new pg.Pool({ connectionString: url, max: 3, options: '-c synchronous_commit=off' })
      const pooled: PostgresPool = {
        query: (text, values) => pool.query(text, [...(values ?? [])]),
        connect: () => pool.connect(),
        end: () => pool.end(),
      }
      await preparePostgres(pooled)
      const store = postgresStore(pooled)
      await write(store)
      await store.close()
      expect(await seen()).toEqual(synchronously)
    })

    it('PostgreSQL commits capsules more than synchronously where the server does', async () => {
      const { url, seen } = await watched('applied')
      await database?.run(url, 'ALTER ROLE allkiri SET synchronous_commit = remote_apply')
      const store = await open(url)
      await write(store)
      await store.close()
      await database?.run(url, 'ALTER ROLE allkiri RESET synchronous_commit')
      expect(await seen()).toEqual(['key_capsule', 'key_capsule_clock', 'key_capsule_probe'].map((t) => ({ value: `${t} remote_apply` })))
    })
  })

  it('the capsule store in PostgreSQL makes its tables once when several instances start at the same time', async () => {
    if (database === null) throw new Error('no database')
    const url = await database.another('together')
    const instances = await Promise.all([open(url), open(url), open(url)])
    const one = capsule()
    expect(await instances[0]?.add(one)).toBe('added')
    expect(await instances[1]?.add(one)).toBe('taken')
    expect(await instances[2]?.find(one.id)).not.toBeNull()
    expect(await database.run(url, 'SELECT version FROM key_capsule_schema')).toEqual([{ version: 2 }])
    // Instances share the clean-up: what one deletes, the other passes over.
    const old = Array.from({ length: 30 }, () => capsule({ expiry: 1 }))
    await Promise.all(old.map((late) => instances[0]?.add(late)))
    const deleted = await Promise.all(instances.map((instance) => instance.deleteExpired(2, 15)))
    expect(deleted.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(30)
    while ((await instances[0]?.deleteExpired(2, 15)) !== 0);
    expect(await Promise.all(old.map(({ id }) => instances[1]?.find(id)))).toEqual(old.map(() => null))
    for (const instance of instances) await instance.close()
  })

  it('the capsule store in PostgreSQL reports that it cannot serve while the server is down, and recovers by itself', async () => {
    if (database === null) throw new Error('no database')
    const store = await open(await database.another('away'))
    const kept = capsule()
    await store.add(kept)
    await database.pause()
    await expect(store.add(capsule())).rejects.toThrow(StoreUnavailable)
    await expect(store.find(kept.id)).rejects.toThrow(StoreUnavailable)
    await expect(store.probe()).rejects.toThrow(StoreUnavailable)
    await database.resume()
    expect(await store.find(kept.id)).not.toBeNull()
    expect(await store.add(capsule())).toBe('added')
    await store.close()
  })

  it.each<[string, readonly string[], readonly string[]]>([
    ['the table of the capsules was dropped', ['DROP TABLE key_capsule'], []],
    ['a column was renamed', ['ALTER TABLE key_capsule RENAME COLUMN recipient TO receiver'], []],
    [
      'the right to insert was taken away',
      ['REVOKE INSERT ON key_capsule FROM clerk'],
      [
        'CREATE ROLE clerk LOGIN',
        'ALTER TABLE key_capsule OWNER TO clerk',
        'ALTER TABLE key_capsule_schema OWNER TO clerk',
        'ALTER TABLE key_capsule_probe OWNER TO clerk',
        'ALTER TABLE key_capsule_clock OWNER TO clerk',
      ],
    ],
  ])('the capsule store in PostgreSQL reports it to a probe and to a capsule when %s', async (what, damage, preparation) => {
    if (database === null) throw new Error('no database')
    const url = await database.another(`damaged_${what.replaceAll(/\W/g, '_')}`)
    await (await open(url)).close()
    if (preparation.length > 0) await database.run(url, ...preparation)
    const store = await open(preparation.length > 0 ? url.replace('allkiri@', 'clerk@') : url)
    await store.add(capsule())
    await store.probe()
    await database.run(url, ...damage)
    await expect(store.probe()).rejects.toThrow(StoreDamaged)
    await expect(store.add(capsule())).rejects.toThrow(StoreDamaged)
    await store.close()
  })

  it.each<[string, string, readonly string[]]>([
    ['the role may not log in any more', 'ALTER ROLE guest NOLOGIN', ['CREATE ROLE guest LOGIN SUPERUSER']],
    ['the database is gone', 'DROP DATABASE $NAME WITH (FORCE)', []],
    ['the database takes no connections', 'ALTER DATABASE $NAME WITH ALLOW_CONNECTIONS false', []],
  ])('the capsule store in PostgreSQL reports that it cannot serve while %s', async (what, damage, preparation) => {
    if (database === null) throw new Error('no database')
    const name = `login_${what.replaceAll(/\W/g, '_')}`
    const url = await database.another(name)
    if (preparation.length > 0) await database.run(url, ...preparation)
    const store = await open(preparation.length > 0 ? url.replace('allkiri@', 'guest@') : url)
    await store.add(capsule())
    await database.run(database.url, damage.replace('$NAME', name))
    const others = 'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $$allkiri$$'
    await database.run(database.url, others)
    // A connection that was cut off answers for itself; the next one is refused by the server.
    await expect(store.probe()).rejects.toThrow(StoreUnavailable)
    for (const again of [() => store.probe(), () => store.add(capsule()), () => store.find('KC0')])
      await expect(again()).rejects.toThrow(/cannot serve at the moment \((28000|3D000|55000)\)/)
    await store.close()
  })

  it('the capsule store in PostgreSQL leaves no statement waiting on the server after the answer: a long lock would fill the server with them', async () => {
    if (database === null) throw new Error('no database')
    const { run } = database
    const url = await database.another('locked')
    const store = await open(url)
    const holder = new pg.Client({ connectionString: url })
    await holder.connect()
    await holder.query('BEGIN; LOCK TABLE key_capsule')
    const waiting = () =>
      run(url, "SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = 'locked' AND wait_event_type = 'Lock'")
    await expect(Promise.all([store.add(capsule()), store.find('KC0'), store.probe()])).rejects.toThrow(StoreUnavailable)
    await expect.poll(waiting).toEqual([{ count: 0 }])
    await holder.end()
    expect(await store.add(capsule())).toBe('added')
    await store.close()
  })

  it('the capsule store in PostgreSQL treats a statement that the server cancels as one without an answer', async () => {
    if (database === null) throw new Error('no database')
    const url = await database.another('bounded')
    await database.run(url, "ALTER DATABASE bounded SET transaction_timeout = '1s'")
    const store = await open(url)
    const holder = new pg.Client({ connectionString: url, options: '-c transaction_timeout=0' })
    await holder.connect()
    await holder.query('BEGIN; LOCK TABLE key_capsule')
    await expect(store.add(capsule())).rejects.toThrow(StoreUnavailable)
    await holder.end()
    // What follows takes as long as it does.
    await database.run(url, 'ALTER DATABASE bounded RESET transaction_timeout')
    expect(await store.add(capsule())).toBe('added')
    await store.close()
  })

  it('the capsule store in PostgreSQL is not called usable while the disk has room for a small row, and none for a capsule', async () => {
    if (database === null) throw new Error('no database')
    const url = await database.another('filled')
    const store = await open(url)
    await database.run(
      url,
      `CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS
       'BEGIN IF pg_column_size(NEW) > 200 THEN RAISE EXCEPTION USING ERRCODE = ''53100''; END IF; RETURN NEW; END'`,
      'CREATE TRIGGER full_disk BEFORE INSERT ON key_capsule FOR EACH ROW EXECUTE FUNCTION full_disk()',
    )
    await expect(store.add(capsule())).rejects.toThrow(/cannot serve at the moment \(53100\)/)
    await expect(store.probe()).rejects.toThrow(/cannot serve at the moment \(53100\)/)
    await store.close()
  })

  it('the capsule store in PostgreSQL leaves no row of a probe among the capsules', async () => {
    if (database === null) throw new Error('no database')
    const url = await database.another('probed')
    const store = await open(url)
    await Promise.all([store.probe(), store.probe(), store.probe()])
    expect(await database.run(url, 'SELECT count(*)::int AS rows FROM key_capsule')).toEqual([{ rows: 0 }])
    expect(await database.run(url, 'SELECT writes::int FROM key_capsule_probe')).toEqual([{ writes: 3 }])
    await store.close()
  })

  it.each([
    ['a table of the same name that holds something else', 'CREATE TABLE key_capsule (id text)', /already exists/],
    ['tables of a newer release', 'CREATE TABLE key_capsule_schema AS SELECT 99 AS version', /newer release/],
    [
      'tables that lost their columns',
      'CREATE TABLE key_capsule_schema AS SELECT 2 AS version; CREATE TABLE key_capsule (id text)',
      /42703.*does not exist/,
    ],
  ])('the capsule store in PostgreSQL is not opened with one sentence for %s', async (what, statements, reason) => {
    if (database === null) throw new Error('no database')
    const url = await database.another(`foreign_${what.replaceAll(/\W/g, '_')}`.slice(0, 60))
    await database.run(url, statements)
    await expect(open(url)).rejects.toThrow(reason)
    await expect(open(url)).rejects.toMatchObject({
      name: 'SettingsError',
      problems: [expect.stringMatching(/^ALLKIRI_CAPSULES_DATABASE: /)],
    })
  })

  it('the capsule store in PostgreSQL says that it cannot serve when the server goes away while everything is read, or in a transaction', async () => {
    if (database === null) throw new Error('no database')
    const store = await open(await database.another('midway'))
    const many = Array.from({ length: 600 }, () => capsule())
    await store.moveIn(many.map((one) => ({ kind: 'stored', capsule: one })))
    const reading = store.records()[Symbol.asyncIterator]()
    expect((await reading.next()).done).toBe(false)
    await database.pause()
    const rest = async () => {
      while ((await reading.next()).done !== true);
    }
    await expect(rest()).rejects.toThrow(StoreUnavailable)
    await expect(store.moveIn([{ kind: 'stored', capsule: capsule() }])).rejects.toThrow(StoreUnavailable)
    await database.resume()
    const moved = store.moveIn(many.map((one) => ({ kind: 'stored', capsule: { ...one, id: newId() } }))).then(
      () => null,
      (error: unknown) => error,
    )
    await database.crash()
    // It was done, or it was not: in no case a fault of ours, and in no case a part of it.
    const refusal = await moved
    if (refusal !== null) expect(refusal).toBeInstanceOf(StoreUnavailable)
    await database.resume()
    expect((await collect(store)).length % 600).toBe(0)
    await store.close()
  })

  it('the capsule store in PostgreSQL is not opened, without a word of the password, where there is no server', async () => {
    const opening = open('postgres://somebody:topsecret@127.0.0.1:1/none')
    await expect(opening).rejects.toThrow(/ALLKIRI_CAPSULES_DATABASE: .*ECONNREFUSED/)
    await expect(open('postgres://somebody:topsecret@127.0.0.1:1/none')).rejects.not.toThrow(/topsecret/)
  })
})
