import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { limits } from '#config'
import type { Disk } from '#trust-lists'
import { machineDisk } from '../../../src/service/trust-refresh/refresh-tools.js'
import { ListStore } from '../../../src/trust-lists/refresh/list-store.js'
import { performRefresh } from '../../../src/trust-lists/refresh/perform-refresh.js'
import { listMoment, locationOf, nationalList } from '../../support/trusted-lists/index.js'
import { MemoryDisk } from './memory-disk.js'
import { FakeNetwork, goodPages, listsOf, onlineRequest, refreshWorld, store } from './refresh-world.js'

/** One process has seen a new list of Estonia, the other one of Latvia. */
const estonian = () => new FakeNetwork().serve({ ...goodPages(), [locationOf('EE')]: nationalList('EE', { sequenceNumber: 2 }) })
const latvian = () => new FakeNetwork().serve({ ...goodPages(), [locationOf('LV')]: nationalList('LV', { sequenceNumber: 2 }) })
const both = ['list-of-lists:test 10', 'EE 2', 'LV 2', 'FI 1']

/** On which everything has just been written, as it is when two processes meet. */
class FreshDisk extends MemoryDisk {
  override modified = () => listMoment
}

/** What a process finds that starts now, without a network. */
const found = async (disk: MemoryDisk) => listsOf(await refreshWorld(new MemoryDisk(disk.files)).refresh({ online: false }))

/** A disk that does something else just before its nth operation. */
function interrupted(disk: MemoryDisk, before: number, action: () => Promise<unknown>): Disk {
  let operations = 0
  const during = async <T>(operation: () => Promise<T>): Promise<T> => {
    if (operations++ === before) await action()
    return operation()
  }
  return {
    read: (path) => during(() => disk.read(path)),
    readShared: (path) => during(() => disk.readShared(path)),
    write: (path, bytes) => during(() => disk.write(path, bytes)),
    rename: (from, to) => during(() => disk.rename(from, to)),
    syncFolder: () => during(() => disk.syncFolder()),
    makeFolder: () => during(() => disk.makeFolder()),
    list: (folder) => during(() => disk.list(folder)),
    remove: (path) => during(() => disk.remove(path)),
  }
}

describe('two processes with one store', () => {
  it('of which one refreshes at any moment of the refresh of the other leave whole lists, and lose nothing but for an instant', async () => {
    const start = refreshWorld()
    await start.refresh()
    const alone = refreshWorld(new FreshDisk(start.disk.files), estonian())
    await alone.refresh()
    const lost: number[] = []
    for (let at = 0; at < alone.disk.operations; at++) {
      const disk = new FreshDisk(start.disk.files)
      const other = refreshWorld(disk, latvian())
      const tools = { ...refreshWorld(disk, estonian()).tools, disk: interrupted(disk, at, () => other.refresh()) }
      const outcome = await performRefresh(onlineRequest(), tools)
      expect(outcome.problems).toEqual([])
      expect(listsOf(outcome)).toContain('EE 2')
      const left = await found(disk)
      if (JSON.stringify(left) === JSON.stringify(both)) continue
      // Between the last look at the manifest and its replacement: the other one's list comes back with his next refresh.
      lost.push(at)
      expect(left).toEqual(['list-of-lists:test 10', 'EE 2', 'LV 1', 'FI 1'])
      await other.refresh()
      expect(await found(disk)).toEqual(both)
    }
    expect(lost.length).toBeLessThanOrEqual(2)
  })

  it('may both begin with an empty one', async () => {
    const alone = refreshWorld()
    await alone.refresh()
    for (let at = 0; at < alone.disk.operations; at++) {
      const disk = new FreshDisk()
      const other = refreshWorld(disk, latvian())
      const tools = { ...refreshWorld(disk, estonian()).tools, disk: interrupted(disk, at, () => other.refresh()) }
      expect((await performRefresh(onlineRequest(), tools)).problems).toEqual([])
      expect(await found(disk)).toContain('EE 2')
    }
  })

  it('do not take a file away that the other one is about to name', async () => {
    const disk = new MemoryDisk()
    const world = refreshWorld(disk)
    await world.refresh()
    const [list] = (await new ListStore(disk, store, limits.trustRefresh.maxManifestBytes).load()).lists
    if (list === undefined) throw new Error('the store is empty')
    // Nobody names it any more, and it is old: who names it again writes it again, so that it is new.
    const empty = { lists: [], accepted: new Map() }
    await new ListStore(disk, store, limits.trustRefresh.maxManifestBytes).save(
      empty,
      0,
      (await new ListStore(disk, store, limits.trustRefresh.maxManifestBytes).load()).version,
    )
    const written: string[] = []
    const watched: Disk = interrupted(disk, -1, () => Promise.resolve())
    const watching: Disk = {
      ...watched,
      write: (path, bytes) => {
        written.push(path)
        return watched.write(path, bytes)
      },
    }
    const { version } = await new ListStore(disk, store, limits.trustRefresh.maxManifestBytes).load()
    await new ListStore(watching, store, limits.trustRefresh.maxManifestBytes).save({ ...empty, lists: [list] }, listMoment, version)
    expect(written.some((path) => path.includes(list.digest))).toBe(true)
    expect((await new ListStore(disk, store, limits.trustRefresh.maxManifestBytes).load()).lists).toHaveLength(1)
  })

  it('leave each other what was just written, also when the clock of one of them, or a file, is a year ahead', async () => {
    const hour = 3_600_000
    const year = 365 * 24 * hour
    const left = async (now: number, modified: Readonly<Record<string, number>>) => {
      const disk = new MemoryDisk(new Map(Object.keys(modified).map((name) => [join(store, name), Buffer.from('a list')])))
      disk.modified = (name) => modified[name] ?? listMoment
      await new ListStore(disk, store, limits.trustRefresh.maxManifestBytes).save({ lists: [], accepted: new Map() }, now, 'empty')
      return [...disk.files.keys()].map((path) => path.slice(store.length + 1)).filter((name) => name in modified)
    }
    const files = { 'new.xml.gz': listMoment, 'new.xml.gz.1.tmp': listMoment - hour, 'old.xml.gz': listMoment - 2 * hour }
    const recent = ['new.xml.gz', 'new.xml.gz.1.tmp']
    expect(await left(listMoment, files)).toEqual(recent)
    expect(await left(listMoment + year, files)).toEqual(recent)
    expect(await left(listMoment, { ...files, 'result.bin': listMoment + year })).toEqual([...recent, 'result.bin'])
  })

  it('are waited for in as many checks as the bound says', async () => {
    const readsIn = async (maxRounds: number) => {
      const disk = new FreshDisk()
      let reads = 0
      const restless: Disk = {
        ...interrupted(disk, -1, () => Promise.resolve()),
        read: async (path) => {
          if (path.endsWith('manifest.json')) disk.files.set(path, Buffer.from(`{"format":2,"lists":[],"accepted":{},"n":${reads++}}`))
          return disk.read(path)
        },
      }
      const { tools } = refreshWorld(disk)
      const bounds = { ...tools.limits, trustRefresh: { ...tools.limits.trustRefresh, maxRounds } }
      const { problems } = await performRefresh(onlineRequest(), { ...tools, limits: bounds, disk: restless })
      expect(problems).toEqual([expect.stringContaining('another process keeps changing it')])
      return reads
    }
    const [one, two, three] = [await readsIn(1), await readsIn(2), await readsIn(3)]
    expect(two).toBeGreaterThan(one)
    expect(three - two).toBe(two - one)
  })

  it('that save without end do not keep a refresh from ending', async () => {
    const disk = new FreshDisk()
    let number = 2
    const restless: Disk = {
      ...interrupted(disk, -1, () => Promise.resolve()),
      read: async (path) => {
        if (path.endsWith('manifest.json')) disk.files.set(path, Buffer.from(`{"format":2,"lists":[],"accepted":{},"n":${number++}}`))
        return disk.read(path)
      },
    }
    const outcome = await performRefresh(onlineRequest(), { ...refreshWorld(disk).tools, disk: restless })
    expect(listsOf(outcome)).toHaveLength(4)
    // Nothing is overwritten that this refresh has not seen; its lists stay in memory until the next one.
    expect(outcome.problems).toEqual([expect.stringContaining('another process keeps changing it')])
    expect(outcome.state.unsaved).toHaveLength(4)
  })
})

describe('two refreshers at once on one folder of this machine', () => {
  const folder = mkdtempSync(join(tmpdir(), 'allkiri-store-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  it('end with whole lists, and agree after the next refresh', async () => {
    const run = (network: FakeNetwork) =>
      performRefresh(onlineRequest({ store: folder }), { ...refreshWorld(undefined, network).tools, disk: machineDisk })
    for (let round = 0; round < 10; round++) {
      const outcomes = await Promise.all([run(estonian()), run(latvian()), run(estonian()), run(latvian())])
      for (const { problems, state } of outcomes) expect([problems, state.unsaved]).toEqual([[], []])
    }
    expect(listsOf(await run(new FakeNetwork()))).toEqual(both)
    expect(readdirSync(folder).filter((name) => name.endsWith('.tmp'))).toEqual([])
  })
})

describe('a machine that only reads what another one has fetched', () => {
  const folders = [1, 2].map(() => mkdtempSync(join(tmpdir(), 'allkiri-store-')))
  afterAll(() => {
    for (const folder of folders) rmSync(folder, { recursive: true })
  })
  const [fetching = '', reading = ''] = folders
  const refresh = (folder: string, network: FakeNetwork, online: boolean) =>
    performRefresh(onlineRequest({ store: folder, online }), { ...refreshWorld(undefined, network).tools, disk: machineDisk })

  it('has the same trust from a copy of its folder, asks no network, and has the newer list after the next copy', async () => {
    const silent = new FakeNetwork()
    for (const [network, lists] of [
      [new FakeNetwork().serve(goodPages()), ['list-of-lists:test 10', 'EE 1', 'LV 1', 'FI 1']],
      [estonian(), ['list-of-lists:test 10', 'EE 2', 'LV 1', 'FI 1']],
    ] as const) {
      const fetched = await refresh(fetching, network, true)
      cpSync(fetching, reading, { recursive: true })
      const read = await refresh(reading, silent, false)
      expect(listsOf(fetched)).toEqual(lists)
      expect(listsOf(read)).toEqual(lists)
      expect(read.trust?.facts.lists).toEqual(fetched.trust?.facts.lists)
    }
    expect(silent.asked).toEqual([])
  })
})
