import { visitElements } from './navigation.js'
import type { XmlElement } from './xml-node.js'

/**
 * Whether Exclusive XML Canonicalization 1.0 leaves out a namespace declaration of a tree: one whose prefix is in no name within its scope, and not in the
 * PrefixList. Values can use such a prefix too (`xsi:type="p:Invoice"`), and then mean something else with another declaration. Takes linear time.
 *
 * @param prefixes the PrefixList, `#default` for the default namespace
 */
export function leavesOutDeclarations(root: XmlElement, prefixes: readonly string[]): boolean {
  const kept = new Set(prefixes.map((prefix) => (prefix === '#default' ? '' : prefix)))
  /** The declarations in scope for each prefix, innermost last. */
  const inScope = new Map<string, Declaration[]>()
  const open: { readonly element: XmlElement; readonly declared: readonly string[] }[] = []
  let leavesOut = false
  const close = (): void => {
    for (const prefix of open.pop()?.declared ?? []) if (inScope.get(prefix)?.pop()?.used === false && !kept.has(prefix)) leavesOut = true
  }
  visitElements(root, (element) => {
    while (open.length > 0 && open.at(-1)?.element !== element.parent) close()
    const declared = [...(element.declarations?.keys() ?? [])]
    for (const prefix of declared) {
      const declarations = inScope.get(prefix) ?? []
      declarations.push({ used: false })
      inScope.set(prefix, declarations)
    }
    open.push({ element, declared })
    // An attribute without prefix is in no namespace.
    for (const prefix of [element.prefix, ...element.attributes.flatMap((attribute) => attribute.prefix || [])]) {
      const declaration = inScope.get(prefix)?.at(-1)
      if (declaration !== undefined) declaration.used = true
    }
    return true
  })
  while (open.length > 0) close()
  return leavesOut
}

interface Declaration {
  used: boolean
}
