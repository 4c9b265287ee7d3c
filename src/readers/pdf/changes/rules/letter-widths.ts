import type { PdfRevision } from '../../pdf-revision.js'
import { dictionaryOf, isArray, nameOf, numberOf, PdfDictionary, PdfName, type PdfValue } from '../../syntax/values.js'
import { isStandardFont } from '../drawn-fields.js'
import { shownLetters } from './font-letters.js'

/** The widths of the letters 0x20 to 0x7e of the standard fonts, in thousandths of their size (Adobe font metrics). Programs use fonts of these widths in their place. */
const standardWidths: readonly (readonly [font: RegExp, widths: readonly number[]])[] = [
  [
    /^Helvetica(?:-Oblique)?$/,
    widths(
      '278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 278 278 584 584 584 556 ' +
        '1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 667 778 722 667 611 722 667 944 667 667 611 278 278 278 469 556 ' +
        '333 556 556 500 556 556 278 556 556 222 222 500 222 833 556 556 556 556 333 500 278 556 500 722 500 500 500 334 260 334 584',
    ),
  ],
  [
    /^Helvetica-Bold/,
    widths(
      '278 333 474 556 556 889 722 238 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 333 333 584 584 584 611 ' +
        '975 722 722 722 722 667 611 778 722 278 556 722 611 833 722 778 667 778 722 667 611 722 667 944 667 667 611 333 278 333 584 556 ' +
        '333 556 611 556 611 556 333 611 611 278 278 556 278 889 611 611 611 611 389 556 333 611 556 778 556 556 500 389 280 389 584',
    ),
  ],
  [
    /^Times-Roman$/,
    widths(
      '250 333 408 500 500 833 778 180 333 333 500 564 250 333 250 278 500 500 500 500 500 500 500 500 500 500 278 278 564 564 564 444 ' +
        '921 722 667 667 722 611 556 722 722 333 389 722 611 889 722 722 556 722 667 556 611 722 722 944 722 722 611 333 278 333 469 500 ' +
        '333 444 500 444 500 444 333 500 500 278 278 500 278 778 500 500 500 500 333 389 278 500 500 722 500 500 444 480 200 480 541',
    ),
  ],
  [
    /^Times-Bold$/,
    widths(
      '250 333 555 500 500 1000 833 278 333 333 500 570 250 333 250 278 500 500 500 500 500 500 500 500 500 500 333 333 570 570 570 500 ' +
        '930 722 667 722 722 667 611 778 778 389 500 778 667 944 722 778 611 778 722 556 667 722 722 1000 722 722 667 333 278 333 581 500 ' +
        '333 500 556 444 556 444 333 500 556 278 333 556 278 833 556 500 556 556 444 389 333 556 500 722 500 500 444 394 220 394 520',
    ),
  ],
  [
    /^Times-Italic$/,
    widths(
      '250 333 420 500 500 833 778 214 333 333 500 675 250 333 250 278 500 500 500 500 500 500 500 500 500 500 333 333 675 675 675 500 ' +
        '920 611 611 667 722 611 611 722 722 333 444 667 556 833 667 722 611 722 611 500 556 722 611 833 611 556 556 389 278 389 422 500 ' +
        '333 500 500 444 500 444 278 500 500 278 278 444 278 722 500 500 500 500 389 389 278 500 444 667 444 444 389 400 275 400 541',
    ),
  ],
  [
    /^Times-BoldItalic$/,
    widths(
      '250 389 555 500 500 833 778 278 333 333 500 570 250 333 250 278 500 500 500 500 500 500 500 500 500 500 333 333 570 570 570 500 ' +
        '832 667 667 667 722 667 667 722 778 389 500 667 611 889 722 722 611 722 667 556 611 722 667 889 667 611 611 333 278 333 570 500 ' +
        '333 500 500 444 500 444 333 500 556 278 278 500 278 778 556 500 500 500 389 389 278 556 444 667 500 444 389 348 220 348 570',
    ),
  ],
  [/^Courier/, Array.from({ length: 95 }, () => 600)],
]
const firstLetter = 0x20
/** The width of a letter that is not known: no letter of a text is wider. */
const widest = 1000

/** How wide a letter is drawn, as a part of the size of its font. */
export type WidthOf = (code: string) => number

/** The width of a text in these widths. */
export function widthOfText(codes: string, widthOf: WidthOf): number {
  let width = 0
  for (const code of codes) width += widthOf(code)
  return width
}

/** The widths that a font names (ISO 32000-1, 9.2.4), otherwise those of the standard font. Infinite where programs may draw a letter in any width, or to the left. */
export function widthsOf(revision: PdfRevision, value: PdfValue): WidthOf {
  const font = dictionaryOf(revision.resolve(value))
  // Programs draw with Helvetica where a font is missing.
  const name = nameOf(revision.resolve(font?.get('BaseFont') ?? new PdfName('Helvetica'))) ?? ''
  const standard = standardWidths.find(([pattern]) => pattern.test(name))?.[1] ?? []
  const namesWidths = font !== null && hasWidths(revision, font)
  const known = new Map<string, number>()
  return (code) => {
    const width =
      known.get(code) ?? (namesWidths ? ownWidth(revision, font, code) : (standard[letterOf(revision, font, code) - firstLetter] ?? widest))
    known.set(code, width)
    return width / 1000
  }
}

/** Whether programs take widths from a font itself: it lists them, or has a program or composite or drawn letters (ISO 32000-1, 9.6.5 and 9.7). */
function hasWidths(revision: PdfRevision, font: PdfDictionary): boolean {
  const subtype = nameOf(revision.resolve(font.get('Subtype')))
  const descriptor = dictionaryOf(revision.resolve(font.get('FontDescriptor')))
  return (
    font.get('Widths') !== null ||
    subtype === 'Type0' ||
    subtype === 'Type3' ||
    (descriptor !== null && (hasFontProgram(descriptor) || descriptor.get('MissingWidth') !== null))
  )
}

/** The width in the list of a simple font; infinite for a letter without one: programs use none, that of the descriptor or that of the font program. */
function ownWidth(revision: PdfRevision, font: PdfDictionary, code: string): number {
  const subtype = nameOf(revision.resolve(font.get('Subtype')))
  const list = revision.resolve(font.get('Widths'))
  const [first, last] = ['FirstChar', 'LastChar'].map((key) => numberOf(revision.resolve(font.get(key))))
  const at = code.charCodeAt(0)
  // The widths of a font of type 3 are in a unit of its own.
  if (!isArray(list) || subtype === 'Type0' || subtype === 'Type3' || first == null || (last != null && at > last))
    return Number.POSITIVE_INFINITY
  const width = numberOf(revision.resolve(list[at - first] ?? null))
  return width !== null && width > 0 ? width : Number.POSITIVE_INFINITY
}

/** Whether a font descriptor embeds a font program (ISO 32000-1, table 122). */
export function hasFontProgram(descriptor: PdfDictionary): boolean {
  return ['FontFile', 'FontFile2', 'FontFile3'].some((key) => descriptor.get(key) !== null)
}

/** A letter with an accent is as wide as without. */
function letterOf(revision: PdfRevision, font: PdfDictionary | null, code: string): number {
  if (font === null) return code.normalize('NFD').charCodeAt(0)
  if (isStandardFont(font)) return shownLetters(revision, font, code)?.normalize('NFD').charCodeAt(0) ?? Number.NaN
  return revision.resolve(font.get('Encoding')) instanceof PdfDictionary ? Number.NaN : code.charCodeAt(0)
}

function widths(list: string): readonly number[] {
  return list.split(' ').map(Number)
}
