import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openCapsuleStore } from '#capsules/service'
import { needs } from '../../support/needs.js'
import { postgresCanRun } from '../../support/postgres-can-run.js'
import { storeIn } from '../../support/settings.js'
import { startTestDatabase, type TestDatabase } from '../../support/test-database.js'
import { run } from './run-in-process.js'

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
  const folder = mkdtempSync(join(tmpdir(), 'capsules-move-'))
  folders.push(folder)
  return folder
}

/** A folder with so many capsules, every tenth of them deleted. */
async function filled(capsules: number): Promise<string> {
  const folder = newFolder()
  const store = await openCapsuleStore(storeIn(folder), { role: 'command', onFault: () => undefined })
  await Promise.all(
    Array.from({ length: capsules }, (_, i) =>
      store.add({
        id: `KC${String(i).padStart(32, '0')}`,
        type: 'rsa',
        recipient: Buffer.alloc(270, i),
        keyMaterial: Buffer.alloc(256, i),
        expiry: i % 10 === 0 ? 1000 : 1_900_000_000_123,
        adjusted: i % 3 === 0,
      }),
    ),
  )
  await store.deleteExpired(2000, capsules)
  await store.close()
  return folder
}

describe('allkiri capsules', () => {
  it(
    'allkiri capsules moves capsules from a folder to PostgreSQL and on to another folder; repeated, it changes nothing',
    needs({ PostgreSQL: postgresCanRun() }),
    async () => {
      const source = await filled(1203)
      const exported = await run(['capsules', 'export'], { ALLKIRI_DATA: source })
      expect(exported.status).toBe(0)
      const lines = exported.out.trim().split('\n')
      expect(lines).toHaveLength(1204)
      expect(JSON.parse(lines.at(-1) ?? '')).toEqual({ end: true, records: 1203 })

      const toDatabase = { ALLKIRI_CAPSULES_DATABASE: database?.url ?? '' }
      const imported = await run(['capsules', 'import'], toDatabase, Readable.from([exported.out]))
      expect([imported.status, imported.err]).toEqual([0, 'allkiri: the import is complete: 1203 added, 0 already there.\n'])
      const again = await run(['capsules', 'import'], toDatabase, Readable.from([exported.out]))
      expect([again.status, again.err]).toEqual([0, 'allkiri: the import is complete: 0 added, 1203 already there.\n'])

      const fromDatabase = await run(['capsules', 'export'], toDatabase)
      expect(fromDatabase.out).toBe(exported.out)
      const file = join(newFolder(), 'capsules.jsonl')
      writeFileSync(file, fromDatabase.out)
      const target = newFolder()
      expect((await run(['capsules', 'import', file], { ALLKIRI_DATA: target })).status).toBe(0)
      expect((await run(['capsules', 'export'], { ALLKIRI_DATA: target })).out).toBe(exported.out)
    },
  )
})
