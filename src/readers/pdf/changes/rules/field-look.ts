import type { PdfRevision } from '../../pdf-revision.js'
import { keysOf, sameNumber } from '../../signatures/equal-values.js'
import { nameOf, PdfDictionary, PdfReal, PdfReference, PdfStream, type PdfValue } from '../../syntax/values.js'
import { drawsSomething } from '../appearance-drawing.js'
import type { Comparison } from '../comparison.js'
import { inheritedValue } from '../drawn-fields.js'
import { type Explanation, every, type Judging, passThrough, refused } from '../findings.js'
import { hasArea, isShownOrPrinted, rectangleOf } from '../widget-look.js'
import { showsSameValue } from './field-looks.js'
import type { FieldPlace } from './fields.js'
import { drawsTheSame } from './same-drawing.js'

/**
 * Refuses another appearance of a field with an unchanged value: the page would show another value than the signed one, or no value. A field without an
 * appearance may get one that shows the value, because programs generate it from the value.
 */
export function* refuseOtherLook(comparison: Comparison, older: PdfDictionary, newer: PdfDictionary, place: FieldPlace): Judging {
  const { name, holder } = place
  if (yield* looksDifferent(comparison, older, newer, place)) {
    yield refused(holder, `the form field "${name}" looks different although its value is the same`)
  } else if (
    !keepsState(comparison, older, newer) ||
    isShownOrPrinted(comparison.older, older) !== isShownOrPrinted(comparison.newer, newer)
  ) {
    yield refused(holder, `the form field "${name}" is shown differently although its value is the same`)
  }
}

function* looksDifferent(
  comparison: Comparison,
  older: PdfDictionary,
  newer: PdfDictionary,
  { holder, type }: FieldPlace,
): Judging<boolean> {
  if (!(yield* appearanceDiffers(comparison, older, newer, holder))) return false
  if (older.get('AP') !== null && (yield* staysBlank(comparison, older.get('AP'), newer.get('AP')))) return false
  if (showsSameValue(comparison, older, newer, type)) return false
  return !(yield* drawsTheSame(comparison, older.get('AP'), newer.get('AP'), holder))
}

/** Whether a button keeps its state (`AS`). With its first appearance it gets that of its value. Without appearances for states, no program uses the one that Poppler writes. */
function keepsState(comparison: Comparison, older: PdfDictionary, newer: PdfDictionary): boolean {
  if (comparison.reads(older.get('AS'), newer.get('AS'))) return true
  if (isWithoutStates(comparison.older, older) && isWithoutStates(comparison.newer, newer)) return true
  if (older.get('AP') !== null || older.get('AS') !== null) return false
  const [state, value] = [newer.get('AS'), comparison.older.resolve(inheritedValue(comparison.older, older, 'V'))]
  return nameOf(state) !== null && nameOf(state) === (nameOf(value) ?? 'Off')
}

/** Whether a widget is no button, and has at most one appearance of each kind (ISO 32000-1, table 168). */
function isWithoutStates(revision: PdfRevision, widget: PdfDictionary): boolean {
  const kinds = revision.resolve(widget.get('AP'))
  const hasForms =
    kinds === null ||
    (kinds instanceof PdfDictionary && [...kinds.entries.values()].every((kind) => revision.resolve(kind) instanceof PdfStream))
  return hasForms && nameOf(revision.resolve(inheritedValue(revision, widget, 'FT'))) !== 'Btn'
}

/** Refuses a value where the signed page has no place for it: of a field that was not shown, or that programs show outside of its area. */
export function* refuseNewPlace(comparison: Comparison, older: PdfDictionary, newer: PdfDictionary, { name, holder }: FieldPlace): Judging {
  if (!isShownOrPrinted(comparison.newer, newer)) return
  if (!isShownOrPrinted(comparison.older, older)) yield refused(holder, `the form field "${name}" was not shown before`)
  else if (!hasArea(comparison.newer, newer)) yield refused(holder, `the form field "${name}" has no area`)
}

/** Whether every appearance is a form of the same area as before, for the same states, and neither draws anything. A program draws a widget itself without one. */
export function* staysBlank(comparison: Comparison, before: PdfValue, after: PdfValue, depth = 0): Judging<boolean> {
  const [older, newer] = [comparison.older.resolve(before), comparison.newer.resolve(after)]
  if (older instanceof PdfStream && newer instanceof PdfStream) {
    const [one, other] = [older.dictionary, newer.dictionary]
    const keepsForm = yield* every(['Subtype', 'BBox', 'Matrix'], (key) => comparison.entryReadsAlike(key, one, other, 0))
    return keepsForm && !drawsSomething(comparison.older, older) && !drawsSomething(comparison.newer, newer)
  }
  if (!(older instanceof PdfDictionary && newer instanceof PdfDictionary) || depth > 1) return false
  return yield* every(keysOf(older, newer), (key) => staysBlank(comparison, older.get(key), newer.get(key), depth + 1))
}

/** Whether a widget has the same area as before, and as in the first signed version: many versions may round it. */
export function isSameArea(
  { older, newer, base }: Comparison,
  before: PdfDictionary,
  after: PdfDictionary,
  number: number | null,
): boolean {
  const [one, other] = [rectangleOf(older, before.get('Rect')), rectangleOf(newer, after.get('Rect'))]
  const first = number === null ? null : (base.entriesOf(new PdfReference(number, 0))?.get('Rect') ?? null)
  const ofBase = first === null ? one : rectangleOf(base, first)
  return one !== null && other !== null && ofBase !== null && isSameRectangle(one, other) && isSameRectangle(ofBase, other)
}

function isSameRectangle(one: readonly number[], other: readonly number[]): boolean {
  return one.every((side, index) => sameNumber(new PdfReal(side), new PdfReal(other[index] ?? Number.NaN), 'area'))
}

/** Whether the appearances of a widget differ, however they are written. */
export function* appearanceDiffers(comparison: Comparison, older: PdfDictionary, newer: PdfDictionary, holder: number): Judging<boolean> {
  return !(yield* comparison.appliesAlike(older.get('AP'), newer.get('AP'), holder, 'AP', older))
}

/**
 * Explains the appearance streams (ISO 32000-1, 12.5.5) below `AP`: one stream, or one for each state. The dictionaries on the way may be objects of their own,
 * changed or not.
 */
export function* explainAppearance(comparison: Comparison, value: PdfValue, holder: number, explanation: Explanation, depth = 0): Judging {
  const dictionary = comparison.newer.resolve(value)
  if (!(dictionary instanceof PdfDictionary) || depth > 1) {
    yield* comparison.explainAllBelow(value, holder, explanation)
    return
  }
  const number = value instanceof PdfReference ? value.number : null
  if (number !== null) {
    yield passThrough(number, holder)
    yield* comparison.explainAnyContent(number, holder, explanation)
  }
  for (const entry of dictionary.entries.values()) yield* explainAppearance(comparison, entry, number ?? holder, explanation, depth + 1)
}
