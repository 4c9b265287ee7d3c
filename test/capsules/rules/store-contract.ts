import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { CapsuleRecord, CapsuleStore, StoredCapsule } from '#capsules/rules'
import { openCapsuleStore } from '#capsules/service'
import type { CapsuleStoreSettings } from '#config'
import { storeIn } from '../../support/settings.js'

const threadFile = fileURLToPath(new URL('../../../dist/capsules/service/writer-thread.js', import.meta.url))

let made = 0
export function newId(): string {
  made += 1
  return `KC${String(made).padStart(32, '0')}`
}

export function capsule(changes: Partial<StoredCapsule> = {}): StoredCapsule {
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

export async function collect(store: CapsuleStore): Promise<readonly CapsuleRecord[]> {
  const records: CapsuleRecord[] = []
  for await (const record of store.records()) records.push(record)
  return records
}

/** The tests of what every store promises, whatever it keeps capsules in; to be called in a group. */
export function storeContract(role: 'service' | 'command', settings: () => Promise<CapsuleStoreSettings>): void {
  let opened: CapsuleStoreSettings
  let store: CapsuleStore
  const open = () => openCapsuleStore(opened, { role: 'command', onFault: () => undefined })
  beforeAll(async () => {
    opened = await settings()
    store = await openCapsuleStore(opened, { role, threadFile, onFault: () => undefined })
  })
  afterAll(() => store.close())

  it('a capsule store returns exactly what was added, also after it was opened again', async () => {
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

  it('a capsule store does not find other ids, in any letter case', async () => {
    const one = capsule({ id: 'KCabcdefabcdefabcdefabcdefabcdefab' })
    await store.add(one)
    expect(await store.find(newId())).toBeNull()
    expect(await store.find(one.id.toUpperCase())).toBeNull()
  })

  it('a capsule store takes an id once only, and keeps the first capsule', async () => {
    const one = capsule()
    expect(await store.add(one)).toBe('added')
    expect(await store.add(one)).toBe('taken')
    expect(await store.add({ ...one, expiry: one.expiry + 1 })).toBe('taken')
    expect((await store.find(one.id))?.expiry).toBe(one.expiry)
  })

  it('a capsule store takes one of many that come at once with the same id', async () => {
    const id = newId()
    const results = await Promise.all(Array.from({ length: 20 }, (_, i) => store.add(capsule({ id, keyMaterial: Buffer.alloc(97, i) }))))
    expect(results.filter((result) => result === 'added')).toHaveLength(1)
  })

  it('a capsule store counts what is not deleted', async () => {
    const before = await store.count()
    const [one, other] = [capsule(), capsule()]
    for (const each of [one, other]) await store.add(each)
    expect(await store.count()).toBe(before + 2)
    await store.delete(one.id)
    expect(await store.count()).toBe(before + 1)
  })

  it('a capsule store takes many at once', async () => {
    for (let round = 0; round < 7; round++) {
      const many = Array.from({ length: 100 }, () => capsule())
      expect(new Set(await Promise.all(many.map((one) => store.add(one))))).toEqual(new Set(['added']))
      for (const one of many.slice(-3)) expect(await store.find(one.id)).not.toBeNull()
    }
  })

  it('a capsule store deletes one capsule for good, durably and while others use it; its id stays taken', async () => {
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

  it('a capsule store deletes the bytes of what has expired, oldest first and in steps; the ids stay taken (decisions.md#capsule-ids)', async () => {
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

  it('a capsule store moves everything to another store, in the order of ids, and back without a change', async () => {
    const records = await collect(store)
    expect(records.map(({ capsule: { id } }) => id)).toEqual(records.map(({ capsule: { id } }) => id).sort())
    expect(new Set(records.map(({ kind }) => kind))).toEqual(new Set(['stored', 'deleted']))
    const folder = mkdtempSync(join(tmpdir(), 'capsule-store-'))
    const other = await openCapsuleStore(storeIn(folder), { role: 'command', onFault: () => undefined })
    expect(new Set(await other.moveIn(records))).toEqual(new Set(['added']))
    expect(new Set(await store.moveIn(await collect(other)))).toEqual(new Set(['identical']))
    await other.close()
    rmSync(folder, { recursive: true })
  })

  it('a capsule store takes a record that was deleted on one side for the same, and stops at one that differs', async () => {
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

  it('a capsule store reads everything of one moment: what is added meanwhile is not part of it', async () => {
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

  it('a capsule store can be read in part', async () => {
    const ids: string[] = []
    for await (const { capsule } of store.records()) {
      ids.push(capsule.id)
      break
    }
    expect(ids).toEqual([expect.stringMatching(/^[A-Za-z0-9]{18,34}$/)])
    await store.probe()
  })
}
