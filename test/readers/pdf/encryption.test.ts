import { createCipheriv, createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { judgeRevisions, PdfDictionary, type PdfFile, PdfReference, PdfStream } from '#readers/pdf'
// The cipher is no part of what the folder offers; its published vectors are the reason to look behind the index.
import { rc4 } from '../../../src/readers/pdf/encryption/rc4.js'
import { needs } from '../../support/needs.js'
import type { PdfDraft } from '../../support/pdf/draft.js'
import { type EncryptionMethod, encryptedDraft } from '../../support/pdf/encryption.js'
import { writeValue } from '../../support/pdf/write-value.js'
import { changesOf, open, signaturesOf } from './reading.js'

describe('RC4 (RFC 6229, offsets 0 and 16)', () => {
  it.each([
    ['0102030405', 'b2396305f03dc027ccc3524a0a1118a86982944f18fc82d589c403a47a0d0919'],
    ['01020304050607', '293f02d47f37c9b633f2af5285feb46be620f1390d19bd84e2e0fd752031afc1'],
    ['0102030405060708090a0b0c0d0e0f10', '9ac7cc9a609d1ef7b2932899cde41b975248c4959014126a6e8a84f11d1a9e1c'],
    ['833222772a', '80ad97bdc973df8a2e879e92a497efda20f060c2f2e5126501d3d4fea10d5fc0'],
    [
      '1ada31d5cf688221c109163908ebe51debb46227c6cc8b37641910833222772a',
      'dd5bcb0018e922d494759d7c395d02d3c8446f8f77abf737685353eb89a1c9eb',
    ],
  ])('RC4 makes the stream of RFC 6229 from the key %s', (key, stream) => {
    expect(rc4(Buffer.from(key, 'hex'), Buffer.alloc(32)).toString('hex')).toBe(stream)
  })
})

it('a string of an encrypted PDF file without its padding, or with too much of it, is another one in a later version', () => {
  const key = createHash('sha256').update('file key').digest()
  const encrypted = (start: number, text: Buffer, padded: boolean) => {
    const cipher = createCipheriv('aes-256-cbc', key, Buffer.alloc(16, start)).setAutoPadding(padded)
    return `<${Buffer.concat([Buffer.alloc(16, start), cipher.update(text), cipher.final()]).toString('hex')}>`
  }
  const reasons = (one: string, other: string) => {
    const draft = encryptedDraft({ method: 'AESV3-R6' }).update({ 1: '<< /Type /Catalog /Pages 2 0 R /X 30 0 R >>', 30: one })
    return judgeRevisions(open(draft.update({ 30: other })), 1).map(({ rule }) => rule)
  }
  for (const text of [Buffer.alloc(16, 'x'), Buffer.alloc(32)]) {
    expect(reasons(encrypted(1, text, true), encrypted(2, text, true))).toEqual(['rewritten'])
    expect(reasons(encrypted(1, text, true), encrypted(1, text, false))).toEqual([null])
    expect(reasons(encrypted(1, text, false), encrypted(1, text, true))).toEqual([null])
    expect(reasons(encrypted(1, text, false), encrypted(1, text, false))).toEqual(['rewritten'])
  }
})

function textOf(file: PdfFile, number: number): string {
  const revision = file.revisions[0]
  const value = revision?.object(number)
  if (!(value instanceof PdfStream)) throw new Error(`object ${number} is not a stream`)
  return revision?.contentOf(value).toString('latin1') ?? ''
}

const methods: readonly EncryptionMethod[] = ['RC4-40', 'RC4-128', 'AESV2', 'AESV3-R5', 'AESV3-R6']

describe('files that the empty user password opens', () => {
  it.each(methods)('reads strings, streams and packed objects of a PDF file that the empty user password opens: %s', (method) => {
    const file = open(encryptedDraft({ method }))
    expect(file.rebuiltBecause).toBeNull()
    expect(file.isEncrypted).toBe(true)
    const [revision] = file.revisions
    expect(writeValue(revision?.object(4) ?? null)).toBe(`<${Buffer.from('secret').toString('hex')}>`)
    expect(textOf(file, 5)).toBe('stream data')
    expect(textOf(file, 6)).toBe('metadata')
    expect(writeValue(revision?.object(8) ?? null)).toBe(`<${Buffer.from('packed').toString('hex')}>`)
  })

  it('obeys a crypt filter of the stream of an encrypted PDF file', () => {
    expect(textOf(open(encryptedDraft({ method: 'AESV2' })), 7)).toBe('open data')
  })

  it('does not decrypt metadata of a PDF file that are not encrypted', () => {
    expect(textOf(open(encryptedDraft({ method: 'AESV2', encryptsMetadata: false })), 6)).toBe('metadata')
  })

  it.each(methods)('does not decrypt the strings of the encryption dictionary of a PDF file: %s', (method) => {
    const file = open(encryptedDraft({ method }))
    const number = file.revisions[0]?.trailer.get('Encrypt')
    if (!(number instanceof PdfReference)) throw new Error('the dictionary is in the trailer')
    const [before, after] = [/\/U <([0-9a-f]+)>/.exec(file.bytes.toString('latin1'))?.[1], file.revisions[0]?.object(number.number)]
    expect(after instanceof PdfDictionary ? writeValue(after.get('U')) : null).toBe(`<${before}>`)
  })

  it('never decrypts Contents of a signature dictionary of a PDF file', () => {
    const value = open(encryptedDraft({ method: 'AESV3-R6' })).revisions[0]?.object(10)
    if (!(value instanceof PdfDictionary)) throw new Error('no dictionary')
    expect(writeValue(value.get('Contents'))).toBe('<414243>')
    expect(writeValue(value.get('Reason'))).toBe(`<${Buffer.from('because').toString('hex')}>`)
  })
})

describe('files that stay shut', () => {
  it.each(methods)('refuses a PDF file that stays shut: %s with a password', (method) => {
    expect(() => open(encryptedDraft({ method, password: 'x' }))).toThrow(expect.objectContaining({ code: 'PDF_PASSWORD', limit: false }))
  })

  it.each([
    ['another handler', (text: string) => text.replace('/Standard', '/Adobe.PubSec')],
    ['another version', (text: string) => text.replace('/V 4', '/V 3')],
    ['another method', (text: string) => text.replace('/AESV2', '/AESV9')],
    ['AESV3 in version 4', (text: string) => text.replace('/AESV2', '/AESV3')],
    ['a key of revision 4 for AESV3 in version 5', (text: string) => text.replace('/V 4', '/V 5').replace('/AESV2', '/AESV3')],
    ['a short key of revision 4 for AESV2 in version 5', (text: string) => text.replace('/V 4 /Length 128', '/V 5 /Length 40')],
    ['revision 6 in version 4', (text: string) => text.replace('/R 4', '/R 6')],
  ])('refuses a PDF file that stays shut: %s', (_, dictionary) => {
    expect(() => open(encryptedDraft({ method: 'AESV2', dictionary }))).toThrow(expect.objectContaining({ code: 'PDF_ENCRYPTION' }))
  })
})

const published = new URL('../../../../shared/conformance/files/encrypted.pdf', import.meta.url)
it(
  'reads the signature of a published encrypted file',
  needs({ 'published documents beside the repository': existsSync(published) }),
  () => {
    const [signature] = signaturesOf(readFileSync(published))
    expect(signature?.fields).toEqual(['Signature1'])
    expect(signature?.flaws).toEqual([])
  },
)

describe('changes of an encrypted file', () => {
  it.each(['RC4-128', 'AESV2'] as const)(
    'the same octets under another number of an encrypted PDF file are other content: %s',
    (method) => {
      const draft = encryptedDraft({ method })
      const catalog = draft.object(draft.root).replace(/>>\s*$/, '/Other 5 0 R >>')
      draft.update({ [draft.root]: catalog })
      draft.update({ [draft.root]: catalog.replace('/Other 5 0 R', '/Other 95 0 R'), 95: draft.object(5) })
      const last = changesOf(draft).filter(({ revision, rule }) => revision === 2 && rule === null)
      expect(last.map(({ description }) => description)).toContainEqual(expect.stringContaining('Other of the catalog has changed'))
    },
  )

  it.each(methods)('metadata of an encrypted PDF file may be replaced: %s', (method) => {
    const draft = encryptedDraft({ method })
    draft
      .update({ [draft.root]: draft.object(draft.root).replace(/>>\s*$/, '/Metadata 6 0 R >>') })
      .update({ 6: draft.object(6).replace('/Metadata', '/Metadata /Subtype /XML') })
    expect(changesOf(draft).filter(({ revision }) => revision === 2)).toEqual([expect.objectContaining({ object: 6, rule: 'metadata' })])
  })

  /** The dictionary of the encryption, object 3, in another object, with the entries of the trailer. */
  const moved = (draft: PdfDraft, change: (text: string) => string = (text) => text, more = '', objects = {}) => {
    const [, id = ''] = /\/ID (\[.*?\])/.exec(draft.bytes.toString('latin1')) ?? []
    return draft.update({ 95: change(draft.object(3)), ...objects }, { trailer: `/Encrypt 95 0 R /ID ${id} ${more}` })
  }

  it.each(methods)('the dictionary of the encryption of a PDF file may move to another object (LibPDF): %s', (method) => {
    expect(changesOf(moved(encryptedDraft({ method }))).filter(({ revision }) => revision === 1)).toEqual([
      expect.objectContaining({ object: 95, rule: 'rewritten' }),
    ])
  })

  it.each([
    ['with an entry more', (draft: PdfDraft) => moved(draft, (text) => text.replace(/>>\s*$/, '/Other 1 >>'))],
    ['with streams that are not encrypted', (draft: PdfDraft) => moved(draft, (text) => text.replace('/StmF /StdCF', '/StmF /Identity'))],
    [
      'from an object that is something else as well',
      (draft: PdfDraft) =>
        moved(draft.update({ 1: draft.object(1).replace(/>>\s*$/, '/Other 3 0 R >>') }), undefined, '', { 4: draft.object(4) }),
    ],
  ])('no rule explains the dictionary of the encryption of a PDF file that moves %s', (_, move) => {
    const reasons = changesOf(move(encryptedDraft({ method: 'AESV2' }))).filter(({ rule }) => rule === null)
    expect(reasons.map(({ description }) => description)).toContainEqual(expect.stringContaining('Encrypt of the trailer'))
  })

  it('the dictionary of the encryption of a PDF file that moved and is the document information as well may not be replaced', () => {
    const draft = moved(encryptedDraft({ method: 'AESV2' }), undefined, '/Info 95 0 R')
    const last = changesOf(draft.update({ 95: draft.object(95).replace('/StmF /StdCF', '/StmF /Identity') })).filter(
      ({ revision }) => revision === 2,
    )
    expect(last).toContainEqual(expect.objectContaining({ object: 95, rule: null }))
  })
})
