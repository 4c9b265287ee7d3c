import { textOf } from '../../form/text.js'
import { ifReadable } from '../../pdf-error.js'
import type { PdfRevision } from '../../pdf-revision.js'
import { dictionaryOf, isArray, numberOf, PdfDictionary, PdfReference, PdfStream, PdfString, type PdfValue } from '../../syntax/values.js'
import type { Comparison } from '../comparison.js'
import { inheritedValue, isStandardText } from '../drawn-fields.js'
import { rectangleOf } from '../widget-look.js'
import { ValueDrawing } from './value-drawing.js'

/** Programs write the size of a field in full units. */
const roundedSize = 1
/** Entries of an appearance and of its resources that cannot hide or colour what it draws: no layer, no transparency, no default colour space. */
const plainKeys: ReadonlySet<string> = new Set('Type Subtype FormType Name BBox Matrix Resources Length Filter DecodeParms'.split(' '))
const plainResources: ReadonlySet<string> = new Set(['Font', 'ProcSet'])
const isSeparated = /^(?:[^()<>[\]{}%]|\([^()\\\r\n]*\))*$/

/**
 * Whether a field gets an appearance that shows its value and nothing else, as the field says: black, within its area, in the font that it had. Before, programs drew the
 * field themselves (it had no appearance, or `NeedAppearances` told them to), or the appearance showed the same value in the same way. PDFBox draws all fields of a form anew when it fills in one of them; other programs draw
 * a field anew that gets the value that it had.
 */
export function showsSameValue({ older, newer, changed }: Comparison, before: PdfDictionary, after: PdfDictionary): boolean {
  const value = textOf(older.resolve(inheritedValue(older, before, 'V')), older.budget)
  const now = shownBy(newer, after)
  if (value === null || !/^[ -~]*$/.test(value) || now?.text !== value) return false
  const form = dictionaryOf(older.resolve(older.catalog.get('AcroForm')))
  const isDrawnAnew = before.get('AP') === null || older.resolve(form?.get('NeedAppearances') ?? null) === true
  const earlier = isDrawnAnew ? { text: value, font: fontOfForm(older, form, before) } : shownBy(older, before)
  if (earlier?.text !== value) return false
  if (value === '') return true
  const [one, other] = [earlier.font, now.font]
  if (one instanceof PdfReference && other instanceof PdfReference && one.number === other.number) return !changed.has(one.number)
  // Without a font of the form, programs use a standard one.
  const isPlain = (before.get('AP') === null && older.resolve(one) === null) || isStandardText(dictionaryOf(older.resolve(one)))
  return (!isDrawnAnew || before.get('AP') === null) && isPlain && isStandardText(dictionaryOf(newer.resolve(other)))
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

/** A text, and the font in which it is shown. */
interface ShownText {
  readonly text: string
  readonly font: PdfValue
}

/** The text that the one appearance of a widget shows; null where it may show something else as well. */
function shownBy(revision: PdfRevision, widget: PdfDictionary): ShownText | null {
  const kinds = revision.resolve(widget.get('AP'))
  const appearance = kinds instanceof PdfDictionary && kinds.entries.size === 1 ? revision.resolve(kinds.get('N')) : null
  if (!(appearance instanceof PdfStream) || !hasSizeOf(revision, appearance, widget)) return null
  const shown = textOfAppearance(revision, appearance)
  const resources = dictionaryOf(revision.resolve(appearance.dictionary.get('Resources')))
  const fonts = dictionaryOf(revision.resolve(resources?.get('Font') ?? null))
  if (shown === null || !hasOnly(appearance.dictionary, plainKeys)) return null
  if ((resources !== null && !hasOnly(resources, plainResources)) || (fonts?.repeated.length ?? 0) > 0) return null
  return { text: shown.text, font: shown.fontName === null ? null : (fonts?.get(shown.fontName) ?? null) }
}

function hasOnly({ entries, repeated }: PdfDictionary, keys: ReadonlySet<string>): boolean {
  return repeated.length === 0 && [...entries.keys()].every((key) => keys.has(key))
}

/** Whether an appearance is drawn in the size that it has: programs scale another one to the area of the widget. */
function hasSizeOf(revision: PdfRevision, appearance: PdfStream, widget: PdfDictionary): boolean {
  const [box, area] = [rectangleOf(revision, appearance.dictionary.get('BBox')), rectangleOf(revision, widget.get('Rect'))]
  if (box === null || area === null) return false
  const [width, height] = [Math.abs(area[2] - area[0]), Math.abs(area[3] - area[1])]
  return Math.abs(box[2] - box[0] - width) <= roundedSize && Math.abs(box[3] - box[1] - height) <= roundedSize
}

/** The text that an appearance shows, and the name of its font; null where it may show something else as well. */
function textOfAppearance(
  revision: PdfRevision,
  appearance: PdfStream,
): { readonly text: string; readonly fontName: string | null } | null {
  const content = ifReadable(() => revision.drawnContentOf(appearance))?.toString('latin1') ?? null
  const [left, bottom, right, top] = rectangleOf(revision, appearance.dictionary.get('BBox')) ?? [1, 1, 1, 1]
  if (content === null || content.length > revision.budget.limits.maxTextBytes || !isSeparated.test(content)) return null
  if (!hasNoMatrix(revision, appearance) || left !== 0 || bottom !== 0) return null
  revision.budget.countText(content.length)
  return new ValueDrawing(right, top).read(content)
}

function hasNoMatrix(revision: PdfRevision, { dictionary }: PdfStream): boolean {
  const matrix = revision.resolve(dictionary.get('Matrix'))
  return matrix === null || (isArray(matrix) && matrix.map(numberOf).join(' ') === '1 0 0 1 0 0')
}
