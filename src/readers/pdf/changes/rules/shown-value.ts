import type { PdfRevision } from '../../pdf-revision.js'
import { dictionaryOf, nameOf, PdfDictionary, PdfReference, PdfStream, PdfString, type PdfValue } from '../../syntax/values.js'
import type { Comparison } from '../comparison.js'
import { inheritedValue, isStandardFont, isStandardText } from '../drawn-fields.js'
import { shownLetters } from './font-letters.js'
import { showsItself } from './stated-look.js'
import { drawingOf, type WidgetDrawing } from './widget-drawing.js'

/**
 * Whether a field gets an appearance that shows a text and nothing else, as the field says: black, within its area, in the font that it had. Before, programs drew the
 * field themselves (it had no appearance, or `NeedAppearances` told them to), or the appearance showed the same text in the same way. PDFBox draws all fields of a form anew when it fills in one of them; other programs draw
 * a field anew that gets the value that it had.
 *
 * @param value what the field shows
 */
export function showsSameText(
  { older, newer, changed, found }: Comparison,
  before: PdfDictionary,
  after: PdfDictionary,
  value: string | null,
): boolean {
  const now = shownBy(newer, after)
  if (value === null || now === null || !hasRoom(newer, now)) return false
  const form = dictionaryOf(older.resolve(older.catalog.get('AcroForm')))
  const wasUndrawn = before.get('AP') === null
  const isDrawnAnew = wasUndrawn || older.resolve(form?.get('NeedAppearances') ?? null) === true
  const earlier = isDrawnAnew ? { codes: value, font: fontOfForm(older, form, before) } : shownBy(older, before)
  if (earlier === null) return false
  if (value === '') return now.codes === '' && earlier.codes === ''
  if (isDrawnAnew && !showsItself(older, before)) return false
  const [one, other] = [earlier.font, now.font]
  const isShown = letters(newer, other, now.codes) === value || (now.codes === value && !(isDrawnAnew && hasOwnLetters(newer, other)))
  if (one instanceof PdfReference && other instanceof PdfReference && one.number === other.number) {
    const isSameFont = !changed.has(one.number) || found.isRewritten(one.number)
    return isSameFont && isShown && (isDrawnAnew || earlier.codes === now.codes)
  }
  const wasShown = letters(older, one, earlier.codes) === value || (isDrawnAnew && isStandardText(dictionaryOf(older.resolve(one))))
  // Without a font of the form, programs use a standard one.
  return (
    (!isDrawnAnew || wasUndrawn) && (wasShown || (wasUndrawn && older.resolve(one) === null)) && letters(newer, other, now.codes) === value
  )
}

/** Widths of the digits of the standard fonts, and the smallest ones of digits and letters of any font, as parts of the size. */
const widthsOfDigits: readonly (readonly [RegExp, number])[] = [
  [/^Helvetica/, 0.556],
  [/^Courier/, 0.6],
]
const narrowestDigit = 0.5
const narrowestLetter = 0.2

/** Whether every digit of a text is drawn: programs cut off what has no room. */
function hasRoom(revision: PdfRevision, { codes, font, size, room }: WidgetDrawing): boolean {
  const name = nameOf(dictionaryOf(revision.resolve(font))?.get('BaseFont') ?? null) ?? ''
  const digit = widthsOfDigits.find(([pattern]) => pattern.test(name))?.[1] ?? narrowestDigit
  let width = 0
  for (const code of codes) width += /\d/.test(code) ? digit : narrowestLetter
  return codes === '' || width * size <= room
}

/** Whether a font gives codes other letters than the usual ones: programs that draw a field themselves use the letters, others the codes. */
function hasOwnLetters(revision: PdfRevision, value: PdfValue): boolean {
  const font = dictionaryOf(revision.resolve(value))
  const encoding = revision.resolve(font?.get('Encoding') ?? null)
  const isNamed = encoding === null || nameOf(encoding) !== null
  return !isNamed || font?.get('ToUnicode') != null || nameOf(revision.resolve(font?.get('Subtype') ?? null)) === 'Type0'
}

/** The text that codes show in a standard font; null in any other font. */
function letters(revision: PdfRevision, value: PdfValue, codes: string): string | null {
  const font = dictionaryOf(revision.resolve(value))
  return font !== null && isStandardFont(font) ? shownLetters(revision, font, codes) : null
}

/** The font of the form that the default appearance of a field names; null for none. */
function fontOfForm(older: PdfRevision, form: PdfDictionary | null, field: PdfDictionary): PdfValue {
  const name = fontNameOf(older.resolve(inheritedValue(older, field, 'DA')))
  const fonts = dictionaryOf(older.resolve(dictionaryOf(older.resolve(form?.get('DR') ?? null))?.get('Font') ?? null))
  return name === null ? null : (fonts?.get(name) ?? null)
}

function fontNameOf(appearance: PdfValue): string | null {
  if (!(appearance instanceof PdfString)) return null
  return /\/(\w+)\s+[\d.]+\s+Tf(?![A-Za-z])/.exec(appearance.bytes.toString('latin1'))?.[1] ?? null
}

/** The text that the one appearance of a widget shows, as codes of its font; null where it may show something else as well. */
function shownBy(revision: PdfRevision, widget: PdfDictionary): WidgetDrawing | null {
  const kinds = revision.resolve(widget.get('AP'))
  const appearance = kinds instanceof PdfDictionary && kinds.entries.size === 1 ? revision.resolve(kinds.get('N')) : null
  const drawn = appearance instanceof PdfStream ? drawingOf(revision, widget, appearance) : null
  return drawn === null || drawn.figure !== null ? null : drawn
}
