import { ifReadable } from '../pdf-error.js'
import type { PdfRevision } from '../pdf-revision.js'
import { isArray, PdfDictionary, PdfReference, type PdfValue, visitTree } from '../syntax/values.js'

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
      shownBy.set(object, number)
      for (const item of annotationList(revision, page)) if (item instanceof PdfReference) shownBy.set(item.number, number)
    }
    return shownBy
  }
}

/** The annotations that the pages of a revision show. Annotations that cannot be read are left out. */
export function* annotationsOf(revision: PdfRevision): Generator<PdfDictionary> {
  for (const { page } of pagesOf(revision)) {
    for (const item of annotationList(revision, page)) {
      const annotation = ifReadable(() => revision.resolve(item))
      if (annotation instanceof PdfDictionary) yield annotation
    }
  }
}

/** The pages of a revision with their object numbers, in page order. */
function pagesOf(revision: PdfRevision): readonly { readonly page: PdfDictionary; readonly object: number }[] {
  const pages: { readonly page: PdfDictionary; readonly object: number }[] = []
  const seen = new Set<number>()
  visitTree([revision.catalog.get('Pages')], null, (item) => {
    if (!(item instanceof PdfReference) || seen.has(item.number)) return null
    seen.add(item.number)
    const node = ifReadable(() => revision.resolve(item))
    if (!(node instanceof PdfDictionary)) return null
    const kids = ifReadable(() => revision.resolve(node.get('Kids')))
    if (isArray(kids)) return [kids, null]
    pages.push({ page: node, object: item.number })
    return null
  })
  return pages
}

function annotationList(revision: PdfRevision, page: PdfDictionary): readonly PdfValue[] {
  const list = ifReadable(() => revision.resolve(page.get('Annots')))
  return isArray(list) ? list : []
}
