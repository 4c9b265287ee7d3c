import { ifReadable } from '../../pdf-error.js'
import type { PdfRevision } from '../../pdf-revision.js'
import { dictionaryOf, isArray, numberOf, type PdfDictionary, type PdfStream, type PdfValue } from '../../syntax/values.js'
import { rectangleOf } from '../widget-look.js'
import { type DrawnLine, linesOf } from './drawn-lines.js'
import { widthsOf } from './letter-widths.js'
import { type DrawnValue, ValueDrawing } from './value-drawing.js'

/** Programs write the size of a field in full units. */
const roundedSize = 1
/** Entries of an appearance and of its resources that cannot hide or colour what it draws: no layer, no transparency, no default colour space. */
const plainKeys: ReadonlySet<string> = new Set('Type Subtype FormType Name BBox Matrix Resources Length Filter DecodeParms'.split(' '))
const plainResources: ReadonlySet<string> = new Set(['Font', 'ProcSet'])
/** What is behind a field that has no background. */
const white = [1]

/** What an appearance with nothing but a value shows, and its font in the resources. */
export interface WidgetDrawing extends Pick<DrawnValue, 'background' | 'figure'> {
  readonly lines: readonly DrawnLine[]
  /** The colour of the bars; null for none. */
  readonly bar: readonly number[] | null
  readonly font: PdfValue
}

/**
 * What an appearance of a widget shows when it is a value and nothing else, in the size of the widget; null for any other appearance.
 *
 * @param isList whether bars may mark some of its lines
 */
export function drawingOf(revision: PdfRevision, widget: PdfDictionary, appearance: PdfStream, isList = false): WidgetDrawing | null {
  const { dictionary } = appearance
  const resources = dictionaryOf(revision.resolve(dictionary.get('Resources')))
  const fonts = dictionaryOf(revision.resolve(resources?.get('Font') ?? null))
  if (!hasSizeOf(revision, appearance, widget) || !hasOnly(dictionary, plainKeys)) return null
  if ((resources !== null && !hasOnly(resources, plainResources)) || (fonts?.repeated.length ?? 0) > 0) return null
  const drawn = drawnValue(revision, appearance, isList)
  if (drawn === null) return null
  const { texts, bars, background, figure, fontName } = drawn
  const font = fontName === null ? null : (fonts?.get(fontName) ?? null)
  const lines = linesOf(texts, bars, background ?? white, widthsOf(revision, font))
  return lines === null ? null : { lines, bar: bars[0]?.fill ?? null, background, figure, font }
}

export function hasOnly({ entries, repeated }: PdfDictionary, keys: ReadonlySet<string>): boolean {
  return repeated.length === 0 && [...entries.keys()].every((key) => keys.has(key))
}

/** Whether an appearance is drawn in the size that it has: programs scale another one to the area of the widget. */
function hasSizeOf(revision: PdfRevision, appearance: PdfStream, widget: PdfDictionary): boolean {
  const [box, area] = [rectangleOf(revision, appearance.dictionary.get('BBox')), rectangleOf(revision, widget.get('Rect'))]
  if (box === null || area === null) return false
  const [width, height] = [Math.abs(area[2] - area[0]), Math.abs(area[3] - area[1])]
  return Math.abs(box[2] - box[0] - width) <= roundedSize && Math.abs(box[3] - box[1] - height) <= roundedSize
}

function drawnValue(revision: PdfRevision, appearance: PdfStream, isList: boolean): DrawnValue | null {
  const content = ifReadable(() => revision.drawnContentOf(appearance))?.toString('latin1') ?? null
  const [left, bottom, right, top] = rectangleOf(revision, appearance.dictionary.get('BBox')) ?? [1, 1, 1, 1]
  if (content === null || content.length > revision.budget.limits.maxTextBytes) return null
  if (!hasNoMatrix(revision, appearance) || left !== 0 || bottom !== 0) return null
  revision.budget.countText(content.length)
  return new ValueDrawing(right, top, isList).read(content)
}

function hasNoMatrix(revision: PdfRevision, { dictionary }: PdfStream): boolean {
  const matrix = revision.resolve(dictionary.get('Matrix'))
  return matrix === null || (isArray(matrix) && matrix.map(numberOf).join(' ') === '1 0 0 1 0 0')
}
