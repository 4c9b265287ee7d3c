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
    const seen = new Set<number>()
    let page = 0
    // The order of the tree is that of the pages.
    const pending: PdfValue[] = [this.#revision.catalog.get('Pages')]
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      this.#budget.countValues(1)
      if (!(next instanceof PdfReference) || seen.has(next.number)) continue
      seen.add(next.number)
      const node = this.#resolve(next)
      if (!(node instanceof PdfDictionary)) continue
      const kids = this.#resolve(node.get('Kids'))
      if (isArray(kids)) {
        // One by one: a hostile list has more items than a call may have arguments.
        for (let index = kids.length - 1; index >= 0; index--) pending.push(kids[index] ?? null)
        continue
      }
      page++
      shownBy.set(next.number, page)
      for (const annotation of this.#annotations(node)) shownBy.set(annotation, page)
    }
    return shownBy
  }

  #annotations(page: PdfDictionary): readonly number[] {
    const list = this.#resolve(page.get('Annots'))
    if (!isArray(list)) return []
    this.#budget.countValues(list.length)
    return list.flatMap((item) => (item instanceof PdfReference ? [item.number] : []))
  }

  #resolve(value: PdfValue): PdfValue {
    return ifReadable(() => this.#revision.resolve(value))
  }
}
