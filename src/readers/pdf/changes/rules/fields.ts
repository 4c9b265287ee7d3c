import type { PdfChangeLevel, PdfChangeRule } from '#model'
import { nameBelow, textOf } from '../../form/text.js'
import type { PdfRevision } from '../../pdf-revision.js'
import { differingKeys, keysOf, sameNumber } from '../../signatures/equal-values.js'
import { isReservedPlace } from '../../signatures/read-signatures.js'
import {
  dictionaryOf,
  isArray,
  nameOf,
  numberOf,
  PdfDictionary,
  PdfReal,
  PdfReference,
  PdfStream,
  type PdfValue,
} from '../../syntax/values.js'
import { drawsSomething } from '../appearance-drawing.js'
import type { Comparison } from '../comparison.js'
import { isPushbutton } from '../drawn-fields.js'
import type { Explanation } from '../findings.js'
import { without } from '../signed-content.js'
import { resourcesOnlyGrow } from './form-resources.js'
import { showsSignedValue } from './shown-value.js'

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
 * Keys under which forms, pages, annotations, actions and signatures refer to a field (ISO 32000-1, tables 30, 164, 170, 210, 214, 218, 220, 236, 238, 253 and
 * 325).
 */
const fieldUses: ReadonlySet<string> = new Set('Fields Kids CO Annots Parent Popup IRT T AN TA K Nums Obj Data'.split(' '))

/** Those under which no program takes an annotation without a type for an element of the structure. */
const annotationUses: ReadonlySet<string> = new Set([...fieldUses].filter((key) => key !== 'K' && key !== 'Nums'))

/**
 * What a signer writes in the field that gets the signature: the lock and the seed values bind later changes only (ISO 32000-1, tables 233 and 234), and the
 * characteristics are those of its look.
 */
const ofSigner: ReadonlySet<string> = new Set(['Lock', 'SV'])
const explainedKeysOfSigner: ReadonlySet<string> = new Set([...explainedKeys, ...ofSigner])

/** Compares a field that both revisions have. Returns what the fields below it inherit; null when the object is not a field. */
export function compareField(
  comparison: Comparison,
  before: PdfValue,
  after: PdfValue,
  holder: number,
  parent: FieldPlace | null,
): FieldPlace | null {
  const pair = comparison.pair(before, after, holder)
  const { older, newer } = pair
  if (!(older instanceof PdfDictionary) || !(newer instanceof PdfDictionary)) {
    if (!comparison.reads(before, after)) comparison.refuse(pair.holder, 'a form field is not a dictionary')
    return null
  }
  const valueChanged = !sameFieldValue(comparison, older, newer, pair.holder) || parent?.valueChanged === true
  const isButton = parent?.isPushbutton === true || isPushbutton(comparison.older.resolve(older.get('Ff')))
  const reached = { ...placeOf(comparison, newer, pair.holder, parent), valueChanged, isPushbutton: isButton }
  if (valueChanged && isButton && reached.type === 'Btn') comparison.refuse(pair.holder, `the button "${reached.name}" got a value`)
  const explanation = explainValue(comparison, older, newer, reached)
  const isSigned = isSignedNow(comparison, older, newer, reached)
  const place = { ...reached, signature: isSigned ? explanation : reached.signature }
  if (!valueChanged) refuseOtherLook(comparison, older, newer, place)
  else if (place.type !== 'Sig') refuseNewPlace(comparison, older, newer, place)
  const hasOtherLook = appearanceDiffers(comparison, older, newer, pair.holder)
  // Other appearances that draw nothing, like those before, are no other look of a value that stays.
  const isSilent = hasOtherLook && !valueChanged && staysBlank(comparison, older.get('AP'), newer.get('AP'))
  if (hasOtherLook) {
    if (hasUnlimitedAppearance(comparison.newer, newer))
      comparison.refuse(pair.holder, `the form field "${place.name}" gets an appearance that has no limits (BBox)`)
    explainAppearance(comparison, newer.get('AP'), pair.holder, isSilent ? growing(place.name) : explanation)
  }
  let isOnlyRewritten = true
  for (const key of comparison.changed.has(pair.holder) ? differingKeys(older, newer) : []) {
    if (key === 'Kids') continue
    if (key === 'V' || key === 'AP' || fillingKeys.has(key)) {
      isOnlyRewritten &&= key === 'V' ? !valueChanged : key === 'AP' && (!hasOtherLook || isSilent)
      continue
    }
    if (key === 'Type' && getsType(older, newer)) {
      refuseTypeOfOther(comparison, pair.number)
      continue
    }
    if (key === 'P' && getsPage(comparison, older, newer)) continue
    if (key !== 'Rect' && comparison.entryReadsAlike(key, older, newer, pair.holder)) continue
    if (key === 'Rect' && isSameArea(comparison, older, newer, pair.number)) continue
    if (key === 'DR' && resourcesOnlyGrow(comparison, older.get('DR'), newer.get('DR'), pair.holder)) continue
    if (isSigned && ofSigner.has(key)) {
      isOnlyRewritten = false
      comparison.explainTree(newer.get(key), pair.holder, explanation)
      continue
    }
    if (isSigned && key === 'Rect' && !drawsAnything(comparison.older, older)) continue
    comparison.refuse(pair.holder, `${key} of the form field "${place.name}" has changed`)
  }
  comparison.claim(pair.number, place.name)
  comparison.refuseOtherUse(pair.number, fieldUses)
  const parts = [newer.get('V'), newer.get('AP'), ...(isSigned ? [...ofSigner].map((key) => newer.get(key)) : [])]
  comparison.refuseShared(parts, () => without(older, isSigned ? explainedKeysOfSigner : explainedKeys))
  const above = newer.get('Parent')
  if (above instanceof PdfReference && above.number !== parent?.holder && isOfChangedField(comparison, pair.number, above))
    comparison.refuse(pair.holder, `the form field "${place.name}" is not one of those that its Parent has`)
  // A field that gets only another kid or its type keeps its value: a lock of the field does not concern it.
  if (pair.number !== null) comparison.explain(pair.number, isOnlyRewritten ? growing(place.name) : explanation)
  else if (differingKeys(older, newer).some((key) => key !== 'Kids')) {
    // A field must be an object of its own (table 218): otherwise the object of the form around it would be explained.
    comparison.refuse(pair.holder, `the form field "${place.name}" is no object of its own and has changed`)
  }
  return place
}

/** Whether an annotation gets the type that it may leave out (ISO 32000-1, table 164). PDFBox adds it to the annotations of a page where it signs. */
export function getsType(older: PdfDictionary, newer: PdfDictionary): boolean {
  const isAnnotation = older.get('Subtype') !== null && !older.nullKeys.has('Type')
  return isAnnotation && older.get('Type') === null && nameOf(newer.get('Type')) === 'Annot'
}

/**
 * Refuses the type of an annotation for an object that may be something else. PDFium takes a property without a type for a layer, and with another type not.
 * Ghostscript uses no font with another type.
 */
export function refuseTypeOfOther(comparison: Comparison, number: number | null): void {
  comparison.refuseOtherUse(number, annotationUses)
  if (number !== null && comparison.uses.isResource(number)) comparison.refuse(number, 'content uses it as a resource as well')
}

/** Whether the value of a field is the same text, name or list; of any other value also the same object. */
function sameFieldValue(comparison: Comparison, older: PdfDictionary, newer: PdfDictionary, holder: number): boolean {
  if (comparison.reads(older.get('V'), newer.get('V'))) return true
  const before = comparison.older.resolve(older.get('V'))
  if (before === null || before instanceof PdfDictionary || before instanceof PdfStream) return false
  return comparison.appliesAlike(older.get('V'), newer.get('V'), holder, 'V', older)
}

/** Whether this revision signs a signature field that had no value. */
function isSignedNow(comparison: Comparison, older: PdfDictionary, newer: PdfDictionary, { type }: FieldPlace): boolean {
  return type === 'Sig' && comparison.older.resolve(older.get('V')) === null && isSignature(comparison.newer.resolve(newer.get('V')))
}

/** Whether a field gets the page (`P`) that it may name (ISO 32000-1, table 164): the page that shows it, or any page when no page does. */
function getsPage(comparison: Comparison, older: PdfDictionary, newer: PdfDictionary): boolean {
  const [before, after] = [older.get('P'), newer.get('P')]
  if (before !== null || older.nullKeys.has('P') || !(after instanceof PdfReference)) return false
  const page = comparison.older.entriesOf(after)
  return page !== null && nameOf(comparison.older.resolve(page.get('Type'))) === 'Page'
}

/** Whether programs that can draw a widget by its appearance see something. */
function drawsAnything(revision: PdfRevision, widget: PdfDictionary): boolean {
  return appearancesOf(revision, widget).some((appearance) => drawsSomething(revision, appearance))
}

/** Whether every appearance is a form of the same area as before, for the same states, and neither draws anything. A program draws a widget itself without one. */
function staysBlank(comparison: Comparison, before: PdfValue, after: PdfValue, depth = 0): boolean {
  const [older, newer] = [comparison.older.resolve(before), comparison.newer.resolve(after)]
  if (older instanceof PdfStream && newer instanceof PdfStream) {
    const [one, other] = [older.dictionary, newer.dictionary]
    const keepsForm = ['Subtype', 'BBox', 'Matrix'].every((key) => comparison.entryReadsAlike(key, one, other, 0))
    return keepsForm && !drawsSomething(comparison.older, older) && !drawsSomething(comparison.newer, newer)
  }
  if (!(older instanceof PdfDictionary && newer instanceof PdfDictionary) || depth > 1) return false
  return keysOf(older, newer).every((key) => staysBlank(comparison, older.get(key), newer.get(key), depth + 1))
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

/**
 * Refuses another appearance of a field with an unchanged value: the page would show another value than the signed one, or no value. A field without an
 * appearance may get one, because viewers generate it from the value. A signature may not, because viewers do not show its value.
 */
function refuseOtherLook(comparison: Comparison, older: PdfDictionary, newer: PdfDictionary, { name, holder }: FieldPlace): void {
  const isSigned = isSignature(comparison.older.resolve(older.get('V')))
  const isBlank = () =>
    older.get('AP') !== null && (staysBlank(comparison, older.get('AP'), newer.get('AP')) || showsSignedValue(comparison, older, newer))
  if ((older.get('AP') !== null || isSigned) && appearanceDiffers(comparison, older, newer, holder) && !isBlank()) {
    comparison.refuse(holder, `the form field "${name}" looks different although its value is the same`)
  } else if (
    !comparison.reads(older.get('AS'), newer.get('AS')) ||
    isShownOrPrinted(comparison.older, older) !== isShownOrPrinted(comparison.newer, newer)
  ) {
    comparison.refuse(holder, `the form field "${name}" is shown differently although its value is the same`)
  }
}

/** Refuses a value where the signed page has no place for it: of a field that was not shown, or that programs show outside of its area. */
function refuseNewPlace(comparison: Comparison, older: PdfDictionary, newer: PdfDictionary, { name, holder }: FieldPlace): void {
  if (!isShownOrPrinted(comparison.newer, newer)) return
  if (!isShownOrPrinted(comparison.older, older)) comparison.refuse(holder, `the form field "${name}" was not shown before`)
  else if (!hasArea(comparison.newer, newer)) comparison.refuse(holder, `the form field "${name}" has no area`)
}

/** Whether a widget has the same area as before, and as in the first signed version: many versions may round it. */
function isSameArea({ older, newer, base }: Comparison, before: PdfDictionary, after: PdfDictionary, number: number | null): boolean {
  const [one, other] = [rectangleOf(older, before.get('Rect')), rectangleOf(newer, after.get('Rect'))]
  const first = number === null ? null : (base.entriesOf(new PdfReference(number, 0))?.get('Rect') ?? null)
  const ofBase = first === null ? one : rectangleOf(base, first)
  return one !== null && other !== null && ofBase !== null && isSameRectangle(one, other) && isSameRectangle(ofBase, other)
}

function isSameRectangle(one: readonly number[], other: readonly number[]): boolean {
  return one.every((side, index) => sameNumber(new PdfReal(side), new PdfReal(other[index] ?? Number.NaN), 'area'))
}

function hasArea(revision: PdfRevision, widget: PdfDictionary): boolean {
  const [left, bottom, right, top] = rectangleOf(revision, widget.get('Rect')) ?? [0, 0, 0, 0]
  return left !== right && bottom !== top
}

/** Whether the appearances of a widget differ, however they are written. */
function appearanceDiffers(comparison: Comparison, older: PdfDictionary, newer: PdfDictionary, holder: number): boolean {
  return !comparison.appliesAlike(older.get('AP'), newer.get('AP'), holder, 'AP', older)
}

const hidden = 0x02
const print = 0x04
const noView = 0x20

/** Whether a widget has an appearance without a box, also for a pressed button. PDFium draws it over the whole page. */
function hasUnlimitedAppearance(revision: PdfRevision, widget: PdfDictionary): boolean {
  return appearancesOf(revision, widget).some(({ dictionary, raw }) => raw.length > 0 && !isArray(revision.resolve(dictionary.get('BBox'))))
}

/**
 * Whether some program shows or prints a widget (ISO 32000-1, table 165).
 *
 * - Only the flag Hidden hides a widget in every program: PDFium shows signatures in spite of NoView. Some programs ignore flags that are not an integer.
 * - Without an area (`Rect`), or without the box of an appearance (`BBox`), programs choose one themselves. Of an area that is no list of four numbers, MuPDF uses the
 *   numbers that it has.
 * - PDFium draws a line when the area is a line, and text when the area is a point. Ghostscript draws everything when the area is a point.
 */
export function isVisible(revision: PdfRevision, widget: PdfDictionary): boolean {
  if ((flagsOf(revision, widget) & hidden) !== 0) return false
  const appearances = appearancesOf(revision, widget)
  const area = rectangleOf(revision, widget.get('Rect'))
  if (area === null) return appearances.length > 0 || widget.get('Rect') !== null
  const [left, bottom, right, top] = area
  if (left !== right && bottom !== top) return true
  return appearances.some((appearance) => left !== right || bottom !== top || isShownAtPoint(revision, appearance))
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

function rectangleOf(revision: PdfRevision, value: PdfValue): readonly [number, number, number, number] | null {
  const list = revision.resolve(value)
  const sides = isArray(list) && list.length === 4 ? list.map((side) => numberOf(revision.resolve(side))) : []
  const [left = null, bottom = null, right = null, top = null] = sides
  return left === null || bottom === null || right === null || top === null ? null : [left, bottom, right, top]
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

/** Whether a widget is visible and its flags NoView and Print let programs show or print it. */
function isShownOrPrinted(revision: PdfRevision, widget: PdfDictionary): boolean {
  return isVisible(revision, widget) && (flagsOf(revision, widget) & (noView | print)) !== noView
}

function flagsOf(revision: PdfRevision, widget: PdfDictionary): number {
  const flags = revision.resolve(widget.get('F'))
  return typeof flags === 'number' && flags > 0 && flags < 2 ** 31 ? flags : 0
}

/**
 * Explains the appearance streams (ISO 32000-1, 12.5.5) below `AP`: one stream, or one for each state. The dictionaries on the way may be objects of their own,
 * changed or not.
 */
export function explainAppearance(comparison: Comparison, value: PdfValue, holder: number, explanation: Explanation, depth = 0): void {
  const dictionary = comparison.newer.resolve(value)
  if (!(dictionary instanceof PdfDictionary) || depth > 1) {
    comparison.explainTree(value, holder, explanation)
    return
  }
  const number = value instanceof PdfReference ? value.number : null
  if (number !== null) {
    comparison.passThrough(number, holder)
    comparison.explainWhole(number, holder, explanation)
  }
  for (const entry of dictionary.entries.values()) explainAppearance(comparison, entry, number ?? holder, explanation, depth + 1)
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
function explainValue(comparison: Comparison, older: PdfDictionary, newer: PdfDictionary, place: FieldPlace): Explanation {
  const filled: Explanation = place.signature ?? { rule: 'form-field', level: 'form-filling', field: place.name }
  const [before, after] = [older.get('V'), newer.get('V')]
  if (comparison.reads(before, after)) return filled
  const value = comparison.newer.resolve(after)
  comparison.claimTree(after, place.name)
  if (place.type !== 'Sig' && !isSignature(value) && !isSignature(comparison.older.resolve(before))) {
    comparison.explainTree(after, place.holder, filled)
    return filled
  }
  if (comparison.older.resolve(before) !== null || !(value instanceof PdfDictionary)) {
    const number = after instanceof PdfReference ? after.number : place.holder
    comparison.refuse(number, `the signature of the field "${place.name}" was replaced`)
    return filled
  }
  const explanation = explainSignature(comparison, after, value, place)
  // This also holds for a reserved place: most viewers show nothing there until it is signed, and it may be as large as the page. The signature may also hide what
  // the place showed.
  const heirs = heirsOf(comparison, newer, place)
  if (heirs.some(({ type }) => type !== 'Sig'))
    comparison.refuse(place.holder, `fields of another type inherit from the field "${place.name}"`)
  const isShown =
    (isVisible(comparison.older, older) && drawsAnything(comparison.older, older)) ||
    [newer, ...heirs.map(({ field }) => field)].some((widget) => isVisible(comparison.newer, widget))
  return isShown ? shownSignature(explanation, value) : explanation
}

interface Heir {
  readonly field: PdfDictionary
  readonly type: string | null
}

/** The widgets and fields that inherit from a field: its kids, and objects that name it as their parent, whether the form lists them or not. */
function heirsOf({ newer, uses }: Comparison, field: PdfDictionary, { holder, type }: FieldPlace): readonly Heir[] {
  const heirs: Heir[] = []
  const seen = new Set([field])
  const pending: { readonly above: Heir; readonly number: number | null }[] = [{ above: { field, type }, number: holder }]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { above, number } = next
    const kids = newer.resolve(above.field.get('Kids'))
    const children = number === null ? [] : uses.of(number).filter(({ key }) => key === 'Parent')
    for (const item of [...(isArray(kids) ? kids : []), ...children.map(({ holder }) => new PdfReference(holder, 0))]) {
      const below = newer.resolve(item)
      if (!(below instanceof PdfDictionary) || seen.has(below) || nameOf(newer.resolve(below.get('Subtype'))) === 'Popup') continue
      seen.add(below)
      const heir = { field: below, type: nameOf(newer.resolve(below.get('FT'))) ?? above.type }
      heirs.push(heir)
      pending.push({ above: heir, number: item instanceof PdfReference ? item.number : null })
    }
  }
  return heirs
}

/** The explanation of a signature that a page shows. A time-stamp or a reserved place, which is no statement of a person, counts as an annotation. */
export function shownSignature(explanation: Explanation, signature: PdfDictionary): Explanation {
  const level = isStatementOfPerson(explanation, signature) ? 'form-filling' : 'annotations'
  return { rule: 'visible-signature-field', level, field: explanation.field }
}

function isStatementOfPerson({ rule }: Explanation, signature: PdfDictionary): boolean {
  return rule !== 'document-time-stamp' && !isReservedPlace(signature)
}

function isSignature(value: PdfValue): boolean {
  return value instanceof PdfDictionary && value.get('ByteRange') !== null
}

/** Explains a signature dictionary that a field gets, with the objects that it refers to. */
export function explainSignature(comparison: Comparison, value: PdfValue, dictionary: PdfDictionary, place: FieldPlace): Explanation {
  const { newer } = comparison
  const isTimeStamp =
    nameOf(newer.resolve(dictionary.get('Type'))) === 'DocTimeStamp' &&
    nameOf(newer.resolve(dictionary.get('SubFilter'))) === 'ETSI.RFC3161'
  const [rule, level]: readonly [PdfChangeRule, PdfChangeLevel] = isTimeStamp
    ? ['document-time-stamp', 'long-term-validation']
    : ['signature', 'form-filling']
  const explanation = { rule, level, field: place.name }
  comparison.passSignature(value, place.holder)
  comparison.explainTree(value, place.holder, explanation)
  return explanation
}
