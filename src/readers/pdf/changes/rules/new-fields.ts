import { isArray, nameOf, PdfDictionary, PdfReference, type PdfValue } from '../../syntax/values.js'
import type { Comparison } from '../comparison.js'
import { type Explanation, type Judging, refused } from '../findings.js'
import { isVisible } from '../widget-look.js'
import { differenceOfNewField } from './field-differences.js'
import { explainSignature, shownSignature } from './field-signature.js'
import { type FieldPlace, placeOf } from './fields.js'
import type { ListPlace } from './list-place.js'

/**
 * Entries that a new signature field and its widget may have (ISO 32000-1, tables 164, 188, 220 and 232). Actions are not among them: a new field may only
 * serve a signature.
 */
const knownKeys: ReadonlySet<string> = new Set(
  'Type Subtype FT T TU TM Ff V DV Parent Kids Lock SV Rect P AP AS F M NM MK BS Border C Contents DA DR DS RV Q H StructParent OC Lang'.split(
    ' ',
  ),
)

/** Explains a field that the revision adds, with the objects below it. Only a signature field, or a parent of signature fields, is explained. */
export function* explainNewField(comparison: Comparison, item: PdfValue, { holder, parent, entered }: ListPlace): Judging {
  const own = item instanceof PdfReference ? item.number : null
  const dictionary = comparison.newer.resolve(item)
  // An object of the previous revision has another use already.
  if (own !== null && comparison.changed.get(own) !== 'added') {
    yield refused(holder, 'the form refers to an object that existed before')
    return
  }
  if (!(dictionary instanceof PdfDictionary)) return
  if (own === null) {
    yield refused(holder, 'a new form field is no object of its own')
    return
  }
  const place = placeOf(comparison, dictionary, own, parent)
  const unknownKey = [...dictionary.entries.keys()].find((key) => !knownKeys.has(key))
  if (unknownKey !== undefined) {
    yield refused(own, `${unknownKey} of the new field "${place.name}" is not explained`)
    return
  }
  if (!isField(comparison, dictionary)) {
    yield refused(own, `the new field "${place.name}" is also used as another object`)
    return
  }
  const kids = comparison.newer.resolve(dictionary.get('Kids'))
  if (place.type !== 'Sig' && !(isArray(kids) && kids.length > 0 && !isTerminal(dictionary))) {
    yield refused(own, `the new field "${place.name}" is not a signature field`)
    return
  }
  const difference = differenceOfNewField({ comparison, field: dictionary, name: place.name })
  if (difference !== null) {
    yield refused(own, difference)
    return
  }
  const explanation = yield* explainNewValue(comparison, dictionary, place)
  yield* comparison.explainAnyContent(own, holder, explanation)
  for (const key of ['AP', 'Lock', 'SV', 'MK', 'BS', 'DR', 'Border'])
    yield* comparison.explainAllBelow(dictionary.get(key), own, explanation)
  if (!isArray(kids) || !entered.enter(place)) return
  const list = dictionary.get('Kids')
  if (list instanceof PdfReference) yield* comparison.explainAnyContent(list.number, own, explanation)
  for (const kid of kids)
    yield* explainNewField(comparison, kid, { holder: list instanceof PdfReference ? list.number : own, parent: place, entered })
}

function isField(comparison: Comparison, dictionary: PdfDictionary): boolean {
  const [type, subtype] = ['Type', 'Subtype'].map((key) => comparison.newer.resolve(dictionary.get(key)))
  return (type === null || nameOf(type ?? null) === 'Annot') && (subtype === null || nameOf(subtype ?? null) === 'Widget')
}

/** Whether a field has a value or an appearance of its own instead of being only the parent of other fields. */
function isTerminal(dictionary: PdfDictionary): boolean {
  return ['V', 'Rect', 'AP', 'MK', 'Subtype'].some((key) => dictionary.get(key) !== null)
}

function* explainNewValue(comparison: Comparison, dictionary: PdfDictionary, place: FieldPlace): Judging<Explanation> {
  const field = place.name
  const value = comparison.newer.resolve(dictionary.get('V'))
  // A visible field changes the page. Without a signature it counts as an annotation.
  const isShown = isVisible(comparison.newer, dictionary)
  if (!(value instanceof PdfDictionary))
    return isShown
      ? { rule: 'visible-signature-field', level: 'annotations', field }
      : { rule: 'signature-field', level: 'long-term-validation', field }
  const held = yield* explainSignature(comparison, dictionary.get('V'), value, place)
  return isShown ? shownSignature(held, value) : held
}
