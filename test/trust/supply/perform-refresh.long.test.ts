import { describe, expect, it } from 'vitest'
import { limits } from '#config'
import { ListStore } from '../../../src/trust/lists/refresh/list-store.js'
import { keyOfResult } from '../../../src/trust/lists/refresh/result-key.js'
import { listMoment } from '../../support/trusted-lists/index.js'
import { MemoryDisk } from './memory-disk.js'
import { afterwards, everything, FakeNetwork, goodPages, listsOf, onlineRequest, refreshWorld, renewed, store } from './refresh-world.js'

describe('a process that is stopped at any moment of a refresh', () => {
  it('a process that is stopped at any moment of a refresh leaves the lists as they were, or as they are now: never a mixture that costs a country', async () => {
    const before = refreshWorld()
    await before.refresh()
    const counting = refreshWorld(new MemoryDisk(before.disk.files), new FakeNetwork().serve({ ...goodPages(), ...renewed() }))
    expect(listsOf(await counting.refresh())).toEqual(afterwards)
    const seen = new Set<string>()
    for (let at = 0; at < counting.disk.operations; at++) {
      const disk = new MemoryDisk(before.disk.files)
      disk.fault = { kind: 'killed', at }
      const world = refreshWorld(disk, new FakeNetwork().serve({ ...goodPages(), ...renewed() }))
      await world.refresh().catch(() => null)
      const restarted = refreshWorld(new MemoryDisk(disk.files))
      const found = listsOf(await restarted.refresh({ online: false }))
      expect([everything, afterwards]).toContainEqual(found)
      seen.add(JSON.stringify(found))
    }
    expect(seen.size).toBe(2)
  })

  it('a process that is stopped while the first lists are fetched leaves nothing or all of them', async () => {
    const counting = refreshWorld()
    await counting.refresh()
    for (let at = 0; at < counting.disk.operations; at++) {
      const disk = new MemoryDisk()
      disk.fault = { kind: 'killed', at }
      await refreshWorld(disk)
        .refresh()
        .catch(() => null)
      const found = listsOf(await refreshWorld(new MemoryDisk(disk.files)).refresh({ online: false }))
      expect([[], everything]).toContainEqual(found)
    }
  })

  it('a process that is stopped at any moment of a refresh leaves no result that does not follow from the lists', async () => {
    const before = refreshWorld()
    await before.refresh()
    const counting = refreshWorld(new MemoryDisk(before.disk.files), new FakeNetwork().serve({ ...goodPages(), ...renewed() }))
    await counting.refresh()
    let used = 0
    for (let at = 0; at < counting.disk.operations; at++) {
      const disk = new MemoryDisk(before.disk.files)
      disk.fault = { kind: 'killed', at }
      await refreshWorld(disk, new FakeNetwork().serve({ ...goodPages(), ...renewed() }))
        .refresh()
        .catch(() => null)
      const left = new MemoryDisk(disk.files)
      const key = keyOfResult(onlineRequest(), await new ListStore(left, store, limits.trustRefresh.maxManifestBytes).names(), [])
      const kept = await new ListStore(left, store, limits.trustRefresh.maxManifestBytes).result(key, listMoment)
      const checked = await refreshWorld(left).refresh({ online: false })
      if (kept === null) continue
      used += 1
      expect(kept.summary.digest).toBe(checked.trust?.summary.digest)
    }
    // The old result until the lists are replaced, and the new one at the end.
    expect(used).toBeGreaterThan(1)
    expect(used).toBeLessThan(counting.disk.operations)
  })
})

describe('a disk that is full at any moment of a refresh', () => {
  it('a disk of lists that is full does not affect trust, is reported, and is used again when it has space', async () => {
    const { refresh, disk, network } = refreshWorld()
    await refresh()
    for (let at = disk.operations; at < disk.operations + 30; at++) {
      const full = new MemoryDisk(disk.files)
      full.operations = disk.operations
      full.fault = { kind: 'full', at }
      const world = refreshWorld(full, new FakeNetwork().serve({ ...goodPages(), ...renewed() }))
      const outcome = await world.refresh()
      expect(listsOf(outcome)).toEqual(afterwards)
      const later = await world.refresh({ state: outcome.state })
      expect(later.trust === null || JSON.stringify(listsOf(later)) === JSON.stringify(afterwards)).toBe(true)
      full.fault = null
      const again = await world.refresh({ state: later.state })
      expect(again.problems).toEqual([])
      expect(again.state.unsaved).toEqual([])
      expect(listsOf(await refreshWorld(new MemoryDisk(full.files), network).refresh({ online: false }))).toEqual(afterwards)
    }
  })
})
