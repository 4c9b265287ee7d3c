import { attributeOf, childElements, outOfOrder, textOf, trimWhiteSpace, type XmlElement } from '#readers/xml'

/**
 * The element at the end of a path of local names; null when a part is missing. Local names are sufficient: `assertDdocStructure` of the container has refused
 * namespaces other than those of DIGIDOC-XML, and repeated children that may occur once.
 */
export function childNamed(parent: XmlElement | null, ...path: readonly string[]): XmlElement | null {
  let element = parent
  for (const name of path) {
    if (element === null) return null
    let found: XmlElement | null = null
    for (const child of element.children) {
      if (typeof child !== 'object' || child.kind !== 'element' || child.localName !== name) continue
      found = child
      break
    }
    element = found
  }
  return element
}

const none: readonly XmlElement[] = []

/** The child elements with a local name, in document order. */
export function childrenNamed(parent: XmlElement | null, name: string): readonly XmlElement[] {
  return parent === null ? none : childElements(parent, undefined, name)
}

/** The first child that follows a child which comes later in `order`; null when all are in order. Children with other names are ignored. */
export function childOutOfOrder(parent: XmlElement, order: readonly string[]): XmlElement | null {
  const ordered = childElements(parent).filter(({ localName }) => order.includes(localName))
  return outOfOrder(ordered, ({ localName }) => order.indexOf(localName))[0] ?? null
}

/** The text of the element at the end of a path, without white space around it; empty when there is no such element. */
export function textAt(parent: XmlElement | null, ...path: readonly string[]): string {
  const element = childNamed(parent, ...path)
  return element === null ? '' : trimWhiteSpace(textOf(element))
}

/** The value of an attribute; empty when the element or the attribute is missing. */
export function attributeAt(element: XmlElement | null, name: string): string {
  return element === null ? '' : (attributeOf(element, name) ?? '')
}
