import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ddocContainer, ddocFile } from '../../support/ddoc/container.js'
import { isBuilt, needs } from '../../support/needs.js'
import { interrupted, interrupts } from './interrupted.js'
import { run } from './run-in-process.js'
import { onSmallDisk } from './small-disk.js'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'allkiri-files-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('allkiri files that is ended by a signal (build first)', needs({ 'a build': isBuilt }), () => {
  it.each(interrupts)('allkiri files that is ended by a signal leaves no file that is cut short: %s', async (signal) => {
    const document = join(folder, 'pikk.ddoc')
    writeFileSync(document, ddocContainer({ files: [ddocFile('pikk.bin', Buffer.alloc(90_000_000, 'Tere tulemast! '))], signatures: [] }))
    const into = join(folder, 'out')
    mkdirSync(into)
    expect(await interrupted(['files', document, '--out', into], into, signal)).toEqual({
      status: 2,
      err: 'allkiri: Interrupted; every file that has been written is complete.\n',
      left: [],
    })
  })
})

describe(
  'on a disk that is full (needs the right to mount)',
  needs({ 'right to mount': await onSmallDisk(() => Promise.resolve()) }),
  () => {
    it('files and reports leave nothing of what does not fit on a disk that is full', async () => {
      const document = join(folder, 'leping.asice')
      copyFileSync('fixtures/documents/lt.asice', document)
      const large = join(folder, 'suur.ddoc')
      writeFileSync(large, ddocContainer({ files: [ddocFile('suur.bin', Buffer.alloc(2_000_000, 1))], signatures: [] }))
      const done = await onSmallDisk(async (place) => {
        const { status, out } = await run(['files', large, '--out', place])
        expect({ status, out }).toEqual({ status: 1, out: expect.stringContaining('refused, there is no space left') as string })
        writeFileSync(join(place, 'fill'), Buffer.alloc(1_036_288))
        const report = join(place, 'report.json')
        const printed = await run(['report', document, '--json', report, '--trust', 'fixtures/trust/standard.json'])
        expect(printed).toMatchObject({ status: 64, err: `allkiri: ${report}: there is no space left\n` })
        expect(readdirSync(place)).toEqual(['fill'])
      })
      expect(done).toBe(true)
    })
  },
)
