import type { PdfRevision } from '../../pdf-revision.js'
import { sameValue } from '../../signatures/equal-values.js'
import { isArray, numberOf, type PdfArray, PdfDictionary, PdfReference, PdfString, type PdfValue } from '../../syntax/values.js'
import type { Comparison } from '../comparison.js'
import type { Explanation, Judging } from '../findings.js'

/** The keys and values of one node of a tree, in turns, and the number of the object that holds them. */
interface Leaf {
  readonly pairs: PdfArray
  readonly holder: number
}

/** A number tree or name tree (ISO 32000-1, 7.9.6 and 7.9.7). */
interface Tree {
  readonly leaves: readonly Leaf[]
  /** The objects that it consists of, each with the object that refers to it. */
  readonly parts: readonly (readonly [number, number])[]
}

/** A tree in both revisions. `holder` is the object that refers to it. */
interface TreePair {
  readonly before: PdfValue
  readonly after: PdfValue
  readonly holder: number
}

type IsAddition = (item: PdfValue, holder: number) => Judging<boolean>

/**
 * Whether a tree of the logical structure has all its entries, however they are distributed over nodes (iText writes the whole tree anew), and further ones for new
 * elements. Explains its objects.
 */
export function* growsTree(
  comparison: Comparison,
  key: 'Nums' | 'Names',
  { before, after, holder }: TreePair,
  explanation: Explanation,
  isAddition: IsAddition,
): Judging<boolean> {
  const older = readTree(comparison.older, before, key, holder)
  const newer = readTree(comparison.newer, after, key, holder)
  const known = older === null ? null : entriesOf(comparison.older, older)
  if (newer === null || known === null) return false
  for (const [number, source] of newer.parts) yield* comparison.explainAnyContent(number, source, explanation)
  const found = entriesOf(comparison.newer, newer)
  if (found === null || ![...known.keys()].every((name) => found.has(name))) return false
  for (const [name, entry] of found)
    if (!(yield* growsEntry(comparison, known.get(name) ?? null, entry, explanation, isAddition))) return false
  return true
}

/** Whether an entry is as before, or the elements of the content of a page with further ones behind them: these belong to no content that was there. */
function* growsEntry(
  comparison: Comparison,
  before: Entry | null,
  { value, holder }: Entry,
  explanation: Explanation,
  isAddition: IsAddition,
): Judging<boolean> {
  const list = comparison.newer.resolve(value)
  if (!isArray(list)) return before === null ? list instanceof PdfDictionary : sameValue(before.value, value)
  yield* comparison.explainAnyContentOf(comparison.pair(null, value, holder), holder, explanation)
  const listHolder = value instanceof PdfReference ? value.number : holder
  const older = before === null ? [] : comparison.older.resolve(before.value)
  if (!isArray(older) || older.length > list.length || older.some((item, index) => !sameValue(item, list[index] ?? null))) return false
  for (const item of list.slice(older.length)) if (item !== null && !(yield* isAddition(item, listHolder))) return false
  return true
}

/** The value that a number tree has for a number; null when it has none, undefined when it cannot be read. */
export function numberedValue(revision: PdfRevision, tree: PdfValue, number: number): PdfValue | undefined {
  if (revision.resolve(tree) === null) return null
  const read = readTree(revision, tree, 'Nums', 0)
  const entries = read === null ? null : entriesOf(revision, read)
  return entries === null ? undefined : revision.resolve(entries.get(number)?.value ?? null)
}

/** An entry of a tree, and the number of the object that holds it. */
interface Entry {
  readonly value: PdfValue
  readonly holder: number
}

/** The entries of a tree by their keys; null when a key stands twice or is none. */
function entriesOf({ budget }: PdfRevision, { leaves }: Tree): ReadonlyMap<number | string, Entry> | null {
  const entries = new Map<number | string, Entry>()
  for (const { pairs, holder } of leaves) {
    budget.countValues(pairs.length)
    for (let at = 0; at < pairs.length; at += 2) {
      const [key = null, value = null] = [pairs[at], pairs[at + 1]]
      const name = key instanceof PdfString ? key.bytes.toString('latin1') : numberOf(key)
      if (name === null || entries.has(name)) return null
      entries.set(name, { value, holder })
    }
  }
  return entries
}

/** Null for what is no tree. */
function readTree(revision: PdfRevision, root: PdfValue, key: 'Nums' | 'Names', holder: number): Tree | null {
  const leaves: Leaf[] = []
  const parts: (readonly [number, number])[] = []
  const seen = new Set<number>()
  const open = (value: PdfValue, source: number) => {
    if (!(value instanceof PdfReference)) return { value, holder: source }
    parts.push([value.number, source])
    if (seen.has(value.number)) return null
    seen.add(value.number)
    return { value: revision.resolve(value), holder: value.number }
  }
  const pending: (readonly [PdfValue, number])[] = root === null ? [] : [[root, holder]]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const node = open(...next)
    if (!(node?.value instanceof PdfDictionary)) return null
    const list = open(node.value.get(key), node.holder)
    const kids = open(node.value.get('Kids'), node.holder)
    if (list === null || kids === null) return null
    if (isArray(list.value)) leaves.push({ pairs: list.value, holder: list.holder })
    else if (list.value !== null) return null
    if (isArray(kids.value)) for (const kid of kids.value) pending.push([kid, kids.holder])
    else if (kids.value !== null) return null
  }
  return { leaves, parts }
}
