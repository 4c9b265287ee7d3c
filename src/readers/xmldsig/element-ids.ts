import { resultOrNull } from '#model'
import { attributeOf, textOf, trimWhiteSpace, visitElements, type XmlElement } from '#readers/xml'

/**
 * The elements with each Id of a document. Only the attribute `Id` without a prefix is an Id: XMLDSig and XAdES define it, and without a DOCTYPE no other
 * attribute can be declared as one. Other readers also accept `ID`, `id`, `xml:id` or `wsu:Id`. Such an attribute designates nothing here, but makes an Id with
 * the same value ambiguous. A repeated Id designates nothing (signature wrapping).
 */
export interface ElementIds {
  /** The elements with the Id, in document order, and those with an attribute that other readers accept as this Id. Empty when there are only the latter. */
  find(id: string): readonly XmlElement[]
  /** The Ids for which `find` returns more than one element. */
  readonly repeated: ReadonlySet<string>
  /** Whether anything in the document may refer to the Id: an attribute, or a text with a mark of a reference, that has it as a word. */
  isReferredTo(id: string): boolean
}

const nowhere: readonly XmlElement[] = []

/** Indexes the Ids of a tree. */
export function indexElementIds(root: XmlElement): ElementIds {
  const elements = new Map<string, XmlElement[]>()
  const carried = new Set<string>()
  visitElements(root, (element) => {
    for (const { localName, namespace, value: id } of element.attributes) {
      if (!isTakenForId(localName)) continue
      if (localName === 'Id' && namespace === '') carried.add(id)
      const same = elements.get(id)
      if (same === undefined) elements.set(id, [element])
      else if (same.at(-1) !== element) same.push(element)
    }
    return true
  })
  const repeated = new Set([...carried].filter((id) => (elements.get(id)?.length ?? 0) > 1))
  let referred: ReadonlySet<string> | null = null
  return {
    find: (id) => (carried.has(id) ? (elements.get(id) ?? nowhere) : nowhere),
    repeated,
    isReferredTo(id) {
      referred ??= referredIds(root)
      return referred.has(id)
    },
  }
}

/**
 * The Ids that anything in a tree may refer to: bare names, lists of IDREF, XPointers, XPath. More is collected than any reader follows: an Id that is taken for a
 * reference only makes the check stricter. Text without a mark of a reference is no reference; most of it is base64.
 */
function referredIds(root: XmlElement): ReadonlySet<string> {
  const found = new Set<string>()
  const collect = (text: string): void => {
    for (const form of [text, resultOrNull(URIError, () => decodeURIComponent(text)) ?? text]) {
      found.add(trimWhiteSpace(form))
      found.add(trimWhiteSpace(form.slice(form.lastIndexOf('#') + 1)))
      for (const word of form.split(betweenNames)) found.add(word)
    }
  }
  visitElements(root, (element) => {
    for (const { localName, value } of element.attributes) if (localName.toLowerCase() !== 'id') collect(value)
    const text = textOf(element)
    if (marksOfReference.test(text)) collect(text)
    return true
  })
  return found
}

/** What no name contains. A name also contains letters of other scripts, so that it cannot be told by its own characters alone. */
const betweenNames = /[\s#'"()[\]{}<>?&;,=/@|!*$%^~+]+/
const marksOfReference = /[#'"(]/

/** Whether some reader accepts an attribute with this name as an Id. */
function isTakenForId(localName: string): boolean {
  return localName.length === 2 && localName.toLowerCase() === 'id'
}

/** The Ids on `top` and below it that occur more than once in the document. */
export function repeatedIdsWithin(top: XmlElement, ids: ElementIds): ReadonlySet<string> {
  const found = new Set<string>()
  if (ids.repeated.size === 0) return found
  visitElements(top, (element) => {
    const id = idOf(element)
    if (id !== null && ids.repeated.has(id)) found.add(id)
    return true
  })
  return found
}

function idOf(element: XmlElement): string | null {
  return element.attributes.length === 0 ? null : attributeOf(element, 'Id')
}
