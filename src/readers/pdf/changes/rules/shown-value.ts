import type { PdfRevision } from '../../pdf-revision.js'
import { dictionaryOf, nameOf, PdfDictionary, PdfReference, PdfStream, PdfString, type PdfValue } from '../../syntax/values.js'
import type { Comparison } from '../comparison.js'
import { inheritedValue, isStandardFont, isStandardText } from '../drawn-fields.js'
import { rectangleOf } from '../widget-look.js'
import { isSeenAsBefore } from './drawn-colours.js'
import { shownLetters } from './font-letters.js'
import { standsAsStated, standsWhere } from './kept-place.js'
import { hasFontProgram, widthsOf } from './letter-widths.js'
import {
  type Decode,
  type FieldContent,
  hasSameLines,
  isCutAlike,
  isEmpty,
  isWhole,
  lettersOf,
  showsContent,
  widthsWithin,
} from './shown-content.js'
import { hasBackground, showsItself } from './stated-look.js'
import { drawingOf, type WidgetDrawing } from './widget-drawing.js'

/** The distance of a text from the sides of a field that programs leave at least, together, in units, and the size in which they draw where none is stated. */
const margins = 2
const usualSize = 12

/**
 * Whether a field gets an appearance that shows its content and nothing else, as the field says: readable, within its area, in the font that it had. Before, programs drew
 * the field themselves (it had no appearance, or `NeedAppearances` told them to), or the appearance showed the same in the same way. PDFBox draws all fields of a form
 * anew when it fills in one of them; other programs draw a field anew that gets the value that it had.
 */
export function showsSame(
  { older, newer, changed, found }: Comparison,
  before: PdfDictionary,
  after: PdfDictionary,
  content: FieldContent | null,
): boolean {
  const now = content === null ? null : shownBy(newer, after, content)
  if (content === null || now === null) return false
  const form = dictionaryOf(older.resolve(older.catalog.get('AcroForm')))
  const wasUndrawn = before.get('AP') === null
  const isDrawnAnew = wasUndrawn || older.resolve(form?.get('NeedAppearances') ?? null) === true
  const earlier = isDrawnAnew ? null : shownBy(older, before, content)
  if (earlier === null && !isDrawnAnew) return false
  const hadBackground = earlier === null ? hasBackground(older, before) : earlier.background !== null
  // Without a background, the text is on what the page shows there.
  if (hadBackground && now.background === null) return false
  // A new background could hide what the page shows there.
  const mayHaveBackground = hadBackground || hasBackground(older, before) || (shownBy(older, before, content)?.background ?? null) !== null
  if (now.background !== null && !mayHaveBackground) return false
  if (now.background === null && !keepsBar(earlier?.bar ?? null, now.bar)) return false
  if (isEmpty(content)) return isBlank(newer, now) && (earlier === null || isBlank(older, earlier))
  if (isDrawnAnew && !showsItself(older, before)) return false
  const isInPlace = earlier === null ? standsAsStated(older, before, now.lines, content) : standsWhere(earlier.lines, now.lines, content)
  if (now.background === null && !isInPlace) return false
  const stated = statedFont(older, form, before)
  const [one, other] = [earlier === null ? stated.font : earlier.font, now.font]
  const hasLetters = showsContent(content, now, lettersIn(newer, other), true)
  const hasCodes = !(isDrawnAnew && hasOwnLetters(newer, other)) && showsContent(content, now, (codes) => codes, false)
  if (!hasLetters && !hasCodes) return false
  const wasShown = earlier !== null && showsContent(content, earlier, lettersIn(older, one), true)
  const wasWhole = earlier === null ? fitsAsStated(older, before, stated, content) : isWhole(earlier, wasShown)
  const isCutAsBefore = content.kind === 'line' && earlier !== null && isCutAlike(earlier, now)
  if (!(wasWhole && isWhole(now, hasLetters)) && !isCutAsBefore) return false
  if (one instanceof PdfReference && other instanceof PdfReference && one.number === other.number) {
    const isSameFont = !changed.has(one.number) || found.isRewritten(one.number)
    return isSameFont && (earlier === null || hasSameLines(earlier, now) || (wasShown && hasLetters))
  }
  const text = lettersOf(content)
  const isStated =
    wasUndrawn && (older.resolve(one) === null || isStandardText(dictionaryOf(older.resolve(one))) || lettersIn(older, one)(text) === text)
  // Without a font of the form, programs use a standard one.
  return hasLetters && (wasShown || isStated)
}

/** Whether a bar that was drawn stays seen: a light one of another colour could be that of the page. Where programs drew the list, each had its own colour. */
function keepsBar(before: readonly number[] | null, after: readonly number[] | null): boolean {
  return before === null || after === null || isSeenAsBefore(before, after)
}

function isBlank(revision: PdfRevision, { lines, font }: WidgetDrawing): boolean {
  return lines.every(({ codes, isMarked }) => !isMarked && lettersIn(revision, font)(codes)?.trim() === '')
}

/** Whether what a field shows has room in it as programs draw it that follow what is stated: what had none was hidden. */
function fitsAsStated(revision: PdfRevision, field: PdfDictionary, stated: StatedFont, content: FieldContent): boolean {
  const area = rectangleOf(revision, field.get('Rect'))
  // The size that fits is chosen for one line; several programs use a usual one for more.
  const size = stated.size === 0 && content.kind !== 'line' ? usualSize : stated.size
  if (area === null || size === 0) return area !== null
  const [room, height] = [(Math.abs(area[2] - area[0]) - margins) / size, Math.abs(area[3] - area[1]) / size]
  const lines = widthsWithin(content, room, widthsOf(revision, stated.font))
  return lines.length <= Math.max(height, 1) && lines.every((width) => width <= room)
}

/** Whether a font may give codes other letters than the usual ones, also by a program of its own: programs that draw a field themselves use the letters, others the codes. */
function hasOwnLetters(revision: PdfRevision, value: PdfValue): boolean {
  const font = dictionaryOf(revision.resolve(value))
  const encoding = revision.resolve(font?.get('Encoding') ?? null)
  const isNamed = encoding === null || nameOf(encoding) !== null
  const descriptor = dictionaryOf(revision.resolve(font?.get('FontDescriptor') ?? null))
  if (descriptor !== null && hasFontProgram(descriptor)) return true
  return !isNamed || font?.get('ToUnicode') != null || nameOf(revision.resolve(font?.get('Subtype') ?? null)) === 'Type0'
}

/** The text that codes show in a standard font; null in any other font. */
function lettersIn(revision: PdfRevision, value: PdfValue): Decode {
  const font = dictionaryOf(revision.resolve(value))
  return (codes) => (font !== null && isStandardFont(font) ? shownLetters(revision, font, codes) : null)
}

interface StatedFont {
  /** Null for none. */
  readonly font: PdfValue
  /** 0 for the size that fits. */
  readonly size: number
}

/** The font of the form that the default appearance of a field names. */
function statedFont(older: PdfRevision, form: PdfDictionary | null, field: PdfDictionary): StatedFont {
  const appearance = older.resolve(inheritedValue(older, field, 'DA'))
  const text = appearance instanceof PdfString ? appearance.bytes.toString('latin1') : ''
  const [, name = '', size = ''] = /\/(\w+)\s+([\d.]+)\s+Tf(?![A-Za-z])/.exec(text) ?? []
  const fonts = dictionaryOf(older.resolve(dictionaryOf(older.resolve(form?.get('DR') ?? null))?.get('Font') ?? null))
  return { font: name === '' ? null : (fonts?.get(name) ?? null), size: Number(size) || 0 }
}

/** What the one appearance of a widget shows; null where it may show something else as well. */
function shownBy(revision: PdfRevision, widget: PdfDictionary, { kind }: FieldContent): WidgetDrawing | null {
  const kinds = revision.resolve(widget.get('AP'))
  const appearance = kinds instanceof PdfDictionary && kinds.entries.size === 1 ? revision.resolve(kinds.get('N')) : null
  const drawn = appearance instanceof PdfStream ? drawingOf(revision, widget, appearance, kind === 'options') : null
  return drawn === null || drawn.figure !== null ? null : drawn
}
