import type { PdfRevision } from '../../pdf-revision.js'
import { nameOf, numberOf, type PdfDictionary } from '../../syntax/values.js'
import { inheritedValue } from '../drawn-fields.js'
import { rectangleOf } from '../widget-look.js'
import type { DrawnLine } from './drawn-lines.js'
import type { FieldContent } from './shown-content.js'

/** How far programs draw the same text apart, and the greatest distance of lines, as parts of the size of the font. */
const greatestMove = 2
const greatestLeading = 2
const heightOfLetters = 0.7

type Side = 'start' | 'middle' | 'end'

/** Whether lines stand where others did: what a page without a background shows beside a text may be another option, or digits that the text continues. */
export function standsWhere(earlier: readonly DrawnLine[], now: readonly DrawnLine[], content: FieldContent): boolean {
  const [one, other] = [earlier[0], now[0]]
  if (one === undefined || other === undefined || content.kind === 'options') return true
  const reach = greatestMove * Math.max(one.size, other.size)
  const isInRow = Math.abs(middleOf(one) - middleOf(other)) <= reach
  return isInRow && isInBlock(now, content.text) && sides.some((side) => Math.abs(placeOf(one, side) - placeOf(other, side)) <= reach)
}

/** Whether lines stand where programs draw the text of a field: on the side that it states, in the middle of its height, or from its top for several lines. */
export function standsAsStated(revision: PdfRevision, field: PdfDictionary, now: readonly DrawnLine[], content: FieldContent): boolean {
  const [line, area] = [now[0], rectangleOf(revision, field.get('Rect'))]
  if (line === undefined || area === null || content.kind === 'options') return area !== null
  const [width, height] = [Math.abs(area[2] - area[0]), Math.abs(area[3] - area[1])]
  const isButton = nameOf(revision.resolve(inheritedValue(revision, field, 'FT'))) === 'Btn'
  const side = isButton ? 'middle' : (sides[numberOf(revision.resolve(inheritedValue(revision, field, 'Q'))) ?? 0] ?? 'start')
  const wanted = { start: 0, middle: width / 2, end: width }[side]
  const row = content.kind === 'lines' ? height - (heightOfLetters / 2) * line.size : height / 2
  const reach = greatestMove * line.size
  return Math.abs(placeOf(line, side) - wanted) <= reach && Math.abs(middleOf(line) - row) <= reach && isInBlock(now, content.text)
}

const sides: readonly Side[] = ['start', 'middle', 'end']

/** Whether lines are one below the other without a greater distance than the line breaks of the text need. */
function isInBlock(lines: readonly DrawnLine[], text: string): boolean {
  const [first, last] = [lines[0], lines.at(-1)]
  if (first === undefined || last === undefined) return true
  const breaks = text.match(/\r\n|\r|\n/g)?.length ?? 0
  const isClose = first.y - last.y <= greatestLeading * first.size * (lines.length - 1 + breaks)
  const isAligned = (side: Side) => lines.every((line) => Math.abs(placeOf(line, side) - placeOf(first, side)) <= greatestMove * first.size)
  return isClose && sides.some(isAligned)
}

function placeOf({ start, end }: DrawnLine, side: Side): number {
  return { start, middle: (start + end) / 2, end }[side]
}

function middleOf({ y, size }: DrawnLine): number {
  return y + (heightOfLetters / 2) * size
}
