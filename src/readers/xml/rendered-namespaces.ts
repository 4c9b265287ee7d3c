import { compareCodePoints } from './canonical-text.js'
import type { CanonicalizationMethod } from './canonicalization-method.js'
import { XML_NAMESPACE } from './names.js'
import { XmlError } from './xml-error.js'
import type { XmlElement } from './xml-node.js'

/** A namespace declaration of the canonical form. */
export interface RenderedDeclaration {
  readonly prefix: string
  readonly uri: string
}

const nothing: readonly RenderedDeclaration[] = []

interface NamespaceOptions {
  readonly prefixes?: readonly string[]
  readonly fragmentNamespaces?: ReadonlyMap<string, string>
}

/**
 * The namespace declarations that the canonical form has at the place that is being written. They determine which declarations the next
 * element must add. One map with a journal, as in `NamespaceScope`.
 *
 * The inclusive rule concerns only elements with declarations: when the apex has rendered all declarations in scope, scope and
 * rendered form differ nowhere else. The prefix list of the exclusive method follows the same rule for its prefixes, so a long list
 * needs no time for each element.
 */
export class RenderedNamespaces {
  readonly #rendered = new Map<string, string>()
  readonly #journal: { readonly prefix: string; readonly before: string }[] = []
  readonly #exclusive: boolean
  readonly #listed: ReadonlySet<string>
  /** The bindings by the ancestors of the apex; null when the apex has been written. */
  #inherited: ReadonlyMap<string, string> | null

  constructor(apex: XmlElement, algorithm: CanonicalizationMethod['algorithm'], options: NamespaceOptions) {
    const { prefixes = [], fragmentNamespaces } = options
    this.#exclusive = algorithm === 'exclusive'
    this.#listed = new Set(this.#exclusive ? prefixes.map((prefix) => (prefix === '#default' ? '' : prefix)) : [])
    if (this.#exclusive && this.#listed.size === 0) this.#inherited = null
    else if (fragmentNamespaces === undefined) this.#inherited = inheritedBindings(apex)
    else this.#inherited = unboundBy(apex, fragmentNamespaces)
  }

  /** Ends the scope of the declarations of the element that was entered last: as many as `enter` returned. */
  leave(declared: number): void {
    for (let left = declared; left > 0; left--) {
      const change = this.#journal.pop()
      if (change === undefined) return
      this.#rendered.set(change.prefix, change.before)
    }
  }

  /** The declarations of the start tag of an element in the canonical form, in canonical order. Throws `XML_RELATIVE_NAMESPACE`. */
  enter(element: XmlElement): readonly RenderedDeclaration[] {
    // A fast path for most elements of an inclusive form.
    if (!this.#exclusive && this.#inherited === null && element.declarations === null) return nothing
    const added: RenderedDeclaration[] = []
    if (this.#exclusive) {
      // Exclusive canonicalization section 3: the prefixes that the element visibly utilizes.
      this.#require(element.prefix, element.namespace, added, element)
      for (const { prefix, namespace } of element.attributes) if (prefix !== '') this.#require(prefix, namespace, added, element)
    }
    if (!this.#exclusive || this.#listed.size > 0) {
      if (this.#inherited !== null) this.#requireAll(this.#inherited, added, element)
      if (element.declarations !== null) this.#requireAll(element.declarations, added, element)
    }
    this.#inherited = null
    return added.length > 1 ? added.sort((a, b) => compareCodePoints(a.prefix, b.prefix)) : added
  }

  #requireAll(bindings: ReadonlyMap<string, string>, added: RenderedDeclaration[], element: XmlElement): void {
    for (const [prefix, uri] of bindings) if (!this.#exclusive || this.#listed.has(prefix)) this.#require(prefix, uri, added, element)
  }

  #require(prefix: string, uri: string, added: RenderedDeclaration[], element: XmlElement): void {
    const before = this.#rendered.get(prefix) ?? ''
    // `xmlns=""` is rendered only where it ends a rendered default namespace (Canonical XML 1.0 section 2.3).
    if (before === uri || uri === XML_NAMESPACE) return
    if (uri !== '' && !/^[A-Za-z][A-Za-z0-9+.-]*:/.test(uri))
      throw new XmlError('XML_RELATIVE_NAMESPACE', `The namespace of the prefix "${prefix.slice(0, 40)}" is relative.`, element.offset)
    this.#journal.push({ prefix, before })
    this.#rendered.set(prefix, uri)
    added.push({ prefix, uri })
  }
}

/** The bindings by the ancestors of the apex of prefixes that the apex does not declare itself: the nearest declaration of each prefix. */
function inheritedBindings(apex: XmlElement): ReadonlyMap<string, string> {
  const bindings = new Map<string, string>()
  for (let element = apex.parent; element !== null; element = element.parent) {
    if (element.declarations === null) continue
    for (const [prefix, uri] of element.declarations)
      if (!bindings.has(prefix) && apex.declarations?.has(prefix) !== true) bindings.set(prefix, uri)
  }
  return bindings
}

/** The given bindings of prefixes that the apex does not declare itself. */
function unboundBy(apex: XmlElement, bindings: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return new Map([...bindings].filter(([prefix]) => apex.declarations?.has(prefix) !== true))
}
