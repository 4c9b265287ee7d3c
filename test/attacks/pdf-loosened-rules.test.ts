import { describe, expect, it } from 'vitest'
import { streamText } from '../support/pdf/draft.js'
import { plain, plainDraft } from '../support/pdf/plain-document.js'
import { withListItem } from '../support/pdf/signature.js'
import type { SignedPdfOptions } from '../support/pdf/signed-pdf.js'
import { judge } from './judge-signed-pdf.js'
import { type Change, font, replaced } from './pdf-changes.js'

const lookOf = (content: string, entries = '', resources = '') =>
  streamText(
    `/Type /XObject /Subtype /Form /BBox [0 0 200 20] /Resources << /Font << /Helv ${font('Helvetica')} >> ${resources} >> ${entries}`,
    content,
  )
const then =
  (...changes: readonly Change[]): Change =>
  (d) => {
    for (const change of changes) change(d)
  }

/** A form with a text field whose value is 100. */
const field =
  (entries: string, form = '/DR << /Font << /Helv 5 0 R >> >>', more: Readonly<Record<number, string>> = {}) =>
  () =>
    plainDraft({ form: true }).update({
      1: `<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [7 0 R] ${form} >> >>`,
      3: plainDraft({ form: true }).object(3).replace(' 8 0 R', ''),
      [plain.text]: `<< /Type /Annot /Subtype /Widget /FT /Tx /T (sum) /F 4 /Rect [72 600 272 620] /P 3 0 R /V (100) ${entries} >>`,
      ...more,
    })
const shown = 'BT 0 g /Helv 9 Tf 2 4 Td (100) Tj ET'
const drawn = field('/DA (/Helv 9 Tf 0 g) /AP << /N 20 0 R >>', undefined, { 20: lookOf(shown) })
const undrawn = field('/DA (/Helv 9 Tf 0 g)')
const drawnAs =
  (content: string, entries = '', resources = ''): Change =>
  (d) =>
    d.update({ 20: lookOf(content, entries, resources) })

const gets = (content: string): Change => replaced(7, '/V', '/AP << /N 90 0 R >> /V', { 90: lookOf(content) })

const note = '<< /Type /Annot /Subtype /FreeText /Rect 95 0 R /Contents (note) /DA (/Helv 9 Tf 0 g) >>'
const commented = () => plainDraft().update({ 3: withListItem(plainDraft().object(3), 'Annots', note), 95: '[50 50 70 70]' })
const white = '/DefaultGray [/Separation /Black /DeviceGray << /FunctionType 2 /Domain [0 1] /C0 [1] /C1 [1] /N 1 >>]'

const nodeDraft = () =>
  plainDraft().update({
    2: '<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 595 842] >>',
    3: plainDraft().object(3).replace('/MediaBox [0 0 595 842]', ''),
  })
const node =
  (number: number, box: string): Change =>
  (d) =>
    d.update({
      2: `<< /Type /Pages /Kids [${number} 0 R] /Count 1 >>`,
      [number]: `<< /Type /Pages /Kids [3 0 R] /Count 1 /Parent 2 0 R /MediaBox ${box} >>`,
      3: d.object(3).replace(/\/Parent \d+/, `/Parent ${number}`),
    })
const content = 'BT /F1 24 Tf 72 720 Td (The sum is 100 euros) Tj ET'

const forged: readonly (readonly [string, SignedPdfOptions])[] = [
  [
    'a signed annotation that first becomes an object of its own and is then removed',
    { draft: commented, after: then(replaced(3, note, '90 0 R', { 90: note }), replaced(3, '90 0 R', '')) },
  ],
  [
    'a signed annotation that first becomes an object of its own and is then changed',
    { draft: commented, after: then(replaced(3, note, '90 0 R', { 90: note }), replaced(90, 'note', 'other')) },
  ],
  [
    'a box in the nodes of the page tree that moves a little with each version',
    { draft: nodeDraft, after: then(node(60, '[0 0 595.009 842]'), node(61, '[0 0 595.018 842]'), node(62, '[0 0 595.027 842]')) },
  ],
  ['a field with the same value in white', { draft: undrawn, after: replaced(7, '0 g', '1 g') }],
  [
    'a field with the same value in white, which the form tells programs to draw',
    {
      draft: field('/DA (/Helv 9 Tf 0 g) /AP << /N 20 0 R >>', '/NeedAppearances true /DR << /Font << /Helv 5 0 R >> >>', {
        20: lookOf(shown),
      }),
      after: replaced(7, '0 g', '1 g'),
    },
  ],
  ['a field whose rich text shows another value', { draft: undrawn, after: replaced(7, '/V', '/RV (<body>900</body>) /V') }],
  ['a field with the same value on a black background', { draft: undrawn, after: replaced(7, '/V', '/MK << /BG [0 0 0] >> /V') }],
  ['a field with the same value, shown as asterisks', { draft: undrawn, after: replaced(7, '/V', '/Ff 8192 /V') }],
  ['a field with the same value at the other edge', { draft: undrawn, after: replaced(7, '/V', '/Q 2 /V') }],
  [
    'a field with the same value behind a wide border',
    { draft: undrawn, after: replaced(7, '/V', '/BS << /W 40 >> /MK << /BC [0 0 0] >> /V') },
  ],
  [
    'an appearance with the same value in a default colour space that is white',
    { draft: drawn, after: drawnAs(shown, '', `/ColorSpace << ${white} >>`) },
  ],
  ['an appearance with the same value in a layer', { draft: drawn, after: drawnAs(shown, '/OC << /Type /OCG /Name (off) >>') }],
  [
    'an appearance with the same value, of which two rectangles cut each other out',
    { draft: drawn, after: drawnAs(`q 200 0 -200 20 re 0 0 200 20 re W n ${shown} Q`) },
  ],
  [
    'an appearance with the same value, of which a rectangle that follows cuts out the one before',
    { draft: drawn, after: drawnAs(`q 0 0 200 20 re W 200 0 -200 20 re n ${shown} Q`) },
  ],
  [
    'an appearance with the same value right of what is drawn',
    { draft: drawn, after: drawnAs(`q 0 0 100 20 re W n ${shown.replace('2 4 Td', '150 4 Td')} Q`) },
  ],
  [
    'an appearance with the same value above what is drawn',
    { draft: drawn, after: drawnAs(`q 0 0 200 10 re W n ${shown.replace('2 4 Td', '2 15 Td')} Q`) },
  ],
  [
    'an appearance with the same value in a transparency group',
    { draft: drawn, after: drawnAs(shown, '/Group << /S /Transparency /K true >>') },
  ],
  ['a field that is printed and no longer shown on the screen', { draft: drawn, after: replaced(7, '/F 4', '/F 36') }],
  ['a field that is shown and no longer printed', { draft: drawn, after: replaced(7, '/F 4', '/F 0') }],
  ['a field that pdf.js hides as invisible', { draft: drawn, after: replaced(7, '/F 4', '/F 5') }],
  ['a field that no longer grows with its page', { draft: drawn, after: replaced(7, '/F 4', '/F 12') }],
  [
    'a font in the shared resources of the form, which a field without an appearance names',
    {
      draft: field('/DA (/New 9 Tf 0 g)', '/DR << /Font 31 0 R >>', { 31: '<< /Helv 5 0 R >>' }),
      after: replaced(31, '/Helv', `/New 91 0 R /Helv`, { 91: font('ZapfDingbats') }),
    },
  ],
  [
    'a font in the resources of a field, which the field names',
    {
      draft: field('/DA (/New 9 Tf 0 g) /DR << /Font << /Helv 5 0 R >> >>'),
      after: replaced(7, '/Font << /Helv', '/Font << /New 91 0 R /Helv', { 91: font('ZapfDingbats') }),
    },
  ],
  [
    'a font in the shared resources of a field, which the field names',
    {
      draft: field('/DA (/New 9 Tf 0 g) /DR << /Font 31 0 R >>', '', { 31: '<< /Helv 5 0 R >>' }),
      after: replaced(31, '/Helv', `/New 91 0 R /Helv`, { 91: font('ZapfDingbats') }),
    },
  ],
  [
    'a font in the shared resources of the form, which a text annotation names',
    {
      draft: () =>
        field('/AP << /N 20 0 R >>', '/DR << /Font 31 0 R >>', { 20: lookOf(shown), 31: '<< /Helv 5 0 R >>' })().update({
          3: withListItem(field('')().object(3), 'Annots', note.replace('Helv', 'New')),
        }),
      after: replaced(31, '/Helv', `/New 91 0 R /Helv`, { 91: font('ZapfDingbats') }),
    },
  ],
  [
    'content that is split behind a comment, which PDFium goes on reading',
    {
      draft: () => plainDraft({ content: `% a\n${content}` }),
      after: replaced(3, '/Contents 4 0 R', '/Contents [90 0 R 91 0 R]', { 90: streamText('', '% a'), 91: streamText('', content) }),
    },
  ],
  [
    'content that is split within a text',
    {
      draft: () => plainDraft({ content: content.replace('sum is', 'sum\nis') }),
      after: replaced(3, '/Contents 4 0 R', '/Contents [90 0 R 91 0 R]', {
        90: streamText('', 'BT /F1 24 Tf 72 720 Td (The sum'),
        91: streamText('', 'is 100 euros) Tj ET'),
      }),
    },
  ],
  [
    'content in two parts that are merged behind a comment',
    {
      draft: () =>
        plainDraft({}).update({
          3: plainDraft().object(3).replace('4 0 R', '[90 0 R 91 0 R]'),
          90: streamText('', '% a'),
          91: streamText('', content),
        }),
      after: replaced(3, '[90 0 R 91 0 R]', '92 0 R', { 92: streamText('', `% a\n${content}`) }),
    },
  ],
  ['a field that gets an appearance with another text than its value', { draft: undrawn, after: gets(shown.replace('100', '900')) }],
  ['a field that gets an appearance without its value', { draft: undrawn, after: gets('q Q') }],
  ['a field that gets an appearance with its value and a picture', { draft: undrawn, after: gets(`${shown} /X Do`) }],
  ['a field that gets an appearance with its value in white', { draft: undrawn, after: gets(shown.replace('0 g', '1 g')) }],
  [
    'an appearance whose box grows a little with each version, each time in another object',
    {
      draft: field('/AP << /N 20 0 R >>', undefined, { 20: lookOf('0 0 9 9 re f') }),
      after: then(
        replaced(7, '20 0 R', '90 0 R', { 90: lookOf('0 0 9 9 re f').replace('[0 0 200 20]', '[0 0 200.009 20]') }),
        replaced(7, '90 0 R', '91 0 R', { 91: lookOf('0 0 9 9 re f').replace('[0 0 200 20]', '[0 0 200.018 20]') }),
      ),
    },
  ],
]

describe('what programs may do to a signed PDF file hides no other change', () => {
  it.each(forged)('a PDF file does not pass: %s', (_, options) => {
    expect(judge({ ...options, after: () => undefined }).indication).toBe('TOTAL-PASSED')
    expect(judge(options)).toMatchObject({ indication: 'TOTAL-FAILED' })
  })

  it('a field of a PDF file may be drawn anew with the value that it has, a plain font and the default border (MuPDF)', () => {
    const after = replaced(7, '/DA (/Helv 9 Tf 0 g)', '/DA (0 0 0 rg /Helv 12 Tf) /BS << /S /S /W 1 >> /MK << >>')
    expect(judge({ draft: drawn, after })).toEqual({ indication: 'TOTAL-PASSED', errors: [], warnings: ['pdf-form-unchanged'] })
  })

  it('a field of a PDF file may become read-only', () => {
    expect(judge({ draft: drawn, after: replaced(7, '/V', '/Ff 1 /V') })).toMatchObject({ indication: 'TOTAL-PASSED' })
  })

  it.each([
    ['the font of the form', undrawn],
    ['a font that the form does not have', field('/DA (/Helv 0 Tf 0 g)', '')],
  ])('a field of a PDF file without an appearance may get one that shows its value, with %s', (_, draft) => {
    expect(judge({ draft, after: gets(shown) })).toEqual({ indication: 'TOTAL-PASSED', errors: [], warnings: ['pdf-form-unchanged'] })
  })
})
