import type { PdfChangeLevel } from '#model'
import { differingKeys, membershipIn, sameValue } from '../signatures/equal-values.js'
import { isArray, nameOf, numberOf, PdfDictionary, PdfReference, PdfStream, type PdfValue } from '../syntax/values.js'
import type { Comparison, Explanation } from './comparison.js'
import { explainAppearance, getsType, refuseTypeOfOther } from './field-rules.js'
import { higherLevel } from './object-change.js'
import { isReadAlike } from './structure-rules.js'

/** Keys of a page that writers change when they add an annotation; they do not affect what the page shows. */
const silentPageKeys: ReadonlySet<string> = new Set(['Tabs', 'StructParents', 'LastModified'])
/** Keys of a page that can be inherited (ISO 32000-1, table 30). */
const inheritedKeys: ReadonlySet<string> = new Set(['Resources', 'MediaBox', 'CropBox', 'Rotate'])
/** Entries of an annotation that do not affect what the page shows (ISO 32000-1, tables 164, 170, 172 and 183). */
const silentAnnotationKeys: ReadonlySet<string> = new Set(
  'M NM T Subj CreationDate Popup Open State StateModel IRT RT P Parent StructParent'.split(' '),
)
const changed: Explanation = { rule: 'annotation-changed', level: 'annotations', field: null }
const rewritten: Explanation = { rule: 'rewritten', level: 'long-term-validation', field: null }
const redrawn: Explanation = { rule: 'annotation-redrawn', level: 'annotations', field: null }

/** Compares pages and annotations. Must be called after `compareForm`: a widget may be added to a page only when its field is explained. */
export function comparePages(comparison: Comparison): void {
  const annotated = new Map<number, Annotated>()
  for (const [number, kind] of comparison.changed) {
    if (kind !== 'replaced') continue
    const older = comparison.older.object(number)
    if (isPage(older)) comparePage(comparison, number, older)
    else if (isArray(older)) compareSharedList(comparison, number)
    else if (isMarkup(older)) compareMarkup(comparison, number, annotated)
    else if (older instanceof PdfStream) explainMarkupAppearance(comparison, number)
  }
}

function isPage(value: PdfValue): value is PdfDictionary {
  return value instanceof PdfDictionary && nameOf(value.get('Type')) === 'Page'
}

/** Whether a value is an annotation other than a widget; the rules of the form cover widgets. */
function isMarkup(value: PdfValue): value is PdfDictionary {
  if (!(value instanceof PdfDictionary)) return false
  const subtype = nameOf(value.get('Subtype'))
  return value.get('Rect') !== null && subtype !== null && subtype !== 'Widget'
}

function comparePage(comparison: Comparison, number: number, older: PdfDictionary): void {
  const newer = comparison.newer.object(number)
  if (!(newer instanceof PdfDictionary)) {
    comparison.refuse(number, 'a page is gone')
    return
  }
  for (const key of differingKeys(older, newer)) {
    // By `StructParents` programs find what to read aloud in place of the content (ISO 32000-1, 14.7.4.4).
    const isShownAlike =
      silentPageKeys.has(key) && (key !== 'StructParents' || (older.get(key) === null && isReadAlike(comparison, newer.get(key))))
    if (key === 'Annots' || isShownAlike) continue
    // A changed number is always refused: writers do not move a number to another object, and not every program accepts another notation, 90.0 instead of 90.
    const isNumber = numberOf(comparison.newer.resolve(newer.get(key))) !== null
    // A missing entry, null and a reference to nothing are not the same: for the latter two, some programs do not use the inherited value.
    const isNull = comparison.newer.resolve(newer.get(key)) === null
    if (!isNumber && !(isNull && inheritedKeys.has(key)) && comparison.readsAlike(older.get(key), newer.get(key), number)) continue
    comparison.refuse(number, `${key} of a page has changed`)
  }
  const list = comparison.pair(older.get('Annots'), newer.get('Annots'), number)
  const ofList = compareAnnotations(comparison, list.older, list.newer, list.holder)
  comparison.explainPart(list, number, ofList)
  comparison.explain(number, ofList)
}

/** Compares a list of annotations that is an object of its own and belongs to pages that did not change. */
function compareSharedList(comparison: Comparison, number: number): void {
  const pages = [...comparison.index.referrersOf(number)].filter((referrer) => {
    const page = comparison.older.object(referrer)
    const list = isPage(page) ? page.get('Annots') : null
    return list instanceof PdfReference && list.number === number
  })
  if (pages.length === 0) return
  const ofList = compareAnnotations(comparison, comparison.older.object(number), comparison.newer.object(number), number)
  // Only `Annots` of pages may refer to the list: it must not also be part of their content.
  for (const page of pages) comparison.explainWhole(number, page, ofList)
}

/** Compares the annotations of one page and returns the explanation of their list. */
function compareAnnotations(comparison: Comparison, before: PdfValue, after: PdfValue, holder: number): Explanation {
  const older = isArray(before) ? before : []
  const newer = isArray(after) ? after : []
  if (before !== null && !isArray(after)) comparison.refuse(holder, 'the annotations of a page were removed')
  let level: PdfChangeLevel = 'long-term-validation'
  let removed = false
  let next = 0
  const remains = older.map(membershipIn(newer, comparison.newer.budget))
  for (const item of newer) {
    while (next < older.length && remains[next] !== true) {
      refuseRemovedWidget(comparison, older[next] ?? null, holder)
      removed = true
      next++
    }
    if (next < older.length && sameValue(older[next] ?? null, item)) next++
    else level = higherLevel(level, explainAdded(comparison, item, holder))
  }
  for (; next < older.length; next++) {
    refuseRemovedWidget(comparison, older[next] ?? null, holder)
    removed = true
  }
  return removed ? { rule: 'annotation-removed', level: 'annotations', field: null } : { rule: 'page-annotations', level, field: null }
}

/** Refuses the removal of a widget from a page, which hides a field of the form. */
function refuseRemovedWidget(comparison: Comparison, item: PdfValue, holder: number): void {
  if (!isMarkup(comparison.older.resolve(item))) comparison.refuse(holder, 'a page no longer shows a form field')
}

/** Explains an annotation that a list got, and returns the level that this needs. */
function explainAdded(comparison: Comparison, item: PdfValue, holder: number): PdfChangeLevel {
  const annotation = comparison.newer.resolve(item)
  const number = item instanceof PdfReference ? item.number : null
  if (number !== null && comparison.changed.get(number) !== 'added') comparison.refuse(holder, 'a page shows an object that existed before')
  if (isMarkup(annotation)) {
    comparison.explainTree(item, holder, { rule: 'annotation-added', level: 'annotations', field: null })
    return 'annotations'
  }
  const ofForm = number === null ? null : comparison.explanationOf(number)
  if (ofForm === null || ofForm.field === null) comparison.refuse(holder, 'a page shows an annotation that belongs to no new field')
  return ofForm?.level ?? 'annotations'
}

/**
 * Explains a changed annotation. Its subtype must stay. Everything else may change, provided that only annotations, pages and the structure refer to it. A
 * pop-up window is not part of the page.
 */
function compareMarkup(comparison: Comparison, number: number, annotated: Map<number, Annotated>): void {
  const newer = comparison.newer.object(number)
  const older = comparison.older.object(number)
  if (!isMarkup(newer) || !isMarkup(older) || !sameValue(newer.get('Subtype'), older.get('Subtype'))) return
  const keys = differingKeys(older, newer)
  if (keys.every((key) => key === 'Type') && getsType(older, newer)) {
    refuseTypeOfOther(comparison, number)
    comparison.explain(number, rewritten)
    return
  }
  const isSilent = nameOf(newer.get('Subtype')) === 'Popup' || keys.every((key) => silentAnnotationKeys.has(key))
  const explanation = isSilent ? changed : redrawn
  for (const referrer of comparison.index.referrersOf(number)) {
    const targets = annotated.get(referrer) ?? annotatedBy(comparison, comparison.older.object(referrer))
    annotated.set(referrer, targets)
    if (targets === 'all' || targets.has(number)) comparison.explainWhole(number, referrer, explanation)
  }
  for (const key of keys) if (key !== 'P' && key !== 'Parent') comparison.explainTree(newer.get(key), number, explanation)
}

/** The objects to which a referrer refers as annotations. Computed once for each referrer, because one page may have all annotations. */
type Annotated = ReadonlySet<number> | 'all'

function annotatedBy(comparison: Comparison, referrer: PdfValue): Annotated {
  if (isArray(referrer)) return referrer.every((item) => isAnnotation(comparison.older.resolve(item))) ? 'all' : none
  if (!(referrer instanceof PdfDictionary)) return none
  const type = nameOf(referrer.get('Type'))
  const list = type === 'Page' ? referrer.get('Annots') : null
  if (list !== null) return isArray(list) ? new Set(list.flatMap((item) => (item instanceof PdfReference ? [item.number] : []))) : none
  return type === 'StructElem' || type === 'OBJR' || isMarkup(referrer) ? 'all' : none
}

const none: ReadonlySet<number> = new Set()

function isAnnotation(value: PdfValue): boolean {
  return value instanceof PdfDictionary && value.get('Rect') !== null && value.get('Subtype') !== null
}

/** Explains a changed appearance of an unchanged annotation. */
function explainMarkupAppearance(comparison: Comparison, number: number): void {
  for (const referrer of comparison.index.referrersOf(number)) {
    const annotation = comparison.older.object(referrer)
    if (isMarkup(annotation)) explainAppearance(comparison, annotation.get('AP'), referrer, redrawn)
  }
}
