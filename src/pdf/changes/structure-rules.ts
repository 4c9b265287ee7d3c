import { keysOf, sameValue } from '../signatures/equal-values.js'
import { isArray, nameOf, numberOf, PdfDictionary, PdfReference, type PdfValue } from '../syntax/values.js'
import type { Comparison, Explanation } from './comparison.js'

/** Keys of the structure tree root, of its elements and of number trees whose values may grow (ISO 32000-1, tables 322, 323 and 37). */
const growingKeys: ReadonlySet<string> = new Set(['K', 'Kids', 'Nums', 'Limits', 'ParentTree', 'ParentTreeNextKey', 'IDTree', 'Names'])
const treeKeys: ReadonlySet<string> = new Set(['Kids', 'Nums', 'Limits', 'Names', 'Type'])
const structure: Explanation = { rule: 'structure-tree', level: 'form-filling', field: null }

/**
 * Compares the logical structure: a tagged file gets an element for each new widget. The structure does not affect how pages look; nevertheless only additions are
 * explained, and only in objects that are used as structure alone.
 */
export function compareStructure(comparison: Comparison): void {
  for (const [number, kind] of comparison.changed) {
    if (kind !== 'replaced' || comparison.explanationOf(number) !== null) continue
    const older = comparison.older.object(number)
    if (!isStructure(older) && !isListOfStructure(comparison, number, older)) continue
    if (onlyGrows(comparison, older, comparison.newer.object(number), number, 0)) explainWithin(comparison, number)
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

function isListOfStructure(comparison: Comparison, number: number, value: PdfValue): boolean {
  if (!isArray(value)) return false
  const referrers = [...comparison.index.referrersOf(number)]
  return referrers.length > 0 && referrers.every((referrer) => isStructure(comparison.older.object(referrer)))
}

function explainWithin(comparison: Comparison, number: number): void {
  comparison.explain(number, structure)
  comparison.explainTree(comparison.newer.object(number), number, structure)
}

/** Whether the newer value still holds all of the older one, in its order. */
function onlyGrows(comparison: Comparison, older: PdfValue, newer: PdfValue, holder: number, depth: number): boolean {
  if (sameValue(older, newer)) return true
  if (depth > comparison.newer.limits.maxComparedDepth) return false
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
