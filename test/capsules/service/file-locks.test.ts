import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { CapsuleStore } from '#capsules/rules'
import { exportCapsules, openCapsuleStore } from '#capsules/service'
import { isBuilt, needs } from '../../support/needs.js'
import { storeIn } from '../../support/settings.js'

const threadFile = fileURLToPath(new URL('../../../dist/capsules/service/writer-thread.js', import.meta.url))
const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** Where the system tells the locks of files, one line each: kind, mode, process, device:inode, first and last byte. */
const lockTable = '/proc/locks'

/** The bytes of the file that this process holds a POSIX lock on, as the system sees it. */
function locksOn(file: string): readonly string[] {
  const { ino } = statSync(file)
  return readFileSync(lockTable, 'utf8')
    .split('\n')
    .map((line) => /^\d+: POSIX +ADVISORY +(READ|WRITE) +(\d+) [0-9a-f]+:[0-9a-f]+:(\d+) (\d+) (\S+)$/.exec(line))
    .flatMap((match) =>
      match !== null && Number(match[2]) === process.pid && Number(match[3]) === ino ? [`${match[1]} ${match[4]} ${match[5]}`] : [],
    )
}

/** SQLite: a connection in WAL mode holds a shared lock on 510 bytes behind the first GiB for as long as it lives. */
const sharedLock = 'READ 1073741826 1073742335'

describe('locks on the database of the capsules (/proc/locks)', needs({ '/proc/locks': existsSync(lockTable) }), () => {
  describe.each([
    ['a command', 'command'],
    ['a service, with its writing thread (build first)', 'service'],
  ] as const)('of the store of %s', (_what, role) => {
    describe('are held', needs({ 'a build': role !== 'service' || isBuilt }), () => {
      let folder: string
      let store: CapsuleStore
      const open = (as: 'service' | 'command') => openCapsuleStore(storeIn(folder), { role: as, threadFile, onFault: () => undefined })
      const held = () => [locksOn(join(folder, 'key-capsules.db')), locksOn(join(folder, 'key-capsules.db-shm')).length > 0]
      beforeEach(async () => {
        folder = mkdtempSync(join(tmpdir(), 'file-locks-'))
        folders.push(folder)
        store = await open(role)
        await store.add({
          id: `KC${'0'.repeat(32)}`,
          type: 'rsa',
          recipient: Buffer.alloc(270),
          keyMaterial: Buffer.alloc(1),
          expiry: 1_900_000_000_000,
          adjusted: false,
        })
      })
      afterEach(() => store.close())

      it('locks on the database of the capsules are held from the moment that it is open', () => {
        expect(held()).toEqual([[sharedLock], true])
      })

      it('locks on the database of the capsules are held after a command on the same folder was opened and closed', async () => {
        const second = await open('command')
        await second.probe()
        await second.close()
        expect(held()).toEqual([[sharedLock], true])
      })

      it('locks on the database of the capsules are held during an export, after it, and after one that was not read to its end', async () => {
        for await (const line of exportCapsules(store)) {
          expect(line.length).toBeGreaterThan(0)
          expect(held()).toEqual([[sharedLock], true])
        }
        expect(held()).toEqual([[sharedLock], true])
        for await (const _ of store.records()) break
        expect(held()).toEqual([[sharedLock], true])
      })

      it('locks on the database of the capsules are held after a probe, a clean-up and a further capsule', async () => {
        await store.probe()
        await store.deleteExpired(2_000_000_000_000, 10)
        expect(await store.add((await firstOf(store)).capsule)).toBe('taken')
        expect(held()).toEqual([[sharedLock], true])
      })
    })
  })
})

async function firstOf(store: CapsuleStore) {
  for await (const record of store.records())
    return { capsule: { ...record.capsule, type: 'rsa' as const, recipient: Buffer.alloc(270), keyMaterial: Buffer.alloc(0) } }
  throw new Error('the store is empty')
}
