import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type CapsuleStore, SqliteCapsules, StoreDamaged, type StoredCapsule, StoreUnavailable } from '#capsules/rules'
import { openCapsuleStore } from '#capsules/service'
import { isBuilt, needs } from '../../support/needs.js'
import { storeIn } from '../../support/settings.js'

const threadFile = fileURLToPath(new URL('../../../dist/capsules/service/writer-thread.js', import.meta.url))
const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'damaged-store-'))
  folders.push(folder)
  return folder
}

let made = 0
function capsule(): StoredCapsule {
  made += 1
  const id = `KC${String(made).padStart(32, '0')}`
  return { id, type: 'rsa', recipient: Buffer.alloc(270, made), keyMaterial: Buffer.alloc(256), expiry: 1_900_000_000_000, adjusted: false }
}

const quietly = { role: 'command', onFault: () => undefined } as const

/** A database of its own with other capsules, closed, without a log. */
async function anotherDatabase(capsules: number): Promise<string> {
  const folder = newFolder()
  const store = await openCapsuleStore(storeIn(folder), quietly)
  for (let i = 0; i < capsules; i++) await store.add(capsule())
  await store.close()
  return join(folder, 'key-capsules.db')
}

/** As a stranger does who looks after databases. */
async function moveLog(file: string): Promise<void> {
  const { default: Database } = await import('libsql')
  const stranger = new Database(file)
  stranger.prepare('PRAGMA wal_checkpoint(TRUNCATE)').all()
  stranger.close()
}

/** What can be done to the files of a running service from outside. */
const damages: readonly [string, (file: string) => Promise<void> | void][] = [
  ['the database is deleted', (file) => rmSync(file)],
  ['the database is moved away', (file) => renameSync(file, `${file}.old`)],
  ['another database is moved in its place', async (file) => renameSync(await anotherDatabase(3), file)],
  ['the log is deleted', (file) => rmSync(`${file}-wal`)],
  [
    'the log is replaced by a copy of itself',
    (file) => {
      copyFileSync(`${file}-wal`, `${file}-wal.copy`)
      renameSync(`${file}-wal.copy`, `${file}-wal`)
    },
  ],
  ['the index of the log is deleted', (file) => rmSync(`${file}-shm`)],
  [
    'the folder is moved away and another one put there',
    (file) => {
      const folder = join(file, '..')
      renameSync(folder, `${folder}-moved`)
      folders.push(`${folder}-moved`)
      mkdirSync(folder)
    },
  ],
]

describe.each([
  ['a command', 'command'],
  ['a service, with its writing thread (build first)', 'service'],
] as const)('the store of %s', (_what, role) => {
  describe('stores nothing more and says so', needs({ 'a build': role !== 'service' || isBuilt }), () => {
    let folder: string
    let file: string
    let store: CapsuleStore
    let faults: Error[]
    let kept: StoredCapsule[]
    beforeEach(async () => {
      folder = newFolder()
      file = join(folder, 'key-capsules.db')
      faults = []
      const onFault = (fault: Error) => faults.push(fault)
      store = await openCapsuleStore(storeIn(folder), { role, threadFile, onFault })
      kept = [capsule(), capsule(), capsule()]
      for (const one of kept) await store.add(one)
    })
    afterEach(async () => {
      await store.close()
    })

    /** A damaged store refuses to store, to probe, and to say that a capsule does not exist; what it can read it hands out. */
    async function expectDamaged(): Promise<void> {
      await expect(store.add(capsule())).rejects.toThrow(StoreUnavailable)
      await expect(store.moveIn([{ kind: 'stored', capsule: capsule() }])).rejects.toThrow(StoreUnavailable)
      await expect(store.deleteExpired(2_000_000_000_000, 10)).rejects.toThrow(StoreUnavailable)
      await expect(store.probe()).rejects.toThrow(StoreUnavailable)
      await expect(store.assertWhole()).rejects.toThrow(StoreUnavailable)
      expect(faults[0]).toBeInstanceOf(StoreDamaged)
    }

    it.each(damages)('a damaged store takes no more capsules and says so at the next capsule after %s', async (_damage, damage) => {
      await damage(file)
      await expectDamaged()
      for (const { id } of kept) expect((await store.find(id))?.id).toBe(id)
    })

    it.each(damages)('a damaged store says so at the next probe after %s', async (_damage, damage) => {
      await damage(file)
      await expect(store.probe()).rejects.toThrow(StoreDamaged)
    })

    it.each(damages)('a damaged store says so at the next clean-up after %s', async (_damage, damage) => {
      await damage(file)
      await expect(store.keepClock({ seen: 1, suspended: null, accepted: 0 })).rejects.toThrow(StoreDamaged)
      await expectDamaged()
    })

    it.each(damages)('a damaged store does not say that an unknown capsule does not exist after %s', async (_damage, damage) => {
      await damage(file)
      expect(await store.find('unknown')).toBeNull()
      await expect(store.assertWhole()).rejects.toThrow(StoreDamaged)
    })

    it('a store whose database is taken away between the commit and the answer stores nothing more and says so', async () => {
      if (role === 'service') return
      const addAll = vi.spyOn(SqliteCapsules.prototype, 'addAll')
      addAll.mockImplementationOnce(function (this: SqliteCapsules, capsules) {
        addAll.mockRestore()
        const results = this.addAll(capsules)
        renameSync(file, `${file}.old`)
        return results
      })
      await expect(store.add(capsule())).rejects.toThrow(StoreDamaged)
    })

    it.each(damages.slice(0, 5))('a damaged store saves what was in it, beside it, after %s', async (_damage, damage) => {
      await damage(file)
      await expect(store.add(capsule())).rejects.toThrow(StoreDamaged)
      await vi.waitFor(() => expect(faults).toHaveLength(2), { timeout: 120_000 })
      const saved = readdirSync(folder).filter((name) => name.startsWith('key-capsules.saved-'))
      expect(saved).toHaveLength(1)
      expect(faults[1]?.message).toContain(saved[0])
      expect(statSync(join(folder, saved[0] ?? '')).mode & 0o777).toBe(0o600)
      const target = newFolder()
      copyFileSync(join(folder, saved[0] ?? ''), join(target, 'key-capsules.db'))
      const restored = await openCapsuleStore(storeIn(target), quietly)
      for (const { id } of kept) expect((await restored.find(id))?.id).toBe(id)
      await restored.close()
      // A start without the database does not begin with an empty one while a saved one lies there.
      if (existsSync(file)) return
      for (const name of ['-wal', '-shm']) rmSync(`${file}${name}`, { force: true })
      await expect(openCapsuleStore(storeIn(folder), quietly)).rejects.toThrow(/capsules restore/)
    })

    it('a start without the database names the newest saved copy, because an older one lacks capsules', async () => {
      const older = ['0', 'f'].map((name) => join(folder, `key-capsules.saved-${name}.db`))
      for (const path of older) {
        writeFileSync(path, '')
        utimesSync(path, 1, 1)
      }
      rmSync(file)
      await store.close()
      for (const name of ['-wal', '-shm']) rmSync(`${file}${name}`, { force: true })
      const saved = readdirSync(folder)
        .map((name) => join(folder, name))
        .filter((path) => path.includes('saved-') && !older.includes(path))
      await expect(openCapsuleStore(storeIn(folder), quietly)).rejects.toThrow(`${saved[0]}, the newest of several, was saved from it`)
      store = await openCapsuleStore(storeIn(newFolder()), quietly)
    })

    it('a damaged store saves what was in it at the latest when it is closed', async () => {
      rmSync(file)
      await store.close()
      const saved = readdirSync(folder).filter((name) => name.startsWith('key-capsules.saved-'))
      expect(saved).toHaveLength(1)
      store = await openCapsuleStore(storeIn(newFolder()), quietly)
    })

    it('a damaged store says that it could not save what was in it where there is no place for it', async () => {
      rmSync(folder, { recursive: true })
      await expect(store.probe()).rejects.toThrow(StoreUnavailable)
      await vi.waitFor(() => expect(faults).toHaveLength(2), { timeout: 120_000 })
      expect(faults[1]?.message).toContain(`/proc/${process.pid}/fd`)
    })

    it('a damaged store does not touch the log of the replacing database when it closes', async () => {
      renameSync(file, `${file}.old`)
      renameSync(`${file}-wal`, `${file}.old-wal`)
      renameSync(`${file}-shm`, `${file}.old-shm`)
      const other = await openCapsuleStore(storeIn(folder), quietly)
      const late = capsule()
      await other.add(late)
      await expect(store.add(capsule())).rejects.toThrow(StoreDamaged)
      const log = readFileSync(`${file}-wal`)
      await store.close()
      expect(readFileSync(`${file}-wal`)).toEqual(log)
      expect((await other.find(late.id))?.id).toBe(late.id)
      await other.close()
    })

    it('a store is not damaged when a command looks at the database, moves its log and ends', async () => {
      const second = await openCapsuleStore(storeIn(folder), quietly)
      await moveLog(file)
      await second.add(capsule())
      await second.close()
      await store.probe()
      expect(await store.add(capsule())).toBe('added')
      await store.assertWhole()
      expect(faults).toEqual([])
    })
  })
})

describe('a file that is no database of capsules', () => {
  const foreign = async (folder: string, ...statements: readonly string[]) => {
    const { default: Database } = await import('libsql')
    const database = new Database(join(folder, 'key-capsules.db'))
    for (const statement of statements) database.exec(statement)
    database.close()
  }
  it.each<[string, (folder: string) => Promise<void> | void, RegExp]>([
    ['rubbish', (folder) => writeFileSync(join(folder, 'key-capsules.db'), Buffer.alloc(20_000, 7)), /SQLITE_NOTADB/],
    ['the database of another program', (folder) => foreign(folder, 'CREATE TABLE notes (text TEXT)'), /another program/],
    ['one with the application id of another program', (folder) => foreign(folder, 'PRAGMA application_id = 77'), /another program/],
    [
      'one with a table of the same name and other columns',
      (folder) => foreign(folder, 'CREATE TABLE key_capsule (id TEXT)', 'PRAGMA user_version = 1'),
      /SQLITE_ERROR: .*column/,
    ],
    ['one without its tables', (folder) => foreign(folder, 'PRAGMA user_version = 1'), /SQLITE_ERROR: no such table/],
    ['one of a newer release', (folder) => foreign(folder, 'PRAGMA user_version = 99'), /newer release/],
  ])(
    'a file that is no database of capsules is refused at the start with one sentence, and left as it is: %s',
    async (_what, make, reason) => {
      const folder = newFolder()
      await make(folder)
      const before = readFileSync(join(folder, 'key-capsules.db'))
      for (const role of existsSync(threadFile) ? (['command', 'service'] as const) : (['command'] as const)) {
        const refusal = await openCapsuleStore(storeIn(folder), { role, threadFile, onFault: () => undefined }).catch(
          (error: unknown) => error,
        )
        expect(refusal).toMatchObject({ name: 'SettingsError', problems: [expect.stringMatching(reason)] })
        expect((refusal as { problems: string[] }).problems[0]).toMatch(
          /^ALLKIRI_DATA: the capsule store .*key-capsules\.db cannot be opened: /,
        )
      }
      if (!/column|no such table/.test(reason.source)) expect(readFileSync(join(folder, 'key-capsules.db'))).toEqual(before)
    },
  )
})
