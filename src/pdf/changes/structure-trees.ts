import type { PdfRevision } from '../pdf-revision.js'
import { sameValue } from '../signatures/equal-values.js'
import { isArray, numberOf, PdfDictionary, PdfReference, PdfString, type PdfValue } from '../syntax/values.js'
import type { Comparison, Explanation } from './comparison.js'

/** An entry of a tree, and the number of the object that holds it. */
interface TreeEntry {
  readonly value: PdfValue
  readonly holder: number
}

/** A number tree or name tree (ISO 32000-1, 7.9.6 and 7.9.7). */
interface Tree {
  readonly entries: ReadonlyMap<string, TreeEntry>
  /** The objects that it consists of, each with the object that refers to it. */
  readonly parts: readonly (readonly [number, number])[]
}

type IsAddition = (comparison: Comparison, item: PdfValue, holder: number) => boolean

/**
 * Whether a tree of the logical structure has all its entries, however they are distributed over nodes (iText writes the whole tree anew), and further ones for new
 * elements. Explains its objects.
 */
export function growsTree(
  comparison: Comparison,
  key: 'Nums' | 'Names',
  {
    before,
    after,
    holder,
  }: {
    readonly before: PdfValue
    readonly after: PdfValue
    readonly holder: number
  },
  explanation: Explanation,
  isAddition: IsAddition,
): boolean {
  const older = readTree(comparison.older, before, key, holder)
  const newer = readTree(comparison.newer, after, key, holder)
  if (older === null || newer === null) return false
  for (const [number, source] of newer.parts) comparison.explainWhole(number, source, explanation)
  for (const name of older.entries.keys()) if (!newer.entries.has(name)) return false
  return [...newer.entries].every(([name, entry]) => {
    const old = older.entries.get(name)
    const list = comparison.newer.resolve(entry.value)
    if (!isArray(list)) return old === undefined ? list instanceof PdfDictionary : sameValue(old.value, entry.value)
    // The elements of the content of a page: what follows belongs to no content that was there.
    const known = old === undefined ? [] : comparison.older.resolve(old.value)
    const listHolder = entry.value instanceof PdfReference ? entry.value.number : entry.holder
    if (entry.value instanceof PdfReference) comparison.explainWhole(entry.value.number, entry.holder, explanation)
    return (
      isArray(known) &&
      known.length <= list.length &&
      list.every((item, index) =>
        index < known.length ? sameValue(known[index] ?? null, item) : item === null || isAddition(comparison, item, listHolder),
      )
    )
  })
}

/** Null for what is no tree, or has a key twice. */
function readTree(revision: PdfRevision, root: PdfValue, key: 'Nums' | 'Names', holder: number): Tree | null {
  const entries = new Map<string, TreeEntry>()
  const parts: (readonly [number, number])[] = []
  const seen = new Set<number>()
  const open = (value: PdfValue, source: number) => {
    if (!(value instanceof PdfReference)) return { value, holder: source }
    parts.push([value.number, source])
    if (seen.has(value.number)) return null
    seen.add(value.number)
    return { value: revision.resolve(value), holder: value.number }
  }
  const pending: TreeEntry[] = root === null ? [] : [{ value: root, holder }]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const node = open(next.value, next.holder)
    if (!(node?.value instanceof PdfDictionary)) return null
    const [list, kids] = [open(node.value.get(key), node.holder), open(node.value.get('Kids'), node.holder)]
    if (list === null || kids === null) return null
    const pairs = list.value ?? []
    const below = kids.value ?? []
    if (!isArray(pairs) || !isArray(below)) return null
    for (let at = 0; at < pairs.length; at += 2) {
      const name = nameOfKey(pairs[at] ?? null)
      if (name === null || entries.has(name)) return null
      entries.set(name, { value: pairs[at + 1] ?? null, holder: list.holder })
    }
    for (const kid of below) pending.push({ value: kid, holder: kids.holder })
  }
  return { entries, parts }
}

function nameOfKey(value: PdfValue): string | null {
  if (value instanceof PdfString) return value.bytes.toString('latin1')
  const number = numberOf(value)
  return number === null ? null : String(number)
}
