import type { PdfRevision } from '../../pdf-revision.js'
import { keysOf, sameEntry, sameValue } from '../../signatures/equal-values.js'
import { isArray, nameOf, numberOf, PdfDictionary, PdfReference, type PdfValue } from '../../syntax/values.js'
import type { Comparison } from '../comparison.js'
import { type Explanation, every, type Judging, refused } from '../findings.js'
import type { Rule } from './rule.js'
import { growsTree, numberedValue } from './structure-trees.js'

const treeKeys: ReadonlySet<string> = new Set(['Kids', 'Nums', 'Limits', 'Names', 'Type'])
/** Entries that a new structure element may have (ISO 32000-1, table 323): no text of its own, which programs read aloud in place of the page. */
const elementKeys: ReadonlySet<string> = new Set(['Type', 'S', 'ID', 'P', 'Pg', 'K', 'R', 'Lang', 'NS'])
/** Entries of a reference to an annotation (ISO 32000-1, table 325). */
const objectReferenceKeys: ReadonlySet<string> = new Set(['Type', 'Pg', 'Obj'])
/** Entries that a structure tree root without elements may get besides those that are compared (ISO 32000-1, table 322). */
const rootKeys: ReadonlySet<string> = new Set(['Type', 'RoleMap', 'ClassMap', 'Namespaces'])
const structure: Explanation = { rule: 'structure-tree', level: 'form-filling', field: null }
const otherChange = 'the logical structure changes by something else than elements of new fields and annotations'
const empty = new PdfDictionary(new Map())

/**
 * Compares the logical structure (ISO 32000-1, 14.7). Programs read it aloud, so only elements of new fields and annotations may be added, in objects that are used as
 * structure alone: a new element has no text, and refers to no content of a page.
 */
function* compareStructure(comparison: Comparison, elements: NewElements): Judging {
  const known = new Map<number, boolean>()
  const structures = new Map<number, boolean>()
  let treesGrow: boolean | null = null
  for (const [number, kind] of comparison.changed) {
    if (kind !== 'replaced' || comparison.found.explanationOf(number) !== null) continue
    const older = comparison.older.object(number)
    if (!isStructure(older) && !isListOfStructure(comparison, number, older, structures)) continue
    if (!isStructureAlone(comparison, number, known)) yield refused(number, 'it is used as something else than structure')
    else if (yield* grows(comparison, number, older, elements)) yield* comparison.explainCompared(number, structure)
    else {
      treesGrow ??= yield* compareTrees(comparison, elements)
      if (!treesGrow || comparison.found.explanationOf(number) === null) yield refused(number, otherChange)
    }
  }
}

/** Compares `StructTreeRoot` of the catalog: it may be added, or move to another object and grow. */
function* compareStructureRoot(comparison: Comparison, before: PdfValue, after: PdfValue, holder: number, elements: NewElements): Judging {
  if (comparison.reads(before, after)) return
  const { older, newer, ...pair } = comparison.pair(before, after, holder)
  const known = older instanceof PdfDictionary ? older : empty
  if (!(newer instanceof PdfDictionary) || !(yield* growsRoot(comparison, known, newer, pair.holder, elements)))
    yield refused(pair.holder, otherChange)
  else if (!pair.sameObject) yield* comparison.explainAnyContentOf({ older, newer, ...pair }, holder, structure)
}

/**
 * Whether a page that gets this `StructParents` is read aloud as before: the tree of parents has no elements for the number, or the file had no structure, so that
 * the elements are new and have no text.
 */
export function isReadAlike({ older, newer }: Comparison, number: PdfValue): boolean {
  const [before, after] = [older, newer].map((revision) => revision.entriesOf(revision.catalog.get('StructTreeRoot')))
  if (before == null || (isEmpty(older, before.get('K')) && older.resolve(before.get('ParentTree')) === null)) return true
  const key = numberOf(newer.resolve(number))
  const elements = key === null ? undefined : numberedValue(newer, after?.get('ParentTree') ?? null, key)
  return elements === null || (elements !== undefined && isArray(elements) && elements.every((element) => newer.resolve(element) === null))
}

function isEmpty(revision: PdfRevision, value: PdfValue): boolean {
  const resolved = revision.resolve(value)
  return resolved === null || (isArray(resolved) && resolved.length === 0)
}

/** New elements that were compared, each with whether it may be added: many elements may have the same kids. */
type NewElements = Map<number, boolean>

/** `withTrees` tells to compare the trees also where no value of the root changed: a node of them did. */
function* growsRoot(
  comparison: Comparison,
  older: PdfDictionary,
  newer: PdfDictionary,
  holder: number,
  elements: NewElements,
  withTrees = false,
): Judging<boolean> {
  const isNew = older.get('K') === null
  return yield* every(keysOf(older, newer), function* (key) {
    const [before, after] = [older.get(key), newer.get(key)]
    switch (key) {
      case 'K':
        return yield* growsKids(comparison, before, after, holder, elements)
      case 'ParentTree':
      case 'IDTree':
        if (!withTrees && comparison.reads(before, after)) return true
        return yield* growsTree(comparison, key === 'IDTree' ? 'Names' : 'Nums', { before, after, holder }, structure, (item, itemHolder) =>
          isAddition(comparison, item, itemHolder, elements),
        )
      case 'ParentTreeNextKey':
        return numberOf(after) !== null
      default:
        if (!isNew || !rootKeys.has(key)) return sameEntry(key, older, newer)
        yield* comparison.explainAllBelow(after, holder, structure)
        return true
    }
  })
}

/** Compares the trees of the root, of which a node changed. */
function* compareTrees(comparison: Comparison, elements: NewElements): Judging<boolean> {
  const [older, newer] = [comparison.older, comparison.newer].map((revision) => revision.resolve(revision.catalog.get('StructTreeRoot')))
  const root = comparison.newer.catalog.get('StructTreeRoot')
  const catalog = comparison.newer.trailer.get('Root')
  const holder = root instanceof PdfReference ? root.number : catalog instanceof PdfReference ? catalog.number : null
  if (!(older instanceof PdfDictionary) || !(newer instanceof PdfDictionary) || holder === null) return false
  return yield* growsRoot(comparison, older, newer, holder, elements, true)
}

/** Whether an element, a root or a list of elements contains in this revision all that it did, in the same order, and additions. */
function* grows(comparison: Comparison, number: number, older: PdfValue, elements: NewElements): Judging<boolean> {
  const newer = comparison.newer.object(number)
  if (isArray(older))
    return (
      isArray(newer) &&
      comparison.uses.of(number).every(({ key }) => key === 'K') &&
      (yield* growsList(comparison, older, newer, number, elements))
    )
  if (!(older instanceof PdfDictionary) || !(newer instanceof PdfDictionary)) return false
  const type = nameOf(older.get('Type'))
  if (type === 'StructTreeRoot') return yield* growsRoot(comparison, older, newer, number, elements)
  if (!isElement(older)) return false
  if (!keysOf(older, newer).every((key) => key === 'K' || sameEntry(key, older, newer))) return false
  return yield* growsKids(comparison, older.get('K'), newer.get('K'), number, elements)
}

/** Whether a part of the structure is an element, which may leave out its type (ISO 32000-1, table 323). */
export function isElement(value: PdfDictionary): boolean {
  const type = value.get('Type')
  return type === null ? nameOf(value.get('S')) !== null && value.get('P') instanceof PdfReference : nameOf(type) === 'StructElem'
}

/** Compares `K` of an element or of the root: one kid, or a list of kids. */
function* growsKids(comparison: Comparison, before: PdfValue, after: PdfValue, holder: number, elements: NewElements): Judging<boolean> {
  if (comparison.reads(before, after)) return true
  const { older, newer, ...pair } = comparison.pair(before, after, holder)
  const list = (value: PdfValue, kid: PdfValue) => (isArray(value) ? value : value === null ? [] : [kid])
  if (isArray(newer)) yield* comparison.explainAnyContentOf({ older, newer, ...pair }, holder, structure)
  return yield* growsList(comparison, list(older, before), list(newer, after), isArray(newer) ? pair.holder : holder, elements)
}

function* growsList(
  comparison: Comparison,
  older: readonly PdfValue[],
  newer: readonly PdfValue[],
  holder: number,
  elements: NewElements,
): Judging<boolean> {
  let next = 0
  for (const item of newer) {
    if (next < older.length && sameValue(older[next] ?? null, item)) next++
    else if (!(yield* isAddition(comparison, item, holder, elements))) return false
  }
  return next === older.length
}

/** Whether a value is a new element without text or content, or a reference to an annotation. Explains its objects. */
function* isAddition(comparison: Comparison, item: PdfValue, holder: number, elements: NewElements, depth = 0): Judging<boolean> {
  if (!(item instanceof PdfReference)) return yield* isAdded(comparison, comparison.newer.resolve(item), holder, elements, depth)
  const { number } = item
  if (comparison.changed.get(number) !== 'added') return false
  yield* comparison.explainAnyContent(number, holder, structure)
  const known = elements.get(number)
  if (known !== undefined) return known
  elements.set(number, false)
  const isSound = yield* isAdded(comparison, comparison.newer.resolve(item), number, elements, depth)
  elements.set(number, isSound)
  return isSound
}

function* isAdded(comparison: Comparison, value: PdfValue, holder: number, elements: NewElements, depth: number): Judging<boolean> {
  if (!(value instanceof PdfDictionary) || depth > comparison.newer.budget.limits.maxComparedDepth) return false
  const isReference = nameOf(value.get('Type')) === 'OBJR'
  const known = isReference ? objectReferenceKeys : elementKeys
  if (![...value.entries.keys()].every((key) => known.has(key))) return false
  if (isReference) return true
  const list = value.get('K')
  const kids = comparison.newer.resolve(list)
  if (!isArray(kids)) return kids === null || (yield* isAddition(comparison, list, holder, elements, depth + 1))
  const listHolder = list instanceof PdfReference ? list.number : holder
  if (list instanceof PdfReference) yield* comparison.explainAnyContent(list.number, holder, structure)
  // Many elements may have the same list.
  comparison.newer.budget.countValues(kids.length)
  return yield* every(kids, (kid) => isAddition(comparison, kid, listHolder, elements, depth + 1))
}

function isStructure(value: PdfValue): value is PdfDictionary {
  if (!(value instanceof PdfDictionary)) return false
  const type = nameOf(value.get('Type'))
  if (type === 'StructTreeRoot' || isElement(value)) return true
  return type === null && (value.get('Nums') ?? value.get('Limits')) !== null && [...value.entries.keys()].every((key) => treeKeys.has(key))
}

/** Keys under which a part of the structure refers to the part below it. */
const downwardKeys: ReadonlySet<string> = new Set(['K', 'Kids', 'Nums', 'Names', 'ParentTree', 'IDTree'])
/** Keys under which parts, bookmarks and destinations refer to an element (ISO 32000-1, tables 153 and 323; ISO 32000-2, 12.3.2.3). */
const elementUses: ReadonlySet<string> = new Set(['P', 'Ref', 'SE', 'SD'])

/**
 * Whether an object belongs to the structure of the catalog and to nothing else. Other trees, that of attached files for example, have the same form, and a
 * program may use an object as something else whatever its type.
 */
function isStructureAlone(comparison: Comparison, number: number, known: Map<number, boolean>): boolean {
  const catalog = comparison.older.trailer.get('Root')
  const seen = new Set([number])
  // An explicit stack: a hostile structure must not exhaust the call stack.
  const pending = [number]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const isAlone = known.get(next)
    if (isAlone === true) continue
    const uses = isAlone === false ? null : comparison.uses.of(next)
    const isSound = uses?.every(({ holder, key }) => {
      if (key === null || elementUses.has(key)) return key !== null
      if (key === 'StructTreeRoot') return catalog instanceof PdfReference && holder === catalog.number
      if (!downwardKeys.has(key)) return false
      if (!seen.has(holder)) pending.push(holder)
      seen.add(holder)
      return true
    })
    if (isSound !== true) {
      known.set(number, false)
      return false
    }
  }
  for (const member of seen) known.set(member, true)
  return true
}

/** Whether a value is a list to which only structure refers. `known` caches which referrers are structure: one object may refer to all lists. */
function isListOfStructure(comparison: Comparison, number: number, value: PdfValue, known: Map<number, boolean>): boolean {
  if (!isArray(value)) return false
  const referrers = [...comparison.index.referrersOf(number)]
  return (
    referrers.length > 0 &&
    referrers.every((referrer) => {
      const result = known.get(referrer) ?? isStructure(comparison.older.object(referrer))
      known.set(referrer, result)
      return result
    })
  )
}

export const structureTree: Rule = {
  name: 'structure-tree',
  clause: 'ISO 32000-1, 14.7',
  applies: () => true,
  *judge(comparison) {
    const { older, newer } = comparison.catalogs
    const elements: NewElements = new Map()
    yield* compareStructureRoot(comparison, older.get('StructTreeRoot'), newer.get('StructTreeRoot'), comparison.catalogHolder, elements)
    yield* compareStructure(comparison, elements)
  },
}
