import { createHash } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import { describeTrust, writeTrust } from '#threads'
import { summaryOfIndex, type TrustContent } from '#trust'
import { reportHealth } from '../../../src/threads/report-health.js'
import { reportReadiness } from '../../../src/threads/report-readiness.js'
import { FetchError } from '../../../src/trust/lists/refresh/access.js'
import type { RefreshOutcome } from '../../../src/trust/lists/refresh/perform-refresh.js'
import { performRefresh } from '../../../src/trust/lists/refresh/perform-refresh.js'
import { nextPause, type TrustRefresher, type TrustRefresherOptions } from '../../../src/trust/supply/trust-refresher.js'
import { pki } from '../../support/pki.js'
import { listMoment, listOfLists, listSigners, locationOf, lotlLocation, nationalList } from '../../support/trusted-lists/index.js'
import { contextAt, source } from '../lists/list-set/lists-at-hand.js'
import { beginRefresher, hour, openRefresher } from './open-refresher.js'
import { everything, goodPages, type RefreshWorld, refreshWorld, store } from './refresh-world.js'

const lists = (refresher: TrustRefresher) => refresher.current().facts.lists.map(({ id, sequenceNumber }) => `${id} ${sequenceNumber}`)
const readiness = (refresher: TrustRefresher, now = listMoment) => {
  const found = reportReadiness(refresher, now, { threads: 1, maxThreads: 1, running: 0, waiting: 0, usable: true }, false)
  return { ...found, trust: writeTrust(found.trust) }
}

describe('a start that is not awaited', () => {
  /** Runs end when the test says so. */
  function begin(world: RefreshWorld, changes: Partial<TrustRefresherOptions> = {}) {
    const ends: (() => void)[] = []
    const { refresher, loaded } = beginRefresher(world, {
      run: async (request) => {
        await new Promise<void>((end) => ends.push(end))
        return performRefresh(request, world.tools)
      },
      schedule: { intervalMilliseconds: 6 * hour, startMilliseconds: 1, retryMilliseconds: hour, jitter: 0, random: () => 0.5 },
      log: () => undefined,
      ...changes,
    })
    const next = () => vi.waitFor(() => ends.shift() ?? Promise.reject(new Error('no run')), { timeout: 120_000 })
    return { refresher, loaded, next }
  }

  it('a start that is not awaited says first that it reads, then that it fetches, until the lists are there', async () => {
    const { refresher, loaded, next } = begin(refreshWorld())
    expect(refresher.waitsFor()).toBe('reading')
    expect(readiness(refresher).reasons).toEqual([expect.stringContaining('are being read')])
    await loaded
    expect(refresher.waitsFor()).toBeNull()
    refresher.start()
    expect(readiness(refresher).reasons).toEqual([expect.stringContaining('being fetched for the first time')])
    const end = await next()
    expect(refresher.waitsFor()).toBe('fetching')
    end()
    await vi.waitFor(() => expect(refresher.waitsFor()).toBeNull(), { timeout: 120_000 })
    expect(readiness(refresher)).toMatchObject({ ready: true, reasons: [] })
    refresher.close()
  })

  it('a start that is not awaited does not wait for lists that cannot be fetched', async () => {
    const world = refreshWorld()
    world.network.pages.clear()
    const { refresher, loaded, next } = begin(world)
    await loaded
    refresher.start()
    ;(await next())()
    await vi.waitFor(() => expect(refresher.waitsFor()).toBeNull(), { timeout: 120_000 })
    expect(readiness(refresher)).toMatchObject({ ready: false, reasons: [expect.stringContaining('No trusted list')] })
    refresher.close()
  })

  it('a start that is not awaited does not wait when lists are stored, and checks those on the disk before it is ready', async () => {
    const world = refreshWorld()
    const first = await openRefresher(world)
    await first.refresher.refresh()
    const kept = begin(world)
    await kept.loaded
    expect([kept.refresher.waitsFor(), lists(kept.refresher)]).toEqual([null, everything])
    // Another build of the program does not believe the result of the first one.
    const checked = begin(world, { program: 'another' })
    const end = await checked.next()
    expect([checked.refresher.waitsFor(), lists(checked.refresher)]).toEqual(['reading', []])
    end()
    await checked.loaded
    expect([checked.refresher.waitsFor(), lists(checked.refresher)]).toEqual([null, everything])
    for (const { refresher } of [kept, checked]) refresher.close()
  })

  it('a start that is not awaited is at nothing where no refresh is to come', async () => {
    const schedule = { intervalMilliseconds: null, startMilliseconds: 1, retryMilliseconds: 1, jitter: 0, random: () => 0.5 }
    const { refresher, loaded } = begin(refreshWorld(), { schedule })
    await loaded
    refresher.start()
    expect(refresher.waitsFor()).toBeNull()
  })
})

describe('a start', () => {
  it('a start without network and without lists opens, is not ready, and says what it lacks', async () => {
    const world = refreshWorld()
    world.network.pages.clear()
    const { refresher, runs } = await openRefresher(world)
    expect(runs).toEqual([])
    expect(readiness(refresher)).toMatchObject({ ready: false, reasons: [expect.stringContaining('were never fetched')] })
    expect(reportHealth({ name: 'a', version: '1', buildTime: '' }, 0, 0, refresher.current().summary.services).status).toBe('DOWN')
    await refresher.refresh()
    const after = readiness(refresher)
    expect(after).toMatchObject({ ready: false, reasons: [expect.stringContaining('No trusted list')] })
    expect(after.trust.failures).toEqual([
      expect.stringContaining('EU (https://lists.example/lotl.xml): The server answered with status 404.'),
    ])
    expect(after.trust.lastTry).toBe('2026-08-01T12:00:00Z')
  })

  it('a start of the service with lists on the disk but no result checks them before it opens; with the result it checks nothing', async () => {
    const world = refreshWorld()
    await world.refresh()
    world.disk.files.delete(resultFile)
    const checked = await openRefresher(world)
    expect(checked.runs.map(({ online }) => online)).toEqual([false])
    expect(lists(checked.refresher)).toEqual(everything)
    const kept = await openRefresher(world)
    expect(kept.runs).toEqual([])
    expect(lists(kept.refresher)).toEqual(everything)
    expect(kept.refresher.current().summary).toEqual(checked.refresher.current().summary)
    expect(Buffer.from(kept.refresher.current().packed).subarray(0, 1_000)).toEqual(
      Buffer.from(checked.refresher.current().packed).subarray(0, 1_000),
    )
    expect(readiness(kept.refresher).ready).toBe(true)
    expect(world.network.asked).toHaveLength(4)
  })

  it.each<[string, (world: RefreshWorld) => void, Partial<TrustRefresherOptions>]>([
    ['was damaged', ({ disk }) => damage(disk.files), {}],
    ['was cut', ({ disk }) => disk.files.set(resultFile, (disk.files.get(resultFile) ?? Buffer.alloc(0)).subarray(0, 100)), {}],
    ['is empty', ({ disk }) => disk.files.set(resultFile, Buffer.alloc(0)), {}],
    ['is gone', ({ disk }) => disk.files.delete(resultFile), {}],
    ['lost its description', ({ disk }) => disk.files.delete(descriptionFile), {}],
    ['has a description that was cut', ({ disk }) => disk.files.set(descriptionFile, Buffer.from('{"key":')), {}],
    ['follows from other territories', () => undefined, { sources: [{ ...source, territories: { kind: 'only', territories: ['EE'] } }] }],
    [
      'follows from other anchors',
      () => undefined,
      {
        sources: [
          {
            ...source,
            anchors: [...source.anchors, { name: 'x', noticeUrl: null, certificates: [listSigners.stranger.certificate.der] }],
          },
        ],
      },
    ],
    ['follows from other certificates', () => undefined, { certificates: [certificateContent()] }],
    ['follows from a later clock', () => undefined, { clock: () => Date.UTC(2026, 4, 1) }],
  ])('a start of the service does not use a result that %s', async (_, change, options) => {
    const world = refreshWorld()
    await world.refresh()
    change(world)
    const { runs, refresher } = await openRefresher(world, options)
    expect(runs.map(({ online }) => online)).toEqual([false])
    if (options.clock === undefined) expect(lists(refresher)).toContain('EE 1')
  })

  it('a start of the service checks a kept result again at the first refresh, and takes a forged one away', async () => {
    const world = refreshWorld()
    await world.refresh()
    // Whoever can write into the store can write a result that is whole; the lists do not bear it out.
    const forged = refreshWorld()
    forged.network.serve({ [locationOf('EE')]: nationalList('EE', { sequenceNumber: 9 }) })
    await forged.refresh()
    world.disk.files.set(resultFile, forged.disk.files.get(resultFile) ?? Buffer.alloc(0))
    describeResult(world, { ...descriptionOf(forged.disk), key: descriptionOf(world.disk)['key'] })
    const { refresher } = await openRefresher(world)
    expect(lists(refresher)).toContain('EE 9')
    await refresher.refresh()
    expect(lists(refresher)).toEqual(everything)
  })

  it.each([
    ['a service', 'Issuing authority', 'Usurped authority'],
    ['the name of a settings file', 'settings:root.pem', 'settings:forg.pem'],
  ])(
    'a start of the service replaces an index in which %s was forged beside its true digest by the first check, and never shows the digest of the honest one',
    async (_, from, to) => {
      const world = refreshWorld()
      await world.refresh({ certificates: [certificateContent()] })
      const honest = Buffer.from(world.disk.files.get(resultFile) ?? '')
      const index = Buffer.from(honest.toString('latin1').replaceAll(from, to), 'latin1')
      world.disk.files.set(resultFile, index)
      describeResult(world, { digest: createHash('sha256').update(index).digest('hex') })
      const { refresher } = await openRefresher(world, { certificates: [certificateContent()] })
      const used = () => Buffer.from(refresher.current().packed).toString('latin1')
      const before = refresher.current().summary
      expect(used()).toContain(to)
      await refresher.refresh()
      expect(used()).toContain(from)
      expect(used()).not.toContain(to)
      const { summary, packed } = refresher.current()
      expect(summary).toEqual(summaryOfIndex(new Uint8Array(packed)))
      expect(summary).not.toEqual(before)
    },
  )

  it('a start of the service with a disk that fails opens all the same', async () => {
    const world = refreshWorld()
    world.disk.fault = { kind: 'killed', at: 0 }
    const { refresher, log } = await openRefresher(world)
    expect(log).toEqual([expect.stringContaining('cannot be read')])
    await refresher.refresh()
    expect(lists(refresher)).toEqual(everything)
    expect(readiness(refresher).trust.warnings).toEqual([
      expect.stringContaining('cannot be read'),
      expect.stringContaining('could not be saved'),
    ])
  })

  it('a start of the service trusts configured certificates from the first moment, lists or not', async () => {
    const world = refreshWorld()
    world.network.pages.clear()
    const { refresher } = await openRefresher(world, { certificates: [certificateContent()] })
    expect(readiness(refresher)).toMatchObject({ ready: true, trust: { services: 1, lists: [] } })
  })
})

describe('a refresh', () => {
  it('a refresh of trusted lists takes the place of what is trusted in one step; who holds the old one keeps it', async () => {
    const world = refreshWorld()
    const { refresher, log } = await openRefresher(world)
    await refresher.refresh()
    const held = refresher.current()
    world.network.serve({ [locationOf('EE')]: nationalList('EE', { sequenceNumber: 2 }) })
    await refresher.refresh()
    expect(held.facts.lists.map(({ id, sequenceNumber }) => `${id} ${sequenceNumber}`)).toEqual(everything)
    expect(lists(refresher)).toContain('EE 2')
    expect(refresher.current().summary.digest).not.toBe(held.summary.digest)
    expect(log).toEqual([
      expect.stringMatching(/^info trust changed to snapshot [0-9a-f]{64}: list-of-lists:test 10, EE 1, LV 1, FI 1; 6 services$/),
      expect.stringMatching(/^info trust changed to snapshot [0-9a-f]{64}: EE 1 to 2; 6 services$/),
    ])
  })

  it('a refresh of trusted lists that fails as a whole leaves everything as it is, and says why', async () => {
    const world = refreshWorld()
    let fail = false
    const { refresher, log } = await openRefresher(world, {
      run: (request) => (fail ? Promise.reject(new Error('the thread ran out of memory')) : performRefresh(request, world.tools)),
    })
    await refresher.refresh()
    fail = true
    const before = refresher.current()
    await refresher.refresh()
    expect(refresher.current()).toBe(before)
    expect(readiness(refresher)).toMatchObject({ ready: true, trust: { failures: ['the thread ran out of memory'] } })
    expect(log.at(-1)).toContain('the thread ran out of memory')
  })

  it('a refresh of trusted lists reports each finding once, and its end', async () => {
    const world = refreshWorld()
    world.network.serve({ [locationOf('EE')]: new FetchError('FETCH_STATUS', 'The server answered with status 503.') })
    const { refresher, log } = await openRefresher(world)
    await refresher.refresh()
    await refresher.refresh()
    expect(log.filter((line) => line.includes('503'))).toHaveLength(1)
    world.network.serve(goodPages())
    await refresher.refresh()
    expect(log.filter((line) => line.includes('503'))).toEqual([expect.stringContaining('warn'), expect.stringContaining('info no longer')])
  })

  it('a refresh of trusted lists that is asked for twice at once runs once', async () => {
    const { refresher, runs } = await openRefresher(refreshWorld())
    await Promise.all([refresher.refresh(), refresher.refresh()])
    expect(runs).toHaveLength(1)
  })

  it('a refresh of trusted lists repeats by itself, soon while nothing is trusted, and stops when it is closed', async () => {
    const world = refreshWorld()
    world.network.pages.clear()
    const { refresher, runs } = await openRefresher(world)
    refresher.start()
    while (runs.length < 3) await new Promise((done) => setTimeout(done, 5))
    world.network.serve(goodPages())
    while (lists(refresher).length === 0) await new Promise((done) => setTimeout(done, 5))
    const count = runs.length
    await new Promise((done) => setTimeout(done, 50))
    expect(runs.length).toBe(count)
    expect(refresher.status(listMoment).nextTry).toBe(listMoment + 6 * hour)
    refresher.close()
    expect(refresher.status(listMoment).nextTry).toBeNull()
  })

  it('a refresh of trusted lists does not happen by itself when the interval is 0, but a kept result is checked once, without the network', async () => {
    const world = refreshWorld()
    await world.refresh()
    world.network.asked.length = 0
    const schedule = { intervalMilliseconds: null, startMilliseconds: 1, retryMilliseconds: 1, jitter: 0, random: () => 0 }
    const { refresher, runs } = await openRefresher(world, { schedule })
    refresher.start()
    while (refresher.status(listMoment).lastTry === null) await new Promise((done) => setTimeout(done, 5))
    await new Promise((done) => setTimeout(done, 30))
    expect(runs.map(({ online }) => online)).toEqual([false])
    expect(world.network.asked).toEqual([])
    refresher.close()
  })

  it('a refresh of trusted lists that is closed while it runs changes nothing any more', async () => {
    const world = refreshWorld()
    let finish: (outcome: RefreshOutcome) => void = () => undefined
    const { refresher, log } = await openRefresher(world, {
      run: () =>
        new Promise((done) => {
          finish = done
        }),
    })
    const running = refresher.refresh()
    refresher.close()
    finish(await world.refresh())
    await running
    expect(lists(refresher)).toEqual([])
    expect(log).toEqual([])
  })

  it('a refresh of trusted lists waits for the clock: a list that is issued tomorrow is taken tomorrow without being fetched again', async () => {
    const world = refreshWorld()
    world.network.serve({ [locationOf('EE')]: nationalList('EE', { issued: '2026-08-02T00:00:00Z' }) })
    let now = listMoment
    const { refresher } = await openRefresher(world, { clock: () => now })
    await refresher.refresh()
    expect(lists(refresher)).not.toContain('EE 1')
    now += 24 * hour
    await refresher.refresh()
    expect(lists(refresher)).toContain('EE 1')
  })
})

describe('what is seen from outside', () => {
  it('what is seen of the lists from outside is every list, what was refused, what should be looked at, and the last try', async () => {
    const world = refreshWorld()
    world.network.serve({
      [lotlLocation]: listOfLists(),
      [locationOf('EE')]: nationalList('EE', { nextUpdate: '2026-07-01T00:00:00Z' }),
      [locationOf('LV')]: nationalList('LV', { nextUpdate: null }),
      [locationOf('FI')]: nationalList('FI', { signature: { signer: listSigners.stranger } }),
    })
    const { refresher } = await openRefresher(world)
    await refresher.refresh()
    const { trust, ready } = readiness(refresher, listMoment + hour)
    expect(ready).toBe(true)
    expect(trust.lists).toEqual([
      {
        territory: 'EU',
        kind: 'list-of-lists',
        sequenceNumber: 10,
        issued: '2026-06-01T00:00:00Z',
        nextUpdate: '2026-12-01T00:00:00Z',
        stale: false,
        signerUntil: '2029-01-01T00:00:00Z',
        services: 3,
      },
      {
        territory: 'EE',
        kind: 'trusted-list',
        sequenceNumber: 1,
        issued: '2026-06-01T00:00:00Z',
        nextUpdate: '2026-07-01T00:00:00Z',
        stale: true,
        signerUntil: '2029-01-01T00:00:00Z',
        services: 4,
      },
      {
        territory: 'LV',
        kind: 'trusted-list',
        sequenceNumber: 1,
        issued: '2026-06-01T00:00:00Z',
        nextUpdate: '',
        stale: false,
        signerUntil: '2029-01-01T00:00:00Z',
        services: 1,
      },
    ])
    expect(trust.refused).toEqual([{ territory: 'FI', file: locationOf('FI'), code: 'LIST_SIGNER_UNKNOWN', message: expect.any(String) }])
    expect(trust.warnings).toEqual([expect.stringContaining('The list of EE')])
    expect(trust).toMatchObject({
      checkedAt: '2026-08-01T12:00:00Z',
      confirmedAt: '2026-08-01T12:00:00Z',
      age: 3_600,
      lastTry: '2026-08-01T12:00:00Z',
      failures: [],
    })
    expect(writeTrust(describeTrust(refresher, listMoment + hour))).toEqual(trust)
  })

  it('what is seen of lists past every next update is the good lists still, each with a word about it, and the service stays ready (decisions.md#stale-list)', async () => {
    const world = refreshWorld()
    let now = listMoment
    const { refresher, log } = await openRefresher(world, { clock: () => now })
    await refresher.refresh()
    const before = refresher.current().summary.digest
    for (const years of [1, 5, 50]) {
      now = listMoment + years * 366 * 24 * hour
      for (const page of [new FetchError('FETCH_CONNECTION', 'Nobody answers.'), Buffer.from('<html/>'), Buffer.alloc(0)]) {
        for (const location of world.network.pages.keys()) world.network.serve({ [location]: page })
        await refresher.refresh()
        expect(refresher.current().summary.digest).toBe(before)
        expect(lists(refresher)).toEqual(everything)
        const { ready, trust } = readiness(refresher, now)
        expect(ready).toBe(true)
        expect(trust.lists.map(({ stale }) => stale)).toEqual([true, true, true, true])
        for (const territory of ['lists of EU', 'EE', 'LV', 'FI'])
          expect(trust.warnings.filter((warning) => warning.includes(`The list of ${territory} (`))).toHaveLength(1)
        expect([...trust.failures, ...trust.refused.map(({ message }) => message)]).not.toEqual([])
      }
      // A restart at that moment, from the kept result and from the lists alone, finds the same.
      const restarted = await openRefresher(world, { clock: () => now })
      expect(lists(restarted.refresher)).toEqual(everything)
      world.disk.files.delete(resultFile)
      const checked = await openRefresher(world, { clock: () => now })
      expect(checked.runs).toHaveLength(1)
      expect(lists(checked.refresher)).toEqual(everything)
    }
    expect(log.filter((line) => line.startsWith('warn') && line.includes('should have been replaced')).length).toBeGreaterThanOrEqual(4)
  })

  it('trust grows old while nothing can be confirmed', async () => {
    const world = refreshWorld()
    let now = listMoment
    const { refresher } = await openRefresher(world, { clock: () => now })
    await refresher.refresh()
    now += hour
    world.network.serve({ [locationOf('FI')]: new FetchError('FETCH_TIMEOUT', 'It did not arrive within 60 seconds.') })
    await refresher.refresh()
    expect(readiness(refresher, now).trust).toMatchObject({
      age: 3_600,
      lastTry: '2026-08-01T13:00:00Z',
      failures: [expect.stringContaining('FI')],
    })
    world.network.serve(goodPages())
    await refresher.refresh()
    expect(readiness(refresher, now).trust).toMatchObject({ age: 0, failures: [], refreshes: { complete: 2, incomplete: 1, failed: 0 } })
  })

  it('trust grows old over a restart as well: the moment of the last complete refresh is kept with the lists', async () => {
    const world = refreshWorld()
    let now = listMoment
    const first = await openRefresher(world, { clock: () => now })
    await first.refresher.refresh()
    now += hour
    await first.refresher.refresh()
    for (const location of world.network.pages.keys())
      world.network.serve({ [location]: new FetchError('FETCH_CONNECTION', 'Nobody answers.') })
    // From the kept result, and from the lists alone, which are then checked anew.
    for (const program of ['test', 'another']) {
      now += 24 * hour
      const { refresher } = await openRefresher(world, { clock: () => now, program })
      const age = (now - listMoment - hour) / 1000
      expect(readiness(refresher, now).trust).toMatchObject({ age, confirmedAt: '2026-08-01T13:00:00Z' })
      await refresher.refresh()
      expect(readiness(refresher, now).trust).toMatchObject({ age, confirmedAt: '2026-08-01T13:00:00Z' })
    }
  })

  it('trust is as old as the first check when no refresh was complete, also after single lists were fetched', async () => {
    const world = refreshWorld()
    let now = listMoment
    world.network.serve({ [locationOf('FI')]: new FetchError('FETCH_TIMEOUT', 'It did not arrive within 60 seconds.') })
    const { refresher } = await openRefresher(world, { clock: () => now })
    await refresher.refresh()
    now += hour
    world.network.serve({ [locationOf('EE')]: nationalList('EE', { sequenceNumber: 2 }) })
    await refresher.refresh()
    expect(readiness(refresher, now).trust).toMatchObject({
      checkedAt: '2026-08-01T13:00:00Z',
      confirmedAt: '2026-08-01T12:00:00Z',
      age: 3_600,
    })
  })

  it('the age of trust does not use a stored time that is in the future or cannot be read, and reports one that cannot be stored', async () => {
    const world = refreshWorld()
    await (await openRefresher(world)).refresher.refresh()
    for (const text of ['{"confirmedAt":"2030-01-01T00:00:00Z"}', '{"confirmedAt":"soon"}', '{', '[]', '7']) {
      world.disk.files.set(confirmationFile, Buffer.from(text))
      const { refresher } = await openRefresher(world, { clock: () => listMoment + hour })
      expect(readiness(refresher, listMoment + hour).trust.age, text).toBe(3_600)
    }
    const { refresher } = await openRefresher(world, { clock: () => listMoment + hour })
    await refresher.refresh()
    world.disk.fault = { kind: 'full', at: 0 }
    await refresher.refresh()
    const { trust } = readiness(refresher, listMoment + hour)
    expect(trust).toMatchObject({ age: 0, warnings: expect.arrayContaining([expect.stringMatching(/moment of this refresh.*ENOSPC/)]) })
  })

  it('the age of trust keeps no trace of a look at another moment', async () => {
    const world = refreshWorld()
    const { refresher } = await openRefresher(world, { keep: false })
    await refresher.refresh()
    expect(world.disk.files.size).toBe(0)
  })

  it.each<[string, () => Buffer]>([
    [locationOf('FI'), () => nationalList('FI', { sequenceNumber: 2, signature: { signer: listSigners.stranger } })],
    [lotlLocation, () => listOfLists({ sequenceNumber: 11, informationUris: ['https://journal.example/notice/2'] })],
  ])('trust grows old while what comes from %s is refused, so that an alert tells of it', async (location, refused) => {
    const world = refreshWorld()
    let now = listMoment
    const { refresher } = await openRefresher(world, { clock: () => now })
    await refresher.refresh()
    world.network.serve({ [location]: refused() })
    for (const age of [3_600, 7_200]) {
      now += hour
      await refresher.refresh()
      expect(lists(refresher)).toEqual(everything)
      expect(readiness(refresher, now).trust).toMatchObject({ age, failures: [] })
    }
    world.network.serve(goodPages())
    await refresher.refresh()
    expect(readiness(refresher, now).trust).toMatchObject({ age: 0, refreshes: { complete: 2, incomplete: 2, failed: 0 } })
  })

  it('the age of trust counts a list that never was one as no list that is old', async () => {
    const world = refreshWorld()
    world.network.serve({ [locationOf('FI')]: nationalList('FI', { signature: { signer: listSigners.stranger } }) })
    const { refresher } = await openRefresher(world)
    await refresher.refresh()
    expect(refresher.status(listMoment).refreshes).toEqual({ complete: 1, incomplete: 0, failed: 0 })
  })

  it('the metrics of trust count a refresh without any fetched list as failed, so that an alert fires', async () => {
    const world = refreshWorld()
    const { refresher } = await openRefresher(world)
    const unreachable = new FetchError('FETCH_TIMEOUT', 'It did not arrive within 60 seconds.')
    world.network.serve(Object.fromEntries(Object.keys(goodPages()).map((location) => [location, unreachable])))
    await refresher.refresh()
    expect(refresher.status(listMoment).refreshes).toEqual({ complete: 0, incomplete: 0, failed: 1 })
  })

  it('the metrics of trust count refreshes over the network by outcome, and not checks of the disk', async () => {
    const world = refreshWorld()
    const { refresher } = await openRefresher(world, { run: () => Promise.reject(new Error('The thread ended.')) })
    await refresher.refresh({ online: false })
    expect(refresher.status(listMoment).refreshes).toEqual({ complete: 0, incomplete: 0, failed: 0 })
    await refresher.refresh()
    await refresher.refresh()
    expect(refresher.status(listMoment).refreshes).toEqual({ complete: 0, incomplete: 0, failed: 2 })
  })
})

describe('the pause before the next refresh', () => {
  const schedule = { intervalMilliseconds: 6 * hour, startMilliseconds: 0, retryMilliseconds: 60_000, jitter: 0.1, random: () => 0 }

  it('the pause before the next refresh is the interval, moved at random by a tenth at most', () => {
    expect(nextPause(schedule, 0)).toBe(5.4 * hour)
    expect(nextPause({ ...schedule, random: () => 0.5 }, 0)).toBe(6 * hour)
    expect(nextPause({ ...schedule, random: () => 0.999_999 }, 0)).toBeLessThanOrEqual(6.6 * hour)
  })

  it('the pause before the next refresh begins short after a failure and doubles up to the interval', () => {
    const pauses = [1, 2, 3, 20, 1_000].map((failures) => nextPause({ ...schedule, random: () => 0.5 }, failures))
    expect(pauses).toEqual([60_000, 120_000, 240_000, 6 * hour, 6 * hour])
  })
})

/** One trusted certificate, as a settings file would name it. */
function certificateContent(): TrustContent {
  const { facts } = contextAt().cache.certificate(pki.root.certificate.der)
  const periods = [{ type: 'CA/QC', status: 'granted', from: facts.notBefore, to: null }] as const
  return {
    sources: [{ id: 'settings:root.pem', kind: 'settings', facts: {} }],
    services: [
      { id: 'settings:root.pem#1', name: 'Root', source: 'settings:root.pem', certificates: [facts.id], periods, timeMarkResponder: false },
    ],
    certificates: [facts],
  }
}

const resultFile = `${store}/result.bin`
const descriptionFile = `${store}/result.json`
const confirmationFile = `${store}/confirmed.json`

function damage(files: Map<string, Uint8Array>): void {
  const result = Buffer.from(files.get(resultFile) ?? [])
  result[500] = (result[500] ?? 0) ^ 1
  files.set(resultFile, result)
}

/** Writes the description of the kept result anew, with these members. */
function describeResult({ disk }: RefreshWorld, members: Readonly<Record<string, unknown>>): void {
  disk.files.set(descriptionFile, Buffer.from(JSON.stringify({ ...descriptionOf(disk), ...members })))
}

function descriptionOf({ files }: RefreshWorld['disk']): Readonly<Record<string, unknown>> {
  return JSON.parse(Buffer.from(files.get(descriptionFile) ?? '').toString()) as Readonly<Record<string, unknown>>
}
