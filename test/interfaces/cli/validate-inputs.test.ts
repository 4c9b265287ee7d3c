import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inOrder } from '../../../src/interfaces/cli/validate/in-order.js'
import { asicContainer, dataFile } from '../../support/asice.js'
import { signedPdf } from '../../support/pdf/signed-pdf.js'
import type { ZipEntry } from '../../support/zip.js'
import { run } from './run-in-process.js'

const fixture = (name: string) => fileURLToPath(new URL(`../../../fixtures/documents/${name}`, import.meta.url))
const trust = fileURLToPath(new URL('../../../fixtures/trust/standard.json', import.meta.url))
const at = '2026-06-01T12:00:00Z'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'allkiri-inputs-'))
  mkdirSync(join(folder, 'a/b'), { recursive: true })
  cpSync(fixture('lt.asice'), join(folder, 'a/b/leping.asice'))
  cpSync(fixture('ddoc-1.3.ddoc'), join(folder, 'a/vana.ddoc'))
  cpSync(fixture('lt.asice'), join(folder, 'a/ilma-nimeta'))
  symlinkSync(folder, join(folder, 'a/ring'))
  mkdirSync(join(folder, 'tühi'))
  writeFileSync(join(folder, 'nimekiri'), `${join(folder, 'a/vana.ddoc')}\r\n\n${join(folder, 'a/b/leping.asice')}`)
})
afterAll(() => rmSync(folder, { recursive: true }))

interface Line {
  readonly file: string
  readonly status: number
  readonly report?: { readonly signatureForm: string; readonly documentName: string }
  readonly error?: { readonly code: string; readonly message: string }
}
const lines = (text: string) =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line)
/** One path only, so that the work is done in this thread, which needs no build. */
const validate = (args: readonly string[], input?: Readable, environment = {}) =>
  run(['validate', '--trust', trust, '--at', at, '--json-lines', ...args], environment, input)

/** Threads need the build; the files that a selection means are told by the selection itself. */
async function selected(...args: readonly [paths: readonly string[], options?: object]): Promise<readonly string[]> {
  const { documentInputs } = await import('../../../src/interfaces/cli/validate/document-inputs.js')
  const [paths, options = {}] = args
  const found: string[] = []
  const selection = { paths, listFile: null, type: null, everyFile: false, part: null, ...options }
  for await (const { kind, path } of documentInputs(selection, Readable.from([]))) found.push(`${kind} ${path.replace(folder, '')}`)
  return found
}

describe('a document whose signatures leave out a file', () => {
  const first = dataFile('leping.txt', 'a')
  const second = dataFile('lisa.txt', 'b')
  const headline = async (document: Buffer) => {
    const file = join(folder, 'a/b/fail.asice')
    writeFileSync(file, document)
    const { status, out } = await run(['validate', '--trust', trust, '--at', at, file])
    const lines = await validate([file])
    rmSync(file)
    expect(lines.status).toBe(status)
    expect(JSON.parse(lines.out)).toMatchObject({ status })
    return {
      status,
      headline: out
        .split('\n')[0]
        ?.replace(file, 'FILE')
        .replace(/ \(ASiC.*/, ''),
    }
  }

  it('a document whose signatures leave out a file ends with 1 and names the file in the first line, though every signature passes', async () => {
    expect(await headline(asicContainer({ files: [first, second], signedFiles: [first] }))).toEqual({
      status: 1,
      headline: 'FILE: 1 of 1 signature passes, but 1 file is not signed: lisa.txt',
    })
  })

  it('a document whose signatures leave out a file ends with 1 also when another signature covers the file', async () => {
    let other: ZipEntry[] = []
    asicContainer({
      files: [first],
      signatures: [{ id: 'S1' }],
      entries: (entries) => {
        other = entries.slice(-1).map((entry) => ({ ...entry, name: 'META-INF/signatures1.xml' }))
        return entries
      },
    })
    expect(await headline(asicContainer({ files: [first, second], entries: (entries) => [...entries, ...other] }))).toEqual({
      status: 1,
      headline: 'FILE: 2 of 2 signatures pass, but 1 file is not signed by every signature: lisa.txt',
    })
  })

  it('a document ends with 0 when every signature covers every file', async () => {
    expect(await headline(asicContainer({ files: [first, second], signatures: [{}, { id: 'S1' }] }))).toEqual({
      status: 0,
      headline: 'FILE: 2 of 2 signatures pass',
    })
  })
})

describe('the documents that a command means', () => {
  it('a command goes through folders by the names of signed documents, and follows no link', async () => {
    expect(await selected([folder])).toEqual(['file /a/b/leping.asice', 'file /a/vana.ddoc'])
    expect(await selected([folder], { type: 'DDOC' })).toEqual(['file /a/vana.ddoc'])
    expect(await selected([join(folder, 'a')], { everyFile: true })).toEqual([
      'file /a/b/leping.asice',
      'file /a/ilma-nimeta',
      'file /a/vana.ddoc',
    ])
    expect(await selected([join(folder, 'tühi')])).toEqual(['empty-folder /tühi'])
  })

  it('a command reads a list of names with any line ends', async () => {
    expect(await selected([], { listFile: join(folder, 'nimekiri') })).toEqual(['file /a/vana.ddoc', 'file /a/b/leping.asice'])
  })

  it('a command reads a list of names that begins with a byte order mark', async () => {
    const list = join(folder, 'nimekiri-bom')
    writeFileSync(list, `\ufeff${join(folder, 'a/vana.ddoc')}\r\n\ufeff.ddoc`)
    expect(await selected([], { listFile: list })).toEqual(['file /a/vana.ddoc', 'file \ufeff.ddoc'])
    rmSync(list)
  })

  it('a command splits documents into parts that meet each file once', async () => {
    const parts = await Promise.all([1, 2, 3].map((number) => selected([folder], { everyFile: true, part: { number, of: 3 } })))
    expect(parts.flat().sort()).toEqual(await selected([folder], { everyFile: true }).then((all) => [...all].sort()))
    expect(parts.flat()).toHaveLength(4)
  })
})

describe('allkiri validate with other inputs', () => {
  it('allkiri validate validates the standard input', async () => {
    const { readFileSync } = await import('node:fs')
    const { out, status } = await validate(['-'], Readable.from([readFileSync(fixture('lt.asice'))]))
    expect(lines(out)).toMatchObject([{ file: '-', status: 0, report: { signatureForm: 'ASiC_E' } }])
    expect(status).toBe(0)
  })

  it('allkiri validate says how names are separated in a list with zero octets', async () => {
    const list = join(folder, 'nimekiri-0')
    writeFileSync(list, `${fixture('lt.asice')}\0${fixture('lt.asice')}\0`)
    const { out, status } = await validate(['--files-from', list])
    expect(lines(out).map(({ error }) => error)).toEqual([
      {
        code: 'FILE_MISSING',
        message: 'There is no such file: no name has a zero octet. A list must have one name on each line (find -print, not -print0).',
      },
    ])
    expect(status).toBe(2)
  })

  it('allkiri validate reads no more than the setting allows, of a file and of a stream', async () => {
    const setting = { ALLKIRI_MAX_FILE_BYTES: '1000' }
    for (const [args, input] of [[[fixture('lt.asice')]], [['-'], Readable.from([Buffer.alloc(600), Buffer.alloc(600)])]] as const) {
      const { out, status } = await validate([...args], input, setting)
      expect(lines(out)[0]?.error).toMatchObject({ code: 'FILE_TOO_LARGE', message: expect.stringContaining('ALLKIRI_MAX_FILE_BYTES') })
      expect(status).toBe(2)
    }
  })

  it('allkiri validate skips what an earlier run has done, counts it, and begins a new line after one that was cut off', async () => {
    const done = join(folder, 'done')
    writeFileSync(done, `{"file":"vana","status":1}\n\n{"file":"poolik","sta`)
    const { out, err, status } = await validate(['--skip-done', done, fixture('lt.asice')])
    expect(out).toMatch(/^\n\{/)
    expect(err).toMatch(
      /cut off[\s\S]*2 files, 1 of them earlier: 1 with signatures that all pass, 1 where a signature does not pass, a file is not signed or there is no signature/,
    )
    // The worst of both runs.
    expect(status).toBe(1)
    writeFileSync(done, `{"file":${JSON.stringify(fixture('lt.asice'))},"status":0}\n`)
    expect((await validate(['--skip-done', done, fixture('lt.asice')])).out).toBe('')
    expect(lines((await validate(['--skip-done', join(folder, 'pole'), fixture('lt.asice')])).out)).toHaveLength(1)
  })

  it('allkiri validate says of a list that cannot be read what is wrong with it, and ends the output that has begun', async () => {
    const { out, err, status } = await validate(['--skip-done', folder, fixture('lt.asice')])
    expect({ out, status }).toEqual({ out: '', status: 2 })
    expect(err).toBe(`allkiri: ${folder} cannot be read: This is a folder; name the files in it.\n`)
    const missing = join(folder, 'no such list')
    await expect(selected([], { listFile: missing })).rejects.toThrow(`${missing} cannot be read`)
    await expect(selected([], { listFile: folder })).rejects.toThrow(`${folder} cannot be read`)
  })

  it('allkiri validate says of a folder without documents how every file is looked at', async () => {
    const { validateFile } = await import('../../../src/interfaces/cli/validate/validate-file.js')
    const result = await validateFile({ kind: 'empty-folder', path: '/x' }, {} as never, {} as never)
    expect(result).toMatchObject({ status: 2, problem: { message: expect.stringContaining('--every-file') } })
  })
})

describe('--explain', () => {
  it('the option --explain shows times, certificates and blocks, with only what was missed open', async () => {
    const { out } = await run(['validate', '--trust', trust, '--at', at, '--explain', fixture('data-file-changed.asice')])
    expect(out).toContain('2026-03-10T10:00:05Z  time-stamp (signature)')
    expect(out).toMatch(/signer {14}\S.*CN=MÄNNIK/)
    expect(out).toMatch(/FAILED HASH_FAILURE cryptographic-verification[^\n]*\n +✗ The file leping\.txt has been changed/)
    expect(out).not.toContain('✓')
    expect(out).not.toMatch(/1773\d{9}/)
    expect(out.split('\n').length).toBeLessThan(70)
  })

  it('the option --explain lists every object that was changed after a signature in a PDF file, with its rule', async () => {
    const file = join(folder, 'leping.pdf')
    writeFileSync(file, signedPdf({ level: 'LTA' }))
    const { out } = await run(['validate', '--trust', trust, '--at', at, '--explain', file])
    expect(out).toMatch(/version 3 +object 1 replaced +catalog: Catalog\n/)
    expect(out).toMatch(/version 3 +object \d+ added +document-security-store: /)
    expect(out).toMatch(/version 4 +object \d+ added +document-time-stamp: /)
    expect(out).not.toContain('not explained')
  })

  it('the option --explain prints facts as JSON when that is asked for', async () => {
    const { out } = await run(['validate', '--trust', trust, '--at', at, '--explain=json', fixture('lt.asice')])
    expect(JSON.parse(out)).toMatchObject([{ explanation: { signatures: [{ conclusion: { indication: 'TOTAL-PASSED' } }] } }])
  })
})

describe('results in the order of the inputs', () => {
  it('results in the order of the inputs keep at most `width` in work and `ahead` waiting', async () => {
    let running = 0
    let most = 0
    let begun = 0
    const release: (() => void)[] = []
    const start = (input: number) => {
      running += 1
      begun += 1
      most = Math.max(most, running)
      const work = new Promise<void>((resolve) => (input === 0 ? release.push(resolve) : setImmediate(resolve)))
      return work.then(() => {
        running -= 1
        return input
      })
    }
    const inputs = async function* () {
      for (let input = 0; input < 50; input++) yield await Promise.resolve(input)
    }
    const results: number[] = []
    const reading = (async () => {
      for await (const result of inOrder(inputs(), { width: 3, ahead: 10 }, start)) results.push(result)
    })()
    for (let turn = 0; turn < 200; turn++) await new Promise((resolve) => setImmediate(resolve))
    // The first one is slow: others go on beside it, but only so far.
    expect({ results, begun }).toEqual({ results: [], begun: 10 })
    release[0]?.()
    await reading
    expect(results).toEqual(Array.from({ length: 50 }, (_, index) => index))
    expect(most).toBe(3)
  })
})

describe('completion', () => {
  it.each(['bash', 'zsh', 'fish'])('the completion prints a script for %s that knows commands and options', async (shell) => {
    const { out, status } = await run(['completion', shell])
    expect(status).toBe(0)
    for (const word of ['validate', 'skip-done', 'capsules', 'accept-clock']) expect(out).toContain(word)
    expect(out).not.toContain('explain-json')
  })
})

describe('colours', () => {
  it('colours are for terminals, and honour NO_COLOR', async () => {
    const { hasColours } = await import('../../../src/interfaces/cli/colours.js')
    const { paintOf } = await import('#writers/cli')
    const terminal = { write: () => true, isTTY: true }
    expect(hasColours(terminal, {})).toBe(true)
    expect([paintOf(true)('red', 'x'), paintOf(false)('red', 'x')]).toEqual(['\x1b[31mx\x1b[39m', 'x'])
    for (const [out, environment] of [
      [terminal, { NO_COLOR: '1' }],
      [terminal, { TERM: 'dumb' }],
      [{ ...terminal, isTTY: false }, {}],
    ] as const)
      expect(hasColours(out, environment)).toBe(false)
    expect(hasColours(terminal, { NO_COLOR: '' })).toBe(true)
  })
})
