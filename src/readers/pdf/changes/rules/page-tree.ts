import type { PdfRevision } from '../../pdf-revision.js'
import { isOfGeneration, sameValue } from '../../signatures/equal-values.js'
import { isArray, nameOf, PdfDictionary, PdfReference, type PdfValue } from '../../syntax/values.js'
import type { Comparison } from '../comparison.js'
import { type Judging, longTerm } from '../findings.js'
import type { Rule } from './rule.js'

/** Entries that pages inherit (ISO 32000-1, table 30). */
const inheritedKeys = ['Resources', 'MediaBox', 'CropBox', 'Rotate'] as const
const areas = ['MediaBox', 'CropBox'] as const
/** Entries that a node of the page tree may have (ISO 32000-1, tables 29 and 30): those of every node, what pages inherit, and the mark of iText. */
const nodeKeys: ReadonlySet<string> = new Set(['Type', 'Parent', 'Kids', 'Count', 'ITXT', ...inheritedKeys])
/** Keys under which a node is used. */
const nodeUses: ReadonlySet<string> = new Set(['Pages', 'Kids', 'Parent'])

/** A page tree that every program reads alike: the nodes, each with the one above, and the pages in their order. */
interface PageTree {
  readonly nodes: ReadonlyMap<number, number | null>
  readonly pages: readonly PlacedPage[]
}

/** The values that a page has or inherits. */
type Values = ReadonlyMap<string, PdfValue>
interface PlacedPage {
  readonly number: number
  readonly values: Values
}

/**
 * Explains nodes that a revision puts above the pages or takes away: the pages are the same objects in the same order, and inherit the same. Only trees that are written as ISO 32000-1,
 * 7.7.3 says are compared; any other change of a node stays unexplained.
 */
function* comparePageTrees(comparison: Comparison): Judging {
  const { older, newer, changed, index, uses, found } = comparison
  const hasNewNode = [...changed].some(
    ([number, kind]) => kind === 'replaced' && !found.isRewritten(number) && isNode(older.object(number)),
  )
  if (!hasNewNode) return
  const [signed, before, after] = [readPageTree(comparison.base), readPageTree(older), readPageTree(newer)]
  if (signed === null || before === null || after === null) return
  if (before.pages.length !== after.pages.length || signed.pages.length !== after.pages.length) return
  for (const [place, page] of after.pages.entries()) {
    const earlier = before.pages[place]
    const first = signed.pages[place]
    if (earlier?.number !== page.number || !(yield* inheritsAlike(comparison, earlier, page))) return
    // Many versions may round one area, each by less than the tolerance.
    if (first === undefined || !areas.every((key) => sameValue(appliedValue(first.values, key), appliedValue(page.values, key), 'area')))
      return
  }
  const isKept = ([number]: readonly [number, unknown]) => {
    const kind = changed.get(number)
    if (kind === 'added') return !index.isReferredTo(number)
    return kind === undefined || (before.nodes.has(number) && uses.of(number).every(({ key }) => key !== null && nodeUses.has(key)))
  }
  if (![...after.nodes].every(isKept)) return
  for (const [number] of after.nodes) {
    yield* comparison.explainCompared(number, longTerm('rewritten'))
    if (changed.has(number)) yield { kind: 'placed', object: number }
  }
  for (const { number } of after.pages) if (changed.has(number)) yield { kind: 'placed', object: number }
}

function isNode(value: PdfValue): boolean {
  return value instanceof PdfDictionary && nameOf(value.get('Type')) === 'Pages'
}

/** Whether the values of a page that can be inherited are the same as before, with the defaults of ISO 32000-1, table 30. */
function* inheritsAlike(comparison: Comparison, { number, values: before }: PlacedPage, { values: after }: PlacedPage): Judging<boolean> {
  for (const key of inheritedKeys)
    if (!(yield* comparison.readsAlike(appliedValue(before, key), appliedValue(after, key), number, key))) return false
  return true
}

function appliedValue(values: Values, key: string): PdfValue {
  return values.get(key) ?? (key === 'CropBox' ? values.get('MediaBox') : null) ?? (key === 'Rotate' ? 0 : null)
}

/** Null for a tree that programs may read differently. */
function readPageTree(revision: PdfRevision): PageTree | null {
  const nodes = new Map<number, number | null>()
  const pages: PlacedPage[] = []
  const { maxDepth } = revision.budget.limits
  const read = (value: PdfValue, parent: number | null, depth: number, inherited: Values): boolean => {
    if (!(value instanceof PdfReference) || depth > maxDepth || !isOfGeneration(value, revision.entryOf(value.number))) return false
    const node = revision.object(value.number)
    const isKnown = nodes.has(value.number)
    if (!(node instanceof PdfDictionary) || isKnown || node.repeated.length + node.nullKeys.size > 0 || !isBelow(node, parent)) return false
    const own = inheritedKeys.filter((key) => node.get(key) !== null).map((key) => [key, revision.resolve(node.get(key))] as const)
    if (own.some(([, each]) => each === null)) return false
    const values = new Map([...inherited, ...own])
    if (nameOf(node.get('Type')) === 'Page') return node.get('Kids') === null && pages.push({ number: value.number, values }) > 0
    const kids = node.get('Kids')
    if (!isNode(node) || !isArray(kids) || ![...node.entries.keys()].every((key) => nodeKeys.has(key))) return false
    nodes.set(value.number, parent)
    const first = pages.length
    return kids.every((kid) => read(kid, value.number, depth + 1, values)) && node.get('Count') === pages.length - first
  }
  const isSound =
    read(revision.catalog.get('Pages'), null, 0, new Map()) && new Set(pages.map(({ number }) => number)).size === pages.length
  return isSound ? { nodes, pages } : null
}

function isBelow(node: PdfDictionary, parent: number | null): boolean {
  const above = node.get('Parent')
  return parent === null ? above === null : above instanceof PdfReference && above.number === parent
}

/** Before the rule of pages, which asks which pages stand in another node. */
export const pageTree: Rule = {
  name: 'page-tree',
  clause: 'ISO 32000-1, 7.7.3.2',
  applies: ({ changed }) => changed.size > 0,
  judge: comparePageTrees,
}
