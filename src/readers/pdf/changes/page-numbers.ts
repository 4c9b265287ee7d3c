import type { PdfRevision } from '../pdf-revision.js'
import { dictionaryOf, isArray, type PdfDictionary, PdfReference, type PdfValue, readingsOf, visitTree } from '../syntax/values.js'

/** Page numbers of annotations in one revision, for messages. The page tree is read on first use; a page or annotation that cannot be read has no number. */
export class PageNumbers {
  readonly #revision: PdfRevision
  #pages: ReadonlyMap<number, number> | null = null

  constructor(revision: PdfRevision) {
    this.#revision = revision
  }

  /** Number, from 1, of the page that shows this object as an annotation or is this object; null when there is none. */
  of(number: number): number | null {
    this.#pages ??= this.#read()
    return this.#pages.get(number) ?? null
  }

  #read(): ReadonlyMap<number, number> {
    const shownBy = new Map<number, number>()
    const revision = this.#revision
    let number = 0
    for (const { page, object } of pagesOf(revision)) {
      number++
      if (object !== null) shownBy.set(object, number)
      for (const item of annotationList(revision, page)) if (item instanceof PdfReference) shownBy.set(item.number, number)
    }
    return shownBy
  }
}

/**
 * The annotations that the pages of a revision show, in the form in which some program shows them: pages and annotations may be parts of other objects or streams,
 * and of a repeated key each value counts. Annotations that cannot be read are left out.
 */
export function* annotationsOf(revision: PdfRevision): Generator<PdfDictionary> {
  for (const { page } of pagesOf(revision)) {
    for (const item of annotationList(revision, page)) {
      const annotation = dictionaryOf(revision.readable(item))
      if (annotation !== null) yield annotation
    }
  }
}

interface FoundPage {
  readonly page: PdfDictionary
  /** Null for a page that is a part of another object. */
  readonly object: number | null
}

/** The pages of a revision in page order. A node with kids counts as well when it has annotations. */
function pagesOf(revision: PdfRevision): readonly FoundPage[] {
  const pages: FoundPage[] = []
  const seen = new Set<number>()
  visitTree(readingsOf(revision.catalog, 'Pages'), null, (item) => {
    const object = item instanceof PdfReference ? item.number : null
    if (object !== null) {
      if (seen.has(object)) return null
      seen.add(object)
    }
    const value = revision.readable(item)
    if (isArray(value)) return [value, null]
    const node = dictionaryOf(value)
    if (node === null) return null
    const kids = readingsOf(node, 'Kids')
    const hasKids = kids.some((list) => isArray(revision.readable(list)))
    if (!hasKids || node.get('Annots') !== null) pages.push({ page: node, object })
    return hasKids ? [kids, null] : null
  })
  return pages
}

function annotationList(revision: PdfRevision, page: PdfDictionary): readonly PdfValue[] {
  return readingsOf(page, 'Annots').flatMap((value) => {
    const list = revision.readable(value)
    return isArray(list) ? list : []
  })
}
