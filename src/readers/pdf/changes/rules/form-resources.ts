import { sameValue } from '../../signatures/equal-values.js'
import { UNCLEAR_NAME } from '../../syntax/parse-value.js'
import { dictionaryOf, PdfDictionary, PdfReference, type PdfValue } from '../../syntax/values.js'
import type { Comparison } from '../comparison.js'
import { type Judging, longTerm } from '../findings.js'

const growingResources = longTerm('form')
/** Categories whose resources are found by the names that content gives. Default colour spaces, for example, are not. */
const namedCategories: ReadonlySet<string> = new Set(['Font', 'Encoding', 'XObject'])

/** Whether resources only grow, those of the form or of a field. */
export function* resourcesOnlyGrow(comparison: Comparison, before: PdfValue, after: PdfValue, holder: number): Judging<boolean> {
  return yield* onlyAdds(comparison, before, after, holder, 0)
}

/**
 * Whether default resources only grow: fonts and encodings may be added, none may be replaced. A new picture may replace an old one, because some writers store
 * the picture of the newest signature there under a constant name.
 */
function* onlyAdds(
  comparison: Comparison,
  before: PdfValue,
  after: PdfValue,
  holder: number,
  depth: number,
  ofPictures = false,
): Judging<boolean> {
  if (before === null || (ofPictures && depth === 2 && isNewObject(comparison, after))) {
    yield* comparison.explainAllBelow(after, holder, growingResources)
    return true
  }
  const pair = comparison.pair(before, after, holder)
  // A single resource, a font for example, must not change.
  if (depth > 1 || !(pair.older instanceof PdfDictionary) || !(pair.newer instanceof PdfDictionary))
    return comparison.readsAgain(before, after)
  for (const [key, value] of pair.older.entries) {
    if (!(yield* onlyAdds(comparison, value, pair.newer.get(key), pair.holder, depth + 1, ofPictures || key === 'XObject'))) return false
  }
  for (const [key, value] of pair.newer.entries) {
    if (pair.older.get(key) !== null) continue
    // Some programs read another name: only the part before an octet 0, or other octets for a `#` without two digits.
    if (key.includes('\0') || key.startsWith(UNCLEAR_NAME)) return false
    yield* comparison.explainAllBelow(value, pair.holder, growingResources)
  }
  yield* comparison.explainAnyContentOf(pair, holder, growingResources)
  return true
}

/** Whether resources of a field get, or replace, one that programs find under the name with which they draw a field; or one that is not found by a name. */
export function addsNeeded(comparison: Comparison, before: PdfValue, after: PdfValue): boolean {
  const [older, newer] = [dictionaryOf(comparison.older.resolve(before)), dictionaryOf(comparison.newer.resolve(after))]
  return [...(newer?.entries ?? [])].some(([key, category]) => {
    const [known, resources] = [
      dictionaryOf(comparison.older.resolve(older?.get(key) ?? null)),
      dictionaryOf(comparison.newer.resolve(category)),
    ]
    return [...(resources?.entries ?? [])].some(
      ([name, value]) => !sameValue(known?.get(name) ?? null, value) && (!namedCategories.has(key) || comparison.isNeeded(name, value)),
    )
  })
}

function isNewObject({ changed }: Comparison, value: PdfValue): boolean {
  return value instanceof PdfReference && changed.get(value.number) === 'added'
}
