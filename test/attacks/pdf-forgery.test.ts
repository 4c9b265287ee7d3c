import { deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { type PdfDraft, type RevisionOptions, streamText } from '../support/pdf/draft.js'
import { encryptedDraft } from '../support/pdf/encryption.js'
import { plain, plainDraft } from '../support/pdf/plain-document.js'
import { type AddedSignature, withEntry, withListItem } from '../support/pdf/signature.js'
import { addDocumentTimeStamp, type SignedPdfOptions, signedPdf, signPdf } from '../support/pdf/signed-pdf.js'
import { judge } from './judge-signed-pdf.js'

const evil = streamText('', 'BT /F1 24 Tf 72 720 Td (The sum is 900 euros) Tj ET')
const overlay = streamText(
  '/Type /XObject /Subtype /Form /BBox [0 0 595 842]',
  '1 g 0 0 595 842 re f 0 g BT /F1 24 Tf 72 720 Td (The sum is 900 euros) Tj ET',
)

const forgeries: Record<string, SignedPdfOptions> = {}
const after = (name: string, change: (draft: PdfDraft, signature: AddedSignature) => void, draft?: () => PdfDraft) => {
  forgeries[name] = { after: change, ...(draft === undefined ? {} : { draft }) }
}
const invisibleField = (ap: number) =>
  `<< /Type /Annot /Subtype /Widget /FT /Sig /T (x) /F 132 /Rect [0 0 0 0] ${ap === 0 ? '' : `/AP << /N ${ap} 0 R >>`} >>`
const withItem = (text: string, item: string) => text.replace(/\/Fields \[/, `/Fields [${item} `)

/** All objects of a version within a stream. */
const streamHead = '60 0 obj\n<< >>\nstream\n'
const withinStream: RevisionOptions = {
  edit: (text) => `${streamHead}${text}endstream\nendobj\n`,
  entries: (entries) => [
    { number: 60, offset: Math.min(...entries.map(({ offset }) => offset ?? 0)) },
    ...entries.map((entry) => ({ ...entry, offset: (entry.offset ?? 0) + streamHead.length })),
  ],
}

after('info-tree-through-rewritten-page', (d) =>
  d.update({ [plain.information]: `<< /Title (x) /Next ${plain.page} 0 R >>`, [plain.page]: d.object(plain.page), [plain.content]: evil }),
)
after('extensions-tree-through-rewritten-page', (d) =>
  d.update({
    1: withEntry(d.object(1), 'Extensions', `<< /X ${plain.page} 0 R >>`),
    [plain.page]: d.object(plain.page),
    [plain.content]: evil,
  }),
)
after('info-is-catalog', (d) => d.update({ 1: d.object(1), 2: d.object(2), 3: d.object(3), 4: evil }, { trailer: '/Info 1 0 R' }))
after('duplicate-contents-in-rewritten-page', (d) =>
  d.update({ [plain.page]: d.object(plain.page).replace(/>>\s*$/, '/Contents 90 0 R >>'), 90: evil }),
)
after('duplicate-pages-in-catalog', (d) =>
  d.update({
    1: d.object(1).replace(/>>\s*$/, '/Pages 90 0 R >>'),
    90: '<< /Type /Pages /Kids [91 0 R] /Count 1 >>',
    91: d.object(3).replace('/Contents 4', '/Contents 92'),
    92: evil,
  }),
)
after('duplicate-root-in-trailer', (d) =>
  d.update(
    {
      90: d.object(1).replace('/Pages 2', '/Pages 91'),
      91: '<< /Type /Pages /Kids [92 0 R] /Count 1 >>',
      92: d.object(3).replace('/Contents 4', '/Contents 93'),
      93: evil,
    },
    { trailer: '/Info 6 0 R /Root 90 0 R' },
  ),
)
after(
  'extensions-point-to-optional-content',
  (d) => d.update({ 1: withEntry(d.object(1), 'Extensions', '30 0 R'), 30: '<< /OCGs [31 0 R] /D << /OFF [31 0 R] >> >>' }),
  () =>
    plainDraft({ catalog: '/OCProperties 30 0 R' }).update({
      30: '<< /OCGs [31 0 R] /D << /ON [31 0 R] >> >>',
      31: '<< /Type /OCG /Name (a) >>',
    }),
)
after(
  'metadata-names',
  (d) =>
    d.update({
      1: withEntry(d.object(1), 'MarkInfo', '30 0 R'),
      30: '<< /JavaScript << /Names [(a) 99 0 R] >> >>',
      99: '<< /S /JavaScript /JS (app.alert) >>',
    }),
  () => plainDraft({ catalog: '/Names 30 0 R' }).update({ 30: '<< /Dests << >> >>' }),
)
after(
  'duplicate-key-hides-reference-in-signed-page',
  (d) => d.update({ 4: evil }),
  () =>
    plainDraft().update({
      3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 5 0 R /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    }),
)
after(
  'objects-in-stream-with-unknown-filter',
  (d) => d.update({ 4: evil }),
  () => plainDraft({ stream: true, packed: [3], edit: (t) => t.replace(/(\/ObjStm[^>]*)\/FlateDecode/, '$1/LZWDecode') }),
)
after(
  'objects-in-broken-page',
  (d) => d.update({ 4: evil }),
  () =>
    plainDraft().update({
      3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4          0 R /X . /Resources << /Font << /F1 5 0 R >> >> >>',
    }),
)
after(
  'objects-in-broken-page-comment',
  (d) => d.update({ 4: evil }),
  () =>
    plainDraft().update({
      3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4%\n0 R /X . /Resources << /Font << /F1 5 0 R >> >> >>',
    }),
)
after(
  'object-stream-filter-redefined',
  (d) => d.update({ 50: '/FlateDecode' }),
  () =>
    plainDraft({ stream: true, packed: [3], edit: (t) => t.replace(/(\/ObjStm[^>]*\/Filter )\/FlateDecode/, '$150 0 R') }).update({
      50: '[/FlateDecode]',
    }),
)
const missing = () =>
  plainDraft().update({
    3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents [4 0 R 99 0 R] /Resources << /Font << /F1 5 0 R >> >> >>',
  })
const at = (offset: number): SignedPdfOptions => ({
  draft: missing,
  field: { revision: { entries: (entries) => [...entries, { number: 99, offset }] } },
})
const signedEnd = signedPdf({ ...at(0), level: 'T' }).length
forgeries['object-behind-end-of-signed-revision'] = {
  ...at(signedEnd - 1),
  between: (d) => {
    d.bytes = Buffer.concat([d.bytes, Buffer.from(`99 0 obj\n${evil}\nendobj\n`)])
  },
}
after('dangling-content-comes', (d) => d.update({ 99: evil }), missing)
after('generation-of-reference', (d) => d.update({ 3: d.object(3).replace('/Contents 4 0', '/Contents 4 1') }))
after('generation-of-object', (d) => d.update({ 4: d.object(4) }, { edit: (t) => t.replace('4 0 obj', '4 1 obj') }))
after(
  'appearance-through-rewritten-field',
  (d) => d.update({ [plain.information]: '<< /X 7 0 R >>', 7: d.object(7), 20: overlay }),
  () => plainDraft({ form: true }),
)
after(
  'appearance-dictionary-is-resource',
  (d) => d.update({ 7: withEntry(d.object(7), 'V', '(Jaan)'), 20: overlay }),
  () =>
    plainDraft({ form: true, content: '/N Do' }).update({
      3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /XObject 23 0 R >> /Annots [7 0 R] >>',
      7: '<< /Type /Annot /Subtype /Widget /FT /Tx /T (name) /F 4 /Rect [0 0 0 0] /AP 23 0 R >>',
      23: '<< /N 20 0 R >>',
    }),
)
after(
  'pages-node-is-field',
  (d) =>
    d.update({
      2: '<< /T (a) /Kids [50 0 R 3 0 R] /Count 1 /Resources << /Font << /F1 5 0 R >> >> /MediaBox [0 0 595 842] >>',
      50: '<< /FT /Sig /Rect [0 0 0 0] /Parent 2 0 R /Contents 4 0 R /AP << /N 51 0 R >> >>',
      51: evil,
    }),
  () =>
    plainDraft({ catalog: '/AcroForm << /Fields [2 0 R] >>' }).update({
      2: '<< /T (a) /Kids [3 0 R] /Count 1 /Resources << /Font << /F1 5 0 R >> >> /MediaBox [0 0 595 842] >>',
    }),
)
after('hybrid-previous-of-stream', (d) => {
  const { section } = d
  d.update({ 98: '<< >>' })
  const hidden = d.section
  d.section = section
  d.update({ 98: '<< >>' }, { stream: true, previous: String(hidden) })
  const stream = d.section
  d.section = section
  d.update({ 97: '<< >>' }, { trailer: `/Info 6 0 R /XRefStm ${stream}` })
})
after('generation-of-entry', (d) => {
  d.update({}, { entries: () => [{ number: 4, offset: d.bytes.indexOf('4 0 obj') }] })
  d.bytes.write('00005 n', d.bytes.lastIndexOf('00000 n'), 'latin1')
})
after('hybrid-position-real', (d) => {
  const at = d.bytes.length
  d.update({ 90: '<< >>' }, { trailer: `/Info 6 0 R /XRefStm ${at}.0` })
})
after(
  'fields-are-kids',
  (d) =>
    d.update({
      11: '[50 0 R 3 0 R 7 0 R]',
      50: `<< /Type /Page /Parent 2 0 R /FT /Sig /T (x) /Rect [0 0 0 0] /Contents 51 0 R /AP << /N 51 0 R >> >>`,
      51: evil,
    }),
  () => {
    const d = plainDraft({ catalog: '/AcroForm << /Fields 11 0 R /SigFlags 3 >>' })
    return d.update({
      2: '<< /Type /Pages /Kids 11 0 R /Count 1 /MediaBox [0 0 595 842] /Resources << /Font << /F1 5 0 R >> >> >>',
      11: '[3 0 R 7 0 R]',
      7: invisibleField(0).replace('(x)', '(y)'),
    })
  },
)
forgeries['fields-are-kids'] = { ...forgeries['fields-are-kids'], field: { existingField: 7 } }
after(
  'annotations-are-contents',
  (d) => d.update({ 20: '[4 0 R 7 0 R 50 0 R 51 0 R]', 1: withItem(d.object(1), '50 0 R'), 50: invisibleField(51), 51: evil }),
  () =>
    plainDraft().update({
      1: '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [7 0 R] /SigFlags 3 >> >>',
      3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 20 0 R /Resources << /Font << /F1 5 0 R >> >> /Annots 20 0 R >>',
      20: '[4 0 R 7 0 R]',
      7: invisibleField(0).replace('(x)', '(y)'),
    }),
)
forgeries['annotations-are-contents'] = { ...forgeries['annotations-are-contents'], field: { existingField: 7 } }
after(
  'default-resources-are-resources',
  (d) => d.update({ 30: '<< /Font << /F1 5 0 R >> /XObject << /Im 90 0 R >> >>', 90: overlay }),
  () =>
    plainDraft({ content: '/Im Do' }).update({
      1: '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [] /DR 30 0 R >> >>',
      3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources 30 0 R >>',
      30: '<< /Font << /F1 5 0 R >> /XObject << /Im 31 0 R >> >>',
      31: streamText('/Type /XObject /Subtype /Form /BBox [0 0 595 842]', 'BT /F1 24 Tf 72 720 Td (The sum is 100 euros) Tj ET'),
    }),
)
after(
  'field-that-no-page-showed',
  (d) => d.update({ 7: d.object(7), 3: withListItem(d.object(3), 'Annots', '7 0 R') }),
  () =>
    plainDraft().update({
      1: '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [7 0 R] >> >>',
      7: '<< /Type /Annot /Subtype /Widget /FT /Tx /T (a) /F 4 /Rect [0 0 595 842] /AP << /N 8 0 R >> >>',
      8: overlay,
    }),
)
after(
  'need-appearances',
  (d) => d.update({ 1: d.object(1).replace('/AcroForm <<', '/AcroForm << /NeedAppearances true') }),
  () => plainDraft({ form: true }),
)
after('new-text-field-with-empty-kids', (d) =>
  d.update({
    1: withItem(d.object(1), '90 0 R'),
    3: withListItem(d.object(3), 'Annots', '90 0 R'),
    90: '<< /Type /Annot /Subtype /Widget /FT /Tx /T (a) /Kids [] /F 4 /Rect [0 0 595 842] /AP << /N 91 0 R >> >>',
    91: overlay,
  }),
)
after('new-empty-signature-field-covers-page', (d) =>
  d.update({
    1: withItem(d.object(1), '90 0 R'),
    3: withListItem(d.object(3), 'Annots', '90 0 R'),
    90: '<< /Type /Annot /Subtype /Widget /FT /Sig /T (a) /F 4 /Rect [0 0 595 842] /AP << /N 91 0 R >> >>',
    91: overlay,
  }),
)
after('new-empty-signature-field-hidden-flag-real', (d) =>
  d.update({
    1: withItem(d.object(1), '90 0 R'),
    3: withListItem(d.object(3), 'Annots', '90 0 R'),
    90: '<< /Type /Annot /Subtype /Widget /FT /Sig /T (a) /F 2.5 /Rect [0 0 595 842] /AP << /N 91 0 R >> >>',
    91: overlay,
  }),
)
after('new-empty-signature-field-print-only', (d) =>
  d.update({
    1: withItem(d.object(1), '90 0 R'),
    3: withListItem(d.object(3), 'Annots', '90 0 R'),
    90: '<< /Type /Annot /Subtype /Widget /FT /Sig /T (a) /F 36 /Rect [0 0 595 842] /AP << /N 91 0 R >> >>',
    91: overlay,
  }),
)
after('hidden-field-becomes-visible-time-stamp', (d) => {
  d.update({
    1: withItem(d.object(1), '90 0 R'),
    3: withListItem(d.object(3), 'Annots', '90 0 R'),
    90: '<< /Type /Annot /Subtype /Widget /FT /Sig /T (a) /F 2 /Rect [0 0 595 842] /AP << /N 91 0 R >> >>',
    91: overlay,
  })
  d.objects.set(90, d.object(90).replace('/F 2', '/F 4'))
  addDocumentTimeStamp(d, { field: { existingField: 90 } })
})
after(
  'name-tree-leaf-grows',
  (d) => d.update({ 30: '<< /Limits [(a) (b)] /Names [(a) 31 0 R (b) 99 0 R] >>', 99: '<< /S /JavaScript /JS (app.alert) >>' }),
  () =>
    plainDraft({ catalog: '/Names << /JavaScript << /Kids [30 0 R] >> >>' }).update({
      30: '<< /Limits [(a) (a)] /Names [(a) 31 0 R] >>',
      31: '<< /S /JavaScript /JS (1) >>',
    }),
)
after(
  'pages-node-is-structure-element',
  (d) =>
    d.update({
      2: '<< /Type /StructElem /Kids [90 0 R 3 0 R] /Count 1 >>',
      90: d.object(3).replace('/Contents 4', '/Contents 91'),
      91: evil,
    }),
  () => plainDraft().update({ 2: '<< /Type /StructElem /Kids [3 0 R] /Count 1 >>' }),
)
after('catalog-within-trailer', (d) =>
  d.update({ 2: d.object(2), 3: d.object(3), 4: evil }, { trailer: d.bytes.toString('latin1').match(/\/Info.*(?= >>)/)?.[0] ?? '' }),
)
after(
  'length-reaches-beyond-signed-revision',
  (d) => {
    const at = d.bytes.indexOf('stream', d.bytes.indexOf('\n4 0 obj')) + 7
    const tail = 'endstream endobj\n'
    const evilText = '\nBT /F1 24 Tf 72 600 Td (The sum is 900 euros) Tj ET\n'
    const want = at + 9000 * 2 * 4
    d.bytes = Buffer.concat([d.bytes, Buffer.from(evilText.padEnd(want - d.bytes.length) + tail)])
    d.update({ 90: '<< >>' })
  },
  () =>
    plainDraft({
      content: 'BT /F1 24 Tf 72 720 Td (The sum is 100 euros) Tj ET'.padEnd(20_000),
      edit: (t) => t.replace('/Length 20000', '/Length 72000'),
    }),
)

/** A form with a field of a value that viewers draw themselves, because it has no appearance or no default appearance. */
const drawnForm = (form: string, field: string) => () =>
  plainDraft({ form: true }).update({
    1: `<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [7 0 R] ${form} >> >>`,
    7: `<< /Type /Annot /Subtype /Widget /FT /Tx /T (name) /F 4 /Rect [72 600 272 620] /P 3 0 R /V (100) ${field} >>`,
  })
const inForm = (key: string, value: string) => (d: PdfDraft) =>
  d.update({ 1: d.object(1).replace('/AcroForm <<', `/AcroForm << /${key} ${value}`) })
const withOther = (from: string, to: string) => (d: PdfDraft) => d.update({ 1: d.object(1).replace(from, to) })
const helvetica = '/DR << /Font << /Helv 5 0 R >> >>'
after('default-appearance-added', inForm('DA', '(/Helv 0.1 Tf 1 g)'), drawnForm(helvetica, ''))
after('default-appearance-changed', withOther('0 g', '1 g'), drawnForm(`${helvetica} /DA (/Helv 9 Tf 0 g)`, '/AP << /N 20 0 R >>'))
after('alignment-changed', inForm('Q', '2'), drawnForm(helvetica, '/DA (/Helv 9 Tf 0 g)'))
after('default-font-added', withOther('/Helv', '/New 90 0 R /Helv'), drawnForm(helvetica, '/DA (/New 9 Tf 0 g)'))
after('default-resources-added', inForm('DR', '<< /Font << /New 90 0 R >> >>'), drawnForm('', '/DA (/New 9 Tf 0 g)'))
after(
  'default-font-grows',
  withOther('/BaseFont', '/Encoding << /Differences [49 /nine] >> /BaseFont'),
  drawnForm('/DR << /Font << /Helv << /Subtype /Type1 /BaseFont /Helvetica >> >> >>', '/DA (/Helv 9 Tf 0 g)'),
)
const drawn =
  (form: string, widget: string, fields = '[7 0 R]') =>
  () =>
    plainDraft({ form: true }).update({
      1: `<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields ${fields} ${form} >> >>`,
      7: `<< /Type /Annot /F 4 /Rect [72 600 272 620] /P 3 0 R ${widget} >>`,
      13: '[7 0 R]',
    })
const black = `${helvetica} /DA (/Helv 9 Tf 0 g)`
const newFont = withOther('/Helv 5', '/New 90 0 R /Helv 5')
after('caption-of-button', withOther('0 g', '1 g'), drawn(black, '/Subtype /Widget /FT /Btn /Ff 65536 /T (a) /MK << /CA (Pay) >>'))
after('options-of-list', withOther('0 g', '1 g'), drawn(black, '/Subtype /Widget /FT /Ch /T (a) /Opt [(100) (200)]'))
after('widget-that-is-no-field', withOther('0 g', '1 g'), drawn(black, '/Subtype /Widget /FT /Tx /T (a) /V (100)', '[]'))
after('font-of-free-text', newFont, drawn(helvetica, '/Subtype /FreeText /Contents (100) /DA (/New 9 Tf 0 g)', '[]'))
const shownText = '/Subtype /Widget /FT /Tx /T (a) /V (100) /DA (/Helv 9 Tf 0 g)'
const white = '<< /FunctionType 2 /Domain [0 1] /C0 [1] /C1 [1] /N 1 >>'
const otherGray = `/ColorSpace << /DefaultGray [/Separation /X /DeviceGray ${white}] >>`
after('gray-of-form', withOther('/DR <<', `/DR << ${otherGray}`), drawn(helvetica, shownText))
after(
  'gray-of-form-in-its-object',
  (d) => d.update({ 1: d.object(1).replace('/Helv 5', '/New 5 0 R /Helv 5'), 91: otherGray.slice('/ColorSpace '.length) }),
  () => drawn(helvetica.replace('/DR <<', '/DR << /ColorSpace 91 0 R'), shownText)().update({ 91: '<< >>' }),
)
after(
  'graphics-state-of-form',
  withOther('/DR <<', '/DR << /ExtGState << /G << /ca 0 >> >>'),
  drawn(helvetica, shownText.replace('0 g', '/G gs')),
)
after('font-whose-name-ends-early', withOther('/Helv 5', '/Helv#00 90 0 R /Helv 5'), drawn(helvetica, shownText))
after('font-with-escaped-name', newFont, drawn(helvetica, '/Subtype /Widget /FT /Tx /T (a) /V (100) /DA (/N#65w 9 Tf 0 g)'))
after(
  'font-behind-empty-appearance',
  newFont,
  drawn(helvetica, '/Subtype /Widget /FT /Tx /T (a) /V (1) /DA (/New 9 Tf) /AP << /N << >> >>'),
)
after('field-within-form', withOther('(100)', '(900)'), drawn(black, '/Subtype /Widget', '[<< /FT /Tx /T (a) /V (100) /Kids 13 0 R >>]'))
after(
  'new-field-within-form',
  (d) => d.update({ 1: withItem(d.object(1), '<< /FT /Sig /T (x) /Kids 91 0 R >>'), 91: '[90 0 R]', 90: invisibleField(0) }),
  drawn(black, '/Subtype /Widget /FT /Tx /T (a)'),
)
after(
  'part-of-rewritten-appearance',
  (d) => d.update({ 20: d.object(20), 25: overlay }),
  () =>
    plainDraft({ form: true }).update({
      20: streamText('/Type /XObject /Subtype /Form /BBox [0 0 100 20] /Resources << /XObject << /X 25 0 R >> >>', '/X Do'),
      25: streamText('/Type /XObject /Subtype /Form /BBox [0 0 100 20]', ''),
    }),
)
const emptySignatureField = () =>
  plainDraft().update({
    1: '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [7 0 R] >> >>',
    3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> /Annots [7 0 R] >>',
    7: '<< /Type /Annot /Subtype /Widget /FT /Sig /T (a) /F 4 /Rect [0 0 595 842] >>',
  })
after(
  'visible-field-keeps-place-of-signature',
  (d) =>
    d.update({
      7: withEntry(withEntry(d.object(7), 'V', '90 0 R'), 'AP', '<< /N 91 0 R >>'),
      90: `<< /Type /Sig /Filter /Adobe.PPKLite /SubFilter /ETSI.CAdES.detached /ByteRange [0 0 0 0] /Contents <${'00'.repeat(32)}> >>`,
      91: overlay,
    }),
  emptySignatureField,
)

after(
  'signature-in-kept-place',
  (d) => signPdf(d, { field: { existingField: 7, objects: { 91: overlay } } }),
  () => emptySignatureField().update({ 7: withEntry(emptySignatureField().object(7), 'AP', '<< /N 91 0 R >>'), 91: streamText('', '') }),
)

/** Two fields, of which the signature locks one. */
const locked = (name: string, fields: string, free: string, lockedField: string, change: (d: PdfDraft) => void) => {
  after(name, change, () =>
    plainDraft({ form: true }).update({
      1: `<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [${fields}] >> >>`,
      7: `<< /FT /Tx /T (free) ${free} >>`,
      8: `<< /FT /Tx /T (sum) ${lockedField} >>`,
      9: '<< /T (x) /Kids [8 0 R] >>',
      34: '(100)',
    }),
  )
  const parameters = '/TransformParams << /Action /Include /Fields [(sum) (x.sum)] >>'
  forgeries[name] = { ...forgeries[name], field: { entries: `/Reference [<< /TransformMethod /FieldMDP ${parameters} >>]` } }
}
const otherSum = (d: PdfDraft) => d.update({ 8: d.object(8).replace('100', '900') })
locked('value-of-two-fields', '7 0 R 8 0 R', '/V 34 0 R', '/V 34 0 R', (d) => d.update({ 34: '(900)' }))
locked('field-of-two-names', '9 0 R 8 0 R', '', '/V (100)', otherSum)
locked('field-of-another-parent', '7 0 R 8 0 R', '/V (1)', '/Parent 9 0 R /V (100)', otherSum)
locked('value-of-another-parent', '7 0 R 8 0 R', '/V (1)', '/Parent 7 0 R', (d) => d.update({ 7: d.object(7).replace('(1)', '(9)') }))

/** Signed files that were prepared for a change: a second tree of pages that nothing shows, and other parts that read harmless. */
const pageWith = (contents: string, more = '') =>
  `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${contents} /Resources << /Font << /F1 5 0 R >> ${more} >> >>`
const secondPages = (catalog = '') =>
  plainDraft({ catalog }).update({ 40: '<< /Type /Pages /Kids [41 0 R] /Count 1 >>', 41: pageWith('42 0 R'), 42: evil })
const withSecond = (text: string, entry: string) => text.replace(/>>\s*$/, `${entry} >>`)
after(
  'duplicate-pages-in-catalog-with-byte-range',
  (d) => d.update({ 1: withSecond(d.object(1), '/Pages 40 0 R') }),
  () => secondPages('/ByteRange [0 0 0 0]'),
)
after(
  'duplicate-contents-in-page-with-byte-range',
  (d) => d.update({ 3: withSecond(d.object(3), '/Contents 42 0 R') }),
  () => secondPages().update({ 3: pageWith('4 0 R').replace('/Type', '/ByteRange [0 0 0 0] /Type') }),
)
for (const type of ['ObjStm', 'XRef']) {
  after(
    `resources-of-drawing-of-type-${type}`,
    (d) => d.update({ 31: overlay }),
    () =>
      plainDraft({ content: '/X Do' }).update({
        3: pageWith('4 0 R', '/XObject << /X 30 0 R >>'),
        30: streamText(`/Type /${type} /Subtype /Form /BBox [0 0 595 842] /Resources << /XObject << /Y 31 0 R >> >>`, '/Y Do'),
        31: streamText('/Type /XObject /Subtype /Form /BBox [0 0 595 842]', ''),
      }),
  )
}

after(
  'packed-catalog-twice',
  (d) => {
    const other = d.object(1).replace('/Pages 2', '/Pages 40')
    const head = `1 0 1 ${other.length + 1}\n`
    const stream = streamText(`/Type /ObjStm /N 2 /First ${head.length}`, `${head}${other}\n${d.object(1)}`)
    const packedIn = { stream: 80, index: 1 }
    d.update({ 80: stream }, { stream: true, entries: (all) => [...all, { number: 1, offset: 0, packedIn }] })
  },
  secondPages,
)
after('packed-page-reaches-into-the-next-object', (d) => {
  const head = `3 0 82 ${d.object(3).indexOf('/Contents')}\n`
  const packed = [3, 82].map((number, index) => ({ number, offset: 0, packedIn: { stream: 80, index } }))
  d.update(
    { 80: streamText(`/Type /ObjStm /N 2 /First ${head.length}`, `${head}${d.object(3)}`) },
    { stream: true, entries: (all) => [...all, ...packed] },
  )
})
forgeries['packed-page-reaches-into-the-next-object'] = {
  ...forgeries['packed-page-reaches-into-the-next-object'],
  draft: () => plainDraft({ stream: true, packed: [3] }),
  field: { revision: { stream: true, packed: [3] } },
}
const wrongLength = () =>
  plainDraft().update({
    4: plainDraft()
      .object(4)
      .replace(/Length \d+/, 'Length 300'),
    44: streamText('', 'x'.repeat(600)),
  })
after(
  'rewritten-content-with-a-length-that-leads-further',
  (d) => d.update({ 4: d.object(4) }, { edit: (text) => `${text}%\n1 g 0 0 595 842 re f\n${'%'.repeat(400)}\nendstream\n` }),
  wrongLength,
)
const packedText = deflateSync('BT /F1 24 Tf 72 620 Td (and 900 more) Tj ET').toString('latin1')
for (const [name, blank] of [
  ['blank', ' '],
  ['tab', '\t'],
] as const) {
  const packed = (start: string) =>
    `<< /Filter /FlateDecode /Length ${packedText.length + 2} >>\nstream${start}${packedText}\n\n\nendstream`
  after(
    `rewritten-content-behind-a-${name}`,
    (d) => d.update({ 43: packed(`${blank}\n`) }),
    () => plainDraft().update({ 3: pageWith('[4 0 R 43 0 R]'), 43: packed(`\n${blank}\n`) }),
  )
}
after(
  'shown-field-hidden-by-signature',
  (d) => {
    d.objects.set(7, d.object(7).replace('/F 4', '/F 2'))
    signPdf(d, { field: { existingField: 7 } })
  },
  () => emptySignatureField().update({ 7: withEntry(emptySignatureField().object(7), 'AP', '<< /N 91 0 R >>'), 91: overlay }),
)

const turned = (angle: string) => pageWith('4 0 R').replace(/>>$/, `/Rotate ${angle} >>`)
for (const [name, one, other] of [
  ['real-for-integer', '90', '90.0'],
  ['integer-for-real', '90.0', '90'],
  ['integer-that-programs-wrap-around', '4294967386.0', '4294967386'],
  ['other-digits-of-the-same-double', '1208925819614629174706176', '1208925819614629174706266'],
] as const) {
  after(
    `angle-of-page-${name}`,
    (d) => d.update({ 3: d.object(3).replace(one, other) }),
    () => plainDraft().update({ 3: turned(one) }),
  )
}
/** The encryption dictionary as the document information: other strings and streams would be decrypted, and the page be empty. */
forgeries['information-is-encryption'] = {
  draft: () =>
    encryptedDraft({
      method: 'AESV2',
      dictionary: (text) => text.replace('/StmF /StdCF /StrF /StdCF', '/StmF /Identity /StrF /Identity'),
    }).update({
      2: '<< /Type /Pages /Kids [21 0 R] /Count 1 >>',
      21: pageWith('22 0 R').replace('/F1 5', '/F1 23'),
      22: streamText('', 'BT /F1 24 Tf 72 720 Td (The sum is 100 euros) Tj ET'),
      23: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    }),
  field: { page: 21 },
  store: { filter: { name: 'Crypt', encode: (data) => data } },
  after: (d) => {
    const [, id = ''] = /\/ID (\[.*?\])/.exec(d.bytes.toString('latin1')) ?? []
    d.update({ 3: d.object(3).replace('/StmF /Identity', '/StmF /StdCF') }, { trailer: `/Encrypt 3 0 R /ID ${id} /Info 3 0 R` })
  },
}
/** Objects that a rule compares key by key, and that are used as something else as well, where the same keys mean something else. */
const stamped = (resources: string, text: string, catalog: string, objects: Readonly<Record<number, string>> = {}) =>
  plainDraft({ catalog }).update({
    3: pageWith('4 0 R').replace(/>>$/, '/Annots [50 0 R] >>'),
    50: '<< /Type /Annot /Subtype /Stamp /F 4 /Rect [72 500 372 550] /P 3 0 R /AP << /N 51 0 R >> >>',
    51: streamText(`/Type /XObject /Subtype /Form /BBox [0 0 300 50] /Resources << ${resources} >>`, text),
    ...objects,
  })
const box = streamText('/Type /XObject /Subtype /Form /BBox [0 0 300 50]', '1 0 0 rg 0 0 300 50 re f')
const metadataBox = box.replace('XObject', 'Metadata')
const hiddenForm = '/AcroForm << /Fields [60 0 R] /SigFlags 3 >>'
const hiddenField = '<< /Subtype /Widget /FT /Sig /T (h) /F 2 /Rect [0 0 0 0] /AP 61 0 R >>'
const keptPlace = '<< /Type /Sig /Filter /X /SubFilter /Y /ByteRange [0 1 2 3] /Contents <0000> >>'
const signed = (change: (field: string) => string) => (d: PdfDraft) =>
  d.update({ 60: withEntry(change(d.object(60)), 'V', '263 0 R'), 262: box, 263: keptPlace })
const otherLook = signed((field) => field.replace('61 0 R', '262 0 R'))
after('field-is-pictures-of-annotation', otherLook, () => stamped('/XObject 60 0 R', '/AP Do', hiddenForm, { 60: hiddenField, 61: box }))
for (const [name, reference] of [
  ['sign', '60 -0 R'],
  ['fraction', '60.0 0 R'],
  ['no-blank', '60 0R'],
] as const)
  after(`field-is-pictures-by-reference-with-${name}`, otherLook, () =>
    stamped(`/XObject ${reference}`, '/AP Do', hiddenForm, { 60: hiddenField, 61: box }),
  )
forgeries['field-is-pictures-of-signature'] = {
  draft: () =>
    stamped('/XObject 60 0 R', '/AP Do', hiddenForm.replace('60', '50 0 R 60'), {
      50: '<< /Type /Annot /Subtype /Widget /FT /Sig /T (s) /F 4 /Rect [72 500 372 550] /P 3 0 R /AP << /N 51 0 R >> >>',
      60: hiddenField,
      61: box,
    }),
  field: { existingField: 50 },
  after: otherLook,
}
for (const [name, key, entries] of [
  ['action-of-link', 'A', '/S /GoToR /F (good)'],
  ['attached-file', 'FS', '/Type /Filespec /F (good)'],
] as const)
  after(
    `field-is-${name}`,
    signed((field) => field.replace('good', 'other')),
    () =>
      stamped('', '', hiddenForm, {
        50: `<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /${key} 60 0 R >>`,
        60: `<< /FT /Sig /T (h) ${entries} >>`,
      }),
  )
after(
  'field-is-order-of-layers',
  signed((field) => withEntry(field, 'AS', '[<< /Event /View /Category [/View] /OCGs [30 0 R] >>]')),
  () =>
    plainDraft({ catalog: `/OCProperties << /OCGs [30 0 R] /D 60 0 R >> ${hiddenForm}` }).update({
      30: '<< /Type /OCG /Name (L) /Usage << /View << /ViewState /OFF >> >> >>',
      60: '<< /FT /Sig /T (h) /BaseState /ON >>',
    }),
)
/** A text without look of its own, which inherits from the field that is signed. */
const heir = (name: string, widget: string, entries: string, change: string) =>
  after(
    `signature-lends-${name}`,
    signed((field) => field.replace('/T (h)', `/T (h) ${change}`)),
    () =>
      stamped('', '', hiddenForm, {
        50: `<< /Type /Annot /Subtype /Widget /F 4 /Rect [72 500 372 550] /P 3 0 R /Parent 60 0 R ${widget} >>`,
        60: `<< /FT /Sig /T (h) ${entries} >>`,
      }),
  )
const text = '/FT /Tx /V (100)'
heir('colour-to-kid', text, '/Kids [50 0 R] ', '/DA (/Helv 9 Tf 1 g)')
heir('colour-to-kid-with-name', `${text} /T (k)`, '/Kids [50 0 R] ', '/DA (/Helv 9 Tf 1 g)')
heir('colour-to-widget-that-is-not-listed', text, '', '/DA (/Helv 9 Tf 1 g)')
heir('alignment', text, '/Kids [50 0 R]', '/Q 2')
heir('flags', text, '/Kids [50 0 R]', '/Ff 8192')
heir('itself-to-widget-that-is-not-listed', '', '', '')
after(
  'catalog-is-pictures-of-annotation',
  (d) => d.update({ 30: metadataBox.replace('1 0 0', '0 1 0') }),
  () => stamped('/XObject 1 0 R', '/Metadata Do', '/Metadata 30 0 R', { 30: metadataBox }),
)
forgeries['form-is-fonts-of-annotation'] = {
  draft: () =>
    stamped('/Font 60 0 R', 'BT /DR 20 Tf (A) Tj ET', '/AcroForm 60 0 R', {
      60: '<< /Fields [61 0 R] /SigFlags 3 /DR << /Subtype /Type1 /BaseFont /Helvetica >> >>',
      61: '<< /FT /Sig /T (s) >>',
    }),
  field: { existingField: 61 },
  after: (d) => d.update({ 60: d.object(60).replace('/DR <<', '/DR << /Encoding << /Differences [65 /nine] >>') }),
}
after(
  'permissions-are-fonts-of-annotation',
  (d) => signPdf(d, { field: { entries: '/Subtype /Type1 /BaseFont /ZapfDingbats', objects: { 60: `<< /DocMDP ${d.next + 1} 0 R >>` } } }),
  () => stamped('/Font 60 0 R', 'BT /DocMDP 20 Tf (A) Tj ET', '/Perms 60 0 R', { 60: '<< >>' }),
)
const structured = (name: string, catalog: string, objects: Readonly<Record<number, string>>) =>
  after(
    `structure-is-${name}`,
    (d) => d.update({ 30: d.object(30).replace('32 0 R', '32 0 R 1 230 0 R'), 230: '<< /S /JavaScript /JS (app.alert) >>' }),
    () => plainDraft({ catalog }).update({ 32: '<< /S /JavaScript /JS (1) >>', ...objects }),
  )
const nameTree = (type: string) => `<< ${type} /Limits [0 1] /Names [0 32 0 R] >>`
structured('names', '/Names << /JavaScript 30 0 R >>', { 30: nameTree('/Type /StructElem') })
structured('below-typed-names', '/Names 29 0 R', { 29: '<< /Type /StructElem /JavaScript 30 0 R >>', 30: nameTree('') })
structured('below-kids-of-names', '/Names << /JavaScript 29 0 R >>', { 29: '<< /Type /StructElem /Kids [30 0 R] >>', 30: nameTree('') })
structured('page-labels', '/PageLabels 30 0 R', { 30: '<< /Type /StructElem /Nums [0 32 0 R] >>' })
structured('names-as-well', '/StructTreeRoot << /K 30 0 R >> /Names << /JavaScript 30 0 R >>', { 30: nameTree('/Type /StructElem') })
for (const [name, type] of [
  ['structure', '/Type /StructElem'],
  ['untyped-structure', '/P 3 0 R'],
] as const)
  after(
    `${name}-is-group-of-annotation`,
    (d) => d.update({ 30: d.object(30).replace('/K true', '/K [true]') }),
    () => stamped('>> /Group 30 0 R /X <<', '', '', { 30: `<< ${type} /S /Transparency /K true >>` }),
  )

const tagged = () =>
  plainDraft({
    catalog: '/StructTreeRoot 30 0 R /MarkInfo << /Marked true >>',
    content: '/P << /MCID 0 >> BDC BT /F1 24 Tf 72 720 Td (The sum is 100 euros) Tj ET EMC',
  }).update({
    3: withEntry(pageWith('4 0 R'), 'StructParents', '0'),
    30: '<< /Type /StructTreeRoot /K [31 0 R] /ParentTree 32 0 R /ParentTreeNextKey 1 >>',
    31: '<< /Type /StructElem /S /P /P 30 0 R /Pg 3 0 R /K 0 >>',
    32: '<< /Nums [0 [31 0 R]] >>',
  })
/** What is read aloud. A new element is 260. */
const readAloud = (name: string, changes: (d: PdfDraft) => Readonly<Record<number, string>>, draft: () => PdfDraft = tagged) =>
  after(`read-aloud-${name}`, (d) => d.update(changes(d)), draft)
const spoken = (more: string) => `<< /Type /StructElem /S /Figure /P 30 0 R /Pg 3 0 R ${more} >>`
const moreKids = (d: PdfDraft) => d.object(30).replace('[31 0 R]', '[260 0 R 31 0 R]')
readAloud(
  'in-a-file-without-structure',
  (d) => ({
    1: d.object(1).replace(/>>$/, '/StructTreeRoot 230 0 R >>'),
    230: '<< /Type /StructTreeRoot /K 260 0 R >>',
    260: spoken('/Alt (The sum is 900 euros)'),
  }),
  plainDraft,
)
readAloud('before-it', (d) => ({
  30: moreKids(d),
  260: spoken('/ActualText (The sum is 900 euros)'),
}))
readAloud('within-another', (d) => ({
  30: moreKids(d),
  260: spoken('/K 261 0 R'),
  261: spoken('/E (900 euros)'),
}))
readAloud(
  'instead',
  (d) => ({
    30: moreKids(d),
    31: withEntry(d.object(31), 'ActualText', '(The sum is 900 euros)'),
    260: spoken(''),
  }),
  () => tagged().update({ 30: '<< /Type /StructTreeRoot /K [31 0 R] >>' }),
)
readAloud('twice', (d) => ({ 30: moreKids(d), 260: spoken('/K 0') }))
readAloud('by-another-key', (d) => ({
  3: d.object(3).replace('/StructParents 0', '/StructParents 1'),
  32: '<< /Nums [0 [31 0 R] 1 [260 0 R]] >>',
  260: spoken(''),
}))
readAloud('by-the-same-key', (d) => ({
  30: moreKids(d),
  32: '<< /Nums [0 [260 0 R] 0 [31 0 R]] >>',
  260: spoken(''),
}))
readAloud('by-an-added-node', (d) => ({
  30: moreKids(d),
  32: '<< /Kids [261 0 R] >>',
  260: spoken(''),
  261: '<< /Nums [0 [260 0 R]] >>',
}))
const withoutNumber = () => {
  const draft = tagged()
  return draft.update({
    3: draft.object(3).replace('/StructParents 0', ''),
    31: '<< /Type /StructElem /S /P /P 30 0 R /Pg 3 0 R /K 0 /ActualText (The sum is 900 euros) >>',
  })
}
readAloud('by-a-new-number', (d) => ({ 3: withEntry(d.object(3), 'StructParents', '0') }), withoutNumber)
readAloud(
  'by-a-new-element-with-a-new-number',
  (d) => ({
    3: withEntry(d.object(3), 'StructParents', '1'),
    30: d.object(30).replace('[31 0 R]', '[31 0 R 260 0 R]'),
    32: '<< /Nums [0 [31 0 R] 1 [260 0 R]] >>',
    260: '<< /Type /StructElem /S /Span /P 31 0 R >>',
  }),
  withoutNumber,
)
const marked = (value: string) => (d: PdfDraft) => ({ 1: d.object(1).replace('<< /Marked true >>', value) })
readAloud('not-as-structure', marked('<< >>'))
readAloud('with-suspects', marked('<< /Marked true /Suspects true >>'))
readAloud('with-another-mark', marked('<< /Marked (true) >>'))
readAloud(
  'as-structure',
  (d) => ({ 1: d.object(1).replace('/Marked false', '/Marked true') }),
  () => {
    const draft = tagged()
    return draft.update({ 1: draft.object(1).replace('/Marked true', '/Marked false') })
  },
)
readAloud('not-any-more', (d) => ({
  3: d.object(3).replace('/StructParents 0', ''),
}))

/** A list of integers in which a real stands instead: not every program takes it for one. */
const inList = (name: string, list: string, real: string, resources: (list: string) => string) =>
  after(
    `real-in-${name}`,
    (d) => d.update({ 30: d.object(30).replace(list, real) }),
    () => plainDraft().update({ 3: pageWith('4 0 R').replace('/F1 5 0 R >>', '/F1 5 0 R >> /X << /Y 30 0 R >>'), 30: resources(list) }),
  )
inList('differences', '[65 /one]', '[65.0 /one]', (list) => `<< /Type /Encoding /Differences ${list} >>`)
inList('indexed-colours', 'RGB 1 <', 'RGB 1.0 <', (list) => `[/Indexed /Device${list}00ff00ff0000>]`)
inList('named-colours', 'RGB 1 <', 'RGB 1.0 <', (list) => `<< /C [/Indexed /Device${list}00ff00ff0000>] >>`)
inList('mask', '[0 0]', '[0.0 0]', (list) => streamText(`/Subtype /Image /Width 1 /Height 1 /Mask ${list}`, '0'))
inList('size-of-function', '[2]', '[2.0]', (list) => streamText(`/FunctionType 0 /Size ${list}`, '00'))
inList('widths-of-composite-font', '[65 [9]]', '[65.0 [9]]', (list) => `<< /Subtype /CIDFontType2 /W ${list} >>`)
inList('components-of-profile', '/N 3', '/N 3.0', (entry) => streamText(entry, 'profile'))
inList('number', '90', '90.0', (list) => list)
after('columns-twice-in-cross-reference-stream', (d) => {
  const object = '90 0 obj\n<< >>\nendobj\n'
  const [start, content] = [d.bytes.length, d.bytes.indexOf('\n4 0 obj') + 1]
  // In rows of 6 octets the second entry frees the content of the page; in one row of 13 octets it stays.
  const rows = deflateSync(Buffer.from([0, 1, 0, 0, start >> 8, start & 0xff, 0, 1, 0, 0, content >> 8, content & 0xff, 0, 0]))
  const keys = `/Type /XRef /W [1 4 1] /Index [90 1 4 1] /Size 92 /Root 1 0 R /Info 6 0 R /Prev ${d.section}`
  const stream = streamText(`${keys} /Filter /FlateDecode /DecodeParms << /Predictor 12 /Columns 13 /Columns 6 >>`, rows)
  const end = `91 0 obj\n${stream}\nendobj\nstartxref\n${start + object.length}\n%%EOF\n`
  d.bytes = Buffer.concat([d.bytes, Buffer.from(`${object}${end}`, 'latin1')])
})
after(
  'object-zero-comes',
  (d) => d.update({ 0: evil }),
  () => plainDraft().update({ 3: pageWith('[4 0 R 0 0 R]') }),
)
after('content-freed-by-table-of-hybrid-version', (d) => {
  const [start, content] = [d.bytes.length, d.bytes.indexOf('\n4 0 obj') + 1]
  const row = Buffer.from([1, 0, 0, content >> 8, content & 0xff, 0])
  const stream = `91 0 obj\n${streamText('/Type /XRef /W [1 4 1] /Index [4 1] /Size 92 /Root 1 0 R', row)}\nendobj\n`
  const trailer = `trailer\n<< /Size 92 /Root 1 0 R /Info 6 0 R /Prev ${d.section} /XRefStm ${start} >>\nstartxref\n${start + stream.length}\n%%EOF\n`
  d.bytes = Buffer.concat([d.bytes, Buffer.from(`${stream}xref\n4 1\n0000000000 00001 f \n${trailer}`, 'latin1')])
})
const newSignatureField = (entries: string, appearance: string) => (d: PdfDraft) =>
  d.update({
    1: withItem(d.object(1), '90 0 R'),
    3: withListItem(d.object(3), 'Annots', '90 0 R'),
    90: `<< /Type /Annot /Subtype /Widget /FT /Sig /T (x) /P 3 0 R /AP << /N 91 0 R >> ${entries} >>`,
    91: appearance,
  })
after('new-signature-field-with-no-view', newSignatureField('/F 32 /Rect [0 0 595 842]', overlay))
after('new-signature-field-without-area', newSignatureField('/F 4', overlay))
after(
  'new-signature-field-whose-appearance-has-no-box',
  newSignatureField('/F 4 /Rect [0 0 0 0]', overlay.replace('/BBox [0 0 595 842]', '')),
)

const outputIntent = (d: PdfDraft) => ({
  1: withEntry(d.object(1), 'OutputIntents', '[90 0 R]'),
  90: '<< /Type /OutputIntent /S /GTS_PDFA1 /OutputConditionIdentifier (x) /DestOutputProfile 91 0 R >>',
  91: streamText('/N 3', 'profile'),
})
after('output-intent', (d) => d.update(outputIntent(d)))
after('output-intent-with-invisible-signature', (d) => {
  d.objects.set(1, outputIntent(d)[1])
  signPdf(d, { field: { objects: { 90: outputIntent(d)[90], 91: outputIntent(d)[91] } } })
})
after(
  'output-intent-with-shown-signature',
  (d) => {
    d.objects.set(1, outputIntent(d)[1])
    signPdf(d, { field: { existingField: 7, objects: { 1: d.object(1), 90: outputIntent(d)[90], 91: outputIntent(d)[91] } } })
  },
  emptySignatureField,
)

/** Signed files that hold another content of the page where only a program finds it that scans them. */
const stray = (text = `4 0 obj\n${evil}\nendobj\n`) => plainDraft().update({ 30: '<< >>' }, { edit: (appended) => appended + text })
const goneBack = () => {
  const draft = plainDraft()
  const place = draft.bytes.indexOf('\n4 0 obj') + 1
  return draft.update({ 4: evil }).update({ 30: '<< >>' }, { entries: (entries) => [...entries, { number: 4, offset: place }] })
}
const freed = () =>
  plainDraft()
    .update({
      3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents [4 0 R 31 0 R] /Resources << /Font << /F1 5 0 R >> >> >>',
      31: evil,
    })
    .update({ 31: null, 40: '<< >>' })
const secondCatalog = () => plainDraft().update({ 30: '<< /Type /Catalog /Pages 31 0 R >>', 31: '<< /Type /Pages /Kids [] /Count 0 >>' })
const unlistedPacked = () =>
  plainDraft().update({ 31: streamText('/Type /ObjStm /N 1 /First 4', '3 0 << /Type /Page /Contents 32 0 R >>'), 32: evil })
const unlistedStream = () => plainDraft().update({ 31: streamText('/Type /XRef /W [1 1 1] /Size 0 /Root 30 0 R', '') })
/** Writings of a later revision because of which programs scan the file. */
const scans = (name: string, change: (draft: PdfDraft) => void, draft: () => PdfDraft = stray) => after(`scanned-${name}`, change, draft)
const padded = (draft: PdfDraft): void => {
  draft.bytes = Buffer.concat([draft.bytes, Buffer.alloc(1024, ' ')])
}
const withEntryOf = (number: number, offset: number | null): RevisionOptions => ({ entries: (all) => [...all, { number, offset }] })
scans('startxref-far-from-end', padded)
scans('stray-object-in-stream', padded, () => plainDraft().update({ 30: streamText('', `x\n4 0 obj\n${evil}\nendobj\n`) }))
scans('object-of-earlier-revision', padded, goneBack)
scans('freed-object', padded, freed)
scans('second-catalog', padded, secondCatalog)
scans('packed-object-without-entry', padded, unlistedPacked)
scans('cross-reference-stream-that-is-none', padded, unlistedStream)
scans('size-too-small', (d) => d.update({ 90: '<< >>' }).bytes.write('/Size 4 ', d.bytes.lastIndexOf('/Size'), 'latin1'))
scans('number-too-large', (d) => d.update({ 90: '<< >>' }, { trailer: '/Info 6 0 R', ...withEntryOf(8_388_608, null) }))
scans('comment-before-number', (d) => d.update({ 90: '<< >>' }, { startxref: (position) => `%x\n${position}` }))
scans('blanks-before-number', (d) => d.update({ 90: '<< >>' }, { startxref: (position) => `${' '.repeat(200)}${position}` }))
scans('information-is-missing', (d) => d.update({ 90: '<< >>' }, { trailer: '/Info 99 0 R' }))
scans('size-is-a-name', (d) => d.update({ 90: '<< >>' }).bytes.write('/Size/', d.bytes.lastIndexOf('/Size'), 'latin1'))
scans('null-in-trailer', (d) => d.update({ 90: '<< >>' }, { trailer: '/Info 6 0 R /XRefStm null' }))
scans('information-of-another-generation', (d) => d.update({ 90: '<< >>' }, { trailer: '/Info 6 4 R' }))
scans('object-without-end', (d) => d.update({ 90: '<< >>' }, { edit: (text) => text.replace('endobj', '.ndobj') }))
scans('object-zero-in-use', (d) => d.update({ 90: '<< >>' }, withEntryOf(0, 15)))
scans('positions-of-nine-octets', (d) => d.update({ 90: '<< >>' }, { stream: true, positionBytes: 9 }))

const packedCatalog = (entries: string, content: (catalog: string) => string) => (d: PdfDraft) => {
  const stream = streamText(`/Type /ObjStm ${entries}`, content(d.object(1)))
  const packedIn = { stream: 90, index: 0 }
  d.update({ 90: stream }, { stream: true, entries: (all) => [...all, { number: 1, offset: 0, packedIn }] })
}
scans(
  'filter-of-packed-objects',
  packedCatalog('/N 1 /First 4 /Filter [/Crypt]', (catalog) => `1 0\n${catalog}`),
)
scans(
  'word-behind-packed-object',
  packedCatalog('/N 1 /First 4', (catalog) => `1 0\n${catalog} stream\n`),
)
scans(
  'packed-object-twice',
  packedCatalog('/N 2 /First 9', (catalog) => `1 0 91 0\n${catalog}`),
)
after('number-with-many-zeros', (d) => d.update({ 90: '<< >>' }, { trailer: `/Info 6 0 R /X ${'0'.repeat(300)}1` }))
scans('empty-subsection-of-large-number', (d) => {
  const at = d.update({ 90: '<< >>' }).bytes.lastIndexOf('90 1')
  d.bytes = Buffer.concat([d.bytes.subarray(0, at), Buffer.from('9999999 0\n'), d.bytes.subarray(at)])
})
scans('length-of-unlisted-stream', (d) => {
  const object = '90 0 obj\n<< >>\nendobj\n'
  const row = Buffer.from([1, 0, 0, d.bytes.length >> 8, d.bytes.length & 0xff]).toString('latin1')
  const keys = `/Type /XRef /W [1 4 0] /Index [90 1] /Size 91 /Root 1 0 R /Prev ${d.section} /Length -5`
  const end = `endstream\nendobj\nstartxref\n${d.bytes.length + object.length}\n%%EOF\n`
  d.bytes = Buffer.concat([d.bytes, Buffer.from(`${object}91 0 obj\n<< ${keys} >>\nstream\n${row}\n${end}`, 'latin1')])
})
const strayText = (text: string) => () => stray(`${text}\n${evil}\nendobj\n`)
scans('object-behind-comment', padded, strayText('4 0 %x\nobj'))
scans('number-behind-comment', padded, strayText('4 %x\n0 obj'))
scans('object-with-long-number', padded, strayText('000000000004 0 obj'))
scans('object-behind-vertical-tab', padded, strayText('4\v0\vobj'))
scans('packed-objects-of-indirect-type', padded, () =>
  unlistedPacked().update({ 31: streamText('/Type 33 0 R /N 1 /First 4', '3 0 9'), 33: '/ObjStm' }),
)
scans('catalog-without-type', padded, () => plainDraft().update({ 30: '<< /Pages 31 0 R >>', 31: '<< /Type /Pages /Kids [] /Count 0 >>' }))
scans('dictionary-like-a-stream', padded, () => plainDraft().update({ 31: '<< /Type /XRef /Root 30 0 R >>' }))
scans('trailer-in-a-text', padded, () => plainDraft({ trailer: '/Info 6 0 R /X (\ntrailer\n<< /Root 40 0 R >>\n)' }))
forgeries['scanned-trailer-in-a-text'] = { ...forgeries['scanned-trailer-in-a-text'], field: { revision: { trailer: '/Info 6 0 R' } } }
scans('greater-generation', padded, () => {
  const draft = plainDraft({ edit: (text) => text.replace('4 0 obj', '4 3 obj') })
  draft.bytes.write('00003 n', draft.bytes.indexOf(' 00000 n', draft.bytes.indexOf('\n4 1\n')) + 1, 'latin1')
  return draft.update({ 4: draft.object(4) })
})
forgeries['signed-version-is-scanned'] = {
  draft: () => {
    const draft = plainDraft()
    return draft.update({ 30: '<< >>' }, { trailer: '/Info 99 0 R' })
  },
  field: { revision: { edit: (text) => `${text}3 0 obj\n<< /Type /Page /Parent 2 0 R /Contents [4 0 R 90 0 R] >>\nendobj\n` } },
  after: (d) => d.update({ 90: overlay }),
}

/** A node of the page tree that pdf.js does not find, so that it scans the file and finds a page that no cross-reference lists. */
const scannedPage = '3 1 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents [4 0 R 90 0 R] >>\nendobj\n'
const scansForPage = (name: string, pages: string, edit: (text: string) => string = (text) => text) => {
  const draft = () => {
    const plain = plainDraft({ edit: (text) => scannedPage + edit(text), entries: shifted(scannedPage.length) })
    return pages === '' ? plain : plain.update({ 2: pages, 30: '1' })
  }
  forgeries[`scanned-page-${name}`] = { draft, after: (d) => d.update({ 90: overlay }) }
}
const shifted =
  (by: number): NonNullable<RevisionOptions['entries']> =>
  (entries) =>
    entries.map((entry) => ({ ...entry, offset: (entry.offset ?? 0) + by }))
scansForPage('of-another-generation', '<< /Type /Pages /Kids [3 1 R] /Count 1 >>')
scansForPage('with-count-of-another-generation', '<< /Type /Pages /Kids [3 0 R] /Count 30 1 R >>')
scansForPage('with-another-head', '', (text) => text.replace('2 0 obj', '2 2 obj'))
scansForPage('with-the-head-of-another-object', '<< /Type /Pages /Kids [3 0 R 5 0 R] /Count 1 >>', (text) =>
  text.replace('5 0 obj', '7 0 obj'),
)

/** A missing object that Poppler needs to open the page, so that it scans the file. */
const scansForMissing = (number: number, entry: string): SignedPdfOptions => {
  const draft = () => {
    const plain = plainDraft().update({ 80: '<< >>' })
    return plain.update({ [number]: plain.object(number).replace(/>>$/, `${entry} >>`) })
  }
  return { ...scansForPosition(0), draft }
}
/** An entry of the signed version that names no object: PDFBox scans the file, and MuPDF where it is after the end of the file. */
const scansForPosition = (offset: number): SignedPdfOptions => ({
  draft: () => plainDraft().update({ 80: '<< >>' }),
  field: {
    revision: {
      edit: (text) => `${text}3 0 obj\n<< /Type /Page /Parent 2 0 R /Contents [4 0 R 90 0 R] >>\nendobj\n`,
      entries: (entries) => [...entries, { number: 77, offset }],
    },
  },
  after: (d) => d.update({ 90: overlay }),
})
forgeries['scanned-page-by-missing-layers'] = scansForMissing(1, '/OCProperties 70 0 R')
forgeries['scanned-page-by-missing-area'] = scansForMissing(3, '/CropBox 70 0 R')
forgeries['scanned-page-by-layers-of-another-generation'] = scansForMissing(1, '/ViewerPreferences 80 1 R')
forgeries['scanned-page-by-position'] = scansForPosition(5)
forgeries['scanned-page-by-position-after-the-end'] = scansForPosition(9_999_999)

const withFunction = () =>
  plainDraft().update({
    3: pageWith('4 0 R').replace('/F1 5 0 R >>', '/F1 5 0 R >> /X << /Y 30 0 R >>'),
    30: '<< /FunctionType 2 /Domain [0 1] /N 1 >>',
  })
const harmless: Readonly<Record<string, (draft: PdfDraft) => void>> = {
  padded,
  'the word trailer in a text': (d) => d.update({ 6: '<< /Title (Lease of a trailer) >>' }),
  'NeedAppearances as it is by default': (d) => inForm('NeedAppearances', 'false')(d),
  'number-too-large': (d) => d.update({ 90: '<< >>' }, withEntryOf(8_388_608, null)),
  'reals for the integers of an area': (d) => d.update({ 3: d.object(3).replace('[0 0 595 842]', '[0 0.0 595.0 842.00]') }),
  'a real for the integer of an exponent': (d) => d.update({ 30: d.object(30).replace('/N 1', '/N 1.0') }),
}

/** As above, in files in which a program that scans would find something else. */
const usual: Readonly<Record<string, (draft: PdfDraft) => void>> = {
  plain: (d) => d.update({ 90: '<< >>' }),
  'with a stream': (d) => d.update({ 90: '<< >>' }, { stream: true }),
  'with the checksum of LibreOffice': (d) => d.update({ 90: '<< >>' }, { trailer: '/Info 6 0 R /DocChecksum /00' }),
  'with the empty line of MuPDF': (d) => {
    const at = d.update({ 90: '<< >>' }).bytes.lastIndexOf('trailer')
    d.bytes = Buffer.concat([d.bytes.subarray(0, at), Buffer.from('\n'), d.bytes.subarray(at)])
  },
  'with the comment of iText': (d) => {
    const text = d.update({ 90: '<< >>' }).bytes.toString('latin1')
    d.bytes = Buffer.from(text.replace(/startxref(?=\n\d+\n%%EOF\n$)/, '%iText-5.5.3\nstartxref'), 'latin1')
  },
  'with a line before the object': (d) => {
    const offset = d.bytes.length
    d.update({ 90: '<< >>' }, { edit: (text) => `\n${text}`, entries: () => [{ number: 90, offset }] })
  },
  'with validation data written again under a new dictionary': (d) => {
    const [, dss = ''] = /\/DSS (\d+) 0 R/.exec(d.object(1)) ?? []
    const [, certificate = ''] = /\/Certs \[(\d+) 0 R/.exec(d.object(Number(dss))) ?? []
    d.update({
      1: withEntry(d.object(1), 'DSS', '90 0 R'),
      90: d.object(Number(dss)),
      [certificate]: d.object(Number(certificate)).replace('<<', '<< /X 1'),
    })
  },
  'with a line before the table': (d) =>
    d.update({ 90: '<< >>' }, { edit: (text) => `${text}\n`, startxref: (position) => `${position - 1}` }),
}

/** What is told where a change is one that a signature may permit. */
const told: Readonly<Record<string, string>> = {
  'need-appearances': 'pdf-form-drawn-alike',
  'new-empty-signature-field-covers-page': 'pdf-annotations-unchanged',
  'new-empty-signature-field-hidden-flag-real': 'pdf-annotations-unchanged',
  'new-empty-signature-field-print-only': 'pdf-annotations-unchanged',
  'hidden-field-becomes-visible-time-stamp': 'pdf-annotations-unchanged',
  'visible-field-keeps-place-of-signature': 'pdf-annotations-unchanged',
  'signature-in-kept-place': 'pdf-no-later-signature-shown',
  'signature-lends-itself-to-widget-that-is-not-listed': 'pdf-annotations-unchanged',
  'new-signature-field-with-no-view': 'pdf-annotations-unchanged',
  'new-signature-field-without-area': 'pdf-annotations-unchanged',
  'new-signature-field-whose-appearance-has-no-box': 'pdf-annotations-unchanged',
  'output-intent-with-shown-signature': 'pdf-no-later-signature-shown',
  'shown-field-hidden-by-signature': 'pdf-no-later-signature-shown',
}

describe('a PDF file that shows something else than what was signed', () => {
  it('a PDF file passes in which MuPDF writes the numbers of a page anew', () => {
    const page = (number: (digits: string) => string) =>
      pageWith('4 0 R')
        .replace(
          '/F1 5 0 R >>',
          `/F1 5 0 R /T << /Subtype /Type3 /FontMatrix [.001 ${number('0')} 0 .001 0 0] /Widths [${number('9')}] >> >> /ExtGState << /G << /CA ${number('1')} /D [[${number('3')}] ${number('0')}] >> >> /ColorSpace << /C [/CalRGB << /WhitePoint [.9505 ${number('1')} 1.089] >>] /S [/Separation /X /DeviceGray << /FunctionType 2 /C0 [${number('1')}] /N ${number('1')} >>] >>`,
        )
        .replace(
          />>$/,
          `/UserUnit ${number('1')} /Trans << /S /Wipe /D ${number('1')} >> /VP [<< /BBox [0 0 ${number('9')} 9] /Measure << /GPTS [${number('59')} 24] >> >>] >>`,
        )
    const draft = () => plainDraft().update({ 3: page((digits) => `${digits}.0`) })
    const after = (d: PdfDraft) =>
      d.update({
        3: withEntry(
          page((digits) => digits),
          'Annots',
          d.object(3).split('/Annots ')[1]?.replace(/ >>$/, '') ?? '',
        ),
      })
    expect(judge({ draft, after })).toEqual({ indication: 'TOTAL-PASSED', errors: [], warnings: [] })
  })

  it.each(Object.keys(usual))('a PDF file as writers write it is no unusual writing: %s', (name) => {
    expect(judge({ draft: stray, after: usual[name] ?? padded })).toEqual({ indication: 'TOTAL-PASSED', errors: [], warnings: [] })
  })

  it.each(Object.keys(harmless))('unusual writing of a PDF file is no change where nothing else can be found: %s', (name) => {
    expect(judge({ draft: withFunction, after: harmless[name] ?? padded })).toEqual({
      indication: 'TOTAL-PASSED',
      errors: [],
      warnings: [],
    })
  })

  it.each([
    ['elements of the structure', '/Type /StructElem'],
    ['elements of the structure without a type', ''],
  ])('actions, bookmarks and the form of a PDF file may refer to fields and to %s', (_, type) => {
    const draft = () =>
      stamped('', '', `/StructTreeRoot 30 0 R /Outlines << /First 33 0 R /Last 33 0 R >> ${hiddenForm.replace(']', '] /CO 64 0 R')}`, {
        30: '<< /Type /StructTreeRoot /K 31 0 R /ParentTree 35 0 R >>',
        31: `<< ${type} /S /Document /P 30 0 R /K [32 0 R] >>`,
        32: `<< ${type} /S /Form /P 31 0 R /K << /Type /OBJR /Obj 60 0 R >> >>`,
        33: '<< /Title (x) /SE 31 0 R /A << /S /Hide /T [60 0 R] >> >>',
        34: '[32 0 R]',
        35: '<< /Nums [0 34 0 R] >>',
        50: '<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /ResetForm /Fields [60 0 R] >> >>',
        60: '<< /FT /Sig /T (h) /Kids [62 0 R] >>',
        62: '<< /Subtype /Widget /F 2 /Rect [0 0 0 0] /Parent 60 0 R >>',
        64: '[60 0 R]',
      })
    const after = (d: PdfDraft) => {
      const added = { 31: d.object(31).replace('32 0 R', '32 0 R 232 0 R'), 232: '<< /Type /StructElem /S /Form /P 31 0 R >>' }
      d.update({ ...added, 34: '[32 0 R 232 0 R]', 35: '<< /Nums [0 34 0 R 1 232 0 R] >>' })
      signPdf(d, { field: { existingField: 60 } })
    }
    expect(judge({ draft, after })).toEqual({ indication: 'TOTAL-PASSED', errors: [], warnings: [] })
  })

  const ofField = '<< /Type /StructElem /S /Form /P 30 0 R /Pg 3 0 R /K << /Type /OBJR /Obj 7 0 R /Pg 3 0 R >> >>'
  const ofWriters: Readonly<Record<string, SignedPdfOptions>> = {
    'in its place': {
      draft: tagged,
      after: (d) =>
        d.update({
          30: moreKids(d),
          32: '<< /Nums [0 [31 0 R] 1 260 0 R] >>',
          260: ofField,
        }),
    },
    // iText
    'and the tree written anew': {
      draft: tagged,
      after: (d) =>
        d.update({
          30: moreKids(d).replace('/ParentTree 32 0 R', '/ParentTree 261 0 R').replace('NextKey 1', 'NextKey 2'),
          260: ofField,
          261: '<< /Kids [262 0 R] >>',
          262: '<< /Limits [0 1] /Nums [0 263 0 R 1 260 0 R] >>',
          263: '[31 0 R]',
        }),
    },
    'with a number without elements for its page': {
      draft: withoutNumber,
      after: (d) =>
        d.update({
          1: d.object(1).replace('/Marked true', '/Marked true /UserProperties false'),
          3: withEntry(d.object(3), 'StructParents', '7'),
        }),
    },
    // LibreOffice, and then iText
    'in a root without elements': {
      draft: () => plainDraft({ catalog: '/StructTreeRoot << /Type /StructTreeRoot >>' }),
      after: (d) =>
        d.update({
          1: d.object(1).replace('<< /Type /StructTreeRoot >>', '230 0 R'),
          230: '<< /Type /StructTreeRoot /K [260 0 R] /RoleMap << >> /ParentTree 261 0 R /ParentTreeNextKey 1 >>',
          260: ofField,
          261: '<< /Nums [0 260 0 R] >>',
        }),
    },
  }
  it.each(Object.entries(ofWriters))('the structure of a PDF file may get the element of a new field, %s', (_, options) => {
    expect(judge(options)).toEqual({
      indication: 'TOTAL-PASSED',
      errors: [],
      warnings: [],
    })
  })

  it.each(Object.keys(forgeries).filter((name) => !(name in told)))(
    'a PDF file that shows something else than what was signed does not pass: %s',
    (name) => {
      const { indication, errors } = judge(forgeries[name] ?? {})
      expect(indication).toBe('TOTAL-FAILED')
      // A stream that reaches into a later version reaches over the place of the signature as well.
      const key = name === 'length-reaches-beyond-signed-revision' ? 'pdf-contents-exact' : 'pdf-changes-explained'
      expect([key, 'pdf-cross-reference-sound']).toContain(errors[0])
    },
  )

  it.each(Object.entries(told))('a change of a PDF file is told: %s: %s', (name, warning) => {
    expect(judge(forgeries[name] ?? {})).toEqual({ indication: 'TOTAL-PASSED', errors: [], warnings: [warning] })
  })

  it.each([
    ['within a stream', { revision: withinStream }],
    ['shown as an annotation', { entries: '/Subtype /FreeText /Rect [72 500 372 550]' }],
  ])('a PDF file that changes the place of a signature does not pass: %s', (_, field) => {
    const { indication, errors } = judge({ level: 'T', field })
    expect({ indication, error: errors[0] }).toEqual({ indication: 'TOTAL-FAILED', error: 'pdf-contents-exact' })
  })

  it('octets after a message of a PDF file are reported, except in an encrypted file, because some writers encrypt the reserved space', () => {
    const field = { page: 11, contents: (text: string) => text.replace(/0>$/, '1>') }
    const page = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] >>'
    const encrypted = () => encryptedDraft({ method: 'RC4-128' }).update({ 2: '<< /Type /Pages /Kids [11 0 R] /Count 1 >>', 11: page })
    expect(judge({ level: 'T', field: { contents: field.contents } }).errors).toContain('pdf-contents-exact')
    expect(judge({ level: 'T', draft: encrypted, field }).errors).not.toContain('pdf-contents-exact')
  })

  const incomplete = [
    'object-behind-end-of-signed-revision',
    'length-reaches-beyond-signed-revision',
    'signed-version-is-scanned',
    // Validation data are a later version too.
    'catalog-is-pictures-of-annotation',
    ...Object.keys(forgeries).filter((name) => name.startsWith('scanned-page-')),
  ]
  it.each(Object.keys(forgeries).filter((name) => !incomplete.includes(name)))('a PDF file passes before it is forged: %s', (name) => {
    const { indication, errors } = judge({ ...forgeries[name], after: () => undefined, between: () => undefined })
    expect({ indication, errors }).toEqual({ indication: 'TOTAL-PASSED', errors: [] })
  })
})
