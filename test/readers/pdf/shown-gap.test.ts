import { describe, expect, it } from 'vitest'
import type { PdfDraft, RevisionOptions } from '../../support/pdf/draft.js'
import { plainDraft } from '../../support/pdf/plain-document.js'
import { addFieldSignature, type FieldSignatureOptions } from '../../support/pdf/signature.js'
import { signatureOf } from './reading.js'

const around = 40

/** A signed revision whose objects are all within the octets of one more object. */
function within(head: string, end: string, page = '/Contents [4 0 R 40 0 R]'): PdfDraft {
  const draft = plainDraft()
  draft.update({ 3: draft.object(3).replace('/Contents 4 0 R', page) })
  const start = draft.bytes.length
  const length = (appended: string) => String(appended.length + end.indexOf('\nendstream')).padStart(6, '0')
  let shift = 0
  const revision: RevisionOptions = {
    edit: (appended) => {
      const written = `${around} 0 obj\n${head.replace('LENGTH', length(appended))}`
      shift = written.length
      return `${written}${appended}${end}\nendobj\n`
    },
    entries: (entries) => [
      { number: around, offset: start },
      ...entries.map((entry) => (entry.offset === null ? entry : { ...entry, offset: entry.offset + shift })),
    ],
  }
  addFieldSignature(draft, { sign: () => Buffer.from('30020500', 'hex'), reserved: 64, revision })
  return draft
}

describe('the gap of a signature in another object', () => {
  it.each([
    ['a content stream', '<< /Length LENGTH >>\nstream\nBT /F1 9 Tf 20 500 Td (', ') Tj ET\nendstream'],
    ['a stream with another notation of its length', '<< /Len#67th LENGTH >>\nstream\n(', ') Tj\nendstream'],
    ['a stream without a length', '<< >>\nstream\n(', ') Tj\nendstream'],
    ['a stream with two lengths', '<< /Length 1 /Length LENGTH >>\nstream\n(', ') Tj\nendstream'],
    ['a stream that this reader cannot read', '<< /X . /Length LENGTH >>\nstream\n(', ') Tj\nendstream'],
    ['a string', '<< /Title (', ') >>'],
    ['a string after one that PDFBox ends earlier', '<< /Title ((\\051)\n/Y (', ')) >>'],
    ['a dictionary that is not closed before', '<< /Type /Annot /Subtype /FreeText /X endobj ', ' >>'],
    ['a list that is not closed before', '[ endobj ', ' ]'],
    ['a list in a dictionary', '<< /X [ >> endobj ', ' ] >>'],
    ['a list with another bracket', '[ >> endobj ', ' ]'],
  ])('reports the gap of a PDF signature in another object: %s', (_, head, end) => {
    expect(signatureOf(within(head, end)).flaws).toEqual(['gap-in-another-object'])
  })

  it.each([
    ['a text before it', '(text)', ''],
    ['no endobj before it', '<< /X (\\)) >> ', ''],
    ['an object that cannot be read', '<< /X . /Y [>] /Z (endobj) >>\nendobj\n', ''],
    ['names and comments like keywords', '<< /stream /obj /X % >> stream\n >>\nendobj\n', ''],
    ['a stream', '<< /Length 3 >>\nstream\n<<(\nendstream\nendobj\n', ''],
    ['a stream with a wrong length', '<< /Length 5 >>\nstream\n<<(\nendstream\nendobj\n', ''],
  ])('takes %s for no gap of a PDF signature in another object', (_, head, end) => {
    expect(signatureOf(within(head, end)).flaws).toEqual([])
  })

  it('reports the gap of a PDF signature in an object that only programs find that scan the file', () => {
    const draft = plainDraft()
    const head = '60 0 obj\n<< /Length 9999 >>\nstream\n'
    const revision: RevisionOptions = {
      edit: (appended) => `${head}${appended}endstream\nendobj\n`,
      entries: (entries) => entries.map((entry) => ({ ...entry, offset: (entry.offset ?? 0) + head.length })),
    }
    addFieldSignature(draft, { sign: () => Buffer.from('30020500', 'hex'), reserved: 64, revision })
    expect(signatureOf(draft).flaws).toEqual(['gap-in-another-object'])
  })

  it('reports a second number for the object of a PDF signature', () => {
    const draft = plainDraft()
    const entries: RevisionOptions['entries'] = (given) => [
      ...given,
      { number: 60, offset: given.find(({ number }) => number === 8)?.offset ?? 0 },
    ]
    addFieldSignature(draft, { sign: () => Buffer.from('30020500', 'hex'), reserved: 64, revision: { entries } })
    expect(signatureOf(draft).flaws).toEqual(['gap-in-another-object'])
  })
})

describe('Contents that programs show as a text', () => {
  const signed = (options: Partial<FieldSignatureOptions>) => {
    const draft = plainDraft()
    addFieldSignature(draft, { sign: () => Buffer.from('30020500', 'hex'), reserved: 64, ...options })
    return draft
  }
  it.each([
    ['as an annotation', { entries: '/Subtype /FreeText /Rect [72 500 372 550] /DA (/Helv 20 Tf)' }],
    ['as an annotation whose type is elsewhere', { entries: '/Subtype 50 0 R', objects: { 50: '/Text' } }],
    ['as document information', { revision: { trailer: '/Info 8 0 R' } }],
  ] as const)('reports Contents of a PDF signature that programs show as a text: %s', (_, options) => {
    expect(signatureOf(signed(options)).flaws).toEqual(['contents-shown'])
  })

  it.each([
    ['of the parent of a popup', 52, { 50: '<< /Type /Annot /Subtype /Popup /Parent 52 0 R >>' }],
    [
      'of the annotation that the parent of a popup answers',
      53,
      { 50: '<< /Type /Annot /Subtype /Popup /Parent 51 0 R >>', 51: '<< /Subtype /Text /RT /Group /IRT 53 0 R >>' },
    ],
  ])('does not report Contents of a PDF signature that no program shows as a text: %s', (_, number, objects) => {
    const draft = plainDraft()
    draft.update({ 3: draft.object(3).replace(/>>$/, '/Annots [50 0 R] >>'), ...objects })
    const added = addFieldSignature(draft, { sign: () => Buffer.from('30020500', 'hex'), reserved: 64 })
    expect(added.dictionary).toBe(number)
    expect(signatureOf(draft).flaws).toEqual(['contents-shown'])
  })
})
