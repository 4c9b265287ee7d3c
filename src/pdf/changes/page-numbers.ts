import { ifReadable } from '../pdf-error.js'
import type { PdfBudget } from '../pdf-limits.js'
import type { PdfRevision } from '../pdf-revision.js'
import { isArray, PdfDictionary, PdfReference, type PdfValue } from '../syntax/values.js'

/** Page numbers of annotations in one revision, for messages. The page tree is read on first use; what cannot be read has no number. */
export class PageNumbers {
  readonly #revision: PdfRevision
  readonly #budget: PdfBudget
  #pages: ReadonlyMap<number, number> | null = null

  constructor(revision: PdfRevision, budget: PdfBudget) {
    this.#revision = revision
    this.#budget = budget
  }

  /** Number, from 1, of the page with the annotation of this object number, or of the page that is this object; null when there is none. */
  of(number: number): number | null {
    this.#pages ??= this.#read()
    return this.#pages.get(number) ?? null
  }

  #read(): ReadonlyMap<number, number> {
    const shownBy = new Map<number, number>()
    const revision = this.#revision
    let number = 0
    for (const { page, object } of pagesOf(revision, this.#budget)) {
      number++
      shownBy.set(object, number)
      for (const item of annotationList(revision, page, this.#budget)) if (item instanceof PdfReference) shownBy.set(item.number, number)
    }
    return shownBy
  }
}

/** The annotations that the pages of a revision show; what cannot be read is left out. */
export function* annotationsOf(revision: PdfRevision, budget: PdfBudget): Generator<PdfDictionary> {
  for (const { page } of pagesOf(revision, budget)) {
    for (const item of annotationList(revision, page, budget)) {
      const annotation = ifReadable(() => revision.resolve(item))
      if (annotation instanceof PdfDictionary) yield annotation
    }
  }
}

/** The pages of a revision with their object numbers, in the order of the tree, which is that of the pages. */
function* pagesOf(revision: PdfRevision, budget: PdfBudget): Generator<{ readonly page: PdfDictionary; readonly object: number }> {
  const seen = new Set<number>()
  const pending: PdfValue[] = [revision.catalog.get('Pages')]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    budget.countValues(1)
    if (!(next instanceof PdfReference) || seen.has(next.number)) continue
    const reference = next
    seen.add(reference.number)
    const node = ifReadable(() => revision.resolve(reference))
    if (!(node instanceof PdfDictionary)) continue
    const kids = ifReadable(() => revision.resolve(node.get('Kids')))
    if (isArray(kids)) {
      // One by one: a hostile list has more items than a call may have arguments.
      for (let index = kids.length - 1; index >= 0; index--) pending.push(kids[index] ?? null)
    } else yield { page: node, object: reference.number }
  }
}

function annotationList(revision: PdfRevision, page: PdfDictionary, budget: PdfBudget): readonly PdfValue[] {
  const list = ifReadable(() => revision.resolve(page.get('Annots')))
  if (!isArray(list)) return []
  budget.countValues(list.length)
  return list
}
