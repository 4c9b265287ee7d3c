import { keysOf, sameValue } from '../signatures/equal-values.js'
import { isArray, nameOf, numberOf, PdfDictionary, PdfReference, type PdfValue } from '../syntax/values.js'
import type { Comparison, Explanation } from './comparison.js'

/** Keys of the structure tree root, of structure elements and of number trees whose values may grow (ISO 32000-1, tables 322, 323 and 37). */
const growingKeys: ReadonlySet<string> = new Set(['K', 'Kids', 'Nums', 'Limits', 'ParentTree', 'ParentTreeNextKey', 'IDTree', 'Names'])
const treeKeys: ReadonlySet<string> = new Set(['Kids', 'Nums', 'Limits', 'Names', 'Type'])
const structure: Explanation = { rule: 'structure-tree', level: 'form-filling', field: null }

/**
 * Compares the logical structure: a tagged file gets a structure element for each new widget. The structure does not affect how pages look. Nevertheless only
 * additions are explained, and only in objects that are used as structure alone.
 */
export function compareStructure(comparison: Comparison): void {
  const known = new Map<number, boolean>()
  const structures = new Map<number, boolean>()
  for (const [number, kind] of comparison.changed) {
    if (kind !== 'replaced' || comparison.explanationOf(number) !== null) continue
    const older = comparison.older.object(number)
    if (!isStructure(older) && !isListOfStructure(comparison, number, older, structures)) continue
    if (!isStructureAlone(comparison, number, known)) comparison.refuse(number, 'it is used as something else than structure')
    else if (onlyGrows(comparison, older, comparison.newer.object(number), number, 0)) explainWithin(comparison, number)
  }
}

/** Compares `StructTreeRoot` of the catalog: it may be added, or move to another object and grow. */
export function compareStructureRoot(comparison: Comparison, before: PdfValue, after: PdfValue, holder: number): void {
  const pair = comparison.pair(before, after, holder)
  if (before !== null && !sameValue(before, after) && !onlyGrows(comparison, pair.older, pair.newer, pair.holder, 0)) {
    comparison.refuse(holder, 'the logical structure (StructTreeRoot) has changed')
  } else if (!pair.sameObject || before === null) comparison.explainTree(after, holder, structure)
}

function isStructure(value: PdfValue): value is PdfDictionary {
  if (!(value instanceof PdfDictionary)) return false
  const type = nameOf(value.get('Type'))
  if (type === 'StructTreeRoot' || type === 'StructElem') return true
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

function explainWithin(comparison: Comparison, number: number): void {
  comparison.explain(number, structure)
  comparison.explainTree(comparison.newer.object(number), number, structure)
}

/** Whether the newer value still contains the whole older value, in the same order. */
function onlyGrows(comparison: Comparison, older: PdfValue, newer: PdfValue, holder: number, depth: number): boolean {
  if (sameValue(older, newer)) return true
  if (depth > comparison.newer.budget.limits.maxComparedDepth) return false
  if (isArray(newer)) {
    const before = isArray(older) ? older : [older]
    let next = 0
    for (const item of newer) if (next < before.length && sameValue(before[next] ?? null, item)) next++
    return next === before.length
  }
  if (older instanceof PdfDictionary && newer instanceof PdfDictionary) {
    return keysOf(older, newer).every((key) => {
      const [before, after] = [older.get(key), newer.get(key)]
      if (sameValue(before, after)) return true
      if (!growingKeys.has(key)) return false
      if (key === 'Limits' || key === 'ParentTreeNextKey') return isArray(after) || numberOf(after) !== null
      return before === null || onlyGrows(comparison, before, after, holder, depth + 1)
    })
  }
  return older instanceof PdfReference && newer instanceof PdfReference && older.number === newer.number
}
