import { XML_NAMESPACE, XMLNS_NAMESPACE } from './names.js'
import { XmlError } from './xml-error.js'
import type { XmlLimits } from './xml-limits.js'

/**
 * Exclusive canonicalization writes a namespace again at every element that uses it, so a long namespace with a short prefix could turn a small document into
 * gigabytes. Counted at every use, all namespaces together may have this many times the bytes of the largest document; in real signatures and trusted lists
 * they have half as many bytes as the document itself.
 */
const MAX_EXPANSION = 2

/**
 * The prefixes bound at the current place of the document. There is one map for the whole document, with a journal of the changes by each element:
 * a copy for each element would take time and memory for elements times declarations.
 */
export class NamespaceScope {
  readonly #bound = new Map<string, string>([['xml', XML_NAMESPACE]])
  readonly #journal: { readonly prefix: string; readonly before: string | undefined }[] = []
  readonly #limits: XmlLimits
  #expanded = 0

  constructor(limits: XmlLimits) {
    this.#limits = limits
  }

  enter(declarations: ReadonlyMap<string, string>, offset: number): void {
    for (const [prefix, uri] of declarations) {
      this.#journal.push({ prefix, before: this.#bound.get(prefix) })
      this.#bound.set(prefix, uri)
    }
    // The prefix `xml` is always bound and does not count.
    if (this.#bound.size - 1 > this.#limits.maxNamespaces)
      throw new XmlError('XML_TOO_MANY_NAMESPACES', `More than ${this.#limits.maxNamespaces} namespaces in scope.`, offset)
  }

  /** Ends the scope of these declarations, which were entered last. */
  leave(declarations: ReadonlyMap<string, string>): void {
    for (let left = declarations.size; left > 0; left--) {
      const change = this.#journal.pop()
      if (change === undefined) return
      if (change.before === undefined) this.#bound.delete(change.prefix)
      else this.#bound.set(change.prefix, change.before)
    }
  }

  /** The namespace of a prefix; for the empty one the default namespace, empty when there is none. Throws `XML_PREFIX`, `XML_EXPANSION`. */
  namespaceOf(prefix: string, offset: number): string {
    const uri = this.#bound.get(prefix)
    if (uri === undefined) {
      if (prefix === '') return ''
      throw new XmlError('XML_PREFIX', `The prefix ${prefix.slice(0, 40)} is not declared.`, offset)
    }
    this.#expanded += uri.length
    if (this.#expanded > MAX_EXPANSION * this.#limits.maxBytes)
      throw new XmlError('XML_EXPANSION', 'Long namespaces are used too often.', offset)
    return uri
  }
}

/** Checks the constraints on a declaration (Namespaces in XML 1.0 sections 3 and 5). Throws `XML_NAMESPACE`. */
export function checkDeclaration(prefix: string, uri: string, offset: number): void {
  const refuse = (message: string) => new XmlError('XML_NAMESPACE', message, offset)
  if (prefix === 'xmlns') throw refuse('The prefix xmlns cannot be declared.')
  if (uri === XMLNS_NAMESPACE) throw refuse('The namespace of xmlns cannot be bound.')
  if ((prefix === 'xml') !== (uri === XML_NAMESPACE)) throw refuse('The prefix xml and its namespace belong to each other.')
  if (prefix !== '' && uri === '') throw refuse('A prefix cannot be undeclared.')
}
