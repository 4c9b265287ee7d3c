import { describe, expect, it } from 'vitest'
import type { PdfDraft } from '../../support/pdf/draft.js'
import { plain, plainDraft } from '../../support/pdf/plain-document.js'
import { addFieldSignature, type FieldSignatureOptions, type Ranges, withEntry } from '../../support/pdf/signature.js'
import { signatureOf, signaturesOf } from './reading.js'

const sign = () => Buffer.from('30020500', 'hex')

function signed(options: Partial<FieldSignatureOptions> = {}, draft = plainDraft()): PdfDraft {
  addFieldSignature(draft, { sign, reserved: 64, ...options })
  return draft
}

const flawsOf = (options: Partial<FieldSignatureOptions>) => signatureOf(signed(options)).flaws

describe('a sound signature', () => {
  it('a sound signature of a PDF file covers its revision, and names what its dictionary says', () => {
    const draft = signed({ fieldName: 'Sign here', entries: '/Reason (agreed) /Location <FEFF00D5>', claimedTime: 0 })
    expect(signatureOf(draft)).toMatchObject({
      kind: 'signature',
      fields: ['Sign here'],
      subFilter: 'ETSI.CAdES.detached',
      flaws: [],
      coveredRevision: 1,
      addedRevision: 1,
      isInNewestRevision: true,
      redefinedKeys: [],
      claimedTime: 0,
      reason: 'agreed',
      location: 'Õ',
    })
  })

  it.each([
    ['white space in the digits', { contents: (text: string) => `${text.slice(0, 20)}  \n \r ${text.slice(26)}` }],
    ['signs and zeros before numbers', { byteRange: ([a, b, c, d]: Ranges) => `[+0${a} 00${b} ${c} ${d}]` }],
    ['an escaped key', { dictionary: (text: string) => text.replace('/ByteRange', '/Byte#52ange') }],
    ['no type', { type: null }],
    ['a cross-reference stream', { revision: { stream: true } }],
  ])('a sound signature of a PDF file may have %s', (_, options) => {
    expect(signatureOf(signed(options)).flaws).toEqual([])
  })

  it('a sound signature of a PDF file is found with any form of its field', () => {
    const kid = plainDraft({ catalog: '/AcroForm << /Fields [20 0 R] >>' }).update({
      20: '<< /T (group) /Kids [21 0 R] >>',
      21: '<< /T (mine) /FT /Sig /Parent 20 0 R /Kids [22 0 R] >>',
      22: `<< /Type /Annot /Subtype /Widget /Rect [0 0 0 0] /P ${plain.page} 0 R /Parent 21 0 R >>`,
    })
    expect(signatureOf(signed({ existingField: 21 }, kid)).fields).toEqual(['group.mine'])
  })

  it('a sound signature of a PDF file that two fields refer to is one with two names', () => {
    const draft = signed({ objects: { 40: '<< /FT /Sig /T (other) /V 8 0 R >>' } })
    const catalog = draft.object(draft.root).replace('/Fields [', '/Fields [40 0 R ')
    draft.update({ [draft.root]: catalog })
    expect(signatureOf(draft).fields).toEqual(['other', 'Signature7'])
  })
})

describe('the nine checks of a byte range', () => {
  const shifted = (first: number, second: number, third: number, fourth: number) => ({
    byteRange: ([a, b, c, d]: Ranges) => `[${a + first} ${b + second} ${c + third} ${d + fourth}]`,
  })
  it.each([
    ['three numbers', { byteRange: ([a, b, c]: Ranges) => `[${a} ${b} ${c}]` }, ['byte-range-not-four-integers']],
    ['five numbers', { byteRange: (ranges: Ranges) => `[${ranges.join(' ')} 0]` }, ['byte-range-not-four-integers']],
    ['a real number', { byteRange: ([a, b, c, d]: Ranges) => `[${a} ${b}.0 ${c} ${d}]` }, ['byte-range-not-four-integers']],
    ['a negative number', { byteRange: ([, b, c, d]: Ranges) => `[-1 ${b} ${c} ${d}]` }, ['byte-range-not-four-integers']],
    [
      'a number beyond 2^53',
      { byteRange: ([a, b, c]: Ranges) => `[${a} ${b} ${c} 18446744073709551616]` },
      ['byte-range-not-four-integers'],
    ],
    ['no array', { byteRange: () => '/Everything' }, ['byte-range-not-four-integers']],
    ['a first range that starts later', { byteRange: ([, b, c, d]: Ranges) => `[1 ${b - 1} ${c} ${d}]` }, ['byte-range-not-from-start']],
    ['a second range that is too long', shifted(0, 0, 0, 1), ['byte-range-out-of-bounds']],
    ['ranges that overlap', { byteRange: ([a, , c, d]: Ranges) => `[${a} ${c + 1} ${c} ${d}]` }, ['byte-range-out-of-bounds']],
    ['nothing', { byteRange: () => '[0 0 0 0]' }, ['gap-not-one-string', 'contents-not-in-gap', 'not-at-end-of-revision']],
    ['a gap that starts before', shifted(0, -1, 0, 0), ['gap-not-one-string', 'contents-not-in-gap']],
    ['a gap that starts later', shifted(0, 1, 0, 0), ['gap-not-one-string', 'contents-not-in-gap']],
    ['a gap that ends later', shifted(0, 0, 1, -1), ['gap-not-one-string', 'contents-not-in-gap']],
    ['a gap that ends before', shifted(0, 0, -1, 1), ['gap-not-one-string', 'contents-not-in-gap']],
    ['a second range that ends before the revision', shifted(0, 0, 0, -10), ['not-at-end-of-revision']],
    ['a literal string', { contents: (text: string) => `(${text.slice(1, -1)})` }, ['contents-not-hexadecimal', 'gap-not-one-string']],
    ['an odd number of digits', { contents: (text: string) => `${text.slice(0, -2)} >` }, ['contents-not-hexadecimal']],
    ['two Contents', { entries: '/Contents <41>' }, ['repeated-key']],
    ['two ByteRanges', { entries: '/ByteRange [0 1 2 3]' }, ['repeated-key']],
    ['no ByteRange', { dictionary: (text: string) => text.replace('/ByteRange', '/OtherRange') }, ['byte-range-not-four-integers']],
    [
      'no Contents',
      { dictionary: (text: string) => text.replace('/Contents', '/Content0') },
      ['contents-not-hexadecimal', 'contents-not-in-gap'],
    ],
    [
      'Contents in another object',
      { dictionary: (text: string) => text.replace(/\/Contents (<0+>)/, '/Contents 41 0 R /Other $1'), objects: { 41: '<41>' } },
      ['contents-not-hexadecimal', 'contents-not-in-gap'],
    ],
  ] as const)('a byte range of a PDF signature is checked: %s', (_, options, flaws) => {
    expect(flawsOf(options as Partial<FieldSignatureOptions>)).toEqual(flaws)
  })

  it('two signatures of a PDF file whose gaps overlap fail', () => {
    const draft = signed()
    const first = draft.object(8)
    const range = /\/ByteRange \[[^\]]*\]/.exec(draft.bytes.toString('latin1'))?.[0] ?? ''
    signed({ dictionary: (text) => text.replace(/\/ByteRange \[[^\]]*\]/, range), fieldName: 'copy' }, draft)
    expect(first).toContain('/Contents')
    expect(signaturesOf(draft).map(({ overlapsAnother }) => overlapsAnother)).toEqual([true, true])
  })

  it('a signature of a PDF file with a cross-reference section within the gap fails', () => {
    // The second revision's section lies in what the third leaves out: whoever changes the gap changes the document.
    const draft = plainDraft()
    const revisionStart = draft.bytes.length
    draft.update({ [plain.information]: '<< /Title (x) >>' })
    signed({ byteRange: ([a, , c, d]) => `[${a} ${revisionStart} ${c} ${d}]` }, draft)
    expect(signatureOf(draft).flaws).toContain('cross-reference-not-covered')
  })

  it('a signature of a PDF file whose dictionary is in an object stream fails', () => {
    const draft = signed()
    const written = /8 0 obj\n(<<[\s\S]*?>>)\nendobj/.exec(draft.bytes.toString('latin1'))?.[1] ?? ''
    draft.update({ 8: written }, { stream: true, packed: [8] })
    expect(signatureOf(draft).flaws).toEqual(['contents-not-hexadecimal', 'contents-not-in-gap'])
  })
})

describe('what is a signature', () => {
  it.each([
    ['/Sig', '/ETSI.CAdES.detached', 'signature'],
    [null, '/adbe.pkcs7.detached', 'signature'],
    ['/Sig', '/PBAD.PAdES', 'signature'],
    ['/Sig', null, 'signature'],
    ['/DocTimeStamp', '/ETSI.RFC3161', 'document-time-stamp'],
    [null, '/ETSI.RFC3161', 'document-time-stamp'],
    ['/Sig', '/ETSI.RFC3161', 'neither'],
    ['/DocTimeStamp', '/adbe.pkcs7.detached', 'neither'],
  ] as const)('a dictionary of Type %s with SubFilter %s is a signature or not: %s', (type, subFilter, kind) => {
    expect(signatureOf(signed({ type, subFilter })).kind).toBe(kind)
  })

  it('a dictionary of a PDF file is no signature when its Contents are zeros only', () => {
    expect(signaturesOf(signed({ sign: () => Buffer.alloc(0) }))).toEqual([])
  })

  it('a dictionary of a PDF file that no field refers to is no signature', () => {
    expect(signaturesOf(plainDraft().update({ 30: '<< /Type /Sig /ByteRange [0 1 2 3] /Contents <41> >>' }))).toEqual([])
  })

  it('a dictionary of a PDF file is a signature when its field says another type all the same', () => {
    const draft = signed()
    draft.update({ 7: draft.object(7).replace('/FT /Sig', '/FT /Tx') })
    expect(signatureOf(draft).kind).toBe('signature')
  })
})

describe('a signature in later revisions', () => {
  it.each([
    ['Reason', (text: string) => withEntry(text, 'Reason', '(other)')],
    ['M', (text: string) => withEntry(text, 'M', '(D:20300101000000Z)')],
    ['Name', (text: string) => withEntry(text, 'Name', '(Somebody else)')],
  ])('a signature of a PDF file in later revisions is reported when its dictionary is redefined: %s', (key, change) => {
    const draft = signed({ entries: '/Reason (agreed)', claimedTime: 0 })
    const written = /8 0 obj\n(<<[\s\S]*?>>)\nendobj/.exec(draft.bytes.toString('latin1'))?.[1] ?? ''
    draft.update({ 8: change(written) })
    const signature = signatureOf(draft)
    expect(signature.redefinedKeys).toContain(key)
    expect(signature).toMatchObject({ reason: 'agreed', claimedTime: 0, coveredRevision: 1 })
  })

  it('a signature of a PDF file in later revisions is known to be removed from the newest revision', () => {
    const draft = signed()
    draft.update({ [draft.root]: draft.object(draft.root).replace(/\/AcroForm.*?\/SigFlags 3 >>/, '') })
    expect(signatureOf(draft)).toMatchObject({ isInNewestRevision: false, coveredRevision: 1, flaws: [] })
  })

  it('a signature of a PDF file in later revisions is found, with its flaw, when a copy has replaced it', () => {
    const draft = signed()
    const written = /8 0 obj\n(<<[\s\S]*?>>)\nendobj/.exec(draft.bytes.toString('latin1'))?.[1] ?? ''
    draft.update({ 30: withEntry(written, 'Reason', '(forged)'), 7: withEntry(draft.object(7), 'V', '30 0 R') })
    expect(signatureOf(draft)).toMatchObject({ isInNewestRevision: true, flaws: ['contents-not-in-gap'] })
  })

  it('signatures of a PDF file come in the order in which they were made', () => {
    const draft = signed({ fieldName: 'first' })
    signed({ fieldName: 'second' }, draft)
    signed({ fieldName: 'third' }, draft)
    const read = signaturesOf(draft)
    expect(read.map(({ fields, coveredRevision, flaws }) => [fields[0], coveredRevision, flaws.length])).toEqual([
      ['first', 1, 0],
      ['second', 2, 0],
      ['third', 3, 0],
    ])
  })
})

describe('permissions', () => {
  it('reads DocMDP, FieldMDP and the lock of the field of a PDF signature', () => {
    const entries =
      '/Reference [<< /TransformMethod /DocMDP /TransformParams << /P 1 >> >> << /TransformMethod /FieldMDP /TransformParams << /Action /Include /Fields [(name)] >> >>]'
    const draft = signed({ entries, fieldEntries: '/Lock << /Type /SigFieldLock /Action /Exclude /Fields [(agree)] /P 2 >>' })
    expect(signatureOf(draft).permissions).toEqual({
      modification: 1,
      lockedModification: 2,
      restrictions: [
        { origin: 'signature', action: 'Include', fields: ['name'] },
        { origin: 'lock', action: 'Exclude', fields: ['agree'] },
      ],
      unreadable: [],
    })
  })

  it('uses level 2 without a level in DocMDP, the stricter of two levels, and reports an unreadable one', () => {
    const reference = (...items: readonly string[]) => signatureOf(signed({ entries: `/Reference [${items.join(' ')}]` })).permissions
    const docMdp = (parameters: string) => `<< /TransformMethod /DocMDP ${parameters} >>`
    expect(reference(docMdp('')).modification).toBe(2)
    expect(reference(docMdp('/TransformParams << /P 3 >>'), docMdp('/TransformParams << /P 1 >>')).modification).toBe(1)
    expect(reference('<< /TransformMethod /FieldMDP >>').unreadable).toEqual(['FieldMDP'])
    expect(reference('<< /TransformMethod /UR3 >>')).toMatchObject({ modification: null, restrictions: [], unreadable: [] })
  })
})
