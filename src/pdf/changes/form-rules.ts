import type { PdfRevision } from '../pdf-revision.js'
import { keysOf, sameValue } from '../signatures/equal-values.js'
import { UNCLEAR_NAME } from '../syntax/parse-value.js'
import { isArray, numberOf, PdfDictionary, PdfReference, type PdfValue } from '../syntax/values.js'
import type { Comparison, Explanation } from './comparison.js'
import { addsOtherResources, changesNamedResource, type DrawnField, drawnFields, isDrawnBy } from './drawn-fields.js'
import { compareField, type FieldPlace, growing } from './field-rules.js'
import { explainNewField } from './new-field-rules.js'

const empty = new PdfDictionary(new Map())

/** Keys under which the catalog, and signatures and fields of some writers, refer to the form. */
const formUses: ReadonlySet<string> = new Set(['AcroForm', 'Data', 'Parent'])
const fillingForms: Explanation = { rule: 'form', level: 'form-filling', field: null }

/** Compares the interactive form of the catalog `holder`: its fields, and the few other entries that filling in or signing changes. */
export function compareForm(comparison: Comparison, before: PdfValue, after: PdfValue, holder: number): void {
  const form = comparison.pair(before, after, holder)
  if (form.older === null && form.newer === null) return
  if (!(form.newer instanceof PdfDictionary)) {
    comparison.refuse(holder, 'the form (AcroForm) is gone')
    return
  }
  const older = form.older instanceof PdfDictionary ? form.older : empty
  const isDrawnAnew = comparison.older.resolve(older.get('NeedAppearances')) === true
  let found: readonly DrawnField[] | null = null
  const drawn = () => (found ??= drawnFields(comparison.older))
  let level: Explanation['level'] = 'long-term-validation'
  for (const key of keysOf(older, form.newer)) {
    const [old, value] = [older.get(key), form.newer.get(key)]
    if (key === 'Fields') compareFieldList(comparison, old, value, { holder: form.holder, parent: null })
    else if (comparison.reads(old, value)) continue
    else if (key === 'SigFlags' && numberOf(value) !== null) continue
    // False is the default (ISO 32000-1, table 218).
    else if (key === 'NeedAppearances' && !isDrawnAnew && (value === false || value === null)) level = 'form-filling'
    else if (key === 'NeedAppearances' || (isDrawnAnew && key !== 'SigFlags')) {
      // Viewers redraw the fields from their values, so the page may differ from what was signed.
      comparison.refuse(form.holder, `${key} of the form has changed, so fields may look different`)
    } else if (key === 'DR') {
      if (!onlyAdds(comparison, old, value, form.holder, 0))
        comparison.refuse(form.holder, 'the default resources of the form have changed')
      else if (changesNamedResource(drawn(), comparison.older, comparison.newer))
        comparison.refuse(form.holder, 'a resource of the form (DR) that fields name was added or replaced, so they may look different')
      else if (addsOtherResources(drawn(), comparison.older, comparison.newer))
        comparison.refuse(form.holder, 'resources of the form (DR) were added, so fields may look different')
      level = 'form-filling'
    } else if (key === 'DA' || key === 'Q') {
      if (isDrawnBy(key, drawn(), comparison.older))
        comparison.refuse(form.holder, `${key} of the form has changed, so fields may look different`)
      level = 'form-filling'
    } else comparison.refuse(form.holder, `${key} of the form has changed`)
  }
  comparison.refuseOtherUse(form.number, formUses)
  comparison.explainPair(form, holder, { rule: 'form', level, field: null })
}

/** The place of a list of fields: in the form, or in the field above. `holder` is the object that holds the list. */
interface ListPlace {
  readonly holder: number
  readonly parent: FieldPlace | null
}

/** Compares a list of fields: the order of the fields must stay, and only new signature fields may be added. */
function compareFieldList(comparison: Comparison, before: PdfValue, after: PdfValue, { holder, parent }: ListPlace): void {
  const list = comparison.pair(before, after, holder)
  const older = isArray(list.older) ? list.older : []
  const newer = isArray(list.newer) ? list.newer : []
  comparison.explainPart(list, holder, growing(parent?.name ?? null))
  const hasWidgets = parent !== null && older.some((item) => !isNamed(comparison.older, item))
  let next = 0
  for (const item of newer) {
    const old = older[next] ?? null
    if (next < older.length && sameField(old, item)) {
      next++
      const field = compareField(comparison, old, item, list.holder, parent)
      if (field !== null) compareKids(comparison, old, item, field)
    } else {
      // A field whose kids are widgets has no fields below it (ISO 32000-1, table 220): programs differ about its type when it gets one.
      if (hasWidgets && isNamed(comparison.newer, item))
        comparison.refuse(list.holder, `a field was added to the widgets of "${parent.name}"`)
      explainNewField(comparison, item, list.holder, parent)
    }
  }
  if (next < older.length) comparison.refuse(list.holder, 'a form field is gone')
}

/** Whether an item of a list is a field of its own, not a widget of the field above it. */
function isNamed(revision: PdfRevision, item: PdfValue): boolean {
  return revision.entriesOf(item)?.get('T') != null
}

/** Whether two items of a list are the same field: the same object, or two direct dictionaries, for which only the order decides. */
function sameField(one: PdfValue, other: PdfValue): boolean {
  if (one instanceof PdfReference || other instanceof PdfReference) return sameValue(one, other)
  return one instanceof PdfDictionary && other instanceof PdfDictionary
}

function compareKids(comparison: Comparison, old: PdfValue, item: PdfValue, field: FieldPlace): void {
  const [older, newer] = [comparison.older.resolve(old), comparison.newer.resolve(item)]
  if (!(older instanceof PdfDictionary) || !(newer instanceof PdfDictionary)) return
  const [oldKids, newKids] = [older.get('Kids'), newer.get('Kids')]
  if (!isArray(comparison.older.resolve(oldKids)) || !isArray(comparison.newer.resolve(newKids))) {
    // Some programs do not draw the value of a field that has a list of kids, even an empty one.
    if (!comparison.reads(oldKids, newKids)) comparison.refuse(field.holder, `Kids of the form field "${field.name}" was added or removed`)
    return
  }
  if (comparison.enterField(field)) compareFieldList(comparison, oldKids, newKids, { holder: field.holder, parent: field })
}

/**
 * Whether default resources only grow: fonts and encodings may be added, none may be replaced. A new picture may replace an old one, because some writers store
 * the picture of the newest signature there under a constant name.
 */
function onlyAdds(comparison: Comparison, before: PdfValue, after: PdfValue, holder: number, depth: number, ofPictures = false): boolean {
  if (before === null || (ofPictures && depth === 2 && isNewObject(comparison, after))) {
    comparison.explainTree(after, holder, fillingForms)
    return true
  }
  const pair = comparison.pair(before, after, holder)
  // A single resource, a font for example, must not change.
  if (depth > 1 || !(pair.older instanceof PdfDictionary) || !(pair.newer instanceof PdfDictionary))
    return comparison.readsAgain(before, after)
  for (const [key, value] of pair.older.entries) {
    if (!onlyAdds(comparison, value, pair.newer.get(key), pair.holder, depth + 1, ofPictures || key === 'XObject')) return false
  }
  for (const [key, value] of pair.newer.entries) {
    if (pair.older.get(key) !== null) continue
    // Some programs read another name: only the part before an octet 0, or other octets for a `#` without two digits.
    if (key.includes('\0') || key.startsWith(UNCLEAR_NAME)) return false
    comparison.explainTree(value, pair.holder, fillingForms)
  }
  comparison.explainPart(pair, holder, fillingForms)
  return true
}

function isNewObject({ changed }: Comparison, value: PdfValue): boolean {
  return value instanceof PdfReference && changed.get(value.number) === 'added'
}
