import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type DdocFile, ddocAgreement, ddocContainer, ddocFile } from '../../support/ddoc/container.js'
import { needs } from '../../support/needs.js'
import { run } from './run-in-process.js'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'allkiri-files-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Runs the command over a document of these files; `into` is what `--out` names. */
async function filesOf(files: readonly DdocFile[], into: string | null = null) {
  const document = join(folder, 'leping.ddoc')
  writeFileSync(document, ddocContainer({ files, signatures: [] }))
  const { status, out, err } = await run(['files', document, ...(into === null ? [] : ['--out', into])])
  return { status, err, lines: out.split('\n').slice(1, -1), heading: out.split('\n')[0]?.replace(document, 'FILE') }
}

describe('allkiri files', () => {
  it('allkiri files lists the data files and writes nothing', async () => {
    const { status, heading, lines } = await filesOf([ddocFile('leping.txt', 'Tere'), ddocFile('lisa.pdf', 'PDF', 'application/pdf')])
    expect(status).toBe(0)
    expect(heading).toBe('FILE: 2 data files, not validated')
    expect(lines).toEqual(['  leping.txt (4 bytes, text/plain)', '  lisa.pdf (3 bytes, application/pdf)'])
    expect(readdirSync(folder)).toEqual(['leping.ddoc'])
  })

  it('allkiri files writes them below a folder, which it makes', async () => {
    const into = join(folder, 'uus', 'kaust')
    const content = Buffer.alloc(2_500_000, 'Tere tulemast! ')
    expect((await filesOf([ddocFile('Õun.txt', 'Tere'), ddocFile('pikk', content), ddocFile('tühi', '')], into)).status).toBe(0)
    expect(readFileSync(join(into, 'Õun.txt'), 'utf8')).toBe('Tere')
    expect(readFileSync(join(into, 'pikk')).equals(content)).toBe(true)
    expect(readFileSync(join(into, 'tühi'))).toHaveLength(0)
  })

  it('allkiri files says why the folder cannot be made, and has read the document all the same', async () => {
    const circle = join(folder, 'circle')
    symlinkSync(circle, circle)
    const { status, heading, lines } = await filesOf([ddocFile('leping.txt', 'Tere')], circle)
    expect({ status, heading, lines }).toEqual({
      status: 1,
      heading: 'FILE: 1 data file, not validated',
      lines: ['  nothing is written: the links on its path lead in a circle'],
    })
  })

  it('allkiri files gives up where no folder can ever be made', needs({ '/proc': existsSync('/proc/self') }), async () => {
    const { status, lines } = await filesOf([ddocFile('leping.txt', 'Tere')], '/proc/allkiri/kaust')
    expect({ status, lines }).toEqual({ status: 1, lines: ['  nothing is written: there is no such folder; make it first'] })
  })

  it('allkiri files says where there is no content', async () => {
    const { status, lines } = await filesOf([{ ...ddocAgreement, hashcode: true }], join(folder, 'out'))
    expect(status).toBe(0)
    expect(lines).toEqual([
      `  leping.txt (${ddocAgreement.content.length} bytes, text/plain): no content, only its digest is in the document`,
    ])
    expect(readdirSync(join(folder, 'out'))).toEqual([])
  })

  it.each([
    ...['../väljas.txt', '/tmp/väljas.txt', 'a/b.txt', 'a\\b.txt', '..\\..\\a.txt', '\\\\server\\share\\a.txt', '..', '.', '', ' '],
    // Drive letters, streams inside files, dots and spaces that are dropped, devices: each leads elsewhere on some system.
    ...['C:\\a.txt', 'C:a.txt', 'a.txt:peidus', 'a.txt.', 'a.txt...', 'a.txt ', 'CON', 'nul.txt', 'Com1.tar.gz'],
    ...['a\u0007b', 'a\u0000b', 'a\nb', 'a\tb', 'a\u0085b', 'a\u009bb'],
  ])('allkiri files refuses the name %j and writes the others', async (name) => {
    const into = join(folder, 'out')
    const document = join(folder, 'x.ddoc')
    const bytes = ddocContainer({ files: [ddocFile('nimi.txt', 'halb'), ddocFile('hea.txt', 'hea')], signatures: [] })
    // As a reference, because a line break that stands in an attribute is read as a space.
    const written = name.replace(/[\n\t]/g, (character) => `&#${character.charCodeAt(0)};`)
    writeFileSync(
      document,
      bytes.toString().replace('Filename="nimi.txt"', () => `Filename="${written}"`),
    )
    const { status, out } = await run(['files', document, '--out', into])
    // Such control characters cannot stand in XML at all: the document is refused as a whole.
    if (/[\u0000\u0007]/.test(name)) {
      expect(status).toBe(2)
      return
    }
    expect(status).toBe(1)
    expect(out).toContain('refused, its name is not one of a file')
    expect(readdirSync(folder).sort()).toEqual(['out', 'x.ddoc'])
    expect(readdirSync(into)).toEqual(['hea.txt'])
  })

  it.each(['.profiil', 'con tract.txt', 'COMmentaar.txt', 'leping (2).txt', '-rf', 'ä́.txt', '…', '$HOME', '~'])(
    'allkiri files writes a file called %j',
    async (name) => {
      const into = join(folder, 'out')
      expect((await filesOf([ddocFile(name, 'sisu')], into)).status).toBe(0)
      expect(readFileSync(join(into, name), 'utf8')).toBe('sisu')
    },
  )

  it('allkiri files writes nothing where the folder is a file, and says so', async () => {
    const into = join(folder, 'out')
    writeFileSync(into, 'oma')
    for (const place of [into, join(into, 'sügavamal')]) {
      const { status, lines } = await filesOf([ddocFile('a.txt', '1')], place)
      expect(status).toBe(1)
      expect(lines).toEqual(['  nothing is written: the path in --out is not a folder'])
    }
    expect(readFileSync(into, 'utf8')).toBe('oma')
  })

  it('allkiri files lists what it can where a document has all kinds of entries, and ends with 1', async () => {
    const into = join(folder, 'out')
    const { status, lines } = await filesOf(
      [ddocFile('a.txt', '1'), { ...ddocAgreement, hashcode: true }, ddocFile('../b.txt', '2'), ddocFile('c.txt', '3')],
      into,
    )
    expect(status).toBe(1)
    expect(lines.map((line) => line.replace(/^.*bytes, text\/plain\)/, ''))).toEqual([
      '',
      ': no content, only its digest is in the document',
      ': refused, its name is not one of a file',
      '',
    ])
    expect(readdirSync(into).sort()).toEqual(['a.txt', 'c.txt'])
  })

  it('allkiri files returns files of documents with any defect in the signatures', async () => {
    const document = join(folder, 'katki.ddoc')
    writeFileSync(
      document,
      ddocContainer({ files: [ddocFile('a.txt', 'uus')], signedFiles: [ddocFile('a.txt', 'vana')], signatures: [{ ocsp: null }] }),
    )
    expect((await run(['files', document, '--out', join(folder, 'out')])).status).toBe(0)
    expect(readFileSync(join(folder, 'out', 'a.txt'), 'utf8')).toBe('uus')
  })

  it('allkiri files never writes over anything, not even through a link', async () => {
    const into = join(folder, 'out')
    mkdirSync(into)
    writeFileSync(join(into, 'leping.txt'), 'oma')
    mkdirSync(join(into, 'kaust.txt'))
    symlinkSync(join(folder, 'mujal.txt'), join(into, 'link.txt'))
    writeFileSync(join(folder, 'siht.txt'), 'oma')
    symlinkSync(join(folder, 'siht.txt'), join(into, 'teine.txt'))
    const names = ['leping.txt', 'link.txt', 'teine.txt', 'kaust.txt']
    const { status, lines } = await filesOf(
      names.map((name) => ddocFile(name, 'võõras')),
      into,
    )
    expect(lines).toHaveLength(4)
    expect(status).toBe(1)
    for (const line of lines) expect(line).toMatch(/: refused, a file of its name exists already$/)
    expect(readFileSync(join(into, 'leping.txt'), 'utf8')).toBe('oma')
    expect(readFileSync(join(folder, 'siht.txt'), 'utf8')).toBe('oma')
    expect(readdirSync(folder).sort()).toEqual(['leping.ddoc', 'out', 'siht.txt'])
  })

  it('allkiri files writes neither of two files of one name', async () => {
    const into = join(folder, 'out')
    const { status, lines } = await filesOf([ddocFile('a.txt', '1'), ddocFile('a.txt', '2'), ddocFile('b.txt', '3')], into)
    expect(status).toBe(1)
    expect(lines.map((line) => line.includes('refused, its name occurs more than once'))).toEqual([true, true, false])
    expect(readdirSync(into)).toEqual(['b.txt'])
  })

  it('allkiri files refuses a name that is too long for the file system', async () => {
    const { status, lines } = await filesOf([ddocFile('a'.repeat(300), '1')], join(folder, 'out'))
    expect(status).toBe(1)
    expect(lines[0]).toMatch(/refused, its name is too long$/)
  })

  it('allkiri files shows no character that could steer the terminal', async () => {
    const { lines } = await filesOf([ddocFile('arve\u202efdp.exe', '1', 'text/\u2066plain')])
    expect(lines).toEqual(['  arve\\u202efdp.exe (1 bytes, text/\\u2066plain)'])
  })

  it('allkiri files ends with 2 when the document cannot be read', async () => {
    const document = join(folder, 'x.ddoc')
    writeFileSync(document, 'Tere')
    expect(await run(['files', document])).toMatchObject({ status: 2, err: '' })
    expect(await run(['files', join(folder, 'missing.ddoc')])).toMatchObject({ status: 2, err: '' })
  })

  it('allkiri files ends with 64 when it is used wrongly', async () => {
    expect((await run(['files'])).status).toBe(64)
    expect((await run(['files', 'a.ddoc', 'b.ddoc'])).status).toBe(64)
  })
})

describe('allkiri files on other types', () => {
  it('allkiri files lists and writes the data files of BDOC and ASiC-E', async () => {
    const document = new URL('../../../fixtures/documents/lt.asice', import.meta.url).pathname
    const into = join(folder, 'välja')
    const { status, out } = await run(['files', document, '--out', into])
    expect(status).toBe(0)
    expect(out).toMatch(/: 1 data file, not validated\n {2}leping\.txt \(\d+ bytes, text\/plain\)\n$/)
    expect(readdirSync(into)).toEqual(['leping.txt'])
  })
})
