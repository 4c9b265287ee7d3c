import type { XmlDocument, XmlElement } from './xml-node.js'

/** The child elements in document order, of a given namespace and local name if these are stated. */
export function childElements(element: XmlElement, namespace?: string, localName?: string): readonly XmlElement[] {
  const found: XmlElement[] = []
  for (const child of element.children) {
    if (typeof child === 'string' || child.kind !== 'element') continue
    if ((localName === undefined || child.localName === localName) && (namespace === undefined || child.namespace === namespace))
      found.push(child)
  }
  return found
}

/** The first child element with a name; null when there is none. Use `childElements` where it must be the only one. */
export function childElement(element: XmlElement, namespace: string, localName: string): XmlElement | null {
  for (const child of element.children) {
    if (typeof child !== 'string' && child.kind === 'element' && child.localName === localName && child.namespace === namespace)
      return child
  }
  return null
}

/**
 * Visits `top` and the elements below it in document order, but not those below an element for which `visit` returns false. Iterative, because the author of a
 * document controls its depth.
 */
export function visitElements(top: XmlElement | XmlDocument, visit: (element: XmlElement) => boolean): void {
  const pending: (XmlElement | XmlDocument)[] = [top]
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (node.kind === 'element' && !visit(node)) continue
    for (let i = node.children.length - 1; i >= 0; i--) {
      const child = node.children[i]
      if (typeof child === 'object' && child.kind === 'element') pending.push(child)
    }
  }
}

/** All elements with a name below `top`, in document order, including nested elements. An element is not below itself; the root is below its document. */
export function elementsNamed(top: XmlElement | XmlDocument, namespace: string, localName: string): readonly XmlElement[] {
  const found: XmlElement[] = []
  visitElements(top, (element) => {
    if (element !== top && element.localName === localName && element.namespace === namespace) found.push(element)
    return true
  })
  return found
}

/** The text directly inside the element, with its white space and without the text of child elements. */
export function textOf(element: XmlElement): string {
  const { children } = element
  const [first] = children
  if (children.length === 1 && typeof first === 'string') return first
  return children.filter((child) => typeof child === 'string').join('')
}

/**
 * The text of an element that contains only text. Null when it has a child element, because readers differ about whether the text of the child belongs to the
 * value (`decisions.md#values-are-text`).
 */
export function plainTextOf(element: XmlElement): string | null {
  for (const child of element.children) if (typeof child === 'object' && child.kind === 'element') return null
  return textOf(element)
}

/** The value of an attribute, null when it is missing. Attributes without prefix are in no namespace. */
export function attributeOf(element: XmlElement, localName: string, namespace = ''): string | null {
  for (const attribute of element.attributes)
    if (attribute.localName === localName && attribute.namespace === namespace) return attribute.value
  return null
}

/** The elements that follow an element with a greater position, and so are out of order. `positionOf` is below 0 for an element that is not allowed at all. */
export function outOfOrder(elements: readonly XmlElement[], positionOf: (element: XmlElement) => number): readonly XmlElement[] {
  let reached = 0
  return elements.filter((element) => {
    const position = positionOf(element)
    if (position < reached) return true
    reached = position
    return false
  })
}
