import { attributeOf, visitElements, type XmlElement } from '#xml'

/**
 * The elements of each Id of a document. Only the attribute `Id` without a prefix is one: that is what XMLDSig and XAdES define, and with no
 * DOCTYPE nothing else can declare another. Other readers take `ID`, `id`, `xml:id` or `wsu:Id` for one as well: such an attribute designates nothing here, and makes
 * an Id of the same value ambiguous. A repeated Id designates nothing (signature wrapping).
 */
export interface ElementIds {
  /** Elements that carry the Id, in document order, with those that other readers take for one of them; none when only such do. */
  find(id: string): readonly XmlElement[]
  /** Ids of which `find` gives more than one element. */
  readonly repeated: ReadonlySet<string>
}

const nowhere: readonly XmlElement[] = []

/** Indexes the Ids of a tree. */
export function indexElementIds(root: XmlElement): ElementIds {
  const elements = new Map<string, XmlElement[]>()
  const carried = new Set<string>()
  visitElements(root, (element) => {
    const own = idOf(element)
    if (own !== null) carried.add(own)
    for (const id of claimedBy(element)) {
      const same = elements.get(id)
      if (same === undefined) elements.set(id, [element])
      else if (same.at(-1) !== element) same.push(element)
    }
    return true
  })
  const repeated = new Set([...carried].filter((id) => (elements.get(id)?.length ?? 0) > 1))
  return { find: (id) => (carried.has(id) ? (elements.get(id) ?? nowhere) : nowhere), repeated }
}

/** Values of the attributes that some reader takes for an Id. */
function claimedBy({ attributes }: XmlElement): readonly string[] {
  if (attributes.length === 0) return noValues
  return attributes.filter(({ localName }) => localName.length === 2 && localName.toLowerCase() === 'id').map(({ value }) => value)
}

const noValues: readonly string[] = []

/** Those Ids on `top` and below it that the document holds more than once. */
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
