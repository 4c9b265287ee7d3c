import { deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { type PdfDraft, streamText } from '../support/pdf/draft.js'
import { plain, plainDraft } from '../support/pdf/plain-document.js'
import { withEntry, withListItem } from '../support/pdf/signature.js'
import { addDocumentTimeStamp, type SignedPdfOptions, signPdf } from '../support/pdf/signed-pdf.js'
import { judge } from './judge-signed-pdf.js'

const silent = { indication: 'TOTAL-PASSED', errors: [], warnings: [] }
const passes = (...warnings: readonly string[]) => ({ ...silent, warnings })
const refused = { indication: 'TOTAL-FAILED', error: 'pdf-changes-explained' }

type Change = (draft: PdfDraft) => void
const form = () => plainDraft({ form: true })
const replaced =
  (number: number, one: string | RegExp, other: string, more: Readonly<Record<number, string | null>> = {}): Change =>
  (d) =>
    d.update({ [number]: d.object(number).replace(one, other), ...more })
const look = (text: string, resources = '') => streamText(`/Type /XObject /Subtype /Form /BBox [0 0 200 20] ${resources}`, text)
const filled = (draft: PdfDraft) => withEntry(draft.object(plain.text), 'V', '(Jaan)').replace('20 0 R', '90 0 R')

const area = 'BT /F1 24 Tf 72 720 Td (The sum is 100 euros) Tj ET'
const preciseBox = () =>
  plainDraft().update({ 3: plainDraft().object(3).replace('[0 0 595 842]', '[0 0 595.303937007874 841.889763779528]') })
const inherited =
  (entries = '') =>
  () =>
    plainDraft().update({
      2: `<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 595 842] /Rotate 0 ${entries} >>`,
      3: plainDraft().object(3).replace('/MediaBox [0 0 595 842]', ''),
    })
/** A page that is listed in one node and names another one as its parent: programs find other inherited values. */
const twoParents = () =>
  inherited()().update({ 3: inherited()().object(3).replace('/Parent 2', '/Parent 40'), 40: '<< /Type /Pages /MediaBox [0 0 100 100] >>' })

/** A form with an empty signature field in a place that is kept for it, `7`. */
const keptPlace =
  (entries = '') =>
  () =>
    plainDraft().update({
      1: '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [7 0 R] /SigFlags 3 >> >>',
      3: plainDraft().object(3).replace(/>>$/, '/Annots [7 0 R] >>'),
      7: `<< /Type /Annot /Subtype /Widget /FT /Sig /T (second) /F 4 /Rect [72 100 272 140] ${entries} >>`,
    })
const signs =
  (change: (field: string) => string, objects: Readonly<Record<number, string>> = {}): Change =>
  (d) => {
    d.objects.set(7, change(d.object(7)))
    signPdf(d, { field: { existingField: 7, objects } })
  }

/** A form whose resources are those of the page as well, as LibreOffice writes them. */
const sharedResources = (content = area) =>
  plainDraft({ form: true, content }).update({
    1: '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [7 0 R 8 0 R] /DR 30 0 R >> >>',
    3: plainDraft({ form: true })
      .object(3)
      .replace(/\/Resources <<.*?>> >>/, '/Resources 30 0 R'),
    7: plainDraft({ form: true }).object(7).replace('/DA', '/DR << /Font 31 0 R >> /DA'),
    30: '<< /Font 31 0 R >>',
    31: '<< /F1 5 0 R /Helv 5 0 R >>',
  })
const moreFonts =
  (name: string): Change =>
  (d) =>
    d.update({
      7: filled(d),
      31: d.object(31).replace('>>', `/${name} 91 0 R >>`),
      90: look('(Jaan) Tj'),
      91: '<< /Type /Font /Subtype /Type1 /BaseFont /ZapfDingbats >>',
    })
/** Poppler removes the old appearance of a field and uses its number again. */
const reused =
  (reference: string, generation: string, more: Readonly<Record<number, string>> = {}): Change =>
  (d) => {
    d.update(
      { 7: withEntry(d.object(7), 'V', '(Jaan)').replace('20 0 R', reference), 20: look('(Jaan) Tj'), 90: look('(Jaan) Tj'), ...more },
      { edit: (text) => text.replace('20 0 obj', `20 ${generation} obj`), entries: (all) => all },
    )
    const table = d.bytes.lastIndexOf('\n20 1\n')
    d.bytes.write(generation.padStart(5, '0'), table + 6 + 11, 'latin1')
  }
const certified = (level: number): Partial<SignedPdfOptions> => ({
  field: { entries: `/Reference [<< /TransformMethod /DocMDP /TransformParams << /P ${level} /V /1.2 >> >>]` },
})
const drawnForm =
  (form: string, field = '') =>
  () =>
    plainDraft({ form: true, catalog: '/Perms << >>' }).update({
      1: `<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [7 0 R] ${form} >> >>`,
      7: `<< /Type /Annot /Subtype /Widget /FT /Tx /T (name) /F 4 /Rect [72 600 272 620] /P 3 0 R /V (100) ${field} >>`,
    })
const ownLook = '/DA (/Helv 9 Tf 0 g) /AP << /N 20 0 R >>'
const inForm = (entry: string): Change => replaced(1, '/AcroForm <<', `/AcroForm << ${entry}`)
const timeStamped =
  (change: Change): Change =>
  (d) => {
    change(d)
    addDocumentTimeStamp(d)
  }

const note = '<< /Subtype /Text /Rect 91 0 R /Contents (note) >>'
const noteArea = '[50 50 70 70]'
/** A page with a comment that is a part of the page. */
const commented = () => plainDraft().update({ 3: withListItem(plainDraft().object(3), 'Annots', note), 91: noteArea })
const annotates: Change = (d) => d.update({ 3: withListItem(d.object(3), 'Annots', '90 0 R'), 90: note, 91: noteArea })
const twice =
  (one: Change, other: Change): Change =>
  (d) => {
    one(d)
    other(d)
  }

/** Three pages that inherit their box from the node above. */
const nodeOf = (kids: string, count: number, parent?: number, entries = '/MediaBox [0 0 595 842]') =>
  `<< /Type /Pages /Kids ${kids} /Count ${count} ${parent === undefined ? '' : `/Parent ${parent} 0 R`} ${entries} >>`
const threePages = () => {
  const page = plainDraft().object(3).replace('/MediaBox [0 0 595 842]', '')
  return plainDraft().update({
    2: nodeOf('[3 0 R 11 0 R 12 0 R]', 3),
    3: page,
    11: page.replace('4 0 R', '13 0 R'),
    12: page.replace('4 0 R', '14 0 R'),
    13: streamText('', area.replace('100', '200')),
    14: streamText('', area.replace('100', '300')),
  })
}
/** Writes nodes of the page tree, and pages with other parents. */
const treeOf =
  (nodes: Readonly<Record<number, string>>, parents: Readonly<Record<number, number>>): Change =>
  (d) => {
    const pages = Object.entries(parents).map(
      ([page, parent]) => [page, d.object(Number(page)).replace(/\/Parent \d+/, `/Parent ${parent}`)] as const,
    )
    d.update({ ...nodes, ...Object.fromEntries(pages) })
  }

type Case = readonly [title: string, options: SignedPdfOptions, expected: ReturnType<typeof passes>]

/** What programs do to signed files, one thing at a time, and nobody could see a difference or everybody is told. */
const honest: readonly Case[] = [
  [
    'a box of a page that is rounded to six decimals (HexaPDF)',
    { draft: preciseBox, after: replaced(3, /\[0 0 [\d. ]+\]/, '[0 0 595.303937 841.889764]') },
    silent,
  ],
  [
    'an inherited box that is written into the page (iText 5)',
    { draft: inherited(), after: replaced(3, '/Contents', '/MediaBox [0 0 595 842] /Contents') },
    silent,
  ],
  [
    'the box of what is shown, which is the whole page by default',
    { after: replaced(3, '/Contents', '/CropBox [0 0 595 842] /Contents') },
    silent,
  ],
  ['no rotation, which is the default', { after: replaced(3, '/Contents', '/Rotate 0 /Contents') }, silent],
  ['the content of a page, packed', { after: (d) => d.update({ 4: streamText('/Filter /FlateDecode', deflateSync(area)) }) }, silent],
  [
    'the content of a page in a list and another object',
    { after: replaced(3, '/Contents 4 0 R', '/Contents [90 0 R]', { 90: streamText('', area) }) },
    silent,
  ],
  [
    'resources of a page that become an object of their own',
    { after: replaced(3, /\/Resources (<<.*?>> >>)/, '/Resources 90 0 R', { 90: '<< /Font << /F1 5 0 R >> >>' }) },
    silent,
  ],
  [
    'an area of a field that is rounded to two decimals when it is filled in (pdf.js)',
    {
      draft: () => form().update({ 7: form().object(7).replace('[72 600', '[72.4567 600') }),
      after: (d) => d.update({ 7: filled(d).replace('72.4567', '72.46'), 90: look('(Jaan) Tj') }),
    },
    passes('pdf-form-unchanged'),
  ],
  [
    'a box in the node above a page that gets an annotation, rounded to 32 bits (PDFium)',
    {
      draft: () =>
        plainDraft().update({
          2: '<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 595.303937007874 841.889763779528] >>',
          3: plainDraft().object(3).replace('/MediaBox [0 0 595 842]', ''),
        }),
      after: (d) =>
        d.update({
          2: '<< /Count 1 /Kids [3 0 R] /MediaBox [0 0 595.30396 841.8898] /Type /Pages >>',
          3: withListItem(d.object(3), 'Annots', '<< /Type /Annot /Subtype /Text /Rect [50 50 70 70] /Contents (note) >>'),
        }),
    },
    passes('pdf-annotations-unchanged'),
  ],
  [
    'an annotation that becomes an object of its own with its page and type (iText 9)',
    {
      draft: commented,
      after: (d) => d.update({ 3: d.object(3).replace(note, '90 0 R'), 90: note.replace('<<', '<< /Type /Annot /P 3 0 R') }),
    },
    silent,
  ],
  [
    'an annotation that was added after the signature and is drawn anew',
    {
      after: twice(annotates, (d) =>
        d.update({ 90: d.object(90).replace('(note)', '(other)').replace('/Subtype', '/C [1 0 0] /Subtype') }),
      ),
    },
    passes('pdf-annotations-unchanged'),
  ],
  [
    'an annotation that was added after the signature and is removed',
    { after: twice(annotates, (d) => d.update({ 3: d.object(3).replace('90 0 R', '') })) },
    passes('pdf-annotations-unchanged'),
  ],
  [
    'a default appearance with the short name of Helvetica, which the form does not have (OpenPDF)',
    { draft: drawnForm('/DR << /Font << /F1 5 0 R >> >>'), after: inForm('/DA (/Helv 0 Tf 0 g )') },
    passes('pdf-form-drawn-alike'),
  ],
  [
    'pages that are put into nodes of their own',
    { draft: threePages, after: treeOf({ 2: nodeOf('[60 0 R 12 0 R]', 3), 60: nodeOf('[3 0 R 11 0 R]', 2, 2) }, { 3: 60, 11: 60 }) },
    silent,
  ],
  [
    'pages whose nodes are merged, with the box that they inherited',
    {
      draft: () => {
        const draft = threePages()
        treeOf({ 2: nodeOf('[60 0 R 12 0 R]', 3), 60: nodeOf('[3 0 R 11 0 R]', 2, 2, '/Rotate 0') }, { 3: 60, 11: 60 })(draft)
        return draft
      },
      after: treeOf({ 2: nodeOf('[3 0 R 11 0 R 12 0 R]', 3) }, { 3: 2, 11: 2 }),
    },
    silent,
  ],
  ['a name of a field in another encoding', { draft: form, after: replaced(7, '/T (name)', '/T <FEFF006E0061006D0065>') }, silent],
  [
    'an empty appearance of a field that is drawn anew without a mark',
    { draft: () => form().update({ 20: look('q Q') }), after: replaced(7, '20 0 R', '90 0 R', { 90: look('/Tx BMC EMC') }) },
    silent,
  ],
  [
    'a signature that makes its own place invisible (EU DSS)',
    { draft: keptPlace(), after: signs((field) => field.replace('[72 100 272 140]', '[0 0 0 0]')) },
    silent,
  ],
  [
    'a signature that names the page of its place',
    {
      draft: keptPlace('/AP << /N 20 0 R >>'),
      after: signs((field) => withEntry(field, 'P', '3 0 R').replace('[72 100 272 140]', '[0 0 0 0]')),
    },
    silent,
  ],
  [
    'a signature that adds a lock of later changes (iText 9)',
    {
      draft: keptPlace(),
      after: signs((field) => field.replace('[72 100 272 140]', '[0 0 0 0]').replace(/>>$/, '/Lock 95 0 R /SV << /Type /SV >> >>'), {
        95: '<< /Type /SigFieldLock /Action /All >>',
      }),
    },
    silent,
  ],
  [
    'the number of a removed appearance that is used again, and nothing refers to it (Evince)',
    { draft: form, after: reused('90 0 R', '1') },
    passes('pdf-form-unchanged'),
  ],
  [
    'the number of a removed appearance that is used again for the new one',
    { draft: form, after: reused('20 1 R', '1') },
    passes('pdf-form-unchanged'),
  ],
  [
    'a removed appearance to which nothing refers any more',
    { draft: form, after: (d) => d.update({ 7: filled(d), 20: null, 90: look('(Jaan) Tj') }) },
    passes('pdf-form-unchanged'),
  ],
  [
    'fonts for fields in the resources that the page shares and does not use (PDFBox)',
    { draft: sharedResources, after: moreFonts('ZaDb') },
    passes('pdf-form-unchanged'),
  ],
  ['fields that are drawn anew (pypdf)', { draft: form, after: inForm('/NeedAppearances true') }, passes('pdf-form-drawn-alike')],
  [
    'fields that are no longer drawn anew, with a time-stamp, in a certified document (pyHanko)',
    {
      ...certified(1),
      level: 'LT',
      draft: drawnForm('/NeedAppearances true', ownLook),
      after: timeStamped(replaced(1, '/NeedAppearances true', '')),
    },
    passes('pdf-form-drawn-alike'),
  ],
  [
    'fields that are drawn anew where none has a value',
    { draft: () => plainDraft({ catalog: '/AcroForm << /Fields [] >>' }), after: inForm('/NeedAppearances true') },
    silent,
  ],
  [
    'a default appearance and fonts that no field needs, with a time-stamp, in a certified document (iText 5)',
    {
      ...certified(1),
      draft: drawnForm('', ownLook),
      after: timeStamped(
        inForm('/DA (/Helv 0 Tf 0 g ) /DR << /Font << /ZaDb << /Type /Font /Subtype /Type1 /BaseFont /ZapfDingbats >> >> >>'),
      ),
    },
    silent,
  ],
  [
    'a default appearance as programs draw without one',
    {
      draft: drawnForm(''),
      after: inForm('/DA (/Helv 0 Tf 0 g ) /DR << /Font << /Helv << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>'),
    },
    passes('pdf-form-drawn-alike'),
  ],
]

/** A form whose fields programs draw, which one of them fills in; it draws the other fields as well, in their appearances. */
const drawnByProgram =
  (content: string, font = '5 0 R'): Change =>
  (d) =>
    d.update({ 20: look(content, `/Resources << /Font << /Helv ${font} >> >>`), 91: '<< /Type /Font /Subtype /Type1 /BaseFont /Symbol >>' })
const lookOf = (content: string, font = '/Helvetica') =>
  look(content, `/Resources << /Font << /Helv << /Type /Font /Subtype /Type1 /BaseFont ${font} >> >> >>`)
const anew = (text: string) => `q 1 1 198 18 re W n BT 0 g /Helv 9 Tf 2 4 Td (${text}) Tj ET Q`
/** A field with an appearance that shows its value. */
const drawnByOne = () => drawnForm('', ownLook)().update({ 20: lookOf('/Tx BMC BT /Helv 12 Tf 1 0 0 1 2 5 Tm 0 0 0 rg (100) Tj ET EMC') })
const drawnByOther =
  (content: string, font?: string): Change =>
  (d) =>
    d.update({ 20: lookOf(content, font) })
const drawnValue = (text: string, color = '0 g') =>
  `1 1 1 rg 0 0 200 20 re f /Tx BMC q 1 1 198 18 re W n BT /Helv 9 Tf ${color} 2 4 Td (${text}) Tj ET Q EMC`
const toBeDrawn = drawnForm('/NeedAppearances true /DR << /Font << /Helv 5 0 R >> >>', `${ownLook} /MK << /BG [1] >>`)

/** The same things, done so that programs show something else. */
const forged: readonly (readonly [title: string, options: SignedPdfOptions])[] = [
  ['a box of a page that moves by more than is rounded', { draft: preciseBox, after: replaced(3, '595.303937007874', '595.32') }],
  [
    'a box of a page that moves a little with each version',
    { draft: preciseBox, after: twice(replaced(3, '595.303937007874', '595.311'), replaced(3, '595.311', '595.318')) },
  ],
  [
    'an inherited box of the node that the page names and that does not list it',
    { draft: twoParents, after: replaced(3, '/Contents', '/MediaBox [0 0 100 100] /Contents') },
  ],
  ['another box than the inherited one', { draft: inherited(), after: replaced(3, '/Contents', '/MediaBox [0 0 595 700] /Contents') }],
  ['another box than the whole page', { after: replaced(3, '/Contents', '/CropBox [0 0 595 700] /Contents') }],
  ['other content, packed', { after: (d) => d.update({ 4: streamText('/Filter /FlateDecode', deflateSync(area.replace('100', '900'))) }) }],
  [
    'content in a second object',
    { after: replaced(3, '/Contents 4 0 R', '/Contents [4 0 R 90 0 R]', { 90: streamText('', area.replace('720', '620')) }) },
  ],
  [
    'other resources in an object of their own',
    {
      after: replaced(3, /\/Resources (<<.*?>> >>)/, '/Resources 90 0 R', {
        90: '<< /Font << /F1 91 0 R >> >>',
        91: '<< /Type /Font /Subtype /Type1 /BaseFont /ZapfDingbats >>',
      }),
    },
  ],
  [
    'content with one dictionary of parameters for two filters, which Ghostscript does not draw',
    {
      after: (d) =>
        d.update({
          4: streamText('/Filter [/ASCIIHexDecode /FlateDecode] /DecodeParms << >>', `${deflateSync(area).toString('hex')}>`),
        }),
    },
  ],
  ...(
    [
      ['in another order', nodeOf('[11 0 R 3 0 R]', 2, 2), { 3: 60, 11: 60 }],
      ['with another box', nodeOf('[3 0 R 11 0 R]', 2, 2, '/MediaBox [0 0 595 600]'), { 3: 60, 11: 60 }],
      ['turned', nodeOf('[3 0 R 11 0 R]', 2, 2, '/Rotate 90'), { 3: 60, 11: 60 }],
      ['with other resources', nodeOf('[3 0 R 11 0 R]', 2, 2, '/Resources << >> /UserUnit 2'), { 3: 60, 11: 60 }],
      ['that name another node', nodeOf('[3 0 R 11 0 R]', 2, 2), { 3: 60 }],
      ['one of them twice', nodeOf('[3 0 R 3 0 R 11 0 R]', 3, 2), { 3: 60, 11: 60 }],
      ['one of them less', nodeOf('[3 0 R]', 1, 2), { 3: 60 }],
      ['and a wrong number of them', nodeOf('[3 0 R 11 0 R]', 9, 2), { 3: 60, 11: 60 }],
    ] as const
  ).map(
    ([title, node, parents]) =>
      [
        `pages in a new node, ${title}`,
        { draft: threePages, after: treeOf({ 2: nodeOf('[60 0 R 12 0 R]', 3), 60: node }, parents) },
      ] as const,
  ),
  ['the content of another page, copied', { after: replaced(2, '3 0 R', '90 0 R', { 90: plainDraft().object(3) }) }],
  [
    'a lock of a field that is not signed',
    { draft: keptPlace(), after: replaced(7, /\/F 4/, '/F 4 /Lock << /Type /SigFieldLock /Action /All >>') },
  ],
  ['a place that is moved without a signature', { draft: keptPlace(), after: replaced(7, '[72 100 272 140]', '[0 0 0 0]') }],
  [
    'a drawn place that a signature moves',
    {
      draft: () => keptPlace('/AP << /N 20 0 R >>')().update({ 20: look('0 0 9 9 re f') }),
      after: signs((field) => field.replace('[72 100 272 140]', '[72 400 272 440]')),
    },
  ],
  ['a page of a field that is none', { draft: keptPlace(), after: signs((field) => withEntry(field, 'P', '4 0 R')) }],
  [
    'a number that is used again for an object to which another one refers',
    {
      draft: () => form().update({ 6: '<< /Next 20 0 R >>', 3: withEntry(form().object(3), 'Thumb', '20 0 R') }),
      after: reused('20 1 R', '1'),
    },
  ],
  ['a reference to the removed appearance', { draft: form, after: reused('20 0 R', '1') }],
  ['an object that is freed and to which the page refers', { after: (d) => d.update({ 5: null }) }],
  ['a font in the shared resources that the page names', { draft: () => sharedResources(`/ZaDb 12 Tf ${area}`), after: moreFonts('ZaDb') }],
  [
    'a font in the shared resources that the page names with number signs',
    { draft: () => sharedResources(`/Z#61Db 12 Tf ${area}`), after: moreFonts('ZaDb') },
  ],
  [
    'a font that is replaced in the shared resources',
    {
      draft: sharedResources,
      after: (d) =>
        d.update({
          7: filled(d),
          90: look('(Jaan) Tj'),
          31: '<< /F1 5 0 R /Helv 91 0 R >>',
          91: '<< /Type /Font /Subtype /Type1 /BaseFont /ZapfDingbats >>',
        }),
    },
  ],
  [
    'fields that are drawn anew with a font that the form gets',
    {
      draft: drawnForm('', '/DA (/New 9 Tf 0 g) /AP << /N 20 0 R >>'),
      after: inForm('/NeedAppearances true /DR << /Font << /New << /Type /Font /Subtype /Type1 /BaseFont /ZapfDingbats >> >> >>'),
    },
  ],
  [
    'a default appearance of another font',
    {
      draft: drawnForm(''),
      after: inForm('/DA (/Helv 0 Tf 0 g) /DR << /Font << /Helv << /Type /Font /Subtype /Type1 /BaseFont /Symbol >> >> >>'),
    },
  ],
  [
    'a default appearance that cannot be seen',
    {
      draft: drawnForm(''),
      after: inForm('/DA (/Helv 0 Tf 1 g) /DR << /Font << /Helv << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>'),
    },
  ],
]

describe('a PDF file is judged by what applies', () => {
  it('a field of a PDF file that the signed form tells programs to draw may get an appearance with its value (PDFBox)', () => {
    expect(judge({ draft: toBeDrawn, after: drawnByProgram(drawnValue('100')) })).toEqual(passes('pdf-form-unchanged'))
  })

  it('an empty field of a PDF file that the signed form tells programs to draw may get an appearance without a text (PDFBox)', () => {
    const draft = () => toBeDrawn().update({ 7: toBeDrawn().object(7).replace('(100)', '()') })
    const after = drawnByProgram('1 1 1 rg 0 0 200 20 re f /Tx BMC q 1 1 198 18 re W n Q EMC')
    expect(judge({ draft, after })).toEqual(passes('pdf-form-unchanged'))
  })

  it.each([
    ['another text', drawnValue('900'), '5 0 R'],
    ['a text more', drawnValue('100) Tj (0'), '5 0 R'],
    ['a text that cannot be seen', drawnValue('100', '1 g'), '5 0 R'],
    ['another font', drawnValue('100'), '91 0 R'],
    ['an area over its text', `${drawnValue('100')} 0 0 200 20 re f`, '5 0 R'],
    ['a text outside of its area', drawnValue('100').replace('2 4 Td', '2 400 Td'), '5 0 R'],
    ['a picture', `${drawnValue('100')} /X Do`, '5 0 R'],
  ])('a PDF file does not pass when a field that the signed form tells programs to draw gets an appearance with %s', (_, content, font) => {
    expect(judge({ draft: toBeDrawn, after: drawnByProgram(content, font) })).toMatchObject({ indication: 'TOTAL-FAILED' })
  })

  it('a field of a PDF file may be drawn anew with the value that it shows, by another program', () => {
    expect(judge({ draft: drawnByOne, after: drawnByOther(anew('100')) })).toEqual(passes('pdf-form-unchanged'))
  })

  it('an annotation of a PDF file that becomes an object of its own with another text is another annotation', () => {
    const after = (d: PdfDraft) => d.update({ 3: d.object(3).replace(note, '90 0 R'), 90: note.replace('(note)', '(other)') })
    expect(judge({ draft: commented, after })).toMatchObject({ indication: 'TOTAL-FAILED', errors: ['pdf-annotations-kept'] })
  })

  it.each<readonly [title: string, after: Change]>([
    ['another value', drawnByOther(anew('900'))],
    ['its text outside of what is drawn', drawnByOther(anew('100').replace('1 1 198 18 re', '0 0 1 1 re'))],
    ['its text on a dark background', drawnByOther(`0.2 g 0 0 200 20 re f ${anew('100')}`)],
    ['its text left of what is drawn', drawnByOther(anew('100').replace('1 1 198 18 re', '100 0 100 20 re'))],
    ['its text at the right edge', drawnByOther(anew('100').replace('2 4 Td', '199 4 Td'))],
    ['its text at the upper edge', drawnByOther(anew('100').replace('2 4 Td', '2 19 Td'))],
    ['a light text', drawnByOther(anew('100').replace('0 g', '0.9 g'))],
    ['a light text from before a state was restored', drawnByOther(`1 g q 0 g Q BT /Helv 9 Tf 2 4 Td (100) Tj ET`)],
    ['its text turned around', drawnByOther(anew('100').replace('2 4 Td', '-1 0 0 1 2 4 Tm'))],
    ['a border as wide as the field', drawnByOther(`40 w 0 0 200 20 re s ${anew('100')}`)],
    ['another font', drawnByOther(anew('100'), '/ZapfDingbats')],
    ['a box that is scaled to nothing', (d) => d.update({ 20: lookOf(anew('100'), '/Helvetica').replace('200 20', '9000 9000') })],
  ])('a PDF file does not pass when a field is drawn anew with %s', (_, after) => {
    expect(judge({ draft: drawnByOne, after })).toMatchObject({ indication: 'TOTAL-FAILED' })
  })

  it('a PDF file does not pass when a field is drawn anew with its value, which the signed page did not show', () => {
    const draft = () => drawnByOne().update({ 20: lookOf(anew('900')) })
    expect(judge({ draft, after: drawnByOther(anew('100')) })).toMatchObject({ indication: 'TOTAL-FAILED' })
  })

  it.each(honest)('a PDF file is judged by what applies, no content changed: %s', (_, options, expected) => {
    expect(judge({ ...options, after: () => undefined })).toEqual(silent)
    expect(judge(options)).toEqual(expected)
  })

  it.each(forged)('a PDF file is judged by what applies, and does not pass: %s', (_, options) => {
    const { indication, errors } = judge(options)
    expect({ indication, error: errors[0] }).toEqual(refused)
  })

  it('an annotation of a PDF file that becomes an object of its own is the same annotation', () => {
    const comment = '<< /Type /Annot /Subtype /Text /Rect [0 0 20 20] /Contents (look) >>'
    const draft = () => plainDraft().update({ 3: plainDraft().object(3).replace(/>>$/, `/Annots [${comment}] >>`) })
    expect(
      judge({
        draft,
        field: { page: 3, objects: {} },
        level: 'LT',
        after: (d) => d.update({ 3: d.object(3).replace(comment, '90 0 R'), 90: comment }),
      }),
    ).toEqual(silent)
    expect(withListItem('<< >>', 'Annots', '1 0 R')).toContain('1 0 R')
  })
})
