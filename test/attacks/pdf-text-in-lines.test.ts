import { describe, expect, it } from 'vitest'
import type { PdfDraft } from '../support/pdf/draft.js'
import type { SignedPdfOptions } from '../support/pdf/signed-pdf.js'
import { judge } from './judge-signed-pdf.js'
import { type Change, font } from './pdf-changes.js'
import { field, gets, lookOf } from './pdf-fields.js'

const area = '72 540 272 620'
const box = '0 0 200 80'
const value = 'Pay 100 euros now\\nNot 900 or more'
const plain = 'BT 0 g /Helv 10 Tf 2 60 Td (Pay 100 euros now) Tj 0 -12 Td (Not 900 or more) Tj ET'
const winAnsi = `/Helv ${font('Helvetica', '/Encoding /WinAnsiEncoding')}`
const look = (content: string, fonts = winAnsi) => lookOf(content, box, fonts)
const entries = `/FT /Tx /Ff 4096 /DA (/Helv 10 Tf 0 g)`
const undrawn = (text = value, more = '') => field(`${entries} /V (${text}) ${more}`, {}, area)
/** The field states a background, which not each appearance draws. */
const drawn = (content = plain, text = value) =>
  field(`${entries} /V (${text}) /MK << /BG [1] >> /AP << /N 20 0 R >>`, { 20: look(content) }, area)
const anew =
  (content: string, fonts?: string): Change =>
  (d) =>
    d.update({ 20: look(content, fonts) })
const becomes = (one: string, other: string): Change => anew(plain.replace(one, other))

const onWhite = `1 g 0 0 200 80 re f ${plain}`

/** What programs write for the same text. */
const programs: Readonly<Record<string, string>> = {
  'each word apart, in a named colour space (PDFBox)':
    '/Tx BMC q 1 1 198 78 re W n BT /Helv 10 Tf /DeviceGray cs 0 sc 2 66 Td (Pay ) Tj 20.01 0 Td (100 ) Tj 19.46 0 Td (euros ) Tj 27.79 0 Td (now) Tj -67.26 -12 Td (Not ) Tj 18.34 0 Td (900 ) Tj 19.46 0 Td (or ) Tj 11.67 0 Td (more) Tj ET Q EMC',
  'a space for the line break (iText)':
    '/Tx BMC q n q 0 0 200 80 re W n BT /Helv 10 Tf 3 66.66 Td (Pay 100 euros now)Tj ( )Tj ET Q q BT /Helv 10 Tf 3 53.34 Td (Not 900 or more)Tj ET Q Q EMC',
  'lines broken where there is no more room (OpenPDF)':
    'q Q /Tx BMC q 0 0 200 80 re W n BT 1 0 0 1 2 69.8 Tm /Helv 10 Tf 0 g (Pay 100 euros)Tj 0 g 1 0 0 1 2 55.9 Tm (now)Tj 1 0 0 1 2 42 Tm (Not 900 or)Tj 1 0 0 1 2 29 Tm (more)Tj ET Q EMC',
  'the font again for each line (MuPDF)':
    '/Tx BMC q 1 w 1 1 198 78 re W n BT 0 g 2 78 Td 0 -11.16 Td /Helv 10 Tf (Pay 100 euros ) Tj 0 -11.16 Td /Helv 10 Tf (now) Tj 0 -11.16 Td /Helv 10 Tf (Not 900 or more) Tj ET Q EMC',
  'no limits, and a line that starts with a space (pdf.js)':
    '/Tx BMC q BT /Helv 10 Tf 0 g 1 0 0 1 0 80 Tm 2 -11.74 Td (Pay 100 euros now) Tj 0 -14.5 Td (Not 900) Tj 0 -14.5 Td ( or more) Tj ET Q EMC',
  'a path of the area before the limits (pdf-lib)':
    '1 0 0 1 0 0 cm q q 0 w [] 0 d 1 0 0 1 0 0 cm 0 0 m 0 80 l 200 80 l 200 0 l h h Q 1 1 m 1 79 l 199 79 l 199 1 l h W n q BT 0 g /Helv 12 Tf 1 0 0 1 1 60.13 Tm <50617920313030206575726f73206e6f77> Tj 1 0 0 1 1 40 Tm (Not 900 or more) Tj ET Q Q',
  'a distance of lines that is stated once (Acrobat)':
    '/Tx BMC q 1 1 198 78 re W n BT /Helv 10 Tf 0 g 2 66 Td (Pay ) Tj 20.01 0 Td (100 euros ) Tj -20.01 -11.56 TD (now) Tj T* (Not 900 or more) Tj ET Q EMC',
  'a background with a border (pdf-lib)':
    'q q 1 1 1 rg 0 0 0 RG 1 w [] 0 d 1 0 0 1 0.5 0.5 cm 1 0 0 1 0 0 cm 0 0 m 0 80 l 200 80 l 200 0 l h B Q 2 2 m 2 79 l 199 79 l 199 2 l h W n /Tx BMC q BT 0 0 0 rg /Helv 12 Tf 1 0 0 1 2 60 Tm <50617920313030206575726f73206e6f77> Tj 1 0 0 1 2 46 Tm (Not 900 or more) Tj ET Q EMC Q',
  'a leading (LibPDF)':
    '/Tx BMC q 1 1 198 78 re W n BT /Helv 11.4 Tf 0 g 13.68 TL 2 66 Td (Pay 100 euros now) Tj 0 -13.68 Td (Not 900 or more) Tj ET Q EMC',
  'limits that are not ended (pypdf)':
    'q /Tx BMC q 2 0 194.0 80.0 re W BT /Helv 10.0 Tf 0 g 2 66 Td (Pay 100 euros now) Tj 0 -11.56 Td (Not 900 or more) Tj ET Q EMC Q',
  'lines that stand close (Poppler)':
    '/Tx BMC q BT /Helv 10 Tf 0 g 1 0 0 1 0 77.00 Tm 2.00 -10.00 Td (Pay 100 euros now) Tj 0.00 -10.00 Td (Not 900 or more) Tj ET Q EMC',
}

const forged: readonly (readonly [title: string, options: SignedPdfOptions])[] = [
  ['a line is missing', becomes(' 0 -12 Td (Not 900 or more) Tj', '')],
  ['a line is added', becomes(' ET', ' 0 -12 Td (and 900 later) Tj ET')],
  ['the order of the lines changed', anew('BT 0 g /Helv 10 Tf 2 60 Td (Not 900 or more) Tj 0 -12 Td (Pay 100 euros now) Tj ET')],
  ['the lines are drawn from below', becomes('0 -12 Td', '0 12 Td')],
  ['the text is that of another field', anew('BT 0 g /Helv 10 Tf 2 60 Td (Tallinn) Tj ET')],
  ['a digit is another one', becomes('100', '900')],
  ['a word is missing at the end of a line', becomes(' now)', ')')],
  ['a word is divided', anew('BT 0 g /Helv 10 Tf 2 60 Td (Pay 10) Tj 0 -12 Td (0 euros now) Tj 0 -12 Td (Not 900 or more) Tj ET')],
  ['a line break becomes a space', anew('BT 0 g /Helv 10 Tf 2 60 Td (Pay 100 euros now Not 900 or more) Tj ET')],
  ['a line break stands within a text', anew('BT 0 g /Helv 10 Tf 2 60 Td (Pay 100 euros now\\012Not 900 or more) Tj ET')],
  ['a line is in white', becomes('(Not', '1 g (Not')],
  ['a line is in grey', becomes('(Not', '0.7 g (Not')],
  ['a word is in white', becomes('(Not 900', '(Not) Tj 1 g ( 900')],
  ['a line has no visible colour', becomes('(Not', '3 Tr (Not')],
  ['a line is too small to be read', becomes('(Not', '/Helv 1 Tf (Not')],
  ['a line is smaller than the others', becomes('(Not', '/Helv 4 Tf (Not')],
  ['a line is below the area', becomes('2 60', '2 8')],
  ['a line is above the area', becomes('2 60', '2 78')],
  ['a line is beside the area', becomes('0 -12', '300 -12')],
  ['the start of a line is beside the area', becomes('0 -12', '-30 -12')],
  ['the end of a line is beside the area', becomes('0 -12', '150 -12')],
  ['a line is below what limits the drawing', anew(`q 0 58 200 22 re W n ${plain} Q`)],
  ['a line is behind limits that are set between the lines', becomes('0 -12 Td', 'ET 0 55 200 25 re W n BT 2 48 Td')],
  ['two rectangles cut the text out of the limits', anew(`q 0 0 200 80 re 1 79 198 -78 re W n ${plain} Q`)],
  ['a line is on a border as dark', anew(`0 g 0 0 200 3 re f ${plain.replace('10 Tf 2 60', '4 Tf 2 12')}`)],
  ['lines overlap', becomes('0 -12', '0 -3')],
  ['lines are one on the other', becomes('0 -12', '0 0')],
  [
    'a word is drawn over another one',
    becomes('(Pay 100 euros now) Tj', '(Pay ) Tj 2 0 Td (100 ) Tj 17.46 0 Td (euros now) Tj -19.46 0 Td'),
  ],
  ['lines have no distance', becomes('0 -12 Td', 'T*')],
  ['the distance of lines was that of a state that was left', anew(`q 12 TL Q ${plain.replace('0 -12 Td', 'T*')}`)],
  ['a dark area has a border', anew(`0 g 0 0 200 80 re B ${plain}`)],
  ['a light area within the field has a border', anew(`1 g 0 G 60 10 80 60 re B ${plain}`)],
  ['the limits are painted with a border, because they are not ended', anew(`q 0 0 200 80 re W BT ET 0 g 0 0 200 2 re f ${plain} Q`)],
  ['the limits are painted over the text, because they are not ended', anew(`q 0 0 200 80 re W ${plain} f Q`)],
  ['the limits are drawn behind the text, because they are not ended', anew(`q 0 0 200 52 re W BT ET S ${plain} Q`)],
  ['words are apart', becomes('(Pay 100 euros now) Tj', '(Pay 1) Tj 100 0 Td (00 euros now) Tj -100 0 Td')],
  ['a line is painted over', becomes(' ET', ' ET 1 g 0 40 200 18 re f')],
  ['a line is struck through', becomes(' ET', ' ET 0 g 0 51 200 1 re f')],
  ['a bar is behind a line', anew(`0.6 0.75 0.85 rg 0 46 200 12 re f ${plain}`)],
  ['a picture follows', becomes(' ET', ' ET /X Do')],
  ['the font has other letters for its codes', anew(plain, `/Helv ${font('Helvetica', '/Encoding << /Differences [49 /nine] >>')}`)],
  ['the font is one for signs', anew(plain, `/Helv ${font('Symbol')}`)],
  ['the font has another program', anew(plain, `/Helv ${font('Helvetica', '/FontDescriptor << /FontFile 60 0 R >>')}`)],
  ['the font draws letters in another width', anew(plain, `/Helv ${font('Helvetica', '/FirstChar 32 /Widths [0 0 0]')}`)],
  [
    'the path of the area is moved before the limits',
    anew(`q 1 0 0 1 90 0 cm 0 0 m 0 80 l 200 80 l 200 0 l h Q 1 1 m 1 79 l 199 79 l 199 1 l h W n ${plain}`),
  ],
  ['the path moves behind its start', anew(`0 0 m 0 80 l 200 80 l 200 0 l h 1 0 0 1 50 0 cm W n ${plain}`)],
].map(([title, after]) => [title, { draft: drawn(), after }] as [string, SignedPdfOptions])

const others: readonly (readonly [title: string, options: SignedPdfOptions])[] = [
  ['the earlier appearance showed another text', { draft: drawn(plain.replace('100', '900')), after: anew(plain) }],
  ['the earlier appearance hid a line', { draft: drawn(plain.replace('(Not', '1 g (Not')), after: anew(plain) }],
  [
    'a line had no room before',
    { draft: drawn(plain.replace('2 60 Td (Pay', '150 60 Td (Pay').replace('0 -12', '-148 -12')), after: anew(plain) },
  ],
  [
    'lines had no room in the stated size',
    { draft: field(`/FT /Tx /Ff 4096 /V (${value}) /DA (/Helv 30 Tf 0 g)`, {}, area), after: gets(look(plain)) },
  ],
  ['the field has one line', { draft: field(`/FT /Tx /V (${value})`, {}, area), after: gets(look(plain)) }],
  [
    'programs drew the text in white',
    { draft: field(`/FT /Tx /Ff 4096 /V (${value}) /DA (/Helv 10 Tf 1 g)`, {}, area), after: gets(look(plain)) },
  ],
]

describe('a text of several lines in a PDF form that is drawn anew', () => {
  it.each(Object.entries(programs))('a PDF file passes with a warning when its text is drawn with %s', (_, content) => {
    const passing = { indication: 'TOTAL-PASSED', errors: [], warnings: ['pdf-form-unchanged'] }
    expect(judge({ draft: drawn(), after: anew(content) })).toEqual(passing)
    expect(judge({ draft: drawn(content), after: anew(onWhite) })).toEqual(passing)
    const stated = content.includes(' B ') ? '/MK << /BG [1] >>' : ''
    expect(judge({ draft: undrawn(value, stated), after: gets(look(content)) })).toEqual(passing)
  })

  it.each([...forged, ...others])('a PDF file does not pass when %s', (_, options) => {
    expect(judge({ ...options, after: () => undefined })).toMatchObject({ indication: 'TOTAL-PASSED' })
    expect(judge(options)).toMatchObject({ indication: 'TOTAL-FAILED' })
  })

  it('a text of one line that both appearances cut off behind the same letter passes', () => {
    const cut = (x: number) => lookOf(`BT 0 g /Helv 10 Tf ${x} 4 Td (I pay 100 000 euros) Tj ET`)
    const draft = field('/FT /Tx /V (I pay 100 000 euros) /AP << /N 20 0 R >>', { 20: cut(140) })
    expect(judge({ draft, after: (d) => d.update({ 20: cut(139.9) }) })).toMatchObject({ indication: 'TOTAL-PASSED' })
    expect(judge({ draft, after: (d) => d.update({ 20: cut(130) }) })).toMatchObject({ indication: 'TOTAL-FAILED' })
  })

  it('line breaks of all kinds and empty lines are read as line breaks', () => {
    const after = gets(look('BT 0 g /Helv 10 Tf 2 60 Td (a) Tj 0 -12 Td (b) Tj 0 -24 Td (c) Tj ET'))
    expect(judge({ draft: undrawn('a\\rb\\r\\n\\nc'), after })).toMatchObject({ indication: 'TOTAL-PASSED' })
  })
})

const inOneLine = (text: string, size = 12) => `BT 0 g /Helv ${size} Tf 2 4 Td (${text}) Tj ET`
const single = (text: string, more = '') => field(`/FT /Tx /V (${text}) ${more}`)
const line = (content: string) => lookOf(content, undefined, winAnsi)

describe('a text of a PDF form that has hardly room', () => {
  it.each([
    ['a number behind narrow letters', single(`${'i'.repeat(50)} 100`), line(inOneLine(`${'i'.repeat(50)} 100`))],
    ['a number behind wide letters', single('WWWWWWWWWW 100'), line(inOneLine('WWWWWWWWWW 100'))],
  ])('a PDF file passes with a warning: %s', (_, draft, look) => {
    expect(judge({ draft, after: gets(look) })).toEqual({ indication: 'TOTAL-PASSED', errors: [], warnings: ['pdf-form-unchanged'] })
  })

  it.each([
    ['a number behind wide letters is cut off', single('WWWWWWWWWWWWWWW 100'), gets(line(inOneLine('WWWWWWWWWWWWWWW 100', 14)))],
    [
      'the last digit of a number behind wide letters is cut off',
      single('WWWWWWWWWWWWWWW 100'),
      gets(line(inOneLine('WWWWWWWWWWWWWWW 100', 12.4))),
    ],
    ['a word at the end is cut off', single(`${'W'.repeat(16)} not`), gets(line(inOneLine(`${'W'.repeat(16)} not`)))],
    [
      'a text that had no room in the stated size is whole',
      single(`Pay ${'W'.repeat(12)} 100 not`, '/DA (/Helv 12 Tf 0 g)'),
      gets(line(inOneLine(`Pay ${'W'.repeat(12)} 100 not`, 8))),
    ],
    [
      'more letters have room than before',
      field('/FT /Tx /V (I pay 100 000 euros) /AP << /N 20 0 R >>', {
        20: line('BT 0 g /Helv 10 Tf 152 4 Td (I pay 100 000 euros) Tj ET'),
      }),
      (d: PdfDraft) => d.update({ 20: line(inOneLine('I pay 100 000 euros', 10)) }),
    ],
    [
      'fewer letters have room than before',
      field('/FT /Tx /V (I pay 100 euros but not before May) /AP << /N 20 0 R >>', {
        20: line(inOneLine('I pay 100 euros but not before May', 10)),
      }),
      (d: PdfDraft) => d.update({ 20: line(inOneLine('I pay 100 euros but not before May', 18)) }),
    ],
  ])('a PDF file does not pass: %s', (_, draft, after) => {
    expect(judge({ draft, after: () => undefined })).toMatchObject({ indication: 'TOTAL-PASSED' })
    expect(judge({ draft, after })).toMatchObject({ indication: 'TOTAL-FAILED' })
  })
})
