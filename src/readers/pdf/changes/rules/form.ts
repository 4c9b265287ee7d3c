import type { PdfRevision } from '../../pdf-revision.js'
import { keysOf, sameValue } from '../../signatures/equal-values.js'
import { isArray, numberOf, PdfDictionary, PdfReference, type PdfValue } from '../../syntax/values.js'
import type { Comparison } from '../comparison.js'
import { addsOtherResources, changesNamedResource, type DrawnField, drawnFields, isDrawnBy, isPlainAppearance } from '../drawn-fields.js'
import { type Explanation, type Judging, refused } from '../findings.js'
import { compareField, type FieldPlace, growing } from './fields.js'
import { resourcesOnlyGrow } from './form-resources.js'
import { EnteredFields, type ListPlace } from './list-place.js'
import { explainNewField } from './new-fields.js'
import { entryRule } from './rule.js'

const empty = new PdfDictionary(new Map())

/** Keys under which the catalog, and signatures and fields of some writers, refer to the form. */
const formUses: ReadonlySet<string> = new Set(['AcroForm', 'Data', 'Parent'])

/** Compares the interactive form of the catalog `holder`: its fields, and the few other entries that filling in or signing changes. */
function* compareForm(comparison: Comparison, before: PdfValue, after: PdfValue, holder: number): Judging {
  const form = comparison.pair(before, after, holder)
  if (form.older === null && form.newer === null) return
  if (!(form.newer instanceof PdfDictionary)) {
    yield refused(holder, 'the form (AcroForm) is gone')
    return
  }
  const older = form.older instanceof PdfDictionary ? form.older : empty
  const [wasDrawnAnew, isDrawnAnew] = [isSet(comparison.older, older), isSet(comparison.newer, form.newer)]
  let found: readonly DrawnField[] | null = null
  const drawn = () => (found ??= drawnFields(comparison.older, wasDrawnAnew || isDrawnAnew))
  let level: Explanation['level'] = 'long-term-validation'
  const drawing: string[] = []
  for (const key of keysOf(older, form.newer)) {
    const [old, value] = [older.get(key), form.newer.get(key)]
    if (key === 'Fields')
      yield* compareFieldList(comparison, old, value, {
        holder: form.holder,
        parent: null,
        entered: new EnteredFields(comparison.newer.budget.limits.maxDepth),
      })
    else if (comparison.reads(old, value)) continue
    else if (key === 'SigFlags' && numberOf(value) !== null) continue
    else if (key === 'NeedAppearances') {
      if (wasDrawnAnew === isDrawnAnew || drawn().length === 0) continue
      // Programs draw the signed values from now on, or the signed appearances. Validation data and time-stamps may come with the latter (pyHanko).
      drawing.push(key)
      if (isDrawnAnew) level = 'form-filling'
    } else if (key === 'DR') {
      if (!(yield* resourcesOnlyGrow(comparison, old, value, form.holder)))
        yield refused(form.holder, 'the default resources of the form have changed')
      else if (changesNamedResource(drawn(), comparison.older, comparison.newer))
        yield refused(form.holder, 'a resource of the form (DR) that fields name was added or replaced, so they may look different')
      else if (addsOtherResources(drawn(), comparison.older, comparison.newer))
        yield refused(form.holder, 'resources of the form (DR) were added, so fields may look different')
    } else if (key === 'DA' || key === 'Q') {
      if (!isDrawnBy(key, drawn(), comparison.older)) continue
      if (key === 'DA' && old === null && isPlainAppearance(comparison.newer, value)) {
        drawing.push(key)
        level = 'form-filling'
      } else yield refused(form.holder, `${key} of the form has changed, so fields may look different`)
    } else if (!(yield* comparison.entryReadsAlike(key, older, form.newer, form.holder)))
      yield refused(form.holder, `${key} of the form has changed`)
  }
  yield* comparison.refuseOtherUse(form.number, formUses)
  const isDrawing = drawing.length > 0
  yield* comparison.explainComparedPair(form, holder, {
    rule: isDrawing ? 'form-drawing' : 'form',
    level,
    field: null,
    detail: drawing.join(', '),
  })
  // A form that is another object: the catalog that leads to it tells of it as well.
  if (isDrawing) yield* comparison.explainCompared(holder, { rule: 'form-drawing', level, field: null, detail: drawing.join(', ') })
}

/** Whether programs shall draw all fields anew (`NeedAppearances`). */
function isSet(revision: PdfRevision, form: PdfDictionary): boolean {
  return revision.resolve(form.get('NeedAppearances')) === true
}

/** Compares a list of fields: the order of the fields must stay, and only new signature fields may be added. */
function* compareFieldList(comparison: Comparison, before: PdfValue, after: PdfValue, { holder, parent, entered }: ListPlace): Judging {
  const list = comparison.pair(before, after, holder)
  const older = isArray(list.older) ? list.older : []
  const newer = isArray(list.newer) ? list.newer : []
  yield* comparison.explainAnyContentOf(list, holder, growing(parent?.name ?? null))
  const hasWidgets = parent !== null && older.some((item) => !isNamed(comparison.older, item))
  let next = 0
  for (const item of newer) {
    const old = older[next] ?? null
    if (next < older.length && sameField(old, item)) {
      next++
      const field = yield* compareField(comparison, old, item, list.holder, parent)
      if (field !== null) yield* compareKids(comparison, old, item, field, entered)
    } else {
      // A field whose kids are widgets has no fields below it (ISO 32000-1, table 220): programs differ about its type when it gets one.
      if (hasWidgets && isNamed(comparison.newer, item)) yield refused(list.holder, `a field was added to the widgets of "${parent.name}"`)
      yield* explainNewField(comparison, item, { holder: list.holder, parent, entered })
    }
  }
  if (next < older.length) yield refused(list.holder, 'a form field is gone')
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

function* compareKids(comparison: Comparison, old: PdfValue, item: PdfValue, field: FieldPlace, entered: EnteredFields): Judging {
  const [older, newer] = [comparison.older.resolve(old), comparison.newer.resolve(item)]
  if (!(older instanceof PdfDictionary) || !(newer instanceof PdfDictionary)) return
  const [oldKids, newKids] = [older.get('Kids'), newer.get('Kids')]
  // A list that a field gets or loses is a difference of the field.
  if (!isArray(comparison.older.resolve(oldKids)) || !isArray(comparison.newer.resolve(newKids))) return
  if (entered.enter(field)) yield* compareFieldList(comparison, oldKids, newKids, { holder: field.holder, parent: field, entered })
}

export const form = entryRule('form', 'ISO 32000-1, 12.7', 'AcroForm', (comparison, { before, after, holder }) =>
  compareForm(comparison, before, after, holder),
)
