import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import Database from 'libsql'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type CapsuleRecord,
  type CapsuleStore,
  type PostgresPool,
  postgresStore,
  preparePostgres,
  SqliteCapsules,
  type SqliteDatabase,
  type SqliteValue,
  StoreDamaged,
  type StoredCapsule,
  StoreUnavailable,
} from '#capsule'
import { type CapsuleStoreSettings, limits } from '#config'
import { openCapsuleStore } from '#service/capsules'
import { postgresCanRun } from '../support/postgres-can-run.js'
import { startTestDatabase, type TestDatabase } from '../support/test-database.js'

const threadFile = fileURLToPath(new URL('../../dist/service/capsules/writer-thread.js', import.meta.url))
const folders: string[] = []
let database: TestDatabase | null = null

beforeAll(async () => {
  database = postgresCanRun() ? await startTestDatabase() : null
})
afterAll(async () => {
  await database?.stop()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'capsule-store-'))
  folders.push(folder)
  return folder
}

let made = 0
function newId(): string {
  made += 1
  return `KC${String(made).padStart(32, '0')}`
}

function capsule(changes: Partial<StoredCapsule> = {}): StoredCapsule {
  return {
    id: newId(),
    type: 'ecc_secp384r1',
    recipient: Buffer.alloc(97, made),
    keyMaterial: Buffer.alloc(97, made + 1),
    expiry: 1_900_000_000_123,
    adjusted: false,
    ...changes,
  }
}

/** The client as the service hands it over. */
function clientOf(raw: InstanceType<typeof Database>): SqliteDatabase {
  return { exec: (sql) => void raw.exec(sql), prepare: (sql) => raw.prepare<SqliteValue[]>(sql), close: () => void raw.close() }
}

async function collect(store: CapsuleStore): Promise<readonly CapsuleRecord[]> {
  const records: CapsuleRecord[] = []
  for await (const record of store.records()) records.push(record)
  return records
}

const stores: readonly { name: string; role: 'service' | 'command'; skip?: boolean; settings: () => Promise<CapsuleStoreSettings> }[] = [
  { name: 'SQLite in a command', role: 'command', settings: () => Promise.resolve({ kind: 'embedded', folder: newFolder() }) },
  {
    name: 'SQLite in a service, with its writing thread (build first)',
    role: 'service',
    skip: !existsSync(threadFile),
    settings: () => Promise.resolve({ kind: 'embedded', folder: newFolder() }),
  },
  {
    name: 'PostgreSQL',
    role: 'service',
    skip: !postgresCanRun(),
    settings: async () => ({ kind: 'postgresql', url: (await database?.another('contract')) ?? '', connections: 4 }),
  },
]

describe.each(stores)('a capsule store in $name', ({ role, skip, settings }) => {
  describe.skipIf(skip === true)('keeps its promises', () => {
    let opened: CapsuleStoreSettings
    let store: CapsuleStore
    const open = () => openCapsuleStore(opened, { role: 'command', onFault: () => undefined })
    beforeAll(async () => {
      opened = await settings()
      store = await openCapsuleStore(opened, { role, threadFile, onFault: () => undefined })
    })
    afterAll(() => store.close())

    it('returns exactly what was added, also after it was opened again', async () => {
      const added = [
        capsule(),
        capsule({ type: 'rsa', keyMaterial: Buffer.alloc(0), adjusted: true }),
        capsule({ type: 'rsa', recipient: Buffer.alloc(2100, 7), keyMaterial: Buffer.alloc(2100, 9) }),
      ]
      for (const one of added) expect(await store.add(one)).toBe('added')
      const second = await open()
      for (const one of added) {
        for (const reader of [store, second]) {
          const found = await reader.find(one.id)
          expect(found && { ...found, recipient: Buffer.from(found.recipient), keyMaterial: Buffer.from(found.keyMaterial) }).toEqual(one)
        }
      }
      await second.close()
    })

    it('does not find other ids, in any letter case', async () => {
      const one = capsule({ id: 'KCabcdefabcdefabcdefabcdefabcdefab' })
      await store.add(one)
      expect(await store.find(newId())).toBeNull()
      expect(await store.find(one.id.toUpperCase())).toBeNull()
    })

    it('takes an id once only, and keeps the first capsule', async () => {
      const one = capsule()
      expect(await store.add(one)).toBe('added')
      expect(await store.add(one)).toBe('taken')
      expect(await store.add({ ...one, expiry: one.expiry + 1 })).toBe('taken')
      expect((await store.find(one.id))?.expiry).toBe(one.expiry)
    })

    it('takes one of many that come at once with the same id', async () => {
      const id = newId()
      const results = await Promise.all(Array.from({ length: 20 }, (_, i) => store.add(capsule({ id, keyMaterial: Buffer.alloc(97, i) }))))
      expect(results.filter((result) => result === 'added')).toHaveLength(1)
    })

    it('counts what is not deleted', async () => {
      const before = await store.count()
      const [one, other] = [capsule(), capsule()]
      for (const each of [one, other]) await store.add(each)
      expect(await store.count()).toBe(before + 2)
      await store.delete(one.id)
      expect(await store.count()).toBe(before + 1)
    })

    it('takes many at once', async () => {
      const many = Array.from({ length: 700 }, () => capsule())
      expect(new Set(await Promise.all(many.map((one) => store.add(one))))).toEqual(new Set(['added']))
      for (const one of many.slice(-3)) expect(await store.find(one.id)).not.toBeNull()
    })

    it('deletes one capsule for good, durably and while others use it; its id stays taken', async () => {
      const [one, other] = [capsule(), capsule()]
      await store.add(one)
      await store.add(other)
      // As the command line does beside the running service.
      const second = await open()
      expect(await second.delete(one.id)).toBe('deleted')
      expect(await second.delete(one.id)).toBe('deleted-before')
      expect(await second.delete(newId())).toBe('unknown')
      expect(await second.delete('')).toBe('unknown')
      await second.close()
      expect(await store.find(one.id)).toBeNull()
      expect(await store.record(one.id)).toEqual({ kind: 'deleted', capsule: { id: one.id, expiry: one.expiry, adjusted: false } })
      expect(await store.add(one)).toBe('taken')
      expect(await store.find(other.id)).not.toBeNull()
      expect(await store.record(newId())).toBeNull()
      await store.probe()
      await store.assertWhole()
    })

    it('deletes the bytes of what has expired, oldest first and in steps; the ids stay taken (decisions.md#capsule-ids)', async () => {
      const old = [10, 30, 20].map((expiry) => capsule({ expiry }))
      for (const one of old) await store.add(one)
      expect(await store.deleteExpired(31, 2)).toBe(2)
      expect(await Promise.all(old.map(async ({ id }) => (await store.find(id)) !== null))).toEqual([false, true, false])
      // Strictly before the moment.
      expect(await store.deleteExpired(30, 10)).toBe(0)
      expect(await store.deleteExpired(31, 10)).toBe(1)
      for (const one of old) expect(await store.add(one)).toBe('taken')
      expect(await store.find(old[0]?.id ?? '')).toBeNull()
    })

    it('moves everything to another store, in the order of ids, and back without a change', async () => {
      const records = await collect(store)
      expect(records.map(({ capsule: { id } }) => id)).toEqual(records.map(({ capsule: { id } }) => id).sort())
      expect(new Set(records.map(({ kind }) => kind))).toEqual(new Set(['stored', 'deleted']))
      const folder = newFolder()
      const other = await openCapsuleStore({ kind: 'embedded', folder }, { role: 'command', onFault: () => undefined })
      expect(new Set(await other.moveIn(records))).toEqual(new Set(['added']))
      expect(new Set(await store.moveIn(await collect(other)))).toEqual(new Set(['identical']))
      await other.close()
    })

    it('takes a record that was deleted on one side for the same, and stops at one that differs', async () => {
      const [first, second, third] = [capsule({ expiry: 5 }), capsule(), capsule()]
      await store.moveIn([{ kind: 'stored', capsule: first }])
      await store.deleteExpired(6, 10)
      const { id, expiry, adjusted } = second
      await store.moveIn([{ kind: 'stored', capsule: second }])
      const results = await store.moveIn([
        { kind: 'stored', capsule: first },
        { kind: 'deleted', capsule: { id, expiry, adjusted } },
        { kind: 'stored', capsule: { ...second, keyMaterial: Buffer.alloc(97, 255) } },
        { kind: 'stored', capsule: third },
      ])
      expect(results).toEqual(['identical', 'identical', 'different'])
      expect(await store.find(first.id)).toBeNull()
      expect(await store.find(second.id)).not.toBeNull()
      expect(await store.find(third.id)).toBeNull()
    })

    it('reads everything of one moment: what is added meanwhile is not part of it', async () => {
      const reading = store.records()[Symbol.asyncIterator]()
      const firstRecord = await reading.next()
      expect(firstRecord.done).toBe(false)
      const late = capsule({ id: 'zzzzzzzzzzzzzzzzzzzz' })
      await store.add(late)
      const ids: string[] = []
      for (let next = await reading.next(); next.done !== true; next = await reading.next()) ids.push(next.value.capsule.id)
      expect(ids.length).toBeGreaterThan(500)
      expect(ids).not.toContain(late.id)
    })

    it('can be read in part', async () => {
      const ids: string[] = []
      for await (const { capsule } of store.records()) {
        ids.push(capsule.id)
        break
      }
      expect(ids).toEqual([expect.stringMatching(/^[A-Za-z0-9]{18,34}$/)])
      await store.probe()
    })
  })
})

describe('SQLite', () => {
  it('flushes each commit, overwrites deleted content, and makes its files readable for its owner only', async () => {
    const folder = newFolder()
    const settings = { kind: 'embedded', folder } as const
    const store = await openCapsuleStore(settings, { role: 'command', onFault: () => undefined })
    const secret = Buffer.from('a capsule that must not be found again')
    await store.add(capsule({ type: 'rsa', keyMaterial: secret, expiry: 1 }))
    await store.deleteExpired(2, 1)
    await store.close()
    const file = join(folder, 'key-capsules.db')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const pragmas = new Map<string, unknown>()
    const inspected = new Database(file)
    inspected.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    SqliteCapsules.open(clientOf(inspected), limits.capsules)
    for (const name of ['journal_mode', 'synchronous', 'secure_delete', 'busy_timeout']) {
      pragmas.set(name, Object.values(inspected.prepare(`PRAGMA ${name}`).get() as object)[0])
    }
    inspected.close()
    // FULL is 2.
    expect(Object.fromEntries(pragmas)).toEqual({ journal_mode: 'wal', synchronous: 2, secure_delete: 1, busy_timeout: 2000 })
    expect(readFileSync(file).includes(secret)).toBe(false)
  })

  it('acknowledges no capsule while the disk is full, and recovers when there is space', () => {
    const file = join(newFolder(), 'full.db')
    const raw = new Database(file)
    const capsules = SqliteCapsules.open(clientOf(raw), limits.capsules)
    const kept = capsule()
    capsules.addAll([kept])
    const pages = Object.values(raw.prepare('PRAGMA page_count').get() as object)[0] as number
    raw.prepare(`PRAGMA max_page_count = ${pages + 2}`).all()
    const lost = Array.from({ length: 200 }, () => capsule())
    expect(() => capsules.addAll(lost)).toThrow(StoreUnavailable)
    expect(lost.filter(({ id }) => capsules.find(id) !== null)).toEqual([])
    expect(capsules.find(kept.id)).not.toBeNull()
    raw.prepare('PRAGMA max_page_count = 1000000').all()
    expect(new Set(capsules.addAll(lost))).toEqual(new Set(['added']))
    capsules.close()
  })

  it('refuses a row that it did not write, and serves the others', async () => {
    const folder = newFolder()
    const store = await openCapsuleStore({ kind: 'embedded', folder }, { role: 'command', onFault: () => undefined })
    const [first, second] = [capsule(), capsule()]
    for (const one of [first, second]) await store.add(one)
    const stranger = new Database(join(folder, 'key-capsules.db'))
    stranger.prepare('UPDATE key_capsule SET type = ? WHERE id = ?').run('ecc_unknown', first.id)
    stranger.close()
    await expect(store.find(first.id)).rejects.toThrow(StoreUnavailable)
    expect((await store.find(second.id))?.id).toBe(second.id)
    expect(await store.add(capsule())).toBe('added')
    await expect(collect(store)).rejects.toThrow(StoreUnavailable)
    await store.close()
  })

  it('waits for another process, and says that it cannot serve when that takes too long', () => {
    const file = join(newFolder(), 'locked.db')
    const [holder, waiter] = [new Database(file), new Database(file)]
    const capsules = SqliteCapsules.open(clientOf(waiter), { ...limits.capsules, lockMilliseconds: 50 })
    holder.exec('BEGIN IMMEDIATE')
    expect(() => capsules.addAll([capsule()])).toThrow(StoreUnavailable)
    holder.exec('ROLLBACK')
    expect(capsules.addAll([capsule()])).toEqual(['added'])
    holder.close()
    capsules.close()
  })

  it.each([
    ['a missing folder', () => join(newFolder(), 'missing'), /there is no folder .*missing/],
    ['a file in place of the folder', () => fileURLToPath(import.meta.url), /there is no folder/],
  ])('is not opened in %s', async (_what, folder, message) => {
    const opening = openCapsuleStore({ kind: 'embedded', folder: folder() }, { role: 'command', onFault: () => undefined })
    await expect(opening).rejects.toThrow(message)
  })

  it.each<[string, (folder: string) => void]>([
    ['missing', (folder) => rmSync(join(folder, 'key-capsules.db'))],
    ['empty', (folder) => writeFileSync(join(folder, 'key-capsules.db'), '')],
  ])('is not opened while the database is %s and its log is there, which SQLite would delete', async (_what, damage) => {
    const [folder, killed] = [newFolder(), newFolder()]
    const store = await openCapsuleStore({ kind: 'embedded', folder }, { role: 'command', onFault: () => undefined })
    await store.add(capsule())
    // What a killed process leaves behind: the database and the log that holds its last capsules.
    for (const name of readdirSync(folder)) copyFileSync(join(folder, name), join(killed, name))
    await store.close()
    damage(killed)
    const log = readFileSync(join(killed, 'key-capsules.db-wal'))
    expect(log.length).toBeGreaterThan(0)
    const opening = openCapsuleStore({ kind: 'embedded', folder: killed }, { role: 'command', onFault: () => undefined })
    await expect(opening).rejects.toThrow(/ALLKIRI_DATA: .*missing or empty although its log .*-wal exists/)
    expect(readFileSync(join(killed, 'key-capsules.db-wal'))).toEqual(log)
  })

  it('refuses a database of a newer release', async () => {
    const folder = newFolder()
    const raw = new Database(join(folder, 'key-capsules.db'))
    raw.exec('PRAGMA user_version = 99')
    raw.close()
    await expect(openCapsuleStore({ kind: 'embedded', folder }, { role: 'command', onFault: () => undefined })).rejects.toThrow(
      /newer release/,
    )
  })
})

describe.skipIf(!postgresCanRun())('PostgreSQL', () => {
  const open = (url: string) => openCapsuleStore({ kind: 'postgresql', url, connections: 3 }, { role: 'command', onFault: () => undefined })

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

    it('whatever the defaults of the role are', async () => {
      const { url, seen } = await watched('asynchronous')
      await database?.run(url, 'ALTER ROLE allkiri SET synchronous_commit = off')
      const store = await open(url)
      await write(store)
      await store.close()
      await database?.run(url, 'ALTER ROLE allkiri RESET synchronous_commit')
      expect(await seen()).toEqual(synchronously)
    })

    it('when the default of the server changes while connections are open', async () => {
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

    it('in a session that was not set up for it: a pooler gives each transaction another one', async () => {
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

    it('and more than that where the server does', async () => {
      const { url, seen } = await watched('applied')
      await database?.run(url, 'ALTER ROLE allkiri SET synchronous_commit = remote_apply')
      const store = await open(url)
      await write(store)
      await store.close()
      await database?.run(url, 'ALTER ROLE allkiri RESET synchronous_commit')
      expect(await seen()).toEqual(['key_capsule', 'key_capsule_clock', 'key_capsule_probe'].map((t) => ({ value: `${t} remote_apply` })))
    })
  })

  it('makes its tables once when several instances start at the same time', async () => {
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

  it('reports that it cannot serve while the server is down, and recovers by itself', async () => {
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
  ])('reports it to a probe and to a capsule when %s', async (what, damage, preparation) => {
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
  ])('reports that it cannot serve while %s', async (what, damage, preparation) => {
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

  it('leaves no statement waiting on the server after the answer: a long lock would fill the server with them', async () => {
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
    await expect.poll(waiting, { timeout: 2_000 }).toEqual([{ count: 0 }])
    await holder.end()
    expect(await store.add(capsule())).toBe('added')
    await store.close()
  })

  it('treats a statement that the server cancels as one without an answer', async () => {
    if (database === null) throw new Error('no database')
    const url = await database.another('bounded')
    await database.run(url, "ALTER DATABASE bounded SET transaction_timeout = '200ms'")
    const store = await open(url)
    const holder = new pg.Client({ connectionString: url, options: '-c transaction_timeout=0' })
    await holder.connect()
    await holder.query('BEGIN; LOCK TABLE key_capsule')
    await expect(store.add(capsule())).rejects.toThrow(StoreUnavailable)
    await holder.end()
    expect(await store.add(capsule())).toBe('added')
    await store.close()
  })

  it('is not called usable while the disk has room for a small row, and none for a capsule', async () => {
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

  it('leaves no row of a probe among the capsules', async () => {
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
  ])('is not opened with one sentence for %s', async (what, statements, reason) => {
    if (database === null) throw new Error('no database')
    const url = await database.another(`foreign_${what.replaceAll(/\W/g, '_')}`.slice(0, 60))
    await database.run(url, statements)
    await expect(open(url)).rejects.toThrow(reason)
    await expect(open(url)).rejects.toMatchObject({
      name: 'SettingsError',
      problems: [expect.stringMatching(/^ALLKIRI_CAPSULES_DATABASE: /)],
    })
  })

  it('says that it cannot serve when the server goes away while everything is read, or in a transaction', async () => {
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

  it('is not opened, without a word of the password, where there is no server', async () => {
    const opening = open('postgres://somebody:topsecret@127.0.0.1:1/none')
    await expect(opening).rejects.toThrow(/ALLKIRI_CAPSULES_DATABASE: .*ECONNREFUSED/)
    await expect(open('postgres://somebody:topsecret@127.0.0.1:1/none')).rejects.not.toThrow(/topsecret/)
  })
})
