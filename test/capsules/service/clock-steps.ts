import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { CapsuleStore, StoredCapsule } from '#capsules/rules'
import { type CapsuleService, openCapsuleService, openCapsuleStore } from '#capsules/service'
import { type CapsuleStoreSettings, limits } from '#config'
import type { DeletionState } from '../../../src/capsules/service/clean-up.js'

const day = 86_400_000
const years = 1461 * day
const start = Date.UTC(2026, 10, 22)
const grace = 30 * day
/** Real pauses, but short ones: the client of PostgreSQL has timers of its own, which cannot be faked. */
const pauses = { cleanUpMilliseconds: 20, cleanUpPauseMilliseconds: 5, clockCheckMilliseconds: 10 }

/** A machine: a wall clock that can be set, and a monotonic one that cannot. */
class Machine {
  wall = start
  monotonic = 0
  pass(milliseconds: number): void {
    this.wall += milliseconds
    this.monotonic += milliseconds
  }
}

let made = 0
function capsule(expiry: number): StoredCapsule {
  made += 1
  const id = `KC${String(made).padStart(32, '0')}`
  return { id, type: 'rsa', recipient: Buffer.alloc(270), keyMaterial: Buffer.alloc(1), expiry, adjusted: false }
}

interface Instance {
  readonly service: CapsuleService
  readonly store: CapsuleStore
  readonly deletions: DeletionState['kind'][]
  readonly failures: unknown[]
  /** Resolves after so many further looks of the clean-up that began now. */
  readonly looks: (count: number) => Promise<void>
}

async function startInstance(settings: CapsuleStoreSettings, machine: Machine, other: Partial<typeof pauses> = {}): Promise<Instance> {
  const store = await openCapsuleStore(settings, { role: 'command', onFault: () => undefined })
  const deletions: DeletionState['kind'][] = []
  const failures: unknown[] = []
  const read = vi.spyOn(store, 'readClock')
  const service = await openCapsuleService({
    settings: {
      store: settings,
      limits: { ...limits, capsules: { ...limits.capsules, ...pauses, ...other } },
      host: '127.0.0.1',
      postPort: 0,
      getPort: null,
      tls: null,
      clients: { kind: 'sandbox' },
      standardExpiry: day,
      maximumExpiry: 100 * day,
      grace,
      requestsPerMinute: null,
    } as Parameters<typeof openCapsuleService>[0]['settings'],
    openStore: () => Promise.resolve(store),
    now: () => machine.wall,
    monotonic: () => machine.monotonic,
    onCleanUp: (outcome) => {
      if ('failure' in outcome) failures.push(outcome.failure)
    },
    onDeletion: ({ kind }) => deletions.push(kind),
    onStoreState: () => undefined,
  })
  const looks = async (count: number): Promise<void> => {
    const before = read.mock.calls.length
    // One more: the next one may have begun before.
    await vi.waitFor(() => expect(read.mock.calls.length).toBeGreaterThan(before + count), { timeout: 120_000 })
  }
  return { service, store, deletions, failures, looks }
}

/** The tests of a machine whose clock steps, with capsules in any store; to be called in a group. `settings` names an empty store. */
export function clockSteps(settings: () => Promise<CapsuleStoreSettings>): void {
  let opened: CapsuleStoreSettings
  let machine: Machine
  let instance: Instance
  let living: StoredCapsule
  let old: StoredCapsule
  beforeEach(async () => {
    opened = await settings()
    machine = new Machine()
    instance = await startInstance(opened, machine)
    living = capsule(start + 10 * day)
    old = capsule(start - 60 * day)
    await instance.store.add(living)
  })
  afterEach(async () => {
    await instance.service.close()
    expect(instance.failures).toEqual([])
  })

  const there = async ({ id }: StoredCapsule, on = instance) => (await on.store.find(id)) !== null
  const deletionOf = async (on = instance) => (await on.service.state()).deletion
  const untilDeletion = (kind: DeletionState['kind'], on = instance) =>
    vi.waitFor(async () => expect(await deletionOf(on)).toBe(kind), { timeout: 120_000 })
  const restart = async () => {
    await instance.service.close()
    instance = await startInstance(opened, machine)
  }

  it('a clock that steps for three seconds by four years deletes nothing, and is reported until it is accepted', async () => {
    machine.wall += years
    await untilDeletion('suspended')
    await instance.looks(3)
    machine.wall -= years
    await instance.store.add(old)
    await instance.looks(3)
    expect(await there(living)).toBe(true)
    expect(await there(old)).toBe(true)
    expect(await deletionOf()).toBe('suspended')
    expect(instance.deletions).toEqual(['suspended'])

    await instance.store.acceptClock(machine.wall)
    await untilDeletion('running')
    await instance.looks(2)
    await vi.waitFor(async () => expect(await there(old)).toBe(false), { timeout: 120_000 })
    expect(await there(living)).toBe(true)
    expect(instance.deletions).toEqual(['suspended', 'running'])
  })

  it('a clock that steps is noticed long before the next look for expired capsules', async () => {
    await instance.service.close()
    instance = await startInstance(opened, machine, { cleanUpMilliseconds: 3_600_000 })
    await vi.waitFor(async () => expect((await instance.store.readClock()).seen).toBe(machine.wall), { timeout: 120_000 })
    machine.wall += years
    await untilDeletion('suspended')
  })

  it('a service whose clock steps continues to store and to return capsules', async () => {
    machine.wall += years
    await untilDeletion('suspended')
    const { recipient, keyMaterial, type } = living
    const stored = await instance.service.store({ capsule: { recipient, keyMaterial, type }, requestedExpiry: null, id: null })
    if (stored.kind !== 'stored') throw new Error('not stored')
    expect(await instance.service.fetch(stored.id, { kind: 'anybody' })).not.toBeNull()
    machine.wall -= years
    expect(await instance.service.fetch(living.id, { kind: 'anybody' })).not.toBeNull()
  })

  it('a clock that steps while the service is stopped suspends deletion at the start, also after a further restart', async () => {
    await instance.service.close()
    machine.wall += years
    instance = await startInstance(opened, machine)
    await untilDeletion('suspended')
    machine.wall -= years
    await restart()
    await untilDeletion('suspended')
    expect(await there(living)).toBe(true)
    await instance.store.acceptClock(machine.wall)
    await restart()
    await untilDeletion('running')
  })

  it('a clock that steps by less than a day only makes deletion later by as much', async () => {
    const soon = capsule(machine.wall - grace + 60_000)
    await instance.store.add(soon)
    machine.wall += day / 2
    await instance.looks(2)
    expect(await deletionOf()).toBe('running')
    expect(await there(soon)).toBe(true)
    machine.pass(120_000)
    await instance.looks(2)
    await vi.waitFor(async () => expect(await there(soon)).toBe(false), { timeout: 120_000 })
  })

  it('a clock that never steps, but passes, deletes as before, over restarts too', async () => {
    await instance.store.add(old)
    await instance.looks(2)
    await vi.waitFor(async () => expect(await there(old)).toBe(false), { timeout: 120_000 })
    for (let i = 0; i < 3; i++) {
      machine.pass(60_000)
      await instance.looks(2)
      await instance.service.close()
      machine.pass(30_000)
      instance = await startInstance(opened, machine)
    }
    expect(instance.deletions).toEqual([])
    expect(await there(living)).toBe(true)
  })

  it('a clock that steps on one of two instances suspends deletion on both, and an instance that starts with a wrong clock destroys nothing', async () => {
    const wrong = new Machine()
    wrong.wall += years
    const other = await startInstance(opened, wrong)
    try {
      await untilDeletion('suspended', other)
      await instance.looks(2)
      await untilDeletion('suspended')
      expect(await there(living)).toBe(true)
      // Accepted on the machine whose clock is right: the other one is still wrong, and says so again.
      await instance.store.acceptClock(machine.wall)
      await other.looks(2)
      await untilDeletion('suspended', other)
      expect(await there(living)).toBe(true)
      wrong.wall = machine.wall
      await instance.store.acceptClock(machine.wall)
      await untilDeletion('running', other)
      await untilDeletion('running')
    } finally {
      await other.service.close()
    }
  })
}
