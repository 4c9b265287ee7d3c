import { createHash } from 'node:crypto'
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'libsql'
import { afterAll, describe, expect, it, vi } from 'vitest'
import type { CapsuleStore } from '#capsules/rules'
import { openCapsuleStore } from '#capsules/service'
import { storeIn } from '../../support/settings.js'
import { run } from './run-in-process.js'

const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'capsules-backup-'))
  folders.push(folder)
  return folder
}

const open = (folder: string) => openCapsuleStore(storeIn(folder), { role: 'command', onFault: () => undefined })

let made = 0
async function add(store: CapsuleStore, count: number, expiry = 1_900_000_000_123): Promise<readonly string[]> {
  const ids = Array.from({ length: count }, () => `KC${String(made++).padStart(32, '0')}`)
  const common = { type: 'rsa', recipient: Buffer.alloc(270, 1), keyMaterial: Buffer.alloc(256, 2), expiry, adjusted: false } as const
  await Promise.all(ids.map((id) => store.add({ id, ...common })))
  return ids
}

/** A store that is open, as that of a running service is, with so many capsules, and as many deleted ones. */
async function running(count: number): Promise<{ folder: string; store: CapsuleStore; ids: readonly string[] }> {
  const folder = newFolder()
  const store = await open(folder)
  const ids = await add(store, count)
  await add(store, count, 1000)
  await store.deleteExpired(2000, count)
  return { folder, store, ids }
}

const sha256 = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex')

const exported = async (folder: string) => (await run(['capsules', 'export'], { ALLKIRI_DATA: folder })).out

describe('allkiri capsules backup', () => {
  it('allkiri capsules backup copies a store that is in use; restored elsewhere, it is the same', async () => {
    const { folder, store } = await running(1_200)
    const file = join(newFolder(), 'backup.db')
    expect(await run(['capsules', 'backup', file], { ALLKIRI_DATA: folder })).toMatchObject({
      status: 0,
      out: `${file} is a backup of 1200 capsules and 1200 ids of deleted ones.\nSHA-256 of the backup: ${sha256(file)}\n`,
      err: '',
    })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const before = await exported(folder)
    // What comes later is not part of it, and the store has not been disturbed.
    await add(store, 1)
    await store.probe()
    expect(await run(['capsules', 'verify', file])).toMatchObject({
      status: 0,
      out: `${file} is not damaged: 1200 capsules and 1200 ids of deleted ones.\nSHA-256 of the backup: ${sha256(file)}\n`,
    })
    const target = newFolder()
    expect(await run(['capsules', 'restore', file], { ALLKIRI_DATA: target })).toMatchObject({ status: 0, err: '' })
    expect(await exported(target)).toBe(before)
    await store.close()
  })

  it('allkiri capsules backup has a digest, by which a changed octet of a key is found, which no check of the structure can find', async () => {
    const { folder, store } = await running(1)
    const file = join(newFolder(), 'backup.db')
    const printed = (await run(['capsules', 'backup', file], { ALLKIRI_DATA: folder })).out.split('\n')[1]
    await store.close()
    const bytes = readFileSync(file)
    const at = bytes.indexOf(Buffer.alloc(256, 2))
    expect(at).toBeGreaterThan(0)
    bytes[at + 100] = 3
    writeFileSync(file, bytes)
    const verified = await run(['capsules', 'verify', file])
    expect(verified).toMatchObject({ status: 0, out: expect.stringContaining('is not damaged: 1 capsule') })
    expect(verified.out.split('\n')[1]).toMatch(/^SHA-256 of the backup: [0-9a-f]{64}$/)
    expect(verified.out.split('\n')[1]).not.toBe(printed)
  })

  it('allkiri capsules backup is a consistent snapshot, while capsules are still stored', async () => {
    const { folder, store } = await running(300)
    let on = true
    let added = 0
    const load = (async () => {
      while (on) added += (await add(store, 5)).length
    })()
    for (let i = 0; i < 4; i++) {
      const least = 300 + added
      const file = join(newFolder(), 'backup.db')
      const { status, out } = await run(['capsules', 'backup', file], { ALLKIRI_DATA: folder })
      expect(status).toBe(0)
      expect(Number(/of (\d+) capsules/.exec(out)?.[1])).toBeGreaterThanOrEqual(least)
    }
    on = false
    await load
    expect(added).toBeGreaterThan(0)
    await store.close()
  })

  it('allkiri capsules backup overwrites nothing, also what appears while it is written, and leaves nothing half done', async () => {
    const { folder, store } = await running(5)
    const target = newFolder()
    const file = join(target, 'backup.db')
    writeFileSync(file, 'something dear')
    const refused = { status: 2, err: `allkiri: ${file} exists already, and nothing is overwritten.\n` }
    expect(await run(['capsules', 'backup', file], { ALLKIRI_DATA: folder })).toMatchObject(refused)
    symlinkSync('/nowhere', join(target, 'link.db'))
    expect(await run(['capsules', 'backup', join(target, 'link.db')], { ALLKIRI_DATA: folder })).toMatchObject({ status: 2 })
    expect(await run(['capsules', 'backup', join(folder, 'key-capsules.db')], { ALLKIRI_DATA: folder })).toMatchObject({ status: 2 })
    rmSync(file)
    // The copy is checked last, so somebody who makes the file at that moment is late enough.
    const original = Reflect.get(Database.prototype, 'prepare') as (sql: string) => unknown
    const prepare = vi.spyOn(Database.prototype, 'prepare').mockImplementation(function (this: unknown, sql: string) {
      if (sql.startsWith('PRAGMA integrity_check')) writeFileSync(file, 'something dear')
      return original.call(this, sql) as ReturnType<typeof Database.prototype.prepare>
    })
    expect(await run(['capsules', 'backup', file], { ALLKIRI_DATA: folder })).toMatchObject(refused)
    prepare.mockRestore()
    expect(readFileSync(file, 'utf8')).toBe('something dear')
    expect(readdirSync(target).sort()).toEqual(['backup.db', 'link.db'])
    await store.close()
  })

  it('allkiri capsules backup says what it cannot read or write', async () => {
    const { folder, store } = await running(1)
    const missing = join(newFolder(), 'missing/backup.db')
    expect(await run(['capsules', 'backup', missing], { ALLKIRI_DATA: folder })).toMatchObject({
      status: 2,
      err: `allkiri: ${missing} cannot be written (ENOENT).\n`,
    })
    const empty = newFolder()
    expect(await run(['capsules', 'backup', join(empty, 'b.db')], { ALLKIRI_DATA: empty })).toMatchObject({
      status: 2,
      err: `allkiri: ${join(empty, 'key-capsules.db')} cannot be read (ENOENT).\n`,
    })
    // No empty database is made on the way.
    expect(readdirSync(empty)).toEqual([])
    expect(await run(['capsules', 'backup', 'x.db'])).toMatchObject({ status: 64, err: expect.stringContaining('ALLKIRI_DATA') as string })
    await store.close()
  })

  it('allkiri capsules backup names the tools of PostgreSQL for capsules that lie there', async () => {
    for (const command of ['backup', 'restore']) {
      const { status, err } = await run(['capsules', command, 'x.db'], { ALLKIRI_CAPSULES_DATABASE: 'postgres://allkiri@127.0.0.1/x' })
      expect(status).toBe(64)
      expect(err).toMatch(/pg_dump/)
      expect(err.trim().split('\n')).toHaveLength(1)
    }
  })
})

describe('allkiri capsules verify', () => {
  it.each<[string, (file: string) => void, number, RegExp]>([
    ['a file that is missing', (file) => rmSync(file), 2, /cannot be read \(ENOENT\)/],
    ['an empty file', (file) => truncateSync(file), 1, /no such table/],
    ['rubbish', (file) => writeFileSync(file, Buffer.alloc(20_000, 7)), 1, /SQLITE_NOTADB/],
    ['a file that was cut off', (file) => truncateSync(file, statSync(file).size - 4096 * 20), 1, /damaged/],
    [
      'a page that was overwritten',
      (file) => {
        const bytes = readFileSync(file)
        bytes.fill(0xab, 4096 * 20, 4096 * 21)
        writeFileSync(file, bytes)
      },
      1,
      /damaged/,
    ],
  ])('allkiri capsules verify refuses %s', async (_what, damage, status, reason) => {
    const { folder, store } = await running(300)
    const file = join(newFolder(), 'backup.db')
    expect((await run(['capsules', 'backup', file], { ALLKIRI_DATA: folder })).status).toBe(0)
    await store.close()
    damage(file)
    const verified = await run(['capsules', 'verify', file])
    expect(verified).toMatchObject({ status, out: '', err: expect.stringMatching(reason) as string })
    expect(verified.err.trim().split('\n')).toHaveLength(1)
    const target = newFolder()
    expect((await run(['capsules', 'restore', file], { ALLKIRI_DATA: target })).status).not.toBe(0)
    expect(readdirSync(target)).toEqual([])
  })

  it('allkiri capsules verify refuses a file whose records can all be read and whose other pages are damaged', async () => {
    const { folder, store } = await running(300)
    const file = join(newFolder(), 'backup.db')
    await run(['capsules', 'backup', file], { ALLKIRI_DATA: folder })
    await store.close()
    const database = new Database(file)
    const index = database.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'key_capsule_expires'").get()
    database.close()
    const page = Number(Reflect.get(Object(index), 'rootpage'))
    const bytes = readFileSync(file)
    // The number of a row at the end of a page of an index: nothing but the check of the pages looks at it.
    bytes.writeUInt8(bytes.readUInt8(4096 * page - 1) ^ 1, 4096 * page - 1)
    writeFileSync(file, bytes)
    expect(await run(['capsules', 'verify', file])).toMatchObject({
      status: 1,
      out: '',
      err: expect.stringMatching(/is damaged \(/) as string,
    })
  })

  it('allkiri capsules verify shows why the copy of the database file alone is no backup: capsules in the log are missing in it', async () => {
    const { folder, store } = await running(3)
    const file = join(newFolder(), 'copy.db')
    copyFileSync(join(folder, 'key-capsules.db'), file)
    expect(await run(['capsules', 'verify', file])).not.toMatchObject({ out: expect.stringContaining('3 capsules') as string })
    await store.close()
  })
})

describe('allkiri capsules restore', () => {
  it.each(['key-capsules.db', 'key-capsules.db-wal', 'key-capsules.db-shm'])(
    'allkiri capsules restore touches nothing where %s is',
    async (name) => {
      const { folder, store } = await running(2)
      const file = join(newFolder(), 'backup.db')
      await run(['capsules', 'backup', file], { ALLKIRI_DATA: folder })
      await store.close()
      const target = newFolder()
      writeFileSync(join(target, name), 'of somebody else')
      const { status, err } = await run(['capsules', 'restore', file], { ALLKIRI_DATA: target })
      expect(status).toBe(2)
      expect(err).toContain(`stop the service and move ${join(target, name)}`)
      expect(readdirSync(target)).toEqual([name])
      expect(readFileSync(join(target, name), 'utf8')).toBe('of somebody else')
    },
  )
})
