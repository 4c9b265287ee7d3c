import type { PdfRevision } from '../pdf-revision.js'
import { dictionaryOf, isArray, numberOf, PdfDictionary, PdfStream, type PdfValue } from '../syntax/values.js'
import { drawsSomething } from './appearance-drawing.js'
import type { Difference } from './difference.js'

/** A widget with its area; null where the area is no list of four numbers. */
interface PlacedWidget {
  readonly revision: PdfRevision
  readonly widget: PdfDictionary
  readonly area: readonly [number, number, number, number] | null
}

/** In which places some program shows a widget. */
export const placesOfWidgets: readonly Difference<PlacedWidget, boolean>[] = [
  {
    name: 'widget-in-area',
    programs: 'Every program shows a widget in its area; PDFium shows signatures in spite of the flag NoView as well.',
    find: ({ area }) => area !== null && area[0] !== area[2] && area[1] !== area[3],
  },
  {
    name: 'widget-without-area',
    programs:
      'Without an area (`Rect`) programs choose one themselves. Of one that is no list of four numbers, MuPDF uses the numbers that it has.',
    find: ({ revision, widget, area }) => area === null && (widget.get('Rect') !== null || appearancesOf(revision, widget).length > 0),
  },
  {
    name: 'widget-in-line',
    programs: 'PDFium draws a line when the area is a line.',
    find: ({ revision, widget, area }) =>
      area !== null && (area[0] !== area[2] || area[1] !== area[3]) && appearancesOf(revision, widget).length > 0,
  },
  {
    name: 'widget-at-point',
    programs: 'When the area is a point, PDFium draws texts and small appearances, and Ghostscript draws everything.',
    find: ({ revision, widget, area }) =>
      area !== null && appearancesOf(revision, widget).some((appearance) => isShownAtPoint(revision, appearance)),
  },
]

/** Whether some program shows or prints a widget (ISO 32000-1, table 165). Only the flag Hidden hides one in every program. Some programs ignore flags that are not an integer. */
export function isVisible(revision: PdfRevision, widget: PdfDictionary): boolean {
  if ((flagsOf(revision, widget) & hidden) !== 0) return false
  const placed = { revision, widget, area: rectangleOf(revision, widget.get('Rect')) }
  return placesOfWidgets.some(({ find }) => find(placed))
}

/** PDFium does not scale an appearance whose side is below a thousandth of a unit, and so draws it also in the area of a point. The bound here has a margin. */
const minScaledSide = 0.01

function isShownAtPoint(revision: PdfRevision, appearance: PdfStream): boolean {
  const box = rectangleOf(revision, appearance.dictionary.get('BBox'))
  const matrix = revision.resolve(appearance.dictionary.get('Matrix'))
  const factors = isArray(matrix) ? matrix.map((factor) => numberOf(revision.resolve(factor)) ?? Number.NaN) : [1, 0, 0, 1]
  if (box === null) return true
  const [width, height] = [Math.abs(box[2] - box[0]), Math.abs(box[3] - box[1])]
  const [a = 0, b = 0, c = 0, d = 0] = factors.map(Math.abs)
  const sides = [a * width + c * height, b * width + d * height]
  if (sides.some((side) => side !== 0 && !(side >= minScaledSide))) return true
  return (width !== 0 || height !== 0) && drawsSomething(revision, appearance)
}

/** Whether a widget is visible and its flags NoView and Print let programs show or print it. */
export function isShownOrPrinted(revision: PdfRevision, widget: PdfDictionary): boolean {
  return isVisible(revision, widget) && (flagsOf(revision, widget) & (noView | print)) !== noView
}

const hidden = 0x02
const print = 0x04
const noView = 0x20

/** The flags of an annotation (`F`); 0 for others than programs read alike. */
export function flagsOf(revision: PdfRevision, widget: PdfDictionary): number {
  const flags = revision.resolve(widget.get('F'))
  return typeof flags === 'number' && flags > 0 && flags < 2 ** 31 ? flags : 0
}

export function hasArea(revision: PdfRevision, widget: PdfDictionary): boolean {
  const [left, bottom, right, top] = rectangleOf(revision, widget.get('Rect')) ?? [0, 0, 0, 0]
  return left !== right && bottom !== top
}

export function rectangleOf(revision: PdfRevision, value: PdfValue): readonly [number, number, number, number] | null {
  const list = revision.resolve(value)
  const sides = isArray(list) && list.length === 4 ? list.map((side) => numberOf(revision.resolve(side))) : []
  const [left = null, bottom = null, right = null, top = null] = sides
  return left === null || bottom === null || right === null || top === null ? null : [left, bottom, right, top]
}

/** Whether a widget has an appearance without a box, also for a pressed button. */
export function hasUnlimitedAppearance(revision: PdfRevision, widget: PdfDictionary): boolean {
  return appearancesOf(revision, widget).some(({ dictionary, raw }) => raw.length > 0 && !isArray(revision.resolve(dictionary.get('BBox'))))
}

/** Whether programs that can draw a widget by its appearance see something. */
export function drawsAnything(revision: PdfRevision, widget: PdfDictionary): boolean {
  return appearancesOf(revision, widget).some((appearance) => drawsSomething(revision, appearance))
}

/** The streams with which programs may draw a widget, of all kinds and states: Ghostscript draws another kind where the normal one is missing. */
function appearancesOf(revision: PdfRevision, widget: PdfDictionary): readonly PdfStream[] {
  const kinds = dictionaryOf(revision.resolve(widget.get('AP')))
  return [...(kinds?.entries.values() ?? [])].flatMap((kind) => {
    const value = revision.resolve(kind)
    // Many fields may share the states.
    if (value instanceof PdfDictionary) revision.budget.countValues(3 * value.entries.size)
    const states = value instanceof PdfDictionary ? [...value.entries.values()].map((state) => revision.resolve(state)) : [value]
    return states.filter((state) => state instanceof PdfStream)
  })
}
