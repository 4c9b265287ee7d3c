import { describe, expect, it } from 'vitest'
import { limits } from '#config'
import { FetchError, type FetchRequest } from '../../../src/trust/lists/refresh/access.js'
import type { RefreshOutcome } from '../../../src/trust/lists/refresh/perform-refresh.js'
import { nothingKnown, performRefresh } from '../../../src/trust/lists/refresh/perform-refresh.js'
import {
  listOfLists,
  listSigners,
  locationOf,
  lotlLocation,
  manyServices,
  nationalList,
  noticeUrl,
  pointerTo,
  pointerToItself,
} from '../../support/trusted-lists/index.js'
import { source } from '../lists/list-set/lists-at-hand.js'
import { MemoryDisk } from './memory-disk.js'
import { everything, FakeNetwork, goodPages, listsOf, onlineRequest, onlyTerritories, refreshWorld, store } from './refresh-world.js'

const failing = (message: string) => new FetchError('FETCH_CONNECTION', message)

describe('a refresh', () => {
  it('a refresh of lists fetches the list of lists and what it announces, and keeps it', async () => {
    const { refresh, network, disk } = refreshWorld()
    const outcome = await refresh()
    expect(listsOf(outcome)).toEqual(everything)
    expect(outcome.attempts.map(({ territory, outcome: each }) => `${territory} ${each}`)).toEqual([
      'EU fetched',
      'EE fetched',
      'LV fetched',
      'FI fetched',
    ])
    expect(outcome.problems).toEqual([])
    expect(network.asked).toHaveLength(4)
    expect([...disk.files.keys()].filter((path) => path.endsWith('.xml.gz'))).toHaveLength(4)
    expect([...disk.files.keys()].some((path) => path.endsWith('.tmp'))).toBe(false)
    // Without a network the same trust follows from the disk.
    const offline = await refresh({ online: false })
    expect(listsOf(offline)).toEqual(everything)
    expect(offline.trust?.summary.digest).toBe(outcome.trust?.summary.digest)
  })

  it('a refresh of lists asks only for changes the next time, and checks nothing when there are none', async () => {
    const { refresh, network } = refreshWorld()
    const first = await refresh()
    network.asked.length = 0
    const second = await refresh({ state: first.state })
    expect(second.trust).toBeNull()
    expect(second.attempts.map(({ outcome }) => outcome)).toEqual(['not-modified', 'not-modified', 'not-modified', 'not-modified'])
    expect(network.asked.every(({ etag }) => etag !== null)).toBe(true)
    network.serve({ [locationOf('EE')]: nationalList('EE', { sequenceNumber: 2 }) })
    const third = await refresh({ state: second.state })
    expect(listsOf(third)).toEqual(['list-of-lists:test 10', 'EE 2', 'LV 1', 'FI 1'])
  })

  it.each<[string, string | null, string | null]>([
    ['an ETag that stands for any list', '*', null],
    ['an ETag without quotes', 'abc', null],
    ['an ETag that no server takes back', `"${'a'.repeat(9_000)}"`, null],
    ['a Last-Modified of next year', null, 'Sun, 01 Aug 2027 12:00:00 GMT'],
    ['a Last-Modified that is no time', null, 'yesterday'],
  ])('a refresh of lists does not ask for changes by %s, which one faulty answer would leave for ever', async (_, etag, lastModified) => {
    const { network, tools } = refreshWorld()
    const odd = { ...tools, fetch: async (request: FetchRequest) => ({ ...(await network.fetch(request)), etag, lastModified }) }
    const first = await performRefresh(onlineRequest(), odd)
    network.asked.length = 0
    await performRefresh(onlineRequest({ state: first.state }), odd)
    expect(network.asked).toHaveLength(4)
    for (const asked of network.asked) expect(asked).toMatchObject({ etag: null, lastModified: null })
  })

  it('a refresh of lists asks for changes by a weak ETag, and by a time that has passed', async () => {
    const { network, tools } = refreshWorld()
    const said = { etag: 'W/"7"', lastModified: 'Sat, 01 Aug 2026 12:00:00 GMT' }
    const weak = { ...tools, fetch: async (request: FetchRequest) => ({ ...(await network.fetch(request)), ...said }) }
    await performRefresh(onlineRequest(), weak)
    network.asked.length = 0
    await performRefresh(onlineRequest(), weak)
    for (const asked of network.asked) expect(asked).toMatchObject(said)
  })

  it('a refresh of lists does not check the same refused download again and again', async () => {
    const { refresh, network } = refreshWorld()
    network.serve({ [locationOf('EE')]: nationalList('EE', { signature: { signer: listSigners.stranger } }) })
    const first = await refresh()
    expect(first.trust?.facts.refusals.map(({ code }) => code)).toEqual(['LIST_SIGNER_UNKNOWN'])
    expect((await refresh({ state: first.state })).trust).toBeNull()
  })

  it('a refresh of lists does not ask a new address for changes of an old one', async () => {
    const { refresh, network } = refreshWorld()
    await refresh()
    const moved = 'https://new.example/ee.xml'
    network.serve({
      [lotlLocation]: listOfLists({ sequenceNumber: 11, pointers: [pointerTo('EE', { location: moved })] }),
      [moved]: nationalList('EE', { sequenceNumber: 2 }),
    })
    network.asked.length = 0
    expect(listsOf(await refresh())).toEqual(['list-of-lists:test 11', 'EE 2'])
    expect(network.asked.find(({ location }) => location === moved)?.etag).toBeNull()
  })

  it('a refresh of lists fetches the pivots that it needs, once', async () => {
    const pivot = 'https://lists.example/pivot-3.xml'
    const pages = {
      ...goodPages(),
      [lotlLocation]: listOfLists({ informationUris: [pivot, noticeUrl], signature: { signer: listSigners.lotlSecond } }),
      [pivot]: listOfLists({ sequenceNumber: 3, pointers: [pointerToItself(listSigners.lotlSecond.certificate)] }),
    }
    const { refresh, network } = refreshWorld(new MemoryDisk(), new FakeNetwork().serve(pages))
    expect(listsOf(await refresh())).toEqual(everything)
    await refresh()
    expect(network.asked.filter(({ location }) => location === pivot)).toHaveLength(1)
  })

  it('a refresh of lists takes only the territories that are asked for, and asks for no others', async () => {
    const { refresh, network } = refreshWorld()
    expect(listsOf(await refresh({ sources: [onlyTerritories('LV')] }))).toEqual(['list-of-lists:test 10', 'LV 1'])
    expect(network.asked.map(({ location }) => location)).toEqual([lotlLocation, locationOf('LV')])
  })

  it('a refresh of lists follows no address of a list of lists that is not authentic', async () => {
    const { refresh, network } = refreshWorld()
    network.serve({ [lotlLocation]: listOfLists({ signature: { signer: listSigners.stranger } }) })
    expect(listsOf(await refresh())).toEqual([])
    expect(network.asked.map(({ location }) => location)).toEqual([lotlLocation])
  })

  it('a refresh of lists never asks for more at once than it may', async () => {
    const territories = ['EE', 'LV', 'FI', 'AT', 'BE', 'BG', 'CY', 'CZ', 'DE', 'DK']
    const world = refreshWorld()
    world.network.serve({ [lotlLocation]: listOfLists({ pointers: territories.map((territory) => pointerTo(territory)) }) })
    let open = 0
    let most = 0
    const { fetch } = world.network
    const slow: typeof fetch = async (request) => {
      most = Math.max(most, ++open)
      await new Promise((done) => setTimeout(done, 5))
      open--
      return fetch(request)
    }
    const { performRefresh } = await import('../../../src/trust/lists/refresh/perform-refresh.js')
    await performRefresh(onlineRequest(), { ...world.tools, fetch: slow })
    expect(most).toBe(limits.trustRefresh.concurrency)
  })

  it('a refresh of lists is bounded in the sum of its downloads', async () => {
    const world = refreshWorld()
    const { performRefresh } = await import('../../../src/trust/lists/refresh/perform-refresh.js')
    const trustRefresh = { ...limits.trustRefresh, concurrency: 1, maxTotalBytes: 30_000 }
    const outcome = await performRefresh(onlineRequest(), { ...world.tools, limits: { ...limits, trustRefresh } })
    expect(outcome.attempts.some(({ message }) => message?.includes('larger than is allowed'))).toBe(true)
  })
})

describe('whatever a server sends', () => {
  const bad: readonly [string, Uint8Array | Error][] = [
    ['no answer', failing('connect ECONNREFUSED')],
    ['an error', new FetchError('FETCH_STATUS', 'The server answered with status 503.')],
    ['nothing', Buffer.alloc(0)],
    ['an HTML page', Buffer.from('<!DOCTYPE html><html></html>')],
    ['half a list', nationalList('EE', { sequenceNumber: 2 }).subarray(0, 4_000)],
    ['an older list', nationalList('EE', { sequenceNumber: 0 })],
    ['another list of the same number', nationalList('EE', { issued: '2026-07-01T00:00:00Z' })],
    ['a list of a stranger', nationalList('EE', { sequenceNumber: 2, signature: { signer: listSigners.stranger } })],
    ['the list of another country', nationalList('LV', { sequenceNumber: 2 })],
    ['the list of lists', listOfLists()],
    ['gzip of too much', Buffer.alloc(1_000, 0x1f)],
  ]

  it.each(bad)('whatever a server sends (%s) for one country leaves the good list, and the others are refreshed', async (_, page) => {
    const { refresh, network } = refreshWorld()
    await refresh()
    network.serve({ [locationOf('EE')]: page, [locationOf('LV')]: nationalList('LV', { sequenceNumber: 2 }) })
    const outcome = await refresh()
    expect(listsOf(outcome)).toEqual(['list-of-lists:test 10', 'EE 1', 'LV 2', 'FI 1'])
    const told = [
      ...outcome.attempts.flatMap(({ message }) => message ?? []),
      ...(outcome.trust?.facts.refusals ?? []).map(({ message }) => message),
    ]
    expect(told).toHaveLength(1)
    // And so it is after a restart without a network.
    expect(listsOf(await refresh({ online: false }))).toEqual(['list-of-lists:test 10', 'EE 1', 'LV 2', 'FI 1'])
  })

  it.each(bad)(
    'whatever a server sends (%s) for the list of lists leaves everything, and countries are still refreshed',
    async (_, page) => {
      const { refresh, network } = refreshWorld()
      await refresh()
      network.serve({ [lotlLocation]: page, [locationOf('EE')]: nationalList('EE', { sequenceNumber: 2 }) })
      expect(listsOf(await refresh())?.slice(1)).toEqual(['EE 2', 'LV 1', 'FI 1'])
    },
  )

  it('whatever a server sends for every list at once leaves everything', async () => {
    const { refresh, network } = refreshWorld()
    const before = await refresh()
    // The list of another country is a good one where that country publishes.
    for (const [name, page] of bad) {
      if (name.includes('another country')) continue
      network.serve(Object.fromEntries([...network.pages.keys()].map((location) => [location, page])))
      expect((await refresh()).trust?.summary.digest).toBe(before.trust?.summary.digest)
    }
  })

  it('a list that lost most of its services is not used until the operator accepts it', async () => {
    const rich = (count: number, sequenceNumber: number) =>
      nationalList('EE', { sequenceNumber, providers: [{ name: 'P', services: manyServices(count) }] })
    const { refresh, network } = refreshWorld()
    network.serve({ [locationOf('EE')]: rich(20, 1) })
    await refresh()
    network.serve({ [locationOf('EE')]: rich(3, 2) })
    expect((await refresh()).trust?.facts.refusals.map(({ code }) => code)).toEqual(['LIST_POORER'])
    expect(listsOf(await refresh({ mayBePoorer: ['EE'] }))).toContain('EE 2')
  })
})

describe('no list is replaced by an older one', () => {
  const otherSigner = () =>
    listOfLists({
      sequenceNumber: 11,
      pointers: [pointerTo('EE', { signers: [listSigners.eeSecond.certificate] }), pointerTo('LV'), pointerTo('FI')],
    })
  const bySecond = (sequenceNumber: number) => nationalList('EE', { sequenceNumber, signature: { signer: listSigners.eeSecond } })
  const codesOf = (outcome: RefreshOutcome) => (outcome.trust?.facts.refusals ?? []).map(({ code }) => code)

  it('no list is replaced by an older one, also when the stored list is refused by now: a lower one neither counts nor takes its place', async () => {
    const { refresh, network, disk } = refreshWorld()
    network.serve({ [locationOf('EE')]: nationalList('EE', { sequenceNumber: 5 }) })
    await refresh()
    network.serve({ [lotlLocation]: otherSigner(), [locationOf('EE')]: bySecond(4) })
    expect(codesOf(await refresh())).toEqual(['LIST_SIGNER_UNKNOWN', 'LIST_SEQUENCE'])
    // Another process, and the list of lists announces the first signer again.
    network.serve({ [lotlLocation]: listOfLists({ sequenceNumber: 12 }), [locationOf('EE')]: Buffer.from('<html/>') })
    expect(listsOf(await refreshWorld(new MemoryDisk(disk.files), network).refresh())).toContain('EE 5')
  })

  it.each([
    ['an older list', 4, '2026-06-01T00:00:00Z'],
    ['another list of the same number', 5, '2026-06-02T00:00:00Z'],
    ['a list with a higher number that was issued before it', 6, '2026-05-31T00:00:00Z'],
  ])(
    'no list is replaced by an older one (%s) although the store has lost the list, in this process and in the next',
    async (_, sequenceNumber, issued) => {
      const { refresh, network, disk } = refreshWorld()
      network.serve({ [locationOf('EE')]: nationalList('EE', { sequenceNumber: 5 }) })
      const { accepted } = (await refresh()).state
      const digest = accepted.get('EE')?.digest ?? ''
      network.serve({ [locationOf('EE')]: nationalList('EE', { sequenceNumber, issued, signature: { signingTime: issued } }) })
      disk.files.delete(`${store}/${digest}.xml.gz`)
      expect(codesOf(await refresh())).toEqual(['LIST_SEQUENCE'])
      expect(codesOf(await refreshWorld(new MemoryDisk(disk.files), network).refresh())).toEqual(['LIST_SEQUENCE'])
      // The store is gone as well, but the process remembers.
      disk.files.clear()
      expect(codesOf(await refresh({ state: { ...nothingKnown, accepted } }))).toEqual(['LIST_SEQUENCE'])
      network.serve({ [locationOf('EE')]: nationalList('EE', { sequenceNumber: 7 }) })
      expect(listsOf(await refresh({ state: { ...nothingKnown, accepted } }))).toContain('EE 7')
    },
  )

  it.each([
    ['this process', 5, 7],
    ['the store', 7, 5],
  ])('no list is replaced by an older one where %s has seen a higher number than the other', async (_, inStore, inProcess) => {
    const seen = async (world: ReturnType<typeof refreshWorld>, sequenceNumber: number) => {
      world.network.serve({ [locationOf('EE')]: nationalList('EE', { sequenceNumber }) })
      return (await world.refresh()).state.accepted
    }
    const world = refreshWorld()
    const digest = (await seen(world, inStore)).get('EE')?.digest ?? ''
    world.disk.files.delete(`${store}/${digest}.xml.gz`)
    const accepted = await seen(refreshWorld(), inProcess)
    world.network.serve({ [locationOf('EE')]: nationalList('EE', { sequenceNumber: 6 }) })
    expect(codesOf(await world.refresh({ state: { ...nothingKnown, accepted } }))).toEqual(['LIST_SEQUENCE'])
  })

  it('a list is compared with the richest one before it, not with the last', async () => {
    const rich = (count: number, sequenceNumber: number) =>
      nationalList('EE', { sequenceNumber, providers: [{ name: 'P', services: manyServices(count) }] })
    const { refresh, network } = refreshWorld()
    for (const [count, number] of [
      [20, 1],
      [12, 2],
    ] as const) {
      network.serve({ [locationOf('EE')]: rich(count, number) })
      expect(listsOf(await refresh())).toContain(`EE ${number}`)
    }
    network.serve({ [locationOf('EE')]: rich(8, 3) })
    expect(codesOf(await refresh())).toEqual(['LIST_POORER'])
    expect(listsOf(await refresh({ mayBePoorer: ['EE'] }))).toContain('EE 3')
    network.serve({ [locationOf('EE')]: rich(5, 4) })
    expect(listsOf(await refresh())).toContain('EE 4')
  })

  it('no list of lists is replaced by one with an older pivot or notice', async () => {
    const pivot = 'https://lists.example/lotl-pivot-3.xml'
    const next = 'https://journal.example/notice/2'
    const { lotl: first, lotlSecond: second } = listSigners
    const anchors = [{ name: 'notice-2', noticeUrl: next, certificates: [second.certificate.der] }, ...source.anchors]
    const sources = [{ ...source, anchors }]
    const { refresh, network } = refreshWorld()
    const serveLotl = (sequenceNumber: number, informationUris: readonly string[], signer: typeof first) =>
      network.serve({ [lotlLocation]: listOfLists({ sequenceNumber, informationUris, signature: { signer } }) })
    network.serve({ [pivot]: listOfLists({ sequenceNumber: 3, pointers: [pointerToItself(second.certificate)] }) })

    serveLotl(10, [noticeUrl], first)
    expect(listsOf(await refresh())?.[0]).toBe('list-of-lists:test 10')
    serveLotl(11, [pivot, noticeUrl], second)
    expect(listsOf(await refresh())?.[0]).toBe('list-of-lists:test 11')
    // The signer that the pivot has replaced.
    serveLotl(12, [noticeUrl], first)
    expect(codesOf(await refresh())).toEqual(['LIST_BEHIND'])
    serveLotl(13, [next, pivot, noticeUrl], second)
    expect(listsOf(await refresh({ sources }))?.[0]).toBe('list-of-lists:test 13')
    // The pivots of an older notice.
    serveLotl(14, [pivot, noticeUrl], second)
    const outcome = await refresh({ sources })
    expect(codesOf(outcome)).toEqual(['LIST_BEHIND'])
    expect(listsOf(outcome)?.[0]).toBe('list-of-lists:test 13')
    // A notice that the operator has taken out again is not held against anybody.
    expect(listsOf(await refresh())?.[0]).toBe('list-of-lists:test 14')
  })

  it('no list of lists is replaced by an older one although the store has no record of a pivot', async () => {
    const pivot = 'https://lists.example/lotl-pivot-3.xml'
    const { lotl: first, lotlSecond: second } = listSigners
    const { refresh, network, disk } = refreshWorld()
    network.serve({
      [pivot]: listOfLists({ sequenceNumber: 3, pointers: [pointerToItself(second.certificate)] }),
      [lotlLocation]: listOfLists({ sequenceNumber: 11, informationUris: [pivot, noticeUrl], signature: { signer: second } }),
    })
    const { accepted } = (await refresh()).state
    const path = `${store}/manifest.json`
    const manifest = JSON.parse(Buffer.from(disk.files.get(path) ?? '').toString()) as { accepted: Record<string, object> }
    manifest.accepted['list-of-lists:test'] = { sequenceNumber: 12, digest: '', issued: 0, entries: 0, origin: null }
    disk.files.set(path, Buffer.from(JSON.stringify(manifest)))
    network.serve({ [lotlLocation]: listOfLists({ sequenceNumber: 13, signature: { signer: first } }) })
    expect(codesOf(await refresh({ state: { ...nothingKnown, accepted } }))).toContain('LIST_BEHIND')
  })
})

describe('a disk', () => {
  it('a disk of lists that is full does not accept an older list again', async () => {
    const { refresh, disk, network } = refreshWorld()
    await refresh()
    disk.fault = { kind: 'full', at: 0 }
    network.serve({ [locationOf('EE')]: nationalList('EE', { sequenceNumber: 2 }) })
    const outcome = await refresh()
    expect(outcome.problems[0]).toContain('ENOSPC')
    network.serve({ [locationOf('EE')]: nationalList('EE') })
    expect(listsOf(await refresh({ state: outcome.state }))).toContain('EE 2')
  })

  it('a disk of lists that lost or changed a file affects that list only, and it is fetched again', async () => {
    const { refresh, disk } = refreshWorld()
    await refresh()
    const names = [...disk.files.keys()].filter((path) => path.endsWith('.xml.gz'))
    for (const name of names) {
      for (const content of [null, Buffer.from('garbage'), Buffer.alloc(0)]) {
        const damaged = new MemoryDisk(disk.files)
        if (content === null) damaged.files.delete(name)
        else damaged.files.set(name, content)
        const world = refreshWorld(damaged)
        const offline = await world.refresh({ online: false, store })
        expect(offline.problems).toEqual([expect.stringContaining('lost or damaged')])
        expect(listsOf(await refreshWorld(new MemoryDisk(damaged.files)).refresh())).toEqual(everything)
      }
    }
  })

  it('a disk of lists with a manifest that is damaged is as good as empty', async () => {
    const { refresh, disk } = refreshWorld()
    await refresh()
    for (const manifest of [
      '',
      '{',
      '[]',
      '{"format":1}',
      '{"format":2,"lists":[]}',
      '{"format":2,"lists":[],"accepted":[]}',
      '{"format":2,"lists":[],"accepted":{"EE":{"sequenceNumber":"9","digest":"","issued":0,"entries":0,"origin":null}}}',
      '{"format":3,"lists":[],"accepted":{}}',
      `{"format":2,"lists":[],"accepted":{},"padding":"${'x'.repeat(1_000_000)}"}`,
      '{"format":1,"lists":[{"source":"test","promise":{"kind":"pivot"},"digest":"../../etc/passwd","packed":"","fetched":null}]}',
    ]) {
      const damaged = new MemoryDisk(disk.files)
      damaged.files.set(`${store}/manifest.json`, Buffer.from(manifest))
      expect(listsOf(await refreshWorld(damaged).refresh())).toEqual(everything)
    }
  })

  it('a disk of lists that cannot be read at all leaves the network', async () => {
    const disk = new MemoryDisk()
    disk.fault = { kind: 'killed', at: 0 }
    const outcome = await refreshWorld(disk).refresh()
    expect(listsOf(outcome)).toEqual(everything)
    expect(outcome.problems).toHaveLength(2)
  })

  it('a disk of lists is not needed: lists are then kept in memory', async () => {
    const { refresh, network, disk } = refreshWorld()
    const first = await refresh({ store: null })
    expect(first.state.unsaved).toHaveLength(4)
    network.pages.clear()
    const second = await refresh({ store: null, state: { ...first.state, lastCheck: null } })
    expect(listsOf(second)).toEqual(everything)
    expect(disk.operations).toBe(0)
  })

  it('a disk of lists keeps what is refused today: a wrong clock must not empty it', async () => {
    const { refresh } = refreshWorld()
    await refresh()
    const past = await refresh({ online: false, now: Date.UTC(2020, 0, 1) })
    expect(past.trust?.facts.refusals.map(({ code }) => code)).toContain('LIST_ISSUED_LATER')
    expect(listsOf(await refresh({ online: false }))).toEqual(everything)
  })

  it('a disk of lists loses lists that the manifest does not name any more, and nothing else', async () => {
    const { refresh, disk } = refreshWorld()
    const others = [`${store}/${'0'.repeat(64)}.xml.gz`, `${store}/manifest.json.0123.tmp`]
    for (const path of [...others, `${store}/notes.txt`]) disk.files.set(path, Buffer.from('x'))
    await refresh()
    expect([...disk.files.keys()].filter((path) => others.includes(path))).toEqual([])
    expect(disk.files.has(`${store}/notes.txt`)).toBe(true)
  })

  it('a disk of lists that belongs to another process is read and not written: the lists are then kept in memory, and are never older', async () => {
    const { refresh, disk, network } = refreshWorld()
    await refresh()
    const before = new Map(disk.files)
    network.serve({ [locationOf('EE')]: nationalList('EE', { sequenceNumber: 2 }) })
    const second = await refresh({ keep: false })
    expect(listsOf(second)).toContain('EE 2')
    expect(disk.files).toEqual(before)
    network.serve({ [locationOf('EE')]: nationalList('EE') })
    expect(listsOf(await refresh({ keep: false, state: { ...second.state, lastCheck: null } }))).toContain('EE 2')
    // What the owner has accepted meanwhile counts here as well, although this process has an older list in memory.
    const owner = refreshWorld(disk, network)
    network.serve({ [locationOf('EE')]: nationalList('EE', { sequenceNumber: 3 }) })
    await owner.refresh()
    network.serve({ [locationOf('EE')]: nationalList('EE', { sequenceNumber: 2 }) })
    const late = await refresh({ state: second.state })
    expect(late.state.accepted.get('EE')?.sequenceNumber).toBe(3)
  })
})
