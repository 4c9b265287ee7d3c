import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { limits, readSettings } from '#config'
import { openTrust } from '#trust/supply'
import type { RefreshRequest } from '../../../src/trust/lists/refresh/perform-refresh.js'
import { runRefreshThread } from '../../../src/trust/supply/refresh-thread.js'
import { isBuilt, needs } from '../../support/needs.js'
import { listMoment, listOfLists, listSigners, nationalList, noticeUrl } from '../../support/trusted-lists/index.js'
import { source } from '../lists/list-set/lists-at-hand.js'
import { pem } from '../memory-files.js'
import { onlineRequest } from './refresh-world.js'

const workerFile = fileURLToPath(new URL('../../../dist/trust/supply/refresh-worker.js', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'allkiri-lists-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const lists = join(folder, 'lists')

describe('a refresh in a thread (build first)', needs({ 'a build': isBuilt }), () => {
  const network = { proxy: null, privateAddresses: false }
  const request = (changes: Partial<RefreshRequest> = {}): RefreshRequest =>
    onlineRequest({ sources: [{ ...source, folder: lists }], store: null, ...changes })
  const bounds = { workerFile, heapMegabytes: 256, youngMegabytes: 16, milliseconds: 30_000 }
  const never = new AbortController().signal

  it('a refresh in a thread gives what the same refresh gives here, packed in shared memory', async () => {
    const { mkdirSync } = await import('node:fs')
    mkdirSync(lists, { recursive: true })
    writeFileSync(join(lists, 'lotl.xml'), listOfLists())
    writeFileSync(join(lists, 'ee.xml'), nationalList('EE'))
    const outcome = await runRefreshThread({ request: request(), network, limits }, bounds, never)
    expect(outcome.trust?.facts.lists.map(({ id }) => id)).toEqual(['list-of-lists:test', 'EE'])
    expect(outcome.trust?.packed).toBeInstanceOf(SharedArrayBuffer)
    expect(outcome.state.unsaved).toHaveLength(2)
    const again = await runRefreshThread({ request: request({ state: outcome.state }), network, limits }, bounds, never)
    expect(again.trust).toBeNull()
  })

  it('a refresh in a thread that takes more time than it may is ended', async () => {
    await expect(runRefreshThread({ request: request(), network, limits }, { ...bounds, milliseconds: 1 }, never)).rejects.toThrow(
      '0.001 seconds',
    )
  })

  it('a refresh in a thread that takes more memory than it may costs the thread and not the process', async () => {
    writeFileSync(join(folder, 'large.xml'), `<a>${'<b/>'.repeat(450_000)}</a>`)
    const hungry = request({ sources: [{ ...source, folder }] })
    await expect(runRefreshThread({ request: hungry, network, limits }, { ...bounds, heapMegabytes: 16 }, never)).rejects.toThrow()
    // Within the bound that is set, the largest list that the reader takes is read and refused like any other.
    const outcome = await runRefreshThread({ request: hungry, network, limits }, bounds, never)
    expect(outcome.trust?.facts.refusals[0]?.code).toBe('LIST_ROOT')
  })

  it('a refresh in a thread has the memory for what has just been made that is set, in a service as well', async () => {
    const tells = join(folder, 'tells.mjs')
    writeFileSync(tells, "import { resourceLimits } from 'node:worker_threads'\nthrow new Error(JSON.stringify(resourceLimits))\n")
    const young = (megabytes: number) => `"maxYoungGenerationSizeMb":${megabytes},`
    const other = { ...bounds, workerFile: tells, youngMegabytes: 7 }
    await expect(runRefreshThread({ request: request(), network, limits }, other, never)).rejects.toThrow(young(7))
    const settings = readSettings({ ALLKIRI_TRUST_STORE: join(folder, 'none') })
    const trust = await openTrust({ settings, now: () => listMoment, log: () => undefined, refreshIn: 'thread', workerFile: tells })
    await trust.refresh()
    expect(trust.status(listMoment).lastTry?.failure).toContain(young(limits.trustRefresh.youngMegabytes))
    trust.close()
  })

  it.each([0, 15])(
    'a refresh in a thread has a lower priority than a service of %i, and raises none',
    needs({ Linux: process.platform === 'linux' }),
    async (own) => {
      const tells = join(folder, 'priority.mjs')
      const told = join(folder, `priority-${own}`)
      const code = [
        "import { getPriority, setPriority } from 'node:os'",
        "import { writeFileSync } from 'node:fs'",
        `setPriority(Math.max(getPriority(), ${own}))`,
        'const before = getPriority()',
        `await import(${JSON.stringify(workerFile)})`,
        `writeFileSync(${JSON.stringify(told)}, JSON.stringify([before, getPriority()]))`,
      ]
      writeFileSync(tells, code.join('\n'))
      await runRefreshThread({ request: request(), network, limits }, { ...bounds, workerFile: tells }, never)
      // The file exists before its content is complete.
      await expect.poll(() => (existsSync(told) ? readFileSync(told, 'utf8') : '')).toMatch(/\]$/)
      const [before, after] = JSON.parse(readFileSync(told, 'utf8')) as [number, number]
      expect(after).toBe(Math.max(before, 10))
    },
  )

  it('a refresh in a thread is ended when its result is no longer needed', async () => {
    const closing = new AbortController()
    const running = runRefreshThread({ request: request(), network, limits }, bounds, closing.signal)
    closing.abort()
    await expect(running).rejects.toThrow('stopped')
  })

  it('a refresh in a thread is what a service opens with: lists of a folder are there before it listens', async () => {
    writeFileSync(join(folder, 'signer.pem'), pem(listSigners.lotl.certificate.der))
    const anchors = [{ files: 'signer.pem', notice: noticeUrl }]
    writeFileSync(join(folder, 'lists.json'), JSON.stringify({ sources: [{ territory: 'EU', folder: 'lists', anchors }] }))
    const settings = readSettings({ ALLKIRI_TRUST_LISTS: join(folder, 'lists.json'), ALLKIRI_TRUST_STORE: join(folder, 'store') })
    const open = () => openTrust({ settings, now: () => listMoment, log: () => undefined, refreshIn: 'thread', workerFile })
    const first = await open()
    expect(first.current().summary.services).toBe(4)
    const second = await open()
    expect(second.current().summary).toEqual(first.current().summary)
    expect(second.status(listMoment).lastTry).toBeNull()
    first.close()
    second.close()
  })
})
