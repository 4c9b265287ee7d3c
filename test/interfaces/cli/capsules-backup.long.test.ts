import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { CapsuleStore } from '#capsules/rules'
import { openCapsuleStore } from '#capsules/service'
import { isBuilt, needs } from '../../support/needs.js'
import { storeIn } from '../../support/settings.js'
import { interrupted, interrupts } from './interrupted.js'
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

let made = 0
async function add(store: CapsuleStore, count: number): Promise<void> {
  const capsule = { type: 'rsa', recipient: Buffer.alloc(270, 1), keyMaterial: Buffer.alloc(256, 2), expiry: 1_900_000_000_123 } as const
  const ids = Array.from({ length: count }, () => `KC${String(made++).padStart(32, '0')}`)
  await Promise.all(ids.map((id) => store.add({ ...capsule, id, adjusted: false })))
}

describe('a copy that is ended by a signal (build first)', needs({ 'a build': isBuilt }), () => {
  it('a backup of capsules that is ended by a signal leaves no file, and the store loses no capsule', async () => {
    const folder = newFolder()
    const store = await openCapsuleStore(storeIn(folder), { role: 'command', onFault: () => undefined })
    for (let i = 0; i < 40; i++) await add(store, 1000)
    const cleaned = { status: 1, err: 'allkiri: Interrupted; nothing was written.\n', left: [] }
    for (const signal of interrupts) {
      const target = newFolder()
      expect(await interrupted(['capsules', 'backup', join(target, 'b.db')], target, signal, { ALLKIRI_DATA: folder })).toEqual(cleaned)
    }
    await add(store, 1)
    const file = join(newFolder(), 'b.db')
    expect((await run(['capsules', 'backup', file], { ALLKIRI_DATA: folder })).out).toContain('a backup of 40001 capsules and 0 ids')
    await store.close()
    for (const signal of interrupts) {
      const target = newFolder()
      expect(await interrupted(['capsules', 'restore', file], target, signal, { ALLKIRI_DATA: target })).toEqual(cleaned)
    }
  })
})
