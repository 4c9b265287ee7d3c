import { describe, expect, it } from 'vitest'
import type { SignedPdfOptions } from '../support/pdf/signed-pdf.js'
import { judge } from './judge-signed-pdf.js'
import { type Change, font, replaced } from './pdf-changes.js'
import { field, gets, lookOf } from './pdf-fields.js'

const area = '72 540 272 620'
const winAnsi = `/Helv ${font('Helvetica', '/Encoding /WinAnsiEncoding')}`
const look = (content: string, fonts = winAnsi) => lookOf(content, '0 0 200 80', fonts)
/** A list of which Tartu and Valga are chosen. */
const entries = '/FT /Ch /Ff 2097152 /DA (/Helv 10 Tf 0 g) /Opt [(Tallinn) (Tartu) (Narva) (Valga)]'
const chosen = '/V [(Tartu) (Valga)]'
const texts = 'BT 0 g /Helv 10 Tf 2 62 Td (Tallinn) Tj 0 -12 Td (Tartu) Tj 0 -12 Td (Narva) Tj 0 -12 Td (Valga) Tj ET'
const bars = '0.6 0.75 0.85 rg 1 48 198 11 re f 1 24 198 11 re f'
const plain = `${bars} ${texts}`
const undrawn = (more = chosen, of = entries) => field(`${of} ${more}`, {}, area)
/** The field states a background, which not each appearance draws. */
const drawn = (content = plain, more = chosen) =>
  field(`${entries} ${more} /MK << /BG [1] >> /AP << /N 20 0 R >>`, { 20: look(content) }, area)
const anew =
  (content: string, fonts?: string): Change =>
  (d) =>
    d.update({ 20: look(content, fonts) })
const becomes = (one: string, other: string): Change => anew(plain.replace(one, other))

/** What programs write for the same list. */
const programs: Readonly<Record<string, string>> = {
  PDFBox:
    '/Tx BMC q 1 1 198 78 re W n 0.6 0.7569 0.8431 rg 1 46.1 198 11.56 re f 0.6 0.7569 0.8431 rg 1 23 198 11.56 re f 0 g BT /Helv 10 Tf 0 sc 0 g 2 60 Td (Tallinn) Tj ET BT 2 48.44 Td (Tartu) Tj ET BT 2 36.88 Td (Narva) Tj ET BT 2 25.3 Td (Valga) Tj ET Q EMC',
  iText:
    '/Tx BMC q n q -500000 0 1000000 80 re W n q BT /Helv 12 Tf 1 66.66 Td (Tallinn)Tj ET Q q 0.66275 0.8 0.88235 rg 1 50.36 198 13.32 re f Q q BT /Helv 12 Tf 1 53.34 Td 0 0 0 rg (Tartu)Tj ET Q q BT /Helv 12 Tf 1 40.02 Td (Narva)Tj ET Q q 0.66275 0.8 0.88235 rg 1 23.7 198 13.32 re f Q q BT /Helv 12 Tf 1 26.7 Td 0 0 0 rg (Valga)Tj ET Q Q Q EMC',
  OpenPDF:
    'q Q /Tx BMC q 0 0 200 80 re W n 0.03922 0.14118 0.41569 rg 0 68.44 200 11.56 re f 0 45.32 200 11.56 re f q BT 1 0 0 1 0 70.69 Tm /Helv 10 Tf 1 g (Tartu)Tj 0 g ET Q q BT 1 0 0 1 0 59.13 Tm /Helv 10 Tf 0 g (Narva)Tj 0 g ET Q q BT 1 0 0 1 0 47.57 Tm /Helv 10 Tf 1 g (Valga)Tj 0 g ET Q Q EMC',
  Poppler:
    'q BT /Helv 10 Tf 0 g 1 0 0 1 2.00 69.00 Tm (Tallinn) Tj ET Q q 0 g f 0.00 56.00 200.00 11.00 re f BT /Helv 10 Tf 0 g 1 0 0 1 2.00 58.00 Tm 1 g (Tartu) Tj ET Q q BT /Helv 10 Tf 0 g 1 0 0 1 2.00 47.00 Tm (Narva) Tj ET Q q 0 g f 0 34 200 11 re f BT /Helv 10 Tf 0 g 1 0 0 1 2.00 36.00 Tm 1 g (Valga) Tj ET Q',
  'pdf.js':
    '/Tx BMC q 1 1 200 80 re W n 0.600006 0.756866 0.854904 rg 1 53 200 13.5 re f 1 26 200 13.5 re f BT /Helv 10 Tf 0 g 1 0 0 1 0 80 Tm 2 -11.75 Td (Tallinn) Tj 0 -13.5 Td (Tartu) Tj 0 -13.5 Td (Narva) Tj 0 -13.5 Td (Valga) Tj ET Q EMC',
}

/** Programs with a dark mark, on which the text is light. */
const dark: ReadonlySet<string> = new Set(['OpenPDF', 'Poppler'])
const onWhite = `1 g 0 0 200 80 re f ${plain}`

const passing = { indication: 'TOTAL-PASSED', errors: [], warnings: ['pdf-form-unchanged'] }

const forged: readonly (readonly [title: string, options: SignedPdfOptions])[] = [
  ...(
    [
      ['another option is marked', becomes('1 48 198', '1 60 198')],
      ['an option is no longer marked', becomes('1 48 198 11 re f', '')],
      ['no option is marked (MuPDF)', anew(texts)],
      ['one more option is marked', becomes('1 24', '1 36 198 11 re f 1 24')],
      ['all options are marked', becomes(bars, '0.6 0.75 0.85 rg 1 20 198 58 re f')],
      ['an empty row is marked', becomes('1 24', '1 2 198 11 re f 1 24')],
      ['the mark is as light as the background', becomes('0.6 0.75 0.85', '0.95 0.95 0.95')],
      ['the mark is lighter than white', becomes('0.6 0.75 0.85', '1.5 1.5 1.5')],
      [
        'the background is lighter than white, and the mark is white',
        anew(`9 g 0 0 200 80 re f ${plain.replace('0.6 0.75 0.85', '1 1 1')}`),
      ],
      ['the mark is as the background', anew(`0.6 0.75 0.85 rg 0 0 200 80 re f ${plain}`)],
      ['marks differ', becomes('1 24', '0.9 0.6 0.6 rg 1 24')],
      ['the mark covers a part of the row', becomes('1 48 198 11', '1 48 198 5')],
      ['the mark covers a part of the width', becomes('1 48 198', '1 48 100')],
      ['the mark reaches into the next row', becomes('1 48 198 11', '1 48 198 17')],
      ['the mark is outside of the limits', anew(`q 0 0 150 80 re W n ${plain} Q`)],
      ['the mark is painted over the text', anew(`${texts} ${bars}`)],
      ['the mark is painted over by another one', becomes('1 24', '1 48 198 11 re f 1 24')],
      ['the mark is painted over by the background', anew(`${bars} 1 g 0 0 200 80 re f ${texts}`)],
      ['the mark is a line around the option', becomes('1 48 198 11 re f', '1 48 198 11 re S')],
      ['a text is as dark as its mark', becomes('0.6 0.75 0.85', '0.1 0.1 0.1')],
      ['an option that is not chosen is in white', becomes('(Narva)', '1 g (Narva)')],
      ['the mark has a colour that programs read differently', becomes('0.6 0.75 0.85 rg', '/DeviceRGB cs')],
      ['an option is missing', becomes(' 0 -12 Td (Valga) Tj', '')],
      [
        'an option that is chosen is missing at the start',
        anew('0.6 0.75 0.85 rg 1 48 198 11 re f BT 0 g /Helv 10 Tf 2 62 Td (Narva) Tj 0 -12 Td (Valga) Tj ET'),
      ],
      ['an option is added', becomes(' ET', ' 0 -12 Td (Riga) Tj ET')],
      ['an option has another text', becomes('Narva', 'Haapsalu')],
      ['options change their places', anew(plain.replace('Tartu', 'x').replace('Narva', 'Tartu').replace('x', 'Narva'))],
      ['options are in one line', becomes('(Tartu) Tj 0 -12 Td (Narva)', '(Tartu Narva)')],
      ['options overlap', becomes('0 -12 Td (Narva)', '0 -2 Td (Narva)')],
      ['an option is below the area', becomes('2 62', '2 30')],
      ['an option is too small to be read', becomes('(Narva)', '/Helv 1 Tf (Narva)')],
      ['an option is hidden', becomes('(Narva)', '3 Tr (Narva)')],
      ['options are in another font', anew(plain, `/Helv ${font('Helvetica', '/Encoding << /Differences [84 /V] >>')}`)],
      ['a line strikes an option through', becomes(' ET', ' ET 0 g 0 41 200 1 re f')],
      ['the limits are painted with a mark, because they are not ended', anew(`q 0 0 200 80 re W BT ET ${plain} Q`)],
      ['a text follows the options', becomes(' ET', ' ET BT 2 4 Td (not) Tj ET')],
    ] as const
  ).map(([title, after]) => [title, { draft: drawn(), after }] as const),
  ['the mark gets another colour, which may be that of the page', { draft: drawn(plain), after: becomes('0.6 0.75 0.85', '1 0.9 0.6') }],
  ['a dark mark becomes a light one, which may be that of the page', { draft: drawn(programs['Poppler']), after: anew(plain) }],
  ['the signed page showed no mark', { draft: drawn(texts), after: anew(plain) }],
  ['the signed page showed another mark', { draft: drawn(plain.replace('1 48 198', '1 60 198')), after: anew(plain) }],
  ['the options are on what the page shows', { draft: drawn(onWhite), after: anew(plain) }],
  ['programs may show another option as chosen', { draft: undrawn(`${chosen} /I [0 3]`), after: gets(look(plain)) }],
  ['programs may show other options first', { draft: undrawn(`${chosen} /TI 1`), after: gets(look(plain)) }],
  ['several options are chosen where one may be', { draft: undrawn(chosen, entries.replace('/Ff 2097152', '')), after: gets(look(plain)) }],
  ['the value is none of the options', { draft: undrawn('/V (Riga)'), after: gets(look(texts)) }],
  [
    'the value stands for two options',
    {
      draft: undrawn('/V (1)', '/FT /Ch /Opt [[(1) (Tallinn)] [(1) (Tartu)]]'),
      after: gets(look('0.6 0.75 0.85 rg 1 60 198 11 re f BT 0 g /Helv 10 Tf 2 62 Td (Tallinn) Tj 0 -12 Td (Tartu) Tj ET')),
    },
  ],
  [
    'no option is chosen, and the first one is missing',
    { draft: undrawn(''), after: gets(look('BT 0 g /Helv 10 Tf 2 62 Td (Tartu) Tj 0 -12 Td (Narva) Tj 0 -12 Td (Valga) Tj ET')) },
  ],
  ['no option is chosen, and one is marked', { draft: undrawn(''), after: gets(look(plain)) }],
  [
    'the options that are chosen by their numbers become others',
    { draft: drawn(plain, `${chosen} /I [1 3]`), after: replaced(7, '/I [1 3]', '/I [0 1]', { 20: look(programs['PDFBox'] ?? '') }) },
  ],
]

/** A list of so many options, of which every other one is chosen, in a row of 6 units each. */
const longList = (count: number): SignedPdfOptions => {
  const names = Array.from({ length: count }, (_, index) => `option ${index}`)
  const y = (index: number) => 6 * (count - index) - 5
  const rows = names.map((_, index) => (index % 2 === 0 ? `1 ${y(index) - 0.5} 198 5 re f` : '')).join(' ')
  const shown = names.map((name, index) => `1 0 0 1 2 ${y(index)} Tm (${name}) Tj`).join(' ')
  const list = `/FT /Ch /Ff 2097152 /DA (/Helv 6 Tf 0 g) /Opt [${names.map((name) => `(${name})`).join(' ')}] /V [${names
    .filter((_, index) => index % 2 === 0)
    .map((name) => `(${name})`)
    .join(' ')}]`
  const height = 6 * count + 2
  return {
    draft: field(list, {}, `72 100 272 ${100 + height}`),
    after: gets(lookOf(`0.6 0.75 0.85 rg ${rows} BT 0 g /Helv 6 Tf ${shown} ET`, `0 0 200 ${height}`, winAnsi)),
  }
}

describe('a list of choices in a PDF form that is drawn anew', () => {
  it.each(Object.entries(programs))('a PDF file passes with a warning when its list is drawn as %s does', (name, content) => {
    expect(judge({ draft: drawn(), after: anew(content) })).toEqual(passing)
    if (!dark.has(name)) expect(judge({ draft: drawn(content), after: anew(plain) })).toEqual(passing)
    expect(judge({ draft: drawn(content), after: anew(onWhite) })).toEqual(passing)
    expect(judge({ draft: undrawn(), after: gets(look(content)) })).toEqual(passing)
  })

  it.each<readonly [string, SignedPdfOptions]>([
    ['no option is chosen', { draft: undrawn(''), after: gets(look(texts)) }],
    [
      'options have values of their own',
      {
        draft: undrawn('/V (2)', '/FT /Ch /Opt [[(1) (Tallinn)] [(2) (Tartu)]]'),
        after: gets(look('0.6 0.75 0.85 rg 1 48 198 11 re f BT 0 g /Helv 10 Tf 2 62 Td (Tallinn) Tj 0 -12 Td (Tartu) Tj ET')),
      },
    ],
    [
      'the numbers of the options that are chosen are left out (PDFBox)',
      { draft: drawn(plain, `${chosen} /I [1 3]`), after: replaced(7, '/I [1 3]', '', { 20: look(programs['PDFBox'] ?? '') }) },
    ],
    [
      'a state is named that no program uses (Poppler)',
      { draft: drawn(), after: replaced(7, '/AP', '/AS /N /AP', { 20: look(programs['PDFBox'] ?? '') }) },
    ],
  ])('a PDF file passes with a warning when its list is drawn anew and %s', (_, options) => {
    expect(judge(options)).toEqual(passing)
  })

  it.each(forged)('a PDF file does not pass when its list is drawn anew and %s', (_, options) => {
    expect(judge({ ...options, after: () => undefined })).toMatchObject({ indication: 'TOTAL-PASSED' })
    expect(judge(options)).toMatchObject({ indication: 'TOTAL-FAILED' })
  })
  it('a list has a bounded number of marks', () => {
    expect(judge(longList(512))).toEqual(passing)
    expect(judge(longList(514))).toMatchObject({ indication: 'TOTAL-FAILED' })
  })
})
