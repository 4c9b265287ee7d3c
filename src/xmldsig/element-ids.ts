import { attributeOf, type XmlElement } from '#xml'

/**
 * The elements of each Id of a document. Only the attribute `Id` without a prefix is one: that is what XMLDSig and XAdES define, and with no
 * DOCTYPE nothing else can declare another. A repeated Id designates nothing (signature wrapping).
 */
export interface ElementIds {
  /** Elements that carry the Id, in document order. */
  find(id: string): readonly XmlElement[]
  /** Ids on more than one element. */
  readonly repeated: ReadonlySet<string>
}

const nowhere: readonly XmlElement[] = []

/** Indexes the Ids of a tree. */
export function indexElementIds(root: XmlElement): ElementIds {
  const elements = new Map<string, XmlElement[]>()
  const repeated = new Set<string>()
  for (const element of elementsFrom(root)) {
    const id = idOf(element)
    if (id === null) continue
    const same = elements.get(id)
    if (same === undefined) elements.set(id, [element])
    else {
      same.push(element)
      repeated.add(id)
    }
  }
  return { find: (id) => elements.get(id) ?? nowhere, repeated }
}

/** Those Ids on `top` and below it that the document holds more than once. */
export function repeatedIdsWithin(top: XmlElement, ids: ElementIds): ReadonlySet<string> {
  const found = new Set<string>()
  if (ids.repeated.size === 0) return found
  for (const element of elementsFrom(top)) {
    const id = idOf(element)
    if (id !== null && ids.repeated.has(id)) found.add(id)
  }
  return found
}

function idOf(element: XmlElement): string | null {
  return element.attributes.length === 0 ? null : attributeOf(element, 'Id')
}

/** `top` and all elements below it in document order; without recursion, because the depth is the author's choice. */
function elementsFrom(top: XmlElement): readonly XmlElement[] {
  const found: XmlElement[] = []
  const pending: XmlElement[] = [top]
  for (let element = pending.pop(); element !== undefined; element = pending.pop()) {
    found.push(element)
    for (let index = element.children.length - 1; index >= 0; index--) {
      const child = element.children[index]
      if (typeof child === 'object' && child.kind === 'element') pending.push(child)
    }
  }
  return found
}
