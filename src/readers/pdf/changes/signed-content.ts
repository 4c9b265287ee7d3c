import { ifReadable } from '../pdf-error.js'
import type { PdfRevision } from '../pdf-revision.js'
import { dictionaryOf, isArray, nameOf, PdfDictionary, PdfReference, type PdfValue, readingsOf } from '../syntax/values.js'
import type { ReferenceIndex } from './reference-index.js'
import { isElement } from './rules/structure.js'

/** Entries of the catalog that have a rule of their own; the objects below all other entries must not change. */
const judgedKeys: ReadonlySet<string> = new Set('Pages AcroForm DSS Metadata Extensions Version MarkInfo Perms StructTreeRoot'.split(' '))
/** The same for the form. Its default resources only grow (`rules/form-resources.ts`). */
const judgedKeysOfForm: ReadonlySet<string> = new Set('Fields DR DA Q SigFlags NeedAppearances'.split(' '))
const annotations: ReadonlySet<string> = new Set(['Annots'])
const judgedTypes: ReadonlySet<string | null> = new Set(['Annot', 'StructTreeRoot'])

/** The objects of the pages of a revision, without annotations, and the objects below other entries of its catalog: actions, layers, attached files. */
export interface SignedContent {
  /** No rule may explain a change of these objects. Includes numbers of objects that do not exist yet. */
  readonly objects: Set<number>
  /** Pages, of which only the rule about annotations may explain a change. */
  readonly pages: ReadonlySet<number>
  /** True when an object to which another one refers cannot be read: its references are unknown, but another program may follow them. */
  readonly isOpaque: boolean
  /** True when some of the content that programs draw cannot be searched for references. */
  readonly isUnsearched: boolean
}

/**
 * Reads the signed content, a defence in addition to the rules. A rule judges an object by the reference that it followed, but an object may have two uses, for
 * example as the appearance of a field and as the content of a page.
 *
 * @param index the references of this revision
 * @param ofContent objects that content of streams refers to; null when some of it cannot be searched
 * @param unreadable numbers of the objects that cannot be read
 * @throws PdfError when the catalog or an object that is not in `unreadable` cannot be read
 */
export function readSignedContent(
  revision: PdfRevision,
  index: ReferenceIndex,
  ofContent: ReadonlySet<number> | null,
  unreadable: ReadonlySet<number>,
): SignedContent {
  const { nodes, pages } = readPageTree(revision, unreadable)
  const objects = new Set([...nodes, ...(ofContent ?? [])])
  for (const pagesOfCatalog of readingsOf(revision.catalog, 'Pages'))
    if (!(pagesOfCatalog instanceof PdfReference))
      for (const target of index.targetsIn(pagesOfCatalog)) if (!pages.has(target)) objects.add(target)
  for (const page of pages) {
    const dictionary = unreadable.has(page) ? null : dictionaryOf(revision.object(page))
    if (dictionary !== null) for (const target of index.targetsIn(valuesBeside(dictionary, annotations))) objects.add(target)
  }
  follow(objects, index, (number) => pages.has(number))
  const ofCatalog = index.targetsIn([valuesBeside(revision.catalog, judgedKeys), ...furtherPartsOfForm(revision)])
  const isJudged = (number: number) => pages.has(number) || (!unreadable.has(number) && hasOwnRule(revision.object(number)))
  follow(ofCatalog, index, isJudged)
  for (const number of ofCatalog) if (!isJudged(number)) objects.add(number)
  for (const page of pages) objects.delete(page)
  const isOpaque = [...unreadable].some((number) => index.isReferredTo(number))
  return { objects, pages, isOpaque, isUnsearched: ofContent === null }
}

/** The parts of the form that have no rule, those of XFA for example, and the default resources that are written within it. */
function furtherPartsOfForm(revision: PdfRevision): readonly PdfValue[] {
  const form = dictionaryOf(ifReadable(() => revision.resolve(revision.catalog.get('AcroForm'))))
  if (form === null) return []
  const resources = dictionaryOf(revision.readable(form.get('DR')))
  const categories = [...(resources?.entries.values() ?? [])].map((category) => dictionaryOf(revision.readable(category)))
  const direct = categories.flatMap((category) => [...(category?.entries.values() ?? [])]).filter((each) => !(each instanceof PdfReference))
  return [valuesBeside(form, judgedKeysOfForm), ...direct]
}

/** Whether an object is an annotation, a field or part of the logical structure, to which actions and outlines may refer; these have rules of their own. */
function hasOwnRule(value: PdfValue): boolean {
  if (!(value instanceof PdfDictionary)) return false
  return (
    judgedTypes.has(nameOf(value.get('Type'))) || isElement(value) || nameOf(value.get('Subtype')) === 'Widget' || value.get('FT') !== null
  )
}

/** The nodes of the page tree, lists included, and the pages. Any node without kids is a page, whatever its type. */
function readPageTree(revision: PdfRevision, unreadable: ReadonlySet<number>) {
  const [nodes, pages] = [new Set<number>(), new Set<number>()]
  const pending: PdfValue[] = [...readingsOf(revision.catalog, 'Pages')]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (isArray(next)) for (const item of next) pending.push(item)
    // A node that is a part of another object: its references count with those of that object.
    else if (next instanceof PdfDictionary) pending.push(...readingsOf(next, 'Kids'))
    if (!(next instanceof PdfReference) || nodes.has(next.number) || pages.has(next.number)) continue
    const value = unreadable.has(next.number) ? null : revision.object(next.number)
    const kids = value instanceof PdfDictionary ? [value.get('Kids'), ...value.furtherValues].filter((each) => each !== null) : []
    if (value instanceof PdfDictionary && kids.length === 0) pages.add(next.number)
    else nodes.add(next.number)
    for (const each of value instanceof PdfDictionary ? kids : [value]) pending.push(each)
  }
  return { nodes, pages }
}

/** The values of a dictionary under other keys than these, also those of repeated keys. */
function valuesBeside({ entries, furtherValues }: PdfDictionary, keys: ReadonlySet<string>): readonly PdfValue[] {
  const values = [...furtherValues]
  for (const [key, value] of entries) if (!keys.has(key)) values.push(value)
  return values
}

/** A dictionary without these keys. */
export function without(dictionary: PdfDictionary, keys: ReadonlySet<string>): PdfDictionary {
  return new PdfDictionary(
    new Map([...dictionary.entries].filter(([key]) => !keys.has(key))),
    dictionary.repeated,
    dictionary.furtherValues,
    dictionary.nullKeys,
  )
}

/** Adds all objects that are reachable from the set. The references of an object for which `stop` is true are not followed. */
function follow(set: Set<number>, index: ReferenceIndex, stop: (number: number) => boolean): void {
  const pending = [...set]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (stop(next)) continue
    for (const target of index.targetsOf(next)) {
      if (set.has(target)) continue
      set.add(target)
      pending.push(target)
    }
  }
}
