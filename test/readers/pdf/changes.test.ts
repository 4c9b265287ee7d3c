import { describe, expect, it } from 'vitest'
import { judgeRevisions, openPdfFile } from '#readers/pdf'
import { type PdfDraft, type RevisionOptions, streamText } from '../../support/pdf/draft.js'
import { libraryDraft, plain, plainDraft } from '../../support/pdf/plain-document.js'
import { addFieldSignature, addSecurityStore, type FieldSignatureOptions, withEntry, withListItem } from '../../support/pdf/signature.js'
import { changesOf, pdfLimits, rulesOf, unexplained } from './reading.js'

const sign = () => Buffer.from('30020500', 'hex')
const appearance = (text: string) => streamText('/Type /XObject /Subtype /Form /BBox [0 0 100 20]', text)

function signed(options: Partial<FieldSignatureOptions> = {}, draft = plainDraft({ form: true })): PdfDraft {
  addFieldSignature(draft, { sign, reserved: 64, ...options })
  return draft
}

const timeStamped = (draft: PdfDraft, options: Partial<FieldSignatureOptions> = {}) =>
  signed({ type: '/DocTimeStamp', subFilter: '/ETSI.RFC3161', claimedTime: null, ...options }, draft)

/** A signed document with one more revision, made from the draft. */
function changed(change: (draft: PdfDraft) => Record<number, string | null>, options: RevisionOptions = {}): PdfDraft {
  const draft = signed()
  return draft.update(change(draft), options)
}

describe('what long-term validation and signing add', () => {
  it('a PDF file with nothing added passes', () => {
    expect(changesOf(signed())).toEqual([])
  })

  it.each([
    ['the date of validation as another value', '/VRI << /KEY << /TU 20260310 /Cert [$1] >> >>'],
    ['a type, and a time-stamp', '/VRI << /Type /VRI /KEY << /Type /VRI /TU (D:2026) /TS $1 >> >>'],
    ['one stream instead of a list', '/VRI << /KEY << /Cert $1 >> >>'],
    ['a digest of another algorithm', `/VRI << /${'A'.repeat(64)} << /Cert [$1] >> >>`],
    ['keys of the writer', '/ABCD_Version 2 /ABCD_Data [$1] /ABCD_Note << /Written [(today) /Now] >> /VRI << /KEY << /ABCD_Id <00> >> >>'],
    ['no type, and keys without a signature', '/VRI << /Version 1 /Note (none) >>'],
  ])('a later revision of a PDF file may add validation data with %s', (_, entries) => {
    const draft = signed()
    const written = entries.replace('KEY', 'A'.repeat(40)).replaceAll('$1', `${draft.next} 0 R`)
    addSecurityStore(draft, { certificates: [Buffer.from('a')], entries: written })
    addSecurityStore(draft, { crls: [Buffer.from('c')] })
    timeStamped(draft)
    expect(unexplained(draft)).toEqual([])
  })

  it('a later revision of a PDF file may add validation data, a document time-stamp, and both again', () => {
    const draft = signed()
    addSecurityStore(draft, {
      certificates: [Buffer.from('a')],
      ocsps: [Buffer.from('b')],
      entries: `/VRI << /${'A'.repeat(40)} << /TU (D:2026) /OCSP [30 0 R] >> >>`,
    })
    timeStamped(draft)
    addSecurityStore(draft, { crls: [Buffer.from('c')], revision: { stream: true } })
    timeStamped(draft, { revision: { stream: true } })
    expect(unexplained(draft)).toEqual(expect.arrayContaining([expect.stringContaining('VRI')]))
    const sound = signed()
    addSecurityStore(sound, { certificates: [Buffer.from('a')], ocsps: [Buffer.from('b')] })
    timeStamped(sound)
    addSecurityStore(sound, { crls: [Buffer.from('c')], revision: { stream: true } })
    timeStamped(sound, { revision: { stream: true } })
    expect(unexplained(sound)).toEqual([])
    expect(new Set(changesOf(sound).map(({ level }) => level))).toEqual(new Set(['long-term-validation']))
  })

  it('validation data of a PDF file that are refused are refused in the revision that adds them, not again in later ones', () => {
    const draft = signed()
    addSecurityStore(draft, { certificates: [Buffer.from('a')], entries: `/VRI << /${'A'.repeat(40)} << /OCSP [1 0 R] >> >>` })
    const before = unexplained(draft)
    expect(before).toEqual(expect.arrayContaining([expect.stringContaining('VRI')]))
    draft.update({ 6: '<< /Title (Changed) >>' })
    expect(unexplained(draft)).toEqual(before)
  })

  it('a later revision of a PDF file may add another signature: with it, form filling', () => {
    const draft = signed({ fieldName: 'second' }, signed())
    expect(unexplained(draft)).toEqual([])
    expect(rulesOf(draft)).toContain('signature form-filling')
    expect(changesOf(draft).find(({ rule }) => rule === 'signature')?.field).toBe('second')
  })

  it('a later revision of a PDF file may add a signature in a field below another field, which neither fills in nor changes the field above', () => {
    const form = plainDraft().update({
      1: '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [30 0 R] >> >>',
      30: '<< /T (group) /Kids [31 0 R] >>',
      31: '<< /FT /Tx /T (name) /Parent 30 0 R >>',
    })
    const draft = signed({}, form)
    draft.update({ 30: '<< /T (group) /Kids [31 0 R 90 0 R] >>', 90: '<< /FT /Sig /T (new) /Parent 30 0 R >>' })
    expect(rulesOf(draft)).toEqual(['form long-term-validation', 'signature-field long-term-validation'])
  })

  it('a later revision of a PDF file may add a signature in a field that waited for it, with an appearance', () => {
    const waiting = plainDraft({ form: true })
    waiting.update({
      30: `<< /Type /Annot /Subtype /Widget /FT /Sig /T (waiting) /F 4 /Rect [0 0 50 50] /P ${plain.page} 0 R >>`,
      [plain.page]: withListItem(waiting.object(plain.page), 'Annots', '30 0 R'),
      [waiting.root]: waiting.object(waiting.root).replace('/Fields [', '/Fields [30 0 R '),
    })
    const draft = signed({}, waiting)
    signed({ existingField: 30, objects: { 45: appearance('signed by') } }, draft)
    draft.objects.set(30, withEntry(draft.object(30), 'AP', '<< /N 45 0 R >>'))
    expect(unexplained(draft)).toEqual([])
  })

  it('a later revision of a PDF file may show a later signature, or an annotation, on a page, which is reported', async () => {
    const three = await libraryDraft(3)
    addFieldSignature(three, { sign, reserved: 64 })
    const pages = [...three.objects].flatMap(([number, text]) => (/\/Type ?\/Page\b/.test(text) ? [number] : []))
    const page = pages[1] ?? 0
    addFieldSignature(three, { sign, reserved: 64, rectangle: '[72 700 400 740]', page, fieldName: 'second' })
    three.update({
      [pages[2] ?? 0]: withListItem(three.object(pages[2] ?? 0), 'Annots', '90 0 R'),
      90: '<< /Type /Annot /Subtype /Square /Rect [0 0 9 9] >>',
    })
    const told = changesOf(three).flatMap(({ rule, page: shown }) => (shown === null ? [] : [`${rule} ${shown}`]))
    expect(new Set(told)).toEqual(new Set(['visible-signature-field 2', 'page-annotations 3', 'annotation-added 3']))
    expect(changesOf(signed({ fieldName: 'second' }, signed())).every(({ page: shown }) => shown === null)).toBe(true)
  })

  it('a visible time-stamp or an empty visible field of a PDF file is no more than an annotation, a visible signature is form filling', () => {
    const rectangle = '[10 10 200 60]'
    expect(rulesOf(timeStamped(signed(), { rectangle }))).toContain('visible-signature-field annotations')
    const empty = changed((draft) => ({
      30: `<< /Type /Annot /Subtype /Widget /FT /Sig /T (empty) /Rect ${rectangle} /P ${plain.page} 0 R >>`,
      [plain.page]: withListItem(draft.object(plain.page), 'Annots', '30 0 R'),
      [draft.root]: draft.object(draft.root).replace('/Fields [', '/Fields [30 0 R '),
    }))
    expect(unexplained(empty)).toEqual([])
    expect(rulesOf(empty)).toContain('visible-signature-field annotations')
    expect(rulesOf(signed({ rectangle, fieldName: 'second' }, signed()))).toContain('visible-signature-field form-filling')
    expect(rulesOf(signed({ fieldName: 'second' }, signed()))).not.toContain('visible-signature-field form-filling')
  })

  it('a later revision of a PDF file may have default resources that are written again with one font more, as PDFBox does when it fills in a field', () => {
    const base = plainDraft({ form: true })
    base.update({
      [base.root]: base.object(base.root).replace(/\/DR <<.*?>> >>/, '/DR 60 0 R'),
      60: '<< /Font 61 0 R >>',
      61: '<< /Helv 62 0 R >>',
      62: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    })
    const draft = signed({}, base)
    draft.update({
      [plain.text]: withEntry(withEntry(draft.object(plain.text), 'V', '(Jaan)'), 'AP', '<< /N 71 0 R >>').replace(
        '/AP << /N 20 0 R >>',
        '',
      ),
      60: '<< /Font 61 0 R >>',
      61: '<< /Helv 62 0 R /ZaDb 70 0 R >>',
      62: draft.object(62),
      70: '<< /Type /Font /Subtype /Type1 /BaseFont /ZapfDingbats >>',
      71: appearance('(Jaan) Tj'),
    })
    expect(unexplained(draft)).toEqual([])
    draft.update({ 62: draft.object(62).replace('Helvetica', 'ZapfDingbats') })
    expect(unexplained(draft)).not.toEqual([])
  })

  it.each([
    ['the document information', () => ({ [plain.information]: '<< /ModDate (D:2026) >>' }), 'document-information'],
    [
      'metadata',
      (draft: PdfDraft) => ({
        30: streamText('/Type /Metadata /Subtype /XML', '<x/>'),
        [draft.root]: withEntry(draft.object(draft.root), 'Metadata', '30 0 R'),
      }),
      'metadata',
    ],
    [
      'extensions',
      (draft: PdfDraft) => ({
        30: '<< /ADBE << /BaseVersion /1.7 >> >>',
        [draft.root]: withEntry(draft.object(draft.root), 'Extensions', '30 0 R'),
      }),
      'extensions',
    ],
    ['the same again', (draft: PdfDraft) => ({ [plain.page]: draft.object(plain.page) }), 'rewritten'],
    ['objects that nobody refers to', () => ({ 30: '<< /Next 31 0 R >>', 31: '<< /Next 30 0 R >>' }), 'unreferenced-object'],
  ] as const)('a later revision of a PDF file may have what long-term validation and signing add: %s', (_, change, rule) => {
    const draft = changed(change)
    expect(unexplained(draft)).toEqual([])
    expect(rulesOf(draft)).toContain(`${rule} long-term-validation`)
  })

  it('a later revision of a PDF file may take another object for the catalog, when it holds the same', () => {
    expect(unexplained(changed((draft) => ({ 30: draft.object(draft.root) }), { root: 30 }))).toEqual([])
  })
})

describe('filling in', () => {
  it('filling in a PDF form may set the type of an annotation and of a field, as PDFBox does, but not where an element of the structure would lose its meaning', () => {
    const untyped = { 30: '<< /Subtype /Link /Rect [0 0 9 9] >>', 31: '<< /Subtype /Widget /FT /Tx /T (name) /V (Mari) /Rect [0 0 9 9] >>' }
    const typed = (draft: PdfDraft) => ({
      30: draft.object(30).replace('<<', '<< /Type /Annot'),
      31: draft.object(31).replace('<<', '<< /Type /Annot'),
    })
    const document = (catalog: string) =>
      plainDraft().update({
        1: `<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [31 0 R] >> ${catalog} >>`,
        3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Annots [30 0 R 31 0 R] >>',
        ...untyped,
      })
    const draft = signed({}, document(''))
    draft.update(typed(draft))
    expect(rulesOf(draft)).toEqual(['form long-term-validation', 'rewritten long-term-validation'])
    const element = '<< /S /Link /P 3 0 R /K [<< /Type /OBJR /Obj 30 0 R >>] >>'
    const tagged = signed({}, document(`/StructTreeRoot << /Type /StructTreeRoot /K [${element}] >>`))
    tagged.update(typed(tagged))
    expect(unexplained(tagged)).toEqual([])
    const shared = signed({}, document('/StructTreeRoot << /Type /StructTreeRoot /K [30 0 R 31 0 R] >>'))
    shared.update(typed(shared))
    expect(unexplained(shared)).toHaveLength(2)
  })

  it.each([
    ['a layer', '/Properties << /T 50 0 R >>'],
    ['a layer in a list of its own', '/Properties 51 0 R'],
    ['a layer under a repeated key', '/Properties << >> /Properties << /T 50 0 R >>'],
    ['a font', '/Font << /T 50 0 R >>'],
  ])(
    'filling in a PDF form may not set the type of an annotation that is a resource of an appearance, %s: PDFium would show what a layer hides',
    (_, resources) => {
      const draft = signed(
        {},
        plainDraft().update({
          3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Annots [30 0 R] >>',
          30: '<< /Type /Annot /Subtype /Stamp /F 4 /Rect [0 0 595 842] /AP << /N 31 0 R >> >>',
          31: streamText(`/Subtype /Form /BBox [0 0 595 842] /Resources << ${resources} >>`, '/OC /T BDC 0 0 595 842 re f EMC'),
          50: '<< /Subtype /Link /Rect [0 0 9 9] /Usage << /View << /ViewState /OFF >> >> >>',
          51: '<< /T 50 0 R >>',
        }),
      )
      draft.update({ 50: draft.object(50).replace('<<', '<< /Type /Annot') })
      expect(unexplained(draft)).toHaveLength(1)
    },
  )

  it('filling in a PDF form may change a text field with its new appearance', () => {
    const draft = changed((before) => ({
      [plain.text]: withEntry(before.object(plain.text), 'V', '(Jaan)').replace('20 0 R', '30 0 R'),
      30: appearance('(Jaan) Tj'),
    }))
    expect(unexplained(draft)).toEqual([])
    expect(changesOf(draft).map(({ rule, level, field }) => [rule, level, field])).toEqual([
      ['form-field', 'form-filling', 'name'],
      ['form-field', 'form-filling', 'name'],
    ])
  })

  it('filling in a PDF form may change an appearance in its old object, which nothing else refers to', () => {
    expect(
      unexplained(
        changed((before) => ({ [plain.text]: withEntry(before.object(plain.text), 'V', '(Jaan)'), 20: appearance('(Jaan) Tj') })),
      ),
    ).toEqual([])
  })

  it('filling in a PDF form may change a checkbox', () => {
    const draft = changed((before) => ({
      [plain.checkbox]: withEntry(withEntry(before.object(plain.checkbox), 'V', '/Yes'), 'AS', '/Yes'),
    }))
    expect(unexplained(draft)).toEqual([])
    expect(rulesOf(draft)).toEqual(['form-field form-filling'])
  })

  it('filling in a PDF form may set the style of its border, as MuPDF does', () => {
    const draft = signed({}, plainDraft({ form: true }))
    const filled = withEntry(withEntry(draft.object(plain.text), 'V', '(Jaan)'), 'BS', '/None').replace('/BS /None', '/BS << /W 1 /S /S >>')
    draft.update({ [plain.text]: filled })
    expect(unexplained(draft)).toEqual([])
    expect(rulesOf(draft)).toEqual(['form-field form-filling'])
  })
})

describe('annotations', () => {
  const comment = '<< /Type /Annot /Subtype /Text /Rect [0 0 20 20] /Contents (look) >>'
  const commented = () => changed((draft) => ({ 30: comment, [plain.page]: withListItem(draft.object(plain.page), 'Annots', '30 0 R') }))

  it('annotations of a PDF file that are added, changed and removed are reported', () => {
    const draft = commented()
    expect(unexplained(draft)).toEqual([])
    expect(rulesOf(draft)).toEqual(['annotation-added annotations', 'page-annotations annotations'])
    draft.update({ 30: comment.replace('look', 'see') })
    // The signature does not cover it: whoever added it may change it.
    expect(rulesOf(draft)).toContain('annotation-changed annotations')
    draft.update({ [plain.page]: draft.object(plain.page).replace(' 30 0 R', '') })
    expect(unexplained(draft)).toEqual([])
  })

  it('annotations of a PDF file that are redrawn are reported as such when a new annotation shows the same', () => {
    const square = (appearance: number) => `<< /Type /Annot /Subtype /Square /Rect [0 0 20 20] /AP << /N ${appearance} 0 R >> >>`
    const drawn = (text: string) => streamText('/Type /XObject /Subtype /Form /BBox [0 0 20 20]', text)
    const draft = plainDraft({ form: true })
    draft.update({ 30: square(31), 31: drawn('0 g'), [plain.page]: withListItem(draft.object(plain.page), 'Annots', '30 0 R') })
    signed({}, draft)
    draft.update({ 31: drawn('1 g'), 50: square(31), [plain.page]: withListItem(draft.object(plain.page), 'Annots', '50 0 R') })
    const found = changesOf(draft).map(({ object, rule }) => `${object} ${rule}`)
    expect(found).toEqual(expect.arrayContaining(['31 annotation-redrawn', '50 annotation-added']))
  })

  it('annotations of a PDF file are reported with their page in a tree whose lists are longer than the maximum number of arguments', () => {
    const draft = plainDraft({ form: true })
    draft.update({ [plain.pages]: draft.object(plain.pages).replace(/(\/Kids ?\[)/, `$1${'null '.repeat(600_000)}`) })
    signed({}, draft)
    draft.update({ 30: comment, [plain.page]: withListItem(draft.object(plain.page), 'Annots', '30 0 R') })
    const told = changesOf(draft).flatMap(({ rule, page }) => (page === null ? [] : [`${rule} ${page}`]))
    expect(new Set(told)).toEqual(new Set(['annotation-added 1', 'page-annotations 1']))
  })

  it('annotations of a PDF file are compared in lists of a hundred thousand of which none stays', () => {
    const references = (first: number) => Array.from({ length: 100_000 }, (_, i) => `${first + i} 0 R`).join(' ')
    const draft = plainDraft({ form: true })
    draft.update({ [plain.page]: withEntry(draft.object(plain.page), 'Annots', `[${references(1_000)}]`) })
    signed({}, draft)
    draft.update({ [plain.page]: draft.object(plain.page).replace(/\/Annots ?\[.*\]/, `/Annots [${references(200_000)}]`) })
    expect(unexplained(draft)).toContainEqual(expect.stringContaining('a page no longer shows a form field'))
  })

  it('annotations of a PDF file that are direct objects of the list are distinguished, and their comparisons count', () => {
    const shape = comment.replace(/\[.*\]/, '40 0 R')
    const direct = (count: number) => Array.from({ length: count }, (_, i) => shape.replace('look', String(i))).join(' ')
    const listed = (before: string, after: string) => {
      const draft = plainDraft({ form: true })
      draft.update({ [plain.page]: withEntry(draft.object(plain.page), 'Annots', `[${before}]`) })
      signed({}, draft)
      return draft.update({ [plain.page]: draft.object(plain.page).replace(before, after) })
    }
    expect(rulesOf(listed(direct(3), direct(2)))).toEqual(['annotation-removed annotations'])
    expect(rulesOf(listed(direct(2), direct(3)))).toEqual(['page-annotations annotations'])
    const file = openPdfFile(listed(direct(600), direct(601)).bytes, { ...pdfLimits, maxValues: 100_000 })
    expect(() => judgeRevisions(file, 1)).toThrow(expect.objectContaining({ code: 'PDF_LIMIT_VALUES' }))
  })

  it('a widget of a PDF file that belongs to no field is not explained', () => {
    const draft = changed((before) => ({
      30: comment.replace('/Text', '/Widget'),
      [plain.page]: withListItem(before.object(plain.page), 'Annots', '30 0 R'),
    }))
    expect(unexplained(draft)).not.toEqual([])
  })
})

type Case = readonly [name: string, change: (draft: PdfDraft) => Record<number, string | null>, options?: RevisionOptions]

describe('what no rule explains', () => {
  const cases: readonly Case[] = [
    ['incremental saving: the content of a page', () => ({ [plain.content]: streamText('', '(The sum is 900 euros) Tj') })],
    [
      'a page that leads to other content',
      (draft) => ({ [plain.page]: draft.object(plain.page).replace(/Contents \d+/, 'Contents 30'), 30: streamText('', 'x') }),
    ],
    [
      'other resources of a page',
      (draft) => ({ [plain.page]: draft.object(plain.page).replace(/\/Resources <<.*?>> >>/, '/Resources << >>') }),
    ],
    ['a font', () => ({ [plain.font]: '<< /Type /Font /Subtype /Type1 /BaseFont /ZapfDingbats >>' })],
    [
      'a page more',
      (draft) => ({ [plain.pages]: `<< /Type /Pages /Kids [${plain.page} 0 R 30 0 R] /Count 2 >>`, 30: draft.object(plain.page) }),
    ],
    ['a page less', () => ({ [plain.pages]: '<< /Type /Pages /Kids [] /Count 0 >>' })],
    [
      'another page tree',
      (draft) => ({
        [draft.root]: draft.object(draft.root).replace(/Pages \d+/, 'Pages 30'),
        30: draft.object(plain.pages).replace(String(plain.page), '31'),
        31: '<< /Type /Page >>',
      }),
    ],
    ['a box of a page', (draft) => ({ [plain.page]: withEntry(draft.object(plain.page), 'CropBox', '[0 0 10 10]') })],
    [
      'an action',
      (draft) => ({ [draft.root]: withEntry(draft.object(draft.root), 'OpenAction', '30 0 R'), 30: '<< /S /JavaScript /JS (x) >>' }),
    ],
    [
      'hide and replace: another catalog with other pages',
      (draft) => ({
        30: draft.object(draft.root).replace(/Pages \d+/, 'Pages 31'),
        31: draft.object(plain.pages).replace(/\[\d+/, '[32'),
        32: draft.object(plain.page),
      }),
      { root: 30 },
    ],
    ['shadow replace: the appearance of a value that stays', () => ({ 20: appearance('(Somebody else) Tj') })],
    [
      'the same through another object',
      (draft) => ({ [plain.text]: draft.object(plain.text).replace('20 0 R', '30 0 R'), 30: appearance('(Somebody else) Tj') }),
    ],
    ['shadow hide: a field that is not shown any more', (draft) => ({ [plain.text]: withEntry(draft.object(plain.text), 'F', '2') })],
    ['a list of kids of a field', (draft) => ({ [plain.text]: withEntry(draft.object(plain.text), 'Kids', '[]') })],
    [
      'the same with a signature field in it',
      (draft) => ({
        [plain.text]: withEntry(draft.object(plain.text), 'Kids', '[30 0 R]'),
        30: `<< /FT /Sig /T (new) /Parent ${plain.text} 0 R >>`,
      }),
    ],
    ['a state without its value', (draft) => ({ [plain.checkbox]: withEntry(draft.object(plain.checkbox), 'AS', '/Yes') })],
    ['a field in another place', (draft) => ({ [plain.text]: withEntry(draft.object(plain.text), 'Rect', '[0 0 500 500]') })],
    ['a field of another name', (draft) => ({ [plain.text]: withEntry(draft.object(plain.text), 'T', '(other)') })],
    [
      'an action of a field',
      (draft) => ({ [plain.text]: withEntry(draft.object(plain.text), 'A', '30 0 R'), 30: '<< /S /JavaScript /JS (x) >>' }),
    ],
    ['a field less', (draft) => ({ [draft.root]: draft.object(draft.root).replace(`${plain.checkbox} 0 R`, '') })],
    [
      'a new text field',
      (draft) => ({
        30: '<< /FT /Tx /T (new) /Rect [0 0 9 9] /Subtype /Widget >>',
        [draft.root]: draft.object(draft.root).replace('/Fields [', '/Fields [30 0 R '),
      }),
    ],
    [
      'a new field with an action',
      (draft) => ({
        30: '<< /FT /Sig /T (new) /AA << >> >>',
        [draft.root]: draft.object(draft.root).replace('/Fields [', '/Fields [30 0 R '),
      }),
    ],
    [
      'a new field in an object that was there',
      (draft) => ({
        [plain.information]: '<< /FT /Sig /T (new) >>',
        [draft.root]: draft.object(draft.root).replace('/Fields [', `/Fields [${plain.information} 0 R `),
      }),
    ],
    [
      'another font among the default resources',
      (draft) => ({
        [draft.root]: draft.object(draft.root).replace(/\/Helv \d+/, '/Helv 30'),
        30: '<< /Type /Font /BaseFont /ZapfDingbats >>',
      }),
    ],
    ['XFA', (draft) => ({ [draft.root]: draft.object(draft.root).replace('/AcroForm <<', '/AcroForm << /XFA (x)') })],
    ['no form', (draft) => ({ [draft.root]: draft.object(draft.root).replace(/\/AcroForm << [\s\S]*?>> >>(?= )/, '') })],
    ['an object that is freed', () => ({ [plain.font]: null })],
    [
      'a widget that the page does not show any more',
      (draft) => ({ [plain.page]: draft.object(plain.page).replace(`${plain.checkbox} 0 R`, '') }),
    ],
    [
      'strange keys in the validation data',
      (draft) => ({ 30: '<< /Type /DSS /Pages 2 0 R >>', [draft.root]: withEntry(draft.object(draft.root), 'DSS', '30 0 R') }),
    ],
    [
      'validation data that are no streams',
      (draft) => ({ 30: '<< /Certs [31 0 R] >>', 31: '<< >>', [draft.root]: withEntry(draft.object(draft.root), 'DSS', '30 0 R') }),
    ],
    [
      'another object in VRI',
      (draft) => ({ 30: '<< /VRI << /X << /Y [3 0 R] >> >> >>', [draft.root]: withEntry(draft.object(draft.root), 'DSS', '30 0 R') }),
    ],
    [
      'another certification',
      (draft) => ({ [draft.root]: withEntry(draft.object(draft.root), 'Perms', `<< /DocMDP ${plain.font} 0 R >>`) }),
    ],
    ['an object that cannot be read', () => ({ 20: '<< /broken' })],
    ['encryption', () => ({ 30: '<< /Filter /Standard /V 1 /R 2 /O () /U () /P 0 >>' }), { trailer: '/Encrypt 30 0 R' }],
  ]
  it.each(cases.map(([name, change, options]) => ({ name, change, options })))(
    'a change of a PDF file that no rule explains is reported: $name',
    ({ name, change, options }) => {
      const draft = signed()
      draft.update(change(draft), options)
      if (name === 'encryption') expect(() => unexplained(draft)).toThrow(expect.objectContaining({ code: 'PDF_PASSWORD' }))
      else expect(unexplained(draft)).not.toEqual([])
    },
  )

  it.each([
    ['octets behind the end', (text: string) => `${text}30 0 obj (more) endobj`],
    ['a revision without an end', (text: string) => `${text}6 0 obj\n<< >>\nendobj\nxref\n6 1\n0000000000 00000 n \ntrailer\n<< >>`],
    ['a second end', (text: string) => `${text}startxref\n${/.*startxref\n(\d+)/s.exec(text)?.[1]}\n%%EOF\n`],
  ])('a change of a PDF file by incremental saving is reported or not: %s', (_, change) => {
    const bytes = Buffer.from(change(signed().bytes.toString('latin1')), 'latin1')
    expect(unexplained(bytes)).not.toEqual([])
  })

  it('no rule explains a field of a PDF file that is added to the widgets of another field', () => {
    const kids = (added: string) => ({ 7: `<< /FT /Tx /T (name) /V (Mari) /Kids [20 0 R${added}] >>` })
    const widget = { 20: '<< /Subtype /Widget /Rect [72 600 272 620] /Parent 7 0 R >>' }
    const draft = signed({}, plainDraft({ form: true }).update({ ...kids(''), ...widget }))
    draft.update({ ...kids(' 90 0 R'), 90: '<< /FT /Sig /T (new) /Parent 7 0 R >>' })
    expect(unexplained(draft)).not.toEqual([])
  })

  it('no rule explains in a PDF file an object that is an appearance and the content of a page at once', () => {
    const twofold = plainDraft({ form: true })
    twofold.update({ [plain.page]: twofold.object(plain.page).replace(/Contents \d+/, 'Contents 20') })
    const draft = signed({}, twofold)
    draft.update({ [plain.text]: withEntry(draft.object(plain.text), 'V', '(Jaan)'), 20: appearance('(900 euros) Tj') })
    expect(unexplained(draft)).toEqual([expect.stringContaining('refers to it as well')])
  })

  it('no rule explains in a PDF file a new object to which the page referred before it was there', () => {
    const dangling = plainDraft({ form: true })
    dangling.update({ [plain.page]: dangling.object(plain.page).replace(/Contents \d+ 0 R/, `Contents [${plain.content} 0 R 60 0 R]`) })
    const draft = signed({}, dangling)
    draft.update({
      [plain.text]: withEntry(draft.object(plain.text), 'V', '(Jaan)').replace('20 0 R', '60 0 R'),
      60: appearance('(900 euros) Tj'),
    })
    expect(unexplained(draft)).toEqual([expect.stringContaining('referred to it before it existed')])
  })

  it('no rule explains a new object of a PDF file in validation data and in the document information to which the page referred before', () => {
    const dangling = plainDraft()
    dangling.update({
      [plain.page]: dangling
        .object(plain.page)
        .replace(/Contents \d+ 0 R/, `Contents [${plain.content} 0 R 60 0 R ${plain.information} 0 R]`),
    })
    const draft = signed({}, dangling)
    draft.update({
      60: streamText('', '(900 euros) Tj'),
      61: '<< /Certs [60 0 R] >>',
      [draft.root]: withEntry(draft.object(draft.root), 'DSS', '61 0 R'),
    })
    draft.update({ [plain.information]: streamText('', '(900 euros) Tj') })
    expect(unexplained(draft)).toHaveLength(2)
  })

  it.each([
    ['a type', '<< /Type [LEADS] /Certs [160 0 R] >>'],
    ['validation data of a signature', '<< /VRI [LEADS] /Certs [160 0 R] >>'],
    ['a type there', '<< /VRI << /Type [LEADS] >> /Certs [160 0 R] >>'],
  ])(
    'no rule explains a file attached to a page of a PDF file, to which validation data lead that are replaced: through %s',
    (_, template) => {
      // Every object that leads to the page is named, so that a chain from the attached file upwards would end at the catalog.
      const stores = (draft: PdfDraft) => {
        const part = (pattern: RegExp) => pattern.exec(draft.object(draft.root))?.[1] ?? ''
        return template.replace('LEADS', `${part(/Pages (\d+ 0 R)/)} ${part(/Fields \[([^\]]*)\]/)}`)
      }
      const attached = (signedStore: boolean): PdfDraft => {
        const draft = plainDraft({ form: true })
        draft.update({
          140: '<< /Type /Annot /Subtype /FileAttachment /F 4 /Rect [0 0 50 50] /FS 142 0 R >>',
          141: streamText('', '100 euros'),
          142: '<< /Type /Filespec /F (a.txt) /EF << /F 141 0 R >> >>',
          160: streamText('', 'certificate'),
          [plain.page]: withEntry(draft.object(plain.page), 'Annots', '[140 0 R]'),
        })
        if (!signedStore) signed({}, draft)
        draft.update({ [draft.root]: withEntry(draft.object(draft.root), 'DSS', stores(draft)) })
        return signedStore ? signed({}, draft) : draft
      }
      const store = (draft: PdfDraft) => /DSS (<<.*>>) *>>$/.exec(draft.object(draft.root))?.[1] ?? '-'
      for (const draft of [attached(false), attached(true)]) {
        draft.update({
          141: streamText('', '900 euros'),
          162: '<< /Certs [141 0 R] >>',
          [draft.root]: draft.object(draft.root).replace(store(draft), '162 0 R'),
        })
        expect(draft.object(draft.root)).toContain('DSS 162 0 R')
        expect(unexplained(draft)).toContainEqual(expect.stringMatching(/^141 /))
      }
    },
  )

  it('no rule explains a signature of a PDF file that becomes another one, or is filled in again', () => {
    const draft = signed()
    const other = signed({ fieldName: 'other' }, draft)
    const field = [...other.objects].find(([, text]) => text.includes('/T (Signature'))?.[0] ?? 0
    const value = [...other.objects].filter(([, text]) => text.includes('/ByteRange')).map(([number]) => number)
    other.update({ [field]: withEntry(other.object(field), 'V', `${value[1]} 0 R`) })
    expect(unexplained(other)).toEqual([expect.stringContaining('the signature of the field')])
  })

  it('no rule explains an object stream of a PDF file that is replaced', () => {
    const packed = plainDraft({ form: true, stream: true, packed: [plain.content + 1] })
    const stream = packed.next - 2
    const draft = signed({}, packed)
    draft.update({ [stream]: streamText('/Type /ObjStm /N 1 /First 4', '5 0\n<< /Type /Font /BaseFont /ZapfDingbats >>') })
    expect(unexplained(draft)).toEqual([expect.stringContaining('objects of the previous revision')])
  })

  it('an unexplained change of a PDF file is reported once, for the revision in which it occurs', () => {
    const draft = signed()
    draft.update({ [plain.content]: streamText('', 'other') })
    addSecurityStore(draft, { certificates: [Buffer.from('a')] })
    expect(
      changesOf(draft)
        .filter(({ rule }) => rule === null)
        .map(({ revision, object, description }) => [revision, object, description]),
    ).toEqual([[2, plain.content, 'Contents of Page']])
  })
})

describe('growth', () => {
  it('each revision of a PDF file is judged once, for any number of revisions', () => {
    const values = (revisions: number) => {
      const draft = signed()
      for (let i = 0; i < revisions; i++) draft.update({ [plain.information]: `<< /ModDate (D:${2000 + i}) >>` })
      return changesOf(draft).length
    }
    expect(values(40)).toBe(40)
  })
})
