import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { limits } from '#config'
import { foldersOf } from '#trust/lists'
import { ListStore } from '../../../src/trust/lists/refresh/list-store.js'
import { performRefresh } from '../../../src/trust/lists/refresh/perform-refresh.js'
import { listFolderReader, openMachineDisk } from '../../../src/trust/supply/refresh-tools.js'
import { needs } from '../../support/needs.js'
import { listOfLists, nationalList } from '../../support/trusted-lists/index.js'
import { source } from '../lists/list-set/lists-at-hand.js'
import { listsOf, onlineRequest, refreshWorld } from './refresh-world.js'

const machineDisk = openMachineDisk(limits.trustRefresh.maxStoredBytes)

const folder = mkdtempSync(join(tmpdir(), 'allkiri-odd-'))
afterAll(() => rmSync(folder, { recursive: true }))

let lists = ''
let area = ''
let count = 0
beforeEach(() => {
  lists = join(folder, `lists-${++count}`)
  area = join(folder, `store-${count}`)
  mkdirSync(lists)
  writeFileSync(join(lists, 'lotl.xml'), listOfLists())
  writeFileSync(join(lists, 'ee.xml'), nationalList('EE'))
})
const run = (changes = {}) =>
  performRefresh(onlineRequest({ sources: [{ ...source, folder: lists }], store: area, ...changes }), {
    ...refreshWorld().tools,
    disk: machineDisk,
    readFolder: listFolderReader(limits),
  })
const sparse = (path: string, bytes: number) => {
  writeFileSync(path, '')
  truncateSync(path, bytes)
}

/** Each would keep a plain reader waiting for ever, or fill its memory. */
const odd: readonly [string, (path: string) => void][] = [
  ['a FIFO', (path) => execFileSync('mkfifo', [path])],
  ['a device without end', (path) => symlinkSync('/dev/zero', path)],
  ['a folder', (path) => mkdirSync(path)],
  ['a file of 8 GB', (path) => sparse(path, 8_000_000_000)],
]

describe('a folder of lists', needs({ 'POSIX files': process.platform !== 'win32' }), () => {
  it.each(odd)('a folder of lists with %s in it refuses that file and takes the others', async (_, make) => {
    make(join(lists, 'odd.xml'))
    const outcome = await run()
    expect(listsOf(outcome)).toEqual(['list-of-lists:test 10', 'EE 1'])
    expect(outcome.trust?.facts.refusals.find(({ file }) => file === 'odd.xml')).toMatchObject({ code: 'LIST_UNREADABLE' })
  })

  it('a folder of lists that is empty or missing is reported, and the stored lists stay in use', async () => {
    await run()
    rmSync(join(lists, 'lotl.xml'))
    rmSync(join(lists, 'ee.xml'))
    for (const problem of [/holds no trusted list/, /cannot be read/]) {
      const outcome = await run()
      expect(listsOf(outcome)).toEqual(['list-of-lists:test 10', 'EE 1'])
      expect(outcome.attempts).toEqual([expect.objectContaining({ outcome: 'failed', message: expect.stringMatching(problem) })])
      rmSync(lists, { recursive: true, force: true })
    }
    expect(foldersOf([{ ...source, folder: lists }], listFolderReader(limits))[0]?.files).toEqual([])
  })
})

describe('a store', needs({ 'POSIX files': process.platform !== 'win32' }), () => {
  const digests = async () =>
    (await new ListStore(machineDisk, area, limits.trustRefresh.maxManifestBytes).names()).map(({ digest }) => `${digest}.xml.gz`)

  it.each(odd.filter(([name]) => name !== 'a folder'))(
    'a store of lists whose manifest is %s is as good as empty, and is written anew',
    async (_, make) => {
      await run()
      rmSync(join(area, 'manifest.json'))
      make(join(area, 'manifest.json'))
      expect((await run()).problems).toEqual([])
      expect(await digests()).toHaveLength(2)
    },
  )

  it.each(odd.filter(([name]) => name !== 'a folder'))(
    'a store of lists in which a list is %s loses that list and no other, and gets it back',
    async (_, make) => {
      await run()
      const [, list = ''] = await digests()
      rmSync(join(area, list))
      make(join(area, list))
      const outcome = await run()
      expect(listsOf(outcome)).toEqual(['list-of-lists:test 10', 'EE 1'])
      expect(outcome.problems).toEqual([expect.stringContaining('lost or damaged')])
      expect((await run()).problems).toEqual([])
    },
  )

  it('a store of lists has a manifest up to the bound, and none beyond it', async () => {
    await run()
    const path = join(area, 'manifest.json')
    const pad = (bytes: number) => appendFileSync(path, Buffer.alloc(bytes, ' '))
    pad(limits.trustRefresh.maxManifestBytes - statSync(path).size)
    expect(await digests()).toHaveLength(2)
    pad(1)
    expect(await digests()).toHaveLength(0)
    expect((await run()).problems).toEqual([expect.stringContaining('has a manifest that cannot be read')])
    expect(await digests()).toHaveLength(2)
  })

  it('a store of lists is not written when nothing is to be kept', async () => {
    await run({ keep: false })
    expect(await digests()).toEqual([])
  })

  it('a store of lists reads files that are larger than any of its own as if they were not there', async () => {
    const path = join(folder, 'large')
    sparse(path, limits.trustRefresh.maxStoredBytes + 1)
    expect(await machineDisk.read(path)).toBeNull()
  })
})
