import { nameBelow, textOf } from '../../form/text.js'
import { differingKeys } from '../../signatures/equal-values.js'
import { nameOf, PdfDictionary, PdfReference, PdfStream, type PdfValue } from '../../syntax/values.js'
import type { Comparison } from '../comparison.js'
import { isPushbutton } from '../drawn-fields.js'
import { type Explanation, type Judging, refused } from '../findings.js'
import { without } from '../signed-content.js'
import { drawsAnything, isVisible } from '../widget-look.js'
import { fieldUses, getsPage, getsType, refuseTypeOfOther } from './annotation-type.js'
import { refuseOtherDrawing } from './drawing-keys.js'
import { differencesOfField } from './field-differences.js'
import { appearanceDiffers, explainAppearance, isSameArea, refuseNewPlace, refuseOtherLook, staysBlank } from './field-look.js'
import { explainSignature, heirsOf, isSignature, isSignedNow, shownSignature } from './field-signature.js'
import { addsNeeded, resourcesOnlyGrow } from './form-resources.js'

/** A form field as a rule reached it, with the properties that the fields below it inherit. */
export interface FieldPlace {
  /** Fully qualified name. */
  readonly name: string
  readonly type: string | null
  /** Number of the object that holds the field. */
  readonly holder: number
  readonly depth: number
  /** Whether this revision changed the value of the field, or of a field above it. */
  readonly valueChanged: boolean
  /** The explanation of the signature that this revision adds to the field above; null for none. */
  readonly signature: Explanation | null
  /** Whether it is a pushbutton, which has no value and is never filled in (ISO 32000-1, 12.7.4.2.2). */
  readonly isPushbutton: boolean
}

/** Keys of a field and its widget that filling in changes besides the value and the appearance (ISO 32000-1, tables 220, 164, 188, 222 and 231). */
const fillingKeys: ReadonlySet<string> = new Set(['AS', 'Ff', 'F', 'DA', 'Q', 'M', 'NM', 'DS', 'RV', 'I', 'TI', 'MK', 'BS'])

/** Keys of a field below which the rules explain objects, and those that lead to other fields and to the page, which have rules of their own. */
const explainedKeys: ReadonlySet<string> = new Set(['V', 'AP', 'Kids', 'Parent', 'P'])

/**
 * What a signer writes in the field that gets the signature: the lock and the seed values bind later changes only (ISO 32000-1, tables 233 and 234), and the
 * characteristics are those of its look.
 */
const ofSigner: ReadonlySet<string> = new Set(['Lock', 'SV'])
const explainedKeysOfSigner: ReadonlySet<string> = new Set([...explainedKeys, ...ofSigner])

/** Compares a field that both revisions have. Returns what the fields below it inherit; null when the object is not a field. */
export function* compareField(
  comparison: Comparison,
  before: PdfValue,
  after: PdfValue,
  holder: number,
  parent: FieldPlace | null,
): Judging<FieldPlace | null> {
  const pair = comparison.pair(before, after, holder)
  const { older, newer } = pair
  if (!(older instanceof PdfDictionary) || !(newer instanceof PdfDictionary)) {
    if (!comparison.reads(before, after)) yield refused(pair.holder, 'a form field is not a dictionary')
    return null
  }
  const valueChanged = !(yield* sameFieldValue(comparison, older, newer, pair.holder)) || parent?.valueChanged === true
  const isButton = parent?.isPushbutton === true || isPushbutton(comparison.older.resolve(older.get('Ff')))
  const reached = { ...placeOf(comparison, newer, pair.holder, parent), valueChanged, isPushbutton: isButton }
  if (valueChanged && isButton && reached.type === 'Btn') yield refused(pair.holder, `the button "${reached.name}" got a value`)
  const explanation = yield* explainValue(comparison, older, newer, reached)
  const isSigned = isSignedNow(comparison, older, newer, reached)
  const place = { ...reached, signature: isSigned ? explanation : reached.signature }
  if (!valueChanged) {
    yield* refuseOtherLook(comparison, older, newer, place)
    if (comparison.changed.has(pair.holder)) yield* refuseOtherDrawing(comparison, older, newer, place)
  } else if (place.type !== 'Sig') yield* refuseNewPlace(comparison, older, newer, place)
  const hasOtherLook = yield* appearanceDiffers(comparison, older, newer, pair.holder)
  // Other appearances that draw nothing, like those before, are no other look of a value that stays.
  const isSilent = hasOtherLook && !valueChanged && (yield* staysBlank(comparison, older.get('AP'), newer.get('AP')))
  if (hasOtherLook) {
    yield* explainAppearance(comparison, newer.get('AP'), pair.holder, isSilent ? growing(place.name) : explanation)
  }
  for (const reason of differencesOfField({ comparison, name: place.name, older, newer, valueChanged, hasOtherLook }))
    yield refused(pair.holder, reason)
  let isOnlyRewritten = true
  for (const key of comparison.changed.has(pair.holder) ? differingKeys(older, newer) : []) {
    if (key === 'Kids') continue
    if (key === 'V' || key === 'AP' || fillingKeys.has(key)) {
      isOnlyRewritten &&= key === 'V' ? !valueChanged : key === 'AP' && (!hasOtherLook || isSilent)
      continue
    }
    if (key === 'Type' && getsType(older, newer)) {
      yield* refuseTypeOfOther(comparison, pair.number)
      continue
    }
    if (key === 'P' && getsPage(comparison, older, newer)) continue
    if (key !== 'Rect' && (yield* comparison.entryReadsAlike(key, older, newer, pair.holder))) continue
    if (key === 'Rect' && isSameArea(comparison, older, newer, pair.number)) continue
    if (key === 'DR' && (yield* resourcesOnlyGrow(comparison, older.get('DR'), newer.get('DR'), pair.holder))) {
      if (addsNeeded(comparison, older.get('DR'), newer.get('DR')))
        yield refused(pair.holder, `the form field "${place.name}" gets a resource that fields name, so they may look different`)
      continue
    }
    if (isSigned && ofSigner.has(key)) {
      isOnlyRewritten = false
      yield* comparison.explainAllBelow(newer.get(key), pair.holder, explanation)
      continue
    }
    if (isSigned && key === 'Rect' && !drawsAnything(comparison.older, older)) continue
    yield refused(pair.holder, `${key} of the form field "${place.name}" has changed`)
  }
  yield* comparison.ownedBy(pair.number, place.name)
  yield* comparison.refuseOtherUse(pair.number, fieldUses)
  const parts = [newer.get('V'), newer.get('AP'), ...(isSigned ? [...ofSigner].map((key) => newer.get(key)) : [])]
  yield* comparison.refuseShared(parts, () => without(older, isSigned ? explainedKeysOfSigner : explainedKeys))
  const above = newer.get('Parent')
  if (above instanceof PdfReference && above.number !== parent?.holder && isOfChangedField(comparison, pair.number, above))
    yield refused(pair.holder, `the form field "${place.name}" is not one of those that its Parent has`)
  // A field that gets only another kid or its type keeps its value: a lock of the field does not concern it.
  if (pair.number !== null) yield* comparison.explainCompared(pair.number, isOnlyRewritten ? growing(place.name) : explanation)
  else if (differingKeys(older, newer).some((key) => key !== 'Kids')) {
    // A field must be an object of its own (table 218): otherwise the object of the form around it would be explained.
    yield refused(pair.holder, `the form field "${place.name}" is no object of its own and has changed`)
  }
  return place
}

/** Whether the value of a field is the same text, name or list; of any other value also the same object. */
function* sameFieldValue(comparison: Comparison, older: PdfDictionary, newer: PdfDictionary, holder: number): Judging<boolean> {
  if (comparison.reads(older.get('V'), newer.get('V'))) return true
  const before = comparison.older.resolve(older.get('V'))
  if (before === null || before instanceof PdfDictionary || before instanceof PdfStream) return false
  return yield* comparison.appliesAlike(older.get('V'), newer.get('V'), holder, 'V', older)
}

/** The explanation of a list of fields, and of a field that contains it, to which this revision adds fields. */
export function growing(field: string | null): Explanation {
  return { rule: 'form', level: 'long-term-validation', field }
}

/** Whether a field, its `Parent`, or a field above that has changed: the field may inherit its name and its value from there. */
function isOfChangedField({ changed, newer }: Comparison, number: number | null, parent: PdfReference): boolean {
  if (number !== null && changed.has(number)) return true
  let field: PdfValue = parent
  for (let depth = 0; field instanceof PdfReference && depth <= newer.budget.limits.maxDepth; depth++) {
    if (changed.has(field.number)) return true
    field = newer.entriesOf(field)?.get('Parent') ?? null
  }
  return false
}

export function placeOf(comparison: Comparison, dictionary: PdfDictionary, holder: number, parent: FieldPlace | null): FieldPlace {
  const { newer } = comparison
  const partial = textOf(newer.resolve(dictionary.get('T')), newer.budget)
  return {
    name: nameBelow(parent?.name ?? '', partial, newer.budget),
    type: nameOf(newer.resolve(dictionary.get('FT'))) ?? parent?.type ?? null,
    holder,
    depth: (parent?.depth ?? 0) + 1,
    valueChanged: true,
    signature: parent?.signature ?? null,
    isPushbutton: false,
  }
}

/** Explains a change of the value. A signature may be added to a field, but never replaced. */
function* explainValue(comparison: Comparison, older: PdfDictionary, newer: PdfDictionary, place: FieldPlace): Judging<Explanation> {
  const filled: Explanation = place.signature ?? { rule: 'form-field', level: 'form-filling', field: place.name }
  const [before, after] = [older.get('V'), newer.get('V')]
  if (comparison.reads(before, after)) return filled
  const value = comparison.newer.resolve(after)
  yield* comparison.allBelowOwnedBy(after, place.name)
  if (place.type !== 'Sig' && !isSignature(value) && !isSignature(comparison.older.resolve(before))) {
    yield* comparison.explainAllBelow(after, place.holder, filled)
    return filled
  }
  if (comparison.older.resolve(before) !== null || !(value instanceof PdfDictionary)) {
    const number = after instanceof PdfReference ? after.number : place.holder
    yield refused(number, `the signature of the field "${place.name}" was replaced`)
    return filled
  }
  const explanation = yield* explainSignature(comparison, after, value, place)
  // This also holds for a reserved place: most viewers show nothing there until it is signed, and it may be as large as the page. The signature may also hide what
  // the place showed.
  const heirs = heirsOf(comparison, newer, place)
  if (heirs.some(({ type }) => type !== 'Sig')) yield refused(place.holder, `fields of another type inherit from the field "${place.name}"`)
  const isShown =
    (isVisible(comparison.older, older) && drawsAnything(comparison.older, older)) ||
    [newer, ...heirs.map(({ field }) => field)].some((widget) => isVisible(comparison.newer, widget))
  return isShown ? shownSignature(explanation, value) : explanation
}
