import type { PdfChangeLevel } from '#model'
import { ifReadable } from '../../pdf-error.js'
import type { PdfRevision } from '../../pdf-revision.js'
import { differingKeys, membershipIn, numberPlaceOf, sameValue } from '../../signatures/equal-values.js'
import { isArray, nameOf, numberOf, PdfDictionary, PdfReference, PdfStream, type PdfValue } from '../../syntax/values.js'
import type { Comparison } from '../comparison.js'
import { type Explanation, type Judging, refused } from '../findings.js'
import { higherLevel } from '../object-change.js'
import { without } from '../signed-content.js'
import { getsPage, getsType, refuseTypeOfOther } from './annotation-type.js'
import { explainAppearance } from './field-look.js'
import type { Rule } from './rule.js'
import { isReadAlike } from './structure.js'

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
function* comparePages(comparison: Comparison): Judging {
  const annotated = new Map<number, Annotated>()
  for (const [number, kind] of comparison.changed) {
    if (kind !== 'replaced') continue
    const older = comparison.older.object(number)
    if (isPage(older)) yield* comparePage(comparison, number, older)
    else if (isArray(older)) yield* compareSharedList(comparison, number)
    else if (isMarkup(older)) yield* compareMarkup(comparison, number, annotated)
    else if (older instanceof PdfStream) yield* explainMarkupAppearance(comparison, number)
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

function* comparePage(comparison: Comparison, number: number, older: PdfDictionary): Judging {
  const newer = comparison.newer.object(number)
  if (!(newer instanceof PdfDictionary)) {
    yield refused(number, 'a page is gone')
    return
  }
  for (const key of differingKeys(older, newer)) {
    // By `StructParents` programs find what to read aloud in place of the content (ISO 32000-1, 14.7.4.4).
    const isShownAlike =
      silentPageKeys.has(key) && (key !== 'StructParents' || (older.get(key) === null && isReadAlike(comparison, newer.get(key))))
    if (
      key === 'Annots' ||
      isShownAlike ||
      (key === 'Parent' && comparison.found.isPlaced(number)) ||
      (yield* appliesAlike(comparison, key, { older, newer, number }))
    )
      continue
    yield refused(number, `${key} of a page has changed`)
  }
  const list = comparison.pair(older.get('Annots'), newer.get('Annots'), number)
  const ofList = yield* compareAnnotations(comparison, {
    before: list.older,
    after: list.newer,
    holder: list.holder,
    isSigned: signedAnnotations(comparison, [number]),
  })
  yield* comparison.explainAnyContentOf(list, number, ofList)
  yield* comparison.explainCompared(number, ofList)
}

interface PagePair {
  readonly older: PdfDictionary
  readonly newer: PdfDictionary
  readonly number: number
}

/** Whether an entry of a page applies as before, inherited values and defaults included (ISO 32000-1, table 30). */
function* appliesAlike(comparison: Comparison, key: string, { older, newer, number }: PagePair): Judging<boolean> {
  const [before, after] = [older.get(key), newer.get(key)]
  if (key === 'Contents' && before !== null && (yield* comparison.contentReadsAlike(before, after, number))) return true
  // For a null and for a reference to nothing, some programs do not use the inherited value.
  const [wasNull, isNull] = [comparison.older.resolve(before) === null, comparison.newer.resolve(after) === null]
  const isWrittenNull = (wasNull && hasEntry(older, key)) || (isNull && hasEntry(newer, key))
  if (inheritedKeys.has(key) && isWrittenNull) return false
  if (wasNull && isNull) return true
  // Writers do not move a number to another object, and not every program accepts another notation, 90.0 instead of 90.
  if (after instanceof PdfReference && numberOf(comparison.newer.resolve(after)) !== null) return false
  const applied = appliedValue(comparison.older, key, older)
  const wanted = appliedValue(comparison.newer, key, newer)
  if (applied === undefined || wanted === undefined || wanted === null) return false
  if (before === null && !hasOnePlace(comparison, number)) return false
  if (!(yield* comparison.readsAlike(applied, wanted, number, key, older))) return false
  // Many versions may round one area, each by less than the tolerance.
  const first = ifReadable(() => comparison.base.object(number))
  const base = first instanceof PdfDictionary ? appliedValue(comparison.base, key, first) : null
  return base === null || !isArray(wanted) || (base !== undefined && sameValue(base, wanted, numberPlaceOf(key, wanted, newer)))
}

function hasEntry(dictionary: PdfDictionary, key: string): boolean {
  return dictionary.entries.has(key) || dictionary.nullKeys.has(key)
}

/** Whether one node of the page tree has this page, and one node each of those above it: otherwise the page inherits from several. */
function hasOnePlace({ older, uses }: Comparison, number: number): boolean {
  let below: number | null = number
  for (let depth = 0; below !== null && depth <= older.budget.limits.maxDepth; depth++) {
    if (uses.of(below).filter(({ key }) => key === 'Kids').length > 1) return false
    const above: PdfValue = older.entriesOf(new PdfReference(below, 0))?.get('Parent') ?? null
    below = above instanceof PdfReference ? above.number : null
  }
  return true
}

/** The value of a page under a key, its own, inherited or by default; null for none, undefined where programs may find another one. */
function appliedValue(revision: PdfRevision, key: string, page: PdfDictionary): PdfValue | undefined {
  if (!inheritedKeys.has(key)) return page.get(key) ?? (key === 'UserUnit' ? 1 : null)
  const found = inheritedFromTree(revision, key, page)
  if (found !== null) return found
  if (key === 'Rotate') return 0
  // Without a box for what is shown, the whole page is shown.
  return key === 'CropBox' ? inheritedFromTree(revision, 'MediaBox', page) : null
}

/** Programs find inherited values through `Parent` or on the way through the tree: undefined where these are not the same nodes, or a node has several values. */
function inheritedFromTree(revision: PdfRevision, key: string, page: PdfDictionary): PdfValue | undefined {
  const root = revision.resolve(revision.catalog.get('Pages'))
  let below = page
  for (let depth = 0; depth <= revision.budget.limits.maxDepth; depth++) {
    if (below.repeated.length > 0 || below.nullKeys.has(key)) return undefined
    const own = below.get(key)
    if (own !== null) return revision.resolve(own) === null ? undefined : own
    if (below === root) return null
    const above = revision.resolve(below.get('Parent'))
    const kids = above instanceof PdfDictionary ? revision.resolve(above.get('Kids')) : null
    if (!(above instanceof PdfDictionary) || !isArray(kids)) return undefined
    revision.budget.countValues(kids.length)
    if (!kids.some((kid) => kid instanceof PdfReference && revision.object(kid.number) === below)) return undefined
    below = above
  }
  return undefined
}

/** Compares a list of annotations that is an object of its own and belongs to pages that did not change. */
function* compareSharedList(comparison: Comparison, number: number): Judging {
  const pages = [...comparison.index.referrersOf(number)].filter((referrer) => {
    const page = comparison.older.object(referrer)
    const list = isPage(page) ? page.get('Annots') : null
    return list instanceof PdfReference && list.number === number
  })
  if (pages.length === 0) return
  const ofList = yield* compareAnnotations(comparison, {
    before: comparison.older.object(number),
    after: comparison.newer.object(number),
    holder: number,
    isSigned: signedAnnotations(comparison, pages),
  })
  // Only `Annots` of pages may refer to the list: it must not also be part of their content.
  for (const page of pages) yield* comparison.explainAnyContent(number, page, ofList)
}

/** The annotations of a page in both revisions, and those that the signed revision has. */
interface AnnotationLists {
  readonly before: PdfValue
  readonly after: PdfValue
  readonly holder: number
  readonly isSigned: (item: PdfValue) => boolean
}

/** Compares the annotations of one page and returns the explanation of their list. */
function* compareAnnotations(comparison: Comparison, { before, after, holder, isSigned }: AnnotationLists): Judging<Explanation> {
  const older = isArray(before) ? before : []
  const newer = isArray(after) ? after : []
  if (before !== null && !isArray(after)) yield refused(holder, 'the annotations of a page were removed')
  let level: PdfChangeLevel = 'long-term-validation'
  const removed: PdfValue[] = []
  let next = 0
  const remains = older.map(membershipIn(newer, comparison.newer.budget))
  const isSame = (old: PdfValue, item: PdfValue) => isSameAnnotation(comparison, old, item, holder, isSigned)
  function* removes(old: PdfValue): Judging {
    yield* refuseRemovedWidget(comparison, old, holder)
    removed.push(old)
    level = 'annotations'
    next++
  }
  for (const item of newer) {
    while (next < older.length && remains[next] !== true && !(yield* isSame(older[next] ?? null, item))) yield* removes(older[next] ?? null)
    if (next < older.length && (sameValue(older[next] ?? null, item) || (yield* isSame(older[next] ?? null, item)))) next++
    else level = higherLevel(level, yield* explainAdded(comparison, item, holder))
  }
  while (next < older.length) yield* removes(older[next] ?? null)
  return removed.some(isSigned)
    ? { rule: 'annotation-removed', level: 'annotations', field: null }
    : { rule: 'page-annotations', level, field: null }
}

/** Whether the signed revision has an annotation, in an object of its own or in the list of a page. What came after the signature is not signed. */
function signedAnnotations({ base, isSigned }: Comparison, pages: readonly number[]): (item: PdfValue) => boolean {
  let lists: readonly ((item: PdfValue) => boolean)[] | null = null
  const read = () =>
    pages.map((page) => {
      const list = ifReadable(() => base.resolve(base.entriesOf(new PdfReference(page, 0))?.get('Annots') ?? null))
      return isArray(list) ? membershipIn(list, base.budget) : () => list !== null
    })
  return (item) => {
    if (item instanceof PdfReference) return isSigned(item.number)
    lists ??= read()
    return lists.some((isInList) => isInList(item))
  }
}

/**
 * Whether an annotation that was a part of the list became an object of its own. It may get its type and its page, which it may leave out (ISO 32000-1, table 164):
 * iText writes both.
 */
function* isSameAnnotation(
  comparison: Comparison,
  before: PdfValue,
  after: PdfValue,
  holder: number,
  isSigned: (item: PdfValue) => boolean,
): Judging<boolean> {
  if (!(before instanceof PdfDictionary && after instanceof PdfReference)) return false
  const annotation = comparison.newer.resolve(after)
  if (!(annotation instanceof PdfDictionary)) return false
  const added = new Set([...(getsType(before, annotation) ? ['Type'] : []), ...(getsPage(comparison, before, annotation) ? ['P'] : [])])
  if (!(yield* comparison.readsAlike(before, without(annotation, added), after.number, 'Annots'))) return false
  yield* comparison.explainAnyContent(after.number, holder, rewritten)
  // Of a signed annotation, what was a part of the page stays a part of it.
  if (isSigned(before)) yield { kind: 'moved', object: after.number }
  return true
}

/** Refuses the removal of a widget from a page, which hides a field of the form. */
function* refuseRemovedWidget(comparison: Comparison, item: PdfValue, holder: number): Judging {
  if (!isMarkup(comparison.older.resolve(item))) yield refused(holder, 'a page no longer shows a form field')
}

/** Explains an annotation that a list got, and returns the level that this needs. */
function* explainAdded(comparison: Comparison, item: PdfValue, holder: number): Judging<PdfChangeLevel> {
  const annotation = comparison.newer.resolve(item)
  const number = item instanceof PdfReference ? item.number : null
  if (number !== null && comparison.changed.get(number) !== 'added') yield refused(holder, 'a page shows an object that existed before')
  if (isMarkup(annotation)) {
    yield* comparison.explainAllBelow(item, holder, { rule: 'annotation-added', level: 'annotations', field: null })
    return 'annotations'
  }
  const ofForm = number === null ? null : comparison.found.explanationOf(number)
  if (ofForm === null || ofForm.field === null) yield refused(holder, 'a page shows an annotation that belongs to no new field')
  return ofForm?.level ?? 'annotations'
}

/**
 * Explains a changed annotation. Its subtype must stay. Everything else may change, provided that only annotations, pages and the structure refer to it. A
 * pop-up window is not part of the page.
 */
function* compareMarkup(comparison: Comparison, number: number, annotated: Map<number, Annotated>): Judging {
  const newer = comparison.newer.object(number)
  const older = comparison.older.object(number)
  if (!isMarkup(newer) || !isMarkup(older) || !sameValue(newer.get('Subtype'), older.get('Subtype'))) return
  const keys = differingKeys(older, newer)
  if (keys.every((key) => key === 'Type') && getsType(older, newer)) {
    yield* refuseTypeOfOther(comparison, number)
    yield* comparison.explainCompared(number, rewritten)
    return
  }
  const isSilent = nameOf(newer.get('Subtype')) === 'Popup' || keys.every((key) => silentAnnotationKeys.has(key))
  const explanation = isSilent || !comparison.isSigned(number) ? changed : redrawn
  for (const referrer of comparison.index.referrersOf(number)) {
    const targets = annotated.get(referrer) ?? annotatedBy(comparison, comparison.older.object(referrer))
    annotated.set(referrer, targets)
    if (targets === 'all' || targets.has(number)) yield* comparison.explainAnyContent(number, referrer, explanation)
  }
  for (const key of keys) if (key !== 'P' && key !== 'Parent') yield* comparison.explainAllBelow(newer.get(key), number, explanation)
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
function* explainMarkupAppearance(comparison: Comparison, number: number): Judging {
  for (const referrer of comparison.index.referrersOf(number)) {
    const annotation = comparison.older.object(referrer)
    const explanation = comparison.isSigned(referrer) ? redrawn : changed
    if (isMarkup(annotation)) yield* explainAppearance(comparison, annotation.get('AP'), referrer, explanation)
  }
}

/** After the rule of the form: a widget may be added to a page only when its field is explained. */
export const pages: Rule = {
  name: 'pages-and-annotations',
  clause: 'ISO 32000-1, 7.7.3.3 and 12.5',
  applies: ({ changed }) => changed.size > 0,
  judge: comparePages,
}
