import { isArray, nameOf, PdfDictionary, PdfReference, type PdfValue } from '../syntax/values.js'
import type { Comparison, Explanation } from './comparison.js'
import { explainSignature, type FieldPlace, isVisible, placeOf, shownSignature } from './field-rules.js'

/**
 * Entries of a signature field and its widget (ISO 32000-1, tables 164, 188, 220 and 232). Actions are not among them: a new field has nothing to do
 * but to hold a signature.
 */
const knownKeys: ReadonlySet<string> = new Set(
  'Type Subtype FT T TU TM Ff V DV Parent Kids Lock SV Rect P AP AS F M NM MK BS Border C Contents DA DR DS RV Q H StructParent OC Lang'.split(
    ' ',
  ),
)

/** A field that the revision adds: only a signature field, with all that belongs to it. */
export function explainNewField(comparison: Comparison, item: PdfValue, holder: number, parent: FieldPlace | null): void {
  const number = item instanceof PdfReference ? item.number : null
  const dictionary = comparison.newer.resolve(item)
  // An object that was there before is something else, and what else refers to it would change as well.
  if (number !== null && comparison.changed.get(number) !== 'added') {
    comparison.refuse(holder, 'the form refers to an object that existed before')
    return
  }
  if (!(dictionary instanceof PdfDictionary)) return
  const own = number ?? holder
  const place = placeOf(comparison, dictionary, own, parent)
  const strange = [...dictionary.entries.keys()].find((key) => !knownKeys.has(key))
  if (strange !== undefined) {
    comparison.refuse(own, `${strange} of the new field "${place.name}" is not explained`)
    return
  }
  if (!isField(comparison, dictionary)) {
    comparison.refuse(own, `the new field "${place.name}" is also used as another object`)
    return
  }
  const kids = comparison.newer.resolve(dictionary.get('Kids'))
  if (place.type !== 'Sig' && !(isArray(kids) && kids.length > 0 && !isTerminal(dictionary))) {
    comparison.refuse(own, `the new field "${place.name}" is not a signature field`)
    return
  }
  const explanation = explainNewValue(comparison, dictionary, place)
  if (number !== null) comparison.explainWhole(number, holder, explanation)
  for (const key of ['AP', 'Lock', 'SV', 'MK', 'BS', 'DR', 'Border']) comparison.explainTree(dictionary.get(key), own, explanation)
  if (!isArray(kids) || !comparison.enterField(place)) return
  const list = dictionary.get('Kids')
  if (list instanceof PdfReference) comparison.explainWhole(list.number, own, explanation)
  for (const kid of kids) explainNewField(comparison, kid, list instanceof PdfReference ? list.number : own, place)
}

function isField(comparison: Comparison, dictionary: PdfDictionary): boolean {
  const [type, subtype] = ['Type', 'Subtype'].map((key) => comparison.newer.resolve(dictionary.get(key)))
  return (type === null || nameOf(type ?? null) === 'Annot') && (subtype === null || nameOf(subtype ?? null) === 'Widget')
}

/** With a value or a look of its own, so not only the name above other fields. */
function isTerminal(dictionary: PdfDictionary): boolean {
  return ['V', 'Rect', 'AP', 'MK', 'Subtype'].some((key) => dictionary.get(key) !== null)
}

function explainNewValue(comparison: Comparison, dictionary: PdfDictionary, place: FieldPlace): Explanation {
  const field = place.name
  const value = comparison.newer.resolve(dictionary.get('V'))
  const held = value instanceof PdfDictionary ? explainSignature(comparison, dictionary.get('V'), value, place) : null
  // A field that is seen changes the page, whatever it holds. Without a signature it is no more than something drawn on it.
  if (isVisible(comparison.newer, dictionary))
    return held === null ? { rule: 'visible-signature-field', level: 'annotations', field } : shownSignature(held)
  return held ?? { rule: 'signature-field', level: 'long-term-validation', field }
}
