import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import JSZip from 'jszip'
import { describe, expect, it } from 'vitest'
import { checkFileName } from '#cdoc2/container'
import { limits } from '#config'
import { MalformedDocument, RequestError } from '#model'
import { listDataFiles } from '#validation'
import { distinctFileNames, namesOnDisk, safeFileName } from '../../src/std/safe-file-name.js'
import { takeDataFiles } from '../../src/validation/take-data-files.js'
import { asicContainer, dataFile } from '../support/asice.js'
import { cpuMilliseconds } from '../support/cpu-time.js'
import { everyDocument } from '../support/every-document.js'
import { xroadContainer } from '../support/xroad/container.js'

const digestOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const take = (document: Uint8Array, which: number | 'all') => takeDataFiles(document, { which, digest: digestOf(document) }, limits)
const fixture = (name: string) => readFileSync(new URL(`../../fixtures/documents/${name}`, import.meta.url))

describe('files taken out of a document', () => {
  it('files taken out of a document are those that the readers of a validation find, for any type', async () => {
    const documents = [
      fixture('lt.asice'),
      fixture('lt-tm.bdoc'),
      fixture('ddoc-1.3.ddoc'),
      xroadContainer({ attachments: [Buffer.from('lisa')] }),
    ]
    for (const document of documents) {
      const listed = listDataFiles(document, null, limits)
      expect(listed.length).toBeGreaterThan(0)
      const archive = await JSZip.loadAsync((await take(document, 'all')).bytes, { checkCRC32: true })
      for (const [index, { name, content }] of listed.entries()) {
        const bytes = Buffer.concat([...(content?.pieces() ?? [])])
        const taken = await take(document, index)
        expect(taken.name).toBe(name)
        expect(Buffer.from(taken.bytes).equals(bytes)).toBe(true)
        expect(await archive.file(name)?.async('nodebuffer')).toEqual(bytes)
      }
    }
  })

  it('files taken out of a document come from the document that was validated, and no other', async () => {
    const document = fixture('lt.asice')
    await expect(takeDataFiles(document, { which: 0, digest: 'ab'.repeat(32) }, limits)).rejects.toMatchObject({
      problems: [{ code: 'DOCUMENT_CHANGED' }],
    })
    await expect(take(document, 9)).rejects.toMatchObject({ problems: [{ code: 'DATA_FILE_UNKNOWN' }] })
    await expect(take(fixture('ddoc-1.3-hashcode.ddoc'), 0)).rejects.toMatchObject({ problems: [{ code: 'DATA_FILE_WITHOUT_CONTENT' }] })
    await expect(take(Buffer.from('no document'), 0)).rejects.toThrow(MalformedDocument)
    await expect(take(Buffer.from('no document'), 'all')).rejects.toThrow(MalformedDocument)
  })

  it('files taken out of a document are bounded together, not only each', async () => {
    const half = Buffer.alloc(limits.page.maxTakenBytes / 2 + 1, 'a')
    const packed = (files: readonly string[]) =>
      asicContainer({
        files: files.map((name) => dataFile(name, half.toString('latin1'))),
        signatures: [],
        entries: (entries) =>
          entries.map((entry) => (typeof entry.name === 'string' && files.includes(entry.name) ? { ...entry, method: 'stored' } : entry)),
      })
    const document = packed(['a.txt', 'b.txt'])
    expect((await take(document, 0)).bytes.length).toBe(half.length)
    await expect(take(document, 'all')).rejects.toThrow(RequestError)
  })

  it('files taken out of a document of every available document are either returned or refused, and never throw another error', async () => {
    let archives = 0
    for (const { request } of everyDocument()) {
      const { document } = request()
      try {
        archives += (await take(document, 'all')).bytes.length > 22 ? 1 : 0
      } catch (error) {
        if (!(error instanceof MalformedDocument) && !(error instanceof RequestError)) throw error
      }
    }
    expect(archives).toBeGreaterThan(100)
  })
})

describe('names under which files are saved', () => {
  it.each([
    ['leping.txt', 'leping.txt'],
    ['Šužlikud 契約 õ.txt', 'Šužlikud 契約 õ.txt'],
    ['../../etc/passwd', 'passwd'],
    ['..\\..\\boot.ini', 'boot.ini'],
    ['C:\\Windows\\x.dll', 'x.dll'],
    ['/', 'file'],
    ['..', '_'],
    ['', 'file'],
    ['.htaccess', '_htaccess'],
    ['arve\u202efdp.exe', 'arve_fdp.exe'],
    ['a\u0000b\r\nSet-Cookie: x.txt', 'a_b__Set-Cookie_ x.txt'],
    ['<img src=x onerror=alert(1)>.html', '_img src=x onerror=alert(1)_.html'],
    ['a"b|c?d*e:f.txt', 'a_b_c_d_e_f.txt'],
    ['CON', '_CON'],
    ['nul.txt', '_nul.txt'],
    ['com1.log', '_com1.log'],
    ['Nul .txt', '_Nul .txt'],
    ['aux .tar.gz', '_aux .tar.gz'],
    ['a.txt. . ', 'a.txt'],
    ['\ud800.txt', '_.txt'],
  ])('the name %j of a saved file becomes %j', (given, expected) => {
    expect(safeFileName(given)).toBe(expected)
  })

  it('names under which files are saved fit every file system, with the extension that they have', () => {
    for (const name of ['x'.repeat(10_000), '😀'.repeat(5_000), `${'õ'.repeat(10_000)}.docx`, `a.${'b'.repeat(10_000)}`])
      expect(Buffer.byteLength(safeFileName(name))).toBeLessThanOrEqual(200)
    expect(safeFileName(`${'õ'.repeat(10_000)}.docx`)).toMatch(/^õ+\.docx$/)
    expect(safeFileName('😀'.repeat(5_000))).toMatch(/^(?:😀)+$/u)
  })

  it('names under which files are saved are made of a name of any length in linear time', () => {
    expect(safeFileName(`a${'.'.repeat(300_000)}b.txt`)).toMatch(/^a\.+\.txt$/)
    expect(safeFileName('<'.repeat(19_000_000))).toBe('_'.repeat(200))
    expect(safeFileName(`${'/'.repeat(10_000_000)}a.txt${'/'.repeat(9_000_000)}`)).toBe('a.txt')
    expect(safeFileName(`${'\ud83d\ude00'.repeat(10_000)}.docx`)).toMatch(/^(?:\u{1f600})+\.docx$/u)
  })

  it('names under which files are saved differ, also where letter case is no difference', () => {
    expect(distinctFileNames(['a.txt', 'A.TXT', 'x/a.txt', 'a (2).txt', 'a', 'a'])).toEqual([
      'a.txt',
      'A (2).TXT',
      'a (3).txt',
      'a (2) (2).txt',
      'a',
      'a (2)',
    ])
  })

  it('names under which files are saved are for the disk their own where no system objects, wherever they stand, and always different', () => {
    const names = [
      'a:b',
      'a_b',
      'CON .txt',
      'lpt9',
      'x.',
      'X',
      ...['ẞ', 'ß', 'SS', 'K', 'k', '\u212a'],
      '-',
      '.gitignore',
      '👩‍👧.png',
      'a'.repeat(400),
    ]
    const written = namesOnDisk(names)
    expect(written.slice(0, 6)).toEqual(['a_b (2)', 'a_b', '_CON .txt', '_lpt9', 'x (2)', 'X'])
    expect(written.slice(-4)).toEqual(['_', '.gitignore', '👩‍👧.png', 'a'.repeat(255)])
    const identities = written.map((name) => name.normalize('NFC').toUpperCase().toLowerCase())
    expect(new Set(identities).size).toBe(names.length)
    for (const name of written) expect(checkFileName(name, 255)).toBe(name)
  })

  it.each([
    ['letter case, also of several letters', ['a.txt', 'A.TXT', 'ß', 'SS', 'Σ', 'ς', '\u212a', 'k']],
    ['the form of Unicode', ['õun'.normalize('NFC'), 'õun'.normalize('NFD'), '\u212b', '\u00c5', 'A\u030a']],
    ['full stops and spaces at the end', ['a', 'a.', 'a ', 'a. .', 'a .']],
    ['full stops alone', ['.', '..', '...', '. .']],
    ['characters that some system does not have', ['a:b', 'a?b', 'a_b', 'a::$DATA', 'a__$DATA']],
    ['what stands at the beginning', ['-a', ' a', '_a']],
    ['a device name and a name that it could get', ['nul', 'NUL ', '_nul', 'Nul.', '_NUL']],
    ['characters that are not shown', ['leping.txt', 'le\u200bping.txt', 'leping\u00ad.txt', 'leping.txt\ufeff', '\u200b', '\u200d']],
    ['what is cut off', ['x'.repeat(255), 'X'.repeat(255), `${'x'.repeat(254)}.`, `${'x'.repeat(300)}`]],
    ['a number that another one already has', ['a', 'A', 'a (2)', 'A (3)', 'a.']],
  ])('names under which files are saved on the disk never become one where they differ in %s', (_, names) => {
    const alike = (name: string) =>
      name
        .normalize('NFD')
        .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
        .toUpperCase()
        .normalize('NFD')
    const written = namesOnDisk(names)
    expect(new Set(written.map(alike)).size).toBe(names.length)
    for (const name of written) expect(checkFileName(name, 255)).toBe(name)
    // Whoever has a name that every system has keeps it, unless another file has it too.
    const [first = ''] = written.filter((name, index) => name === names[index])
    expect(first === '' || names.includes(first)).toBe(true)
  })

  it('names under which files are saved are for the disk different and short for a thousand long names that are cut to one, in linear time', () => {
    const names = Array.from({ length: 500 }, (_, i) => [
      `${'a'.repeat(252)}${i}`.slice(0, 255),
      `${'A'.repeat(252)}${i}`.slice(0, 255),
    ]).flat()
    let written: readonly string[] = []
    expect(cpuMilliseconds(() => (written = namesOnDisk(names)))).toBeLessThan(2_000)
    expect(new Set(written.map((name) => name.toLowerCase())).size).toBe(names.length)
    expect(Math.max(...written.map((name) => Buffer.byteLength(name)))).toBeLessThanOrEqual(255)
  })

  it('names under which files are saved differ for two thousand files of one name, in linear time', () => {
    const names = Array<string>(2_000).fill(`${'a'.repeat(150)}.txt`)
    let distinct: readonly string[] = []
    expect(cpuMilliseconds(() => (distinct = distinctFileNames(names)))).toBeLessThan(4_000)
    expect(new Set(distinct).size).toBe(2_000)
    expect(distinct.at(-1)).toBe(`${'a'.repeat(150)} (2000).txt`)
  })
})
