import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { openPdfFile, PdfDictionary, type PdfFile, PdfStream } from '#readers/pdf'
import { readFormFields } from '../../../src/readers/pdf/form/form-fields.js'
import { dictionaryOf, nameOf, numberOf } from '../../../src/readers/pdf/syntax/values.js'
import { needs } from '../../support/needs.js'
import type { PdfDraft } from '../../support/pdf/draft.js'
import { libraryDraft, plain, plainDraft } from '../../support/pdf/plain-document.js'
import { addFieldSignature, addSecurityStore } from '../../support/pdf/signature.js'
import { writeValue } from '../../support/pdf/write-value.js'
import { pdfLimits } from './reading.js'
import { type Look, lookOfBrowser, objectsOfPdfLib } from './second-opinions.js'

/** Every object of the newest revision but the streams that only hold or find others. */
function objectsOf(file: PdfFile): ReadonlyMap<number, string> {
  const newest = file.revisions.length - 1
  const objects = new Map<number, string>()
  for (const number of file.numbersAt(newest)) {
    const value = file.objectAt(number, newest).value
    const type = value instanceof PdfStream ? nameOf(value.dictionary.get('Type')) : null
    // Readers differ about a key that stands twice; ours tells it.
    const isAmbiguous = (dictionaryOf(value)?.repeated.length ?? 0) > 0
    if (type !== 'XRef' && type !== 'ObjStm' && !isAmbiguous) objects.set(number, writeValue(value))
  }
  return objects
}

function lookOf(file: PdfFile): Look {
  const newest = file.revisions.at(-1)
  const pages = newest?.resolve(newest.catalog.get('Pages')) ?? null
  const fields = newest === undefined ? [] : readFormFields(newest)
  return {
    pages: pages instanceof PdfDictionary ? (numberOf(newest?.resolve(pages.get('Count')) ?? null) ?? 0) : 0,
    fields: [...new Set(fields.filter(({ isTerminal, isWidget }) => isTerminal && !isWidget).map(({ name }) => name))].sort(),
  }
}

const sign = () => Buffer.from('30020500', 'hex')

function signedDraft(draft: PdfDraft, stream = false): PdfDraft {
  addFieldSignature(draft, { sign, reserved: 64, fieldName: 'First', revision: { stream } })
  addSecurityStore(draft, { certificates: [Buffer.from('certificate')], revision: { stream } })
  addFieldSignature(draft, {
    sign,
    reserved: 64,
    fieldName: 'Second',
    type: '/DocTimeStamp',
    subFilter: '/ETSI.RFC3161',
    revision: { stream },
  })
  return draft
}

const sound: readonly (readonly [string, () => PdfDraft | Promise<PdfDraft>])[] = [
  ['plain', () => plainDraft()],
  ['plain with a form', () => plainDraft({ form: true })],
  ['a cross-reference stream', () => plainDraft({ form: true, stream: true })],
  ['packed objects', () => plainDraft({ form: true, stream: true, packed: [plain.catalog, plain.text, plain.font] })],
  ['signed', () => signedDraft(plainDraft({ form: true }))],
  ['signed, with streams', () => signedDraft(plainDraft({ form: true, stream: true }), true)],
  ['of pdf-lib, signed', async () => signedDraft(await libraryDraft(3))],
]

describe('sound files are read like other readers read them', () => {
  it.each(sound)('reads a sound PDF file like other readers: %s', async (_, make) => {
    const { bytes } = await make()
    const file = openPdfFile(bytes, pdfLimits)
    expect(file.rebuiltBecause).toBeNull()
    expect(Object.fromEntries(objectsOf(file))).toEqual(Object.fromEntries(await objectsOfPdfLib(bytes)))
    expect(lookOf(file)).toEqual(await lookOfBrowser(bytes))
  })
})

/** Files about which readers differ: each has something that ours must refuse, or tell, before anybody else shows another document. */
const hostile: readonly (readonly [string, () => Buffer])[] = [
  [
    'a catalog that nothing refers to',
    () => Buffer.concat([signed(), Buffer.from('90 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n')]),
  ],
  ['objects without a cross-reference', () => Buffer.concat([signed(), Buffer.from(`${plain.content} 0 obj\n(other)\nendobj\n`)])],
  ['a trailer of its own', () => Buffer.concat([signed(), Buffer.from('trailer\n<< /Root 90 0 R >>\n')])],
  ['a second startxref', () => Buffer.concat([signed(), Buffer.from(`startxref\n${plainDraft({ form: true }).section}\n%%EOF\n`)])],
  ['octets before the header', () => Buffer.concat([Buffer.from('x'), signed()])],
  ['a cut end', () => signed().subarray(0, -8)],
  ['a section that is shifted', () => edit(/startxref\n(\d+)\n%%EOF\n$/, (_, at) => `startxref\n${Number(at) + 1}\n%%EOF\n`)],
  ['Prev 0', () => edit(/\/Prev \d+/g, () => '/Prev 0')],
  ['an entry that points to another object', () => edit(/4 1\n\d{10}/, () => '4 1\n0000000015')],
  [
    'two entries for one object',
    () => plainDraft().update({ 6: '<< >>' }, { entries: (all) => [...all, ...all.map((entry) => ({ ...entry, offset: 15 }))] }).bytes,
  ],
  ['Prev as a real number', () => edit(/\/Prev (\d+)/g, (_, at) => `/Prev ${at}.`)],
  ['Prev as a reference', () => edit(/\/Prev \d+/g, () => '/Prev 4 0 R')],
  ['Prev that leads to the section itself', () => edit(/\/Prev \d+(?=[\s\S]*startxref\n(\d+)\n%%EOF\n$)/, (_, at) => `/Prev ${at}`)],
  ['a comment within startxref', () => edit(/startxref\n(\d+)\n%%EOF\n$/, (_, at) => `startxref\n%${at}\n7\n%%EOF\n`)],
  ['numbers of objects shifted by one', () => edit(/xref\n(\d+) /g, (_, first) => `xref\n${Number(first) + 1} `)],
  ['an entry behind the end of the file', () => edit(/4 1\n\d{10}/, () => '4 1\n0999999999')],
  ['an object under another number', () => edit(/\n4 0 obj/, () => '\n9 0 obj')],
  ['a catalog that is no dictionary', () => edit(/\/Root \d+ 0 R/g, () => '/Root 4 0 R')],
  ['a catalog twice in the trailer', () => edit(/\/Root (\d+) 0 R/g, (all) => `${all} /Root 4 0 R`)],
  ['a size that leaves objects out', () => edit(/\/Size \d+/g, () => '/Size 4')],
  ['a table of which the stream of a hybrid file says something else', () => edit(/trailer\n<< /g, () => 'trailer\n<< /XRefStm 9.5 ')],
  ['octets behind the end', () => Buffer.concat([signed(), Buffer.from('%%EOF 4 0 obj (other) endobj')])],
  ['a linearised file with updates', () => linearised()],
  ['a linearised file with updates and escaped keys', () => linearised('/Linearize#64 1 /#4C ')],
  ['a linearised file with updates and a long number', () => linearised(`/Linearized 1 /L ${'0'.repeat(20)}`)],
  ['a linearised file with updates and a comment', () => linearised('/Linearized 1 /L%x\n')],
  ['widths of no octets', () => packed(/W \[1 4 2\]/, 'W [1 0 2]')],
  ['widths of nine octets', () => packed(/W \[1 4 2\]/, 'W [1 9 2]')],
  ['a range that starts with a real number', () => packed(/Index \[(\d+) /, 'Index [$1.')],
  ['an object stream without its type', () => packed(/\/Type ?\/ObjStm/g, '/Type /ObjStn')],
  ['an object stream with fewer objects', () => packed(/(\/ObjStm[^>]*\/N) \d+/g, '$1 0')],
  ['an object stream that starts elsewhere', () => packed(/\/First \d+/g, '/First 99')],
  ['an object stream with another filter', () => packed(/(\/ObjStm[^>]*)\/FlateDecode/g, '$1/LZWDecode  ')],
]

const signed = () => signedDraft(plainDraft({ form: true })).bytes
function edit(pattern: RegExp, change: (all: string, one: string) => string): Buffer {
  return Buffer.from(signed().toString('latin1').replace(pattern, change), 'latin1')
}

/** A file with cross-reference and object streams, in which an expression is written anew. */
function packed(pattern: RegExp, text: string): Buffer {
  const { bytes } = plainDraft({ form: true, stream: true, packed: [plain.text, plain.font] })
  return Buffer.from(bytes.toString('latin1').replace(pattern, text), 'latin1')
}

/** Says of itself that it is as long as it is, although an update follows. */
function linearised(keys = '/Linearized 1 /L '): Buffer {
  const made = (length: number) =>
    signedDraft(plainDraft({ form: true, header: `%PDF-1.7\n99 0 obj\n<< ${keys}${String(length).padStart(9, '0')} >>\nendobj\n` })).bytes
  return made(made(0).length)
}

/** What ours says against a file: an error, a rebuilt chain, or something irregular about the way in which it is written. */
function objection(bytes: Buffer): string | null {
  try {
    const file = openPdfFile(bytes, pdfLimits)
    const irregular = file.revisions.flatMap(({ irregularities }) => irregularities)
    if (file.rebuiltBecause !== null) return file.rebuiltBecause.code
    objectsOf(file)
    return irregular[0] ?? null
  } catch (error) {
    if (error instanceof Error && 'code' in error) return String(error.code)
    throw error
  }
}

describe('hostile files are refused or reported', () => {
  it.each(hostile)('refuses or reports a hostile PDF file: %s', (_, make) => {
    expect(objection(make())).not.toBeNull()
  })

  it('finds a signature of a PDF file despite an object to which nothing refers', async () => {
    const bytes = hostile[0]?.[1]() ?? Buffer.alloc(0)
    expect(lookOf(openPdfFile(bytes, pdfLimits)).fields).toContain('First')
    expect((await objectsOfPdfLib(bytes)).get(90)).toContain('/Catalog')
  })
})

const folder = new URL('../../../../shared/conformance/files/', import.meta.url)
const published = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.pdf')) : []
describe('published files', needs({ 'published documents beside the repository': published.length > 0 }), () => {
  it.each(published.length === 0 ? ['none'] : published)('reads a published PDF file like other readers: %s', async (name) => {
    const bytes = readFileSync(new URL(name, folder))
    if (objection(bytes) !== null) return
    const file = openPdfFile(bytes, pdfLimits)
    const ours = objectsOf(file)
    if (!file.isEncrypted) {
      const theirs = await objectsOfPdfLib(bytes)
      for (const [number, text] of ours) expect.soft(theirs.get(number), `object ${number}`).toBe(text)
    }
    expect(lookOf(file)).toEqual(await lookOfBrowser(bytes))
  })
})
