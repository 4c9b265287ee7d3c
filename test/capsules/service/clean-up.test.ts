import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { StoredCapsule } from '#capsules/rules'
import { type CapsuleStore, StoreUnavailable } from '#capsules/rules'
import { openCapsuleService, openCapsuleStore } from '#capsules/service'
import { limits } from '#config'
import { storeIn } from '../../support/settings.js'

const day = 86_400_000
const start = Date.UTC(2026, 10, 21)
const folder = mkdtempSync(join(tmpdir(), 'clean-up-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => vi.useRealTimers())

function capsule(expiry: number, i: number): StoredCapsule {
  return {
    id: `KC${String(i).padStart(32, '0')}`,
    type: 'rsa',
    recipient: Buffer.alloc(270),
    keyMaterial: Buffer.alloc(1),
    expiry,
    adjusted: false,
  }
}

describe('the clean-up of expired capsules', () => {
  it('the clean-up deletes expired capsules after the grace period, in small steps, and counts them', async () => {
    let now = start
    const outcomes: unknown[] = []
    let store: CapsuleStore | null = null
    const service = await openCapsuleService({
      settings: {
        limits,
        store: storeIn(folder),
        host: '127.0.0.1',
        postPort: 0,
        getPort: null,
        onServerPort: false,
        tls: null,
        clients: { kind: 'sandbox' },
        standardExpiry: day,
        maximumExpiry: day,
        grace: 30 * day,
        requestsPerMinute: null,
      },
      openStore: async () => (store = await openCapsuleStore(storeIn(folder), { role: 'command', onFault: () => undefined })),
      now: () => now,
      monotonic: () => now - start,
      onCleanUp: (outcome) => outcomes.push(outcome),
      onStoreState: () => undefined,
    })
    const opened = store as unknown as CapsuleStore
    const { cleanUpStep, cleanUpMilliseconds, cleanUpPauseMilliseconds } = limits.capsules
    const many = cleanUpStep + 7
    for (let i = 0; i < many; i++) await opened.add(capsule(start + day, i))
    await opened.add(capsule(start + 2 * day, many))

    // Expired for 30 days less a moment: gone for readers, and still there.
    now = start + 31 * day
    expect(await service.fetch(`KC${'0'.repeat(32)}`, { kind: 'anybody' })).toBeNull()
    await vi.advanceTimersByTimeAsync(cleanUpMilliseconds)
    expect(service.counts().expired).toBe(0)
    expect(await opened.find(`KC${'0'.repeat(32)}`)).not.toBeNull()

    now += 1
    await vi.advanceTimersByTimeAsync(cleanUpMilliseconds)
    expect(service.counts().expired).toBe(cleanUpStep)
    await vi.advanceTimersByTimeAsync(cleanUpPauseMilliseconds)
    expect(service.counts().expired).toBe(many)
    expect(outcomes).toEqual([{ deleted: cleanUpStep }, { deleted: 7 }])
    expect(await opened.find(capsule(0, many).id)).not.toBeNull()

    // A store that fails is told of, and asked again.
    const failing = vi.spyOn(opened, 'deleteExpired').mockRejectedValueOnce(new StoreUnavailable('away'))
    now += 5 * day
    await vi.advanceTimersByTimeAsync(cleanUpMilliseconds)
    expect(outcomes.at(-1)).toMatchObject({ failure: { message: 'away' } })
    await vi.advanceTimersByTimeAsync(cleanUpMilliseconds)
    expect(service.counts().expired).toBe(many + 1)
    failing.mockRestore()
    await service.close()
  })
})
