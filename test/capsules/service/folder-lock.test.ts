import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { CapsuleStore, StoredCapsule } from '#capsules/rules'
import { openCapsuleStore } from '#capsules/service'
import { limits } from '#config'
import { isBuilt, needs } from '../../support/needs.js'
import { storeIn } from '../../support/settings.js'

const threadFile = fileURLToPath(new URL('../../../dist/capsules/service/writer-thread.js', import.meta.url))
const built = fileURLToPath(new URL('../../../dist/capsules/service/index.js', import.meta.url))
const refusal =
  /^ALLKIRI_DATA: the capsule store .* cannot be opened: Another service uses this folder\. Stop it, or give each service its own/

const capsule = (id: string): StoredCapsule => ({
  id,
  type: 'rsa',
  recipient: Buffer.alloc(270),
  keyMaterial: Buffer.alloc(1),
  expiry: 1_900_000_000_000,
  adjusted: false,
})

describe('A folder of capsules (build first)', needs({ 'a build': isBuilt }), () => {
  let folder: string
  const opened: CapsuleStore[] = []
  const open = async (role: 'service' | 'command') => {
    const store = await openCapsuleStore(storeIn(folder), { role, threadFile, onFault: () => undefined })
    opened.push(store)
    return store
  }
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'folder-lock-'))
  })
  afterEach(async () => {
    for (const store of opened.splice(0)) await store.close()
    rmSync(folder, { recursive: true, force: true })
  })

  /** Another process that has opened the folder as a service. */
  async function serviceElsewhere(): Promise<ChildProcess> {
    const program = `
      const { openCapsuleStore } = await import(${JSON.stringify(built)})
      await openCapsuleStore({ kind: 'embedded', folder: ${JSON.stringify(folder)}, limits: ${JSON.stringify(limits.capsules)} }, { role: 'service', onFault: () => undefined })
      console.log('open')`
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'pipe', 'inherit'] })
    if (child.stdout !== null) await once(child.stdout, 'data')
    return child
  }

  it('a folder of capsules is refused to a second service with a sentence, in the same process too, until the first one closes', async () => {
    const first = await open('service')
    await expect(open('service')).rejects.toThrow(refusal)
    expect(await first.add(capsule('FirstServiceStoresThis'))).toBe('added')
    await first.close()
    opened.splice(0)
    const second = await open('service')
    expect(await second.find('FirstServiceStoresThis')).not.toBeNull()
  })

  it('a folder of capsules is refused while a service of another process runs, and free at once when that process is killed', async () => {
    const child = await serviceElsewhere()
    try {
      await expect(open('service')).rejects.toThrow(refusal)
      // The refusal has not given the folder away.
      await expect(open('service')).rejects.toThrow(refusal)
    } finally {
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
    const store = await open('service')
    expect(await store.add(capsule('StoredAfterTheKill00'))).toBe('added')
  })

  it('a folder of capsules is open to commands beside a service', async () => {
    const child = await serviceElsewhere()
    try {
      const command = await open('command')
      expect(await command.add(capsule('AddedByACommand00000'))).toBe('added')
      expect(await command.count()).toBe(1)
    } finally {
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
  })
})
