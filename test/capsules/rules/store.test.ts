import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import Database from 'libsql'
import { afterAll, describe, expect, it } from 'vitest'
import { SqliteCapsules, type SqliteDatabase, type SqliteValue, StoreUnavailable } from '#capsules/rules'
import { openCapsuleStore } from '#capsules/service'
import { limits } from '#config'
import { isBuilt, needs } from '../../support/needs.js'
import { storeIn } from '../../support/settings.js'
import { capsule, collect, storeContract } from './store-contract.js'

const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'capsule-store-'))
  folders.push(folder)
  return folder
}

/** The client as the service hands it over. */
function clientOf(raw: InstanceType<typeof Database>): SqliteDatabase {
  return { exec: (sql) => void raw.exec(sql), prepare: (sql) => raw.prepare<SqliteValue[]>(sql), close: () => void raw.close() }
}

describe('a capsule store in SQLite in a command', () => {
  storeContract('command', () => Promise.resolve(storeIn(newFolder())))
})

describe('a capsule store in SQLite in a service, with its writing thread', needs({ 'a build': isBuilt }), () => {
  storeContract('service', () => Promise.resolve(storeIn(newFolder())))
})

describe('SQLite', () => {
  it('the capsule store in SQLite flushes each commit, overwrites deleted content, and makes its files readable for its owner only', async () => {
    const folder = newFolder()
    const settings = storeIn(folder)
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

  it('the capsule store in SQLite acknowledges no capsule while the disk is full, and recovers when there is space', () => {
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

  it('the capsule store in SQLite refuses a row that it did not write, and serves the others', async () => {
    const folder = newFolder()
    const store = await openCapsuleStore(storeIn(folder), { role: 'command', onFault: () => undefined })
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

  it('the capsule store in SQLite waits for another process, and says that it cannot serve when that takes too long', () => {
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
  ])('the capsule store in SQLite is not opened in %s', async (_what, folder, message) => {
    const opening = openCapsuleStore(storeIn(folder()), { role: 'command', onFault: () => undefined })
    await expect(opening).rejects.toThrow(message)
  })

  it.each<[string, (folder: string) => void]>([
    ['missing', (folder) => rmSync(join(folder, 'key-capsules.db'))],
    ['empty', (folder) => writeFileSync(join(folder, 'key-capsules.db'), '')],
  ])(
    'the capsule store in SQLite is not opened while the database is %s and its log is there, which SQLite would delete',
    async (_what, damage) => {
      const [folder, killed] = [newFolder(), newFolder()]
      const store = await openCapsuleStore(storeIn(folder), { role: 'command', onFault: () => undefined })
      await store.add(capsule())
      // What a killed process leaves behind: the database and the log that holds its last capsules.
      for (const name of readdirSync(folder)) copyFileSync(join(folder, name), join(killed, name))
      await store.close()
      damage(killed)
      const log = readFileSync(join(killed, 'key-capsules.db-wal'))
      expect(log.length).toBeGreaterThan(0)
      const opening = openCapsuleStore(storeIn(killed), { role: 'command', onFault: () => undefined })
      await expect(opening).rejects.toThrow(/ALLKIRI_DATA: .*missing or empty although its log .*-wal exists/)
      expect(readFileSync(join(killed, 'key-capsules.db-wal'))).toEqual(log)
    },
  )

  it('the capsule store in SQLite refuses a database of a newer release', async () => {
    const folder = newFolder()
    const raw = new Database(join(folder, 'key-capsules.db'))
    raw.exec('PRAGMA user_version = 99')
    raw.close()
    await expect(openCapsuleStore(storeIn(folder), { role: 'command', onFault: () => undefined })).rejects.toThrow(/newer release/)
  })
})
