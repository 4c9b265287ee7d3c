import type { PdfRevision } from '../../pdf-revision.js'
import { dictionaryOf, nameOf, numberOf, PdfDictionary, PdfStream, PdfString } from '../../syntax/values.js'
import type { Comparison } from '../comparison.js'
import type { Difference } from '../difference.js'
import { inheritedValue, isStandardMarks } from '../drawn-fields.js'
import { without } from '../signed-content.js'
import { rectangleOf } from '../widget-look.js'
import { drawingOf, hasOnly } from './widget-drawing.js'

/** A checkbox is no larger, in units: a larger one could hold a text that was drawn with lines. */
const greatestBox = 32
/** A mark is at least so large, as a part of the height of its box. */
const leastMark = 0.3
/** The width of a mark, as a part of the size of its font. */
const widthOfMark = 0.75
/** The marks of fields in the standard font ZapfDingbats (ISO 32000-1, table 189 and annex D.6), by what they look like: people read a cross otherwise than a check mark. */
const shapesOfMarks: ReadonlyMap<string, MarkShape> = new Map([
  ...['3', '4'].map((code) => [code, 'check'] as const),
  ...['5', '6', '7', '8'].map((code) => [code, 'cross'] as const),
  ...['l', 'u', 'n', 'q', 'H'].map((code) => [code, 'filled'] as const),
])
type MarkShape = 'check' | 'cross' | 'filled' | 'other'
const radio = 0x8000

/**
 * Whether a checkbox or a radio button is drawn anew with the marks that it had: a mark for each state that is on, and none for that which is off. Programs draw marks with fonts and
 * lines of their own. That of the newer revision must be one that everybody reads as a mark, and look like that before, which may be any dark figure of the size of a mark, or as the field says.
 */
export function showsSameMarks({ older, newer }: Comparison, before: PdfDictionary, after: PdfDictionary): boolean {
  const [looks, former] = [looksOf(newer, after), before.get('AP') === null ? null : looksOf(older, before)]
  if (looks === null || (before.get('AP') !== null && former === null) || !isSmall(newer, after)) return false
  const state = nameOf(newer.resolve(after.get('AS') ?? inheritedValue(newer, after, 'V'))) ?? 'Off'
  if (state !== 'Off' && !looks.has(state)) return false
  const states = new Set([...looks.keys(), ...(former?.keys() ?? [])])
  const stated = statedShape(older, before)
  return [...states].every((name) => {
    const [look, earlier] = [looks.get(name), former?.get(name)]
    if (name === 'Off')
      return (look === undefined || isBlank(newer, after, look)) && (earlier === undefined || isBlank(older, before, earlier))
    if (look === undefined || (former !== null && earlier === undefined)) return false
    const [shape, shapeBefore] = [shapeOf(newer, after, look), earlier === undefined ? stated : shapeOf(older, before, earlier)]
    return shape !== null && shape !== 'other' && shapeBefore !== null && (shape === shapeBefore || shape === stated)
  })
}

/** What the mark of a field looks like (`CA` of `MK`), by default a check mark in a checkbox and a circle in a radio button. */
function statedShape(revision: PdfRevision, widget: PdfDictionary): MarkShape {
  const text = revision.resolve(dictionaryOf(revision.resolve(widget.get('MK')))?.get('CA') ?? null)
  if (text instanceof PdfString) return shapesOfMarks.get(text.bytes.toString('latin1')) ?? 'other'
  return ((numberOf(revision.resolve(inheritedValue(revision, widget, 'Ff'))) ?? 0) & radio) === 0 ? 'check' : 'filled'
}

/** The appearances of a button for each state; null where it may have others. What a pressed button shows (`D`) must be as when it is not. */
function looksOf(revision: PdfRevision, widget: PdfDictionary): ReadonlyMap<string, PdfStream> | null {
  const kinds = revision.resolve(widget.get('AP'))
  const normal = kinds instanceof PdfDictionary && hasOnly(kinds, normalAlone) ? revision.resolve(kinds.get('N')) : null
  if (!(normal instanceof PdfDictionary) || normal.repeated.length > 0) return null
  const looks = new Map<string, PdfStream>()
  revision.budget.countValues(normal.entries.size)
  for (const [state, look] of normal.entries) {
    const stream = revision.resolve(look)
    if (!(stream instanceof PdfStream)) return null
    looks.set(state, stream)
  }
  return looks
}

const normalAlone: ReadonlySet<string> = new Set(['N'])

function isSmall(revision: PdfRevision, widget: PdfDictionary): boolean {
  const area = rectangleOf(revision, widget.get('Rect'))
  return area !== null && Math.abs(area[2] - area[0]) <= greatestBox && Math.abs(area[3] - area[1]) <= greatestBox
}

function isBlank(revision: PdfRevision, widget: PdfDictionary, look: PdfStream): boolean {
  const drawn = drawingOf(revision, widget, look)
  return drawn !== null && drawn.lines.length === 0 && drawn.figure === null
}

/** How programs draw a mark in the font for marks differently. */
export const differencesOfMarks: readonly Difference<PdfDictionary, boolean>[] = [
  {
    name: 'encoding-of-marks',
    programs: 'MuPDF names an encoding for texts in the font of its marks. Poppler then draws nothing.',
    find: (font) => font.get('Encoding') !== null || font.nullKeys.has('Encoding'),
  },
]

/** What a mark looks like that an appearance draws, in the standard font or as a figure, and nothing else; null for any other appearance. */
function shapeOf(revision: PdfRevision, widget: PdfDictionary, look: PdfStream): MarkShape | null {
  const drawn = drawingOf(revision, widget, look)
  if (drawn === null) return null
  const [mark, ...others] = drawn.lines
  if (mark === undefined || others.length > 0) return drawn.lines.length === 0 ? drawn.figure : null
  const area = rectangleOf(revision, widget.get('Rect')) ?? [0, 0, 0, 0]
  const isWhole = mark.size >= leastMark * Math.abs(area[3] - area[1]) && widthOfMark * mark.size <= mark.room
  return isWhole && isFontOfMarks(dictionaryOf(revision.resolve(drawn.font))) ? (shapesOfMarks.get(mark.codes) ?? null) : null
}

const encoding: ReadonlySet<string> = new Set(['Encoding'])

function isFontOfMarks(font: PdfDictionary | null): boolean {
  return font !== null && isStandardMarks(without(font, encoding)) && !differencesOfMarks.some(({ find }) => find(font))
}
