import { describe, expect, it } from 'vitest'
import type { SignedPdfOptions } from '../support/pdf/signed-pdf.js'
import { judge } from './judge-signed-pdf.js'
import { font } from './pdf-changes.js'
import { field, gets, lookOf } from './pdf-fields.js'

const box = '0 0 200 80'
const area = '72 540 272 620'
const winAnsi = '/Encoding /WinAnsiEncoding'
/** Object 5, the font of the form, is this font. */
const withFont = (text: string) => ({ 5: font('Arial', `${winAnsi} ${text}`) })
const each = (code: string) => `/FirstChar 32 /LastChar 126 /Widths [${Array.from({ length: 95 }, () => code).join(' ')}]`
const digits = 'BT 0 g /Helv 10 Tf 2 4 Td (0) Tj 5.56 0 Td (0) Tj 5.56 0 Td (1) Tj ET'
const apart = 'BT 0 g /Helv 10 Tf 2 4 Td (1) Tj 10 0 Td (0) Tj 10 0 Td (0) Tj ET'
const together = (text: string, size = 10, x = 2) => `BT 0 g /Helv ${size} Tf ${x} 4 Td (${text}) Tj ET`
const shared = (content: string) => lookOf(content, undefined, '/Helv 5 0 R')
const anew =
  (text: string, before: string, after: string, fonts: Readonly<Record<number, string>>): (() => SignedPdfOptions) =>
  () => ({
    draft: field(`/FT /Tx /V (${text}) /AP << /N 20 0 R >>`, { 20: shared(before), ...fonts }),
    after: (d) => d.update({ 20: shared(after) }),
  })
const lines = (content: string) => lookOf(content, box)
const multiline = (text: string) => field(`/FT /Tx /Ff 4096 /DA (/Helv 10 Tf 0 g) /V (${text})`, {}, area)
const broken = (one: string, other: string) => gets(lines(`BT 0 g /Helv 10 Tf 2 60 Td (${one}) Tj 0 -12 Td (${other}) Tj ET`))
const standard = { 5: font('Helvetica') }

const forged: readonly (readonly [title: string, options: () => SignedPdfOptions])[] = [
  [
    'letters go to the left, in a font with widths below zero',
    anew('001', digits, together('001'), { 5: font('Helvetica', `${winAnsi} ${each('-556')}`) }),
  ],
  ['letters are one on the other, in a font whose widths are zero', anew('100', apart, together('100'), withFont(each('0')))],
  ['the font names no width for the digits', anew('100', apart, together('100'), withFont('/FirstChar 32 /LastChar 32 /Widths [278]'))],
  [
    'the widths of the font end before the digits',
    anew('001', digits, together('001'), withFont(each('556').replace('/LastChar 126', '/LastChar 40'))),
  ],
  [
    'the font descriptor names a great width',
    anew('1 not', together('1 not', 4), together('1 not', 20), withFont('/FontDescriptor << /Type /FontDescriptor /MissingWidth 4000 >>')),
  ],
  [
    'the widths are in a unit of the font itself',
    anew('1 not', together('1 not', 4), together('1 not', 20), {
      5: `<< /Type /Font /Subtype /Type3 /FontMatrix [0.1 0 0 0.1 0 0] ${winAnsi} ${each('50')} >>`,
    }),
  ],
  [
    'the font is a composite one',
    anew('1 not', together('1 not', 4), together('1 not', 20), { 5: '<< /Type /Font /Subtype /Type0 /BaseFont /Helvetica >>' }),
  ],
  [
    'programs drew the text themselves, and the font of the form has a program that may draw other letters',
    () => ({
      draft: field(`/FT /Tx /DA (/Helv 10 Tf 0 g) /V (100)`, withFont(`${each('556')} /FontDescriptor << /FontFile2 60 0 R >>`)),
      after: gets(shared(together('100'))),
    }),
  ],
  ['a line before the text looks like a digit', anew('5', together('5', 18), `0 g 0 2 2.5 16 re f ${together('5', 18, 4)}`, standard)],
  [
    'a line behind the text looks like a digit',
    anew('5', together('5', 18), `0 g 197.5 2 2.5 16 re f ${together('5', 18, 184)}`, standard),
  ],
  [
    'lines on both sides of the text look like digits',
    anew('5', together('5', 18), `2 w 2 0 m 2 20 l S 198 0 m 198 20 l S ${together('5', 18, 4)}`, standard),
  ],
  [
    'a line in a light grey looks like a digit',
    anew('5', together('5', 18), `0.6 g 0 2 2.5 16 re f 0 g ${together('5', 18, 4)}`, standard),
  ],
  [
    'only the left side of a frame is in the area',
    anew('5', together('5', 18), `2 w 1.5 -50 500 200 re S ${together('5', 18, 4)}`, standard),
  ],
  [
    'limits hide a frame except for its left side',
    anew('5', together('5', 14), `0 2.5 200 15 re W n 2 w 1 1 198 18 re S ${together('5', 14, 4)}`, standard),
  ],
  ['a number is divided at its space', () => ({ draft: multiline('Pay 10 000 euros'), after: broken('Pay 10', '000 euros') })],
  ['a date is divided at its space', () => ({ draft: multiline('On 1. 12. 2026'), after: broken('On 1.', '12. 2026') })],
  ['a sign is not on the line of its number', () => ({ draft: multiline('Change - 100'), after: broken('Change -', '100') })],
  ['the text moves to another place on the page', anew('X', together('X', 10, 4), together('X', 10, 150), standard)],
  [
    'a text that programs drew at the left is at the right',
    () => ({ draft: field('/FT /Tx /V (X)'), after: gets(shared(together('X', 10, 150))) }),
  ],
  [
    'a text that programs drew in the middle of the height is at the lower edge',
    () => ({ draft: field('/FT /Tx /V (X)', {}, area), after: gets(lines(together('X', 10))) }),
  ],
  [
    'a line is far from the one before',
    () => ({ draft: multiline('Pay nothing'), after: gets(lines('BT 0 g /Helv 10 Tf 2 66 Td (Pay) Tj 0 -60 Td (nothing) Tj ET')) }),
  ],
  [
    'a line starts elsewhere',
    () => ({ draft: multiline('Pay nothing'), after: gets(lines('BT 0 g /Helv 10 Tf 2 66 Td (Pay) Tj 100 -12 Td (nothing) Tj ET')) }),
  ],
  [
    'each letter had a cell of its own',
    () => ({ draft: field('/FT /Tx /Ff 16777216 /MaxLen 10 /V (100)'), after: gets(shared(together('100'))) }),
  ],
  [
    'a name stands for a code that no octet has',
    () => ({
      draft: field('/FT /Tx /V (100\\377)'),
      after: gets(
        lookOf(
          together('100\\377'),
          undefined,
          `/Helv ${font('Helvetica', '/Encoding << /BaseEncoding /WinAnsiEncoding /Differences [305 /nine] >>')}`,
        ),
      ),
    }),
  ],
]

describe('a PDF field that is drawn anew with the same codes, and looks otherwise', () => {
  it.each(forged)('a PDF file does not pass when %s', (_, options) => {
    expect(judge({ ...options(), after: () => undefined })).toMatchObject({ indication: 'TOTAL-PASSED' })
    expect(judge(options())).toMatchObject({ indication: 'TOTAL-FAILED' })
  })

  it.each([
    ['in a font with widths of its own', anew('001', digits, together('001'), withFont(each('556')))],
    ['with a whole frame', anew('5', together('5', 18), `1 w 0.5 0.5 199 19 re S ${together('5', 18, 4)}`, standard)],
    ['with a line below', anew('5', together('5', 12), `1 w 0 0.5 m 200 0.5 l S ${together('5', 12, 4)}`, standard)],
    [
      'at the other side, where a background covers the page',
      anew('X', `1 g 0 0 200 20 re f ${together('X', 10, 4)}`, `1 g 0 0 200 20 re f ${together('X', 10, 150)}`, standard),
    ],
    ['at the right, as the field says', () => ({ draft: field('/FT /Tx /Q 2 /V (X)'), after: gets(shared(together('X', 10, 190))) })],
    ['with a line break between two numbers', () => ({ draft: multiline('10\\n000'), after: broken('10', '000') })],
  ])('a PDF file passes when a text is drawn anew %s', (_, options) => {
    expect(judge(options())).toEqual({ indication: 'TOTAL-PASSED', errors: [], warnings: ['pdf-form-unchanged'] })
  })
})
