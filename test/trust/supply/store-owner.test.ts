import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { limits } from '#config'
import { performRefresh } from '#trust/lists'
import { takeLock } from '../../../src/files/file-lock.js'
import { openMachineDisk } from '../../../src/trust/supply/refresh-tools.js'
import { TrustRefresher } from '../../../src/trust/supply/trust-refresher.js'
import { isBuilt, needs } from '../../support/needs.js'
import { listMoment, locationOf, nationalList } from '../../support/trusted-lists/index.js'
import { source } from '../lists/list-set/lists-at-hand.js'
import { FakeNetwork, goodPages, listsOf, onlineRequest, refreshWorld } from './refresh-world.js'

const machineDisk = openMachineDisk(limits.trustRefresh.maxStoredBytes)

const built = fileURLToPath(new URL('../../../dist/files/file-lock.js', import.meta.url))
const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true })
})
function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'allkiri-store-'))
  folders.push(folder)
  return folder
}

async function refresher(store: string) {
  const { tools } = refreshWorld(
    undefined,
    new FakeNetwork().serve({ ...goodPages(), [locationOf('EE')]: nationalList('EE', { sequenceNumber: 2 }) }),
  )
  const { refresher, loaded } = TrustRefresher.begin({
    ...onlineRequest({ store }),
    limits,
    instances: [],
    clock: () => listMoment,
    disk: machineDisk,
    readFolder: () => [],
    own: (folder) => takeLock(join(folder, 'store.lock')),
    run: (request) => performRefresh(request, { ...tools, disk: machineDisk }),
    schedule: { intervalMilliseconds: null, startMilliseconds: 1, retryMilliseconds: 1, jitter: 0, random: () => 0.5 },
    log: () => undefined,
  })
  await loaded
  const refresh = async () => {
    await refresher.refresh()
    const { lastTry } = refresher.status(listMoment)
    return {
      problems: lastTry?.problems ?? [],
      lists: refresher.current().facts.lists.map(({ id, sequenceNumber }) => `${id} ${sequenceNumber}`),
    }
  }
  return { refresher, refresh }
}

const everything = ['list-of-lists:test 10', 'EE 2', 'LV 1', 'FI 1']
const told = [expect.stringMatching(/^Another process uses the store .*: the lists are held in memory until that process has ended\.$/)]

describe('A store of trusted lists', () => {
  it('a store of trusted lists belongs to the first process that writes to it: a second one is told so, holds its lists in memory, and writes once that one has ended', async () => {
    const store = newFolder()
    const [first, second] = [await refresher(store), await refresher(store)]
    expect(await first.refresh()).toEqual({ problems: [], lists: everything })
    const manifest = readFileSync(join(store, 'manifest.json'))
    expect(await second.refresh()).toEqual({ problems: told, lists: everything })
    expect(readFileSync(join(store, 'manifest.json'))).toEqual(manifest)
    first.refresher.close()
    expect(await second.refresh()).toEqual({ problems: [], lists: everything })
    second.refresher.close()
  })

  it('a store of trusted lists is free at once when the process that has it is killed', needs({ 'a build': isBuilt }), async () => {
    const store = newFolder()
    const program = `
      const { takeLock } = await import(${JSON.stringify(built)})
      if ((await takeLock(${JSON.stringify(join(store, 'store.lock'))})) === null) throw new Error('not free')
      console.log('taken')
      setInterval(() => undefined, 1_000)`
    const child: ChildProcess = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'pipe', 'inherit'] })
    if (child.stdout !== null) await once(child.stdout, 'data')
    const { refresher: second, refresh } = await refresher(store)
    try {
      expect(await refresh()).toEqual({ problems: told, lists: everything })
    } finally {
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
    expect((await refresh()).problems).toEqual([])
    second.close()
  })
})

describe('A machine that only reads what another one has fetched', () => {
  const refresh = (folder: string, network: FakeNetwork, online: boolean) =>
    performRefresh(onlineRequest({ sources: [source], store: folder, online }), {
      ...refreshWorld(undefined, network).tools,
      disk: machineDisk,
    })

  it('a machine that only reads what another one has fetched has the same trust from a copy of its folder, asks no network, and has the newer list after the next copy', async () => {
    const [fetching, reading] = [newFolder(), newFolder()]
    const silent = new FakeNetwork()
    const estonian = new FakeNetwork().serve({ ...goodPages(), [locationOf('EE')]: nationalList('EE', { sequenceNumber: 2 }) })
    for (const [network, lists] of [
      [new FakeNetwork().serve(goodPages()), ['list-of-lists:test 10', 'EE 1', 'LV 1', 'FI 1']],
      [estonian, everything],
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
