import { Buffer } from 'node:buffer'
import { compareCodePoints, escapeAttribute, escapeText } from './canonical-text.js'
import type { CanonicalizationMethod } from './canonicalization-method.js'
import { attributesOfApex } from './inherited-attributes.js'
import { type RenderedDeclaration, RenderedNamespaces } from './rendered-namespaces.js'
import type { XmlAttribute, XmlComment, XmlDocument, XmlElement, XmlInstruction } from './xml-node.js'

export interface CanonicalizationOptions {
  /** InclusiveNamespaces PrefixList of exclusive canonicalization, `#default` for the default namespace. The other methods ignore it. */
  readonly prefixes?: readonly string[]
  /** Elements to omit with all their content: the signature itself in the enveloped-signature transform. */
  readonly omit?: XmlElement | ReadonlySet<XmlElement>
  /**
   * Canonicalizes the element as if it had been cut out of its document: of the declarations of its ancestors only these are in scope, and no attribute
   * of the namespace `xml` is inherited. Writers of DIGIDOC-XML computed digests in this form. Inclusive methods only.
   */
  readonly fragmentNamespaces?: ReadonlyMap<string, string>
}

/** Text is passed to the encoder in parts of about this many characters, so that a large document is not in memory twice as a string. */
const CHUNK = 65_536

/**
 * The canonical octets of an element in the context of its document, or of a whole document: Canonical XML 1.0, 1.1, Exclusive XML
 * Canonicalization 1.0. Iterative; takes time linear in the length of the output and, for an element, in the declarations of its ancestors.
 * Throws `XmlError` `XML_RELATIVE_NAMESPACE`.
 */
export function canonicalize(
  node: XmlElement | XmlDocument,
  method: CanonicalizationMethod,
  options: CanonicalizationOptions = {},
): Buffer {
  const output: Output = { text: '', chunks: [] }
  if (node.kind === 'element') writeElement(output, node, method, options)
  else writeDocument(output, node, method, options)
  if (output.chunks.length === 0) return Buffer.from(output.text, 'utf8')
  flush(output)
  return Buffer.concat(output.chunks)
}

interface Output {
  text: string
  readonly chunks: Buffer[]
}

function flush(output: Output): void {
  if (output.text !== '') output.chunks.push(Buffer.from(output.text, 'utf8'))
  output.text = ''
}

/** Before and after the root each comment and instruction is on a line of its own, and no line break ends the form (section 2.3, root node). */
function writeDocument(output: Output, document: XmlDocument, method: CanonicalizationMethod, options: CanonicalizationOptions): void {
  let afterRoot = false
  for (const child of document.children) {
    if (child.kind === 'element') {
      writeElement(output, child, method, options)
      afterRoot = true
    } else {
      const text = commentOrInstruction(child, method)
      if (text !== '') output.text += afterRoot ? `\n${text}` : `${text}\n`
    }
  }
}

function writeElement(output: Output, apex: XmlElement, method: CanonicalizationMethod, options: CanonicalizationOptions): void {
  if (options.omit !== undefined && isOmitted(apex, options.omit)) return
  const namespaces = new RenderedNamespaces(apex, method.algorithm, options)
  const open: Level[] = []
  const attributes = options.fragmentNamespaces === undefined ? attributesOfApex(apex, method.algorithm) : apex.attributes
  const declared = namespaces.enter(apex)
  output.text += startTag(apex, attributes, declared)
  let level: Level = { element: apex, next: 0, declared: declared.length }
  for (;;) {
    const child = level.element.children[level.next++]
    if (child === undefined) {
      output.text += `</${level.element.name}>`
      if (level.declared > 0) namespaces.leave(level.declared)
      const outer = open.pop()
      if (outer === undefined) return
      level = outer
    } else if (typeof child === 'string' || child.kind !== 'element') {
      const text = typeof child === 'string' ? escapeText(child) : commentOrInstruction(child, method)
      if (text.length > CHUNK) writeLongText(output, text)
      else output.text += text
    } else if (options.omit === undefined || !isOmitted(child, options.omit)) {
      const declared = namespaces.enter(child)
      output.text += startTag(child, child.attributes, declared)
      open.push(level)
      level = { element: child, next: 0, declared: declared.length }
    }
    if (output.text.length > CHUNK) flush(output)
  }
}

function isOmitted(element: XmlElement, omit: XmlElement | ReadonlySet<XmlElement>): boolean {
  return omit === element || (omit instanceof Set && omit.has(element))
}

interface Level {
  readonly element: XmlElement
  /** Index of the next child. */
  next: number
  /** Namespace declarations that its start tag has in the canonical form. */
  readonly declared: number
}

function startTag(element: XmlElement, attributes: readonly XmlAttribute[], declared: readonly RenderedDeclaration[]): string {
  let tag = `<${element.name}`
  for (const { prefix, uri } of declared) tag += `${prefix === '' ? ' xmlns' : ` xmlns:${prefix}`}="${escapeAttribute(uri)}"`
  for (const attribute of attributes.length > 1 ? attributes.toSorted(byNamespaceAndName) : attributes)
    tag += ` ${attribute.name}="${escapeAttribute(attribute.value)}"`
  return `${tag}>`
}

/** Section 2.2: the namespace URI is the primary key, the local name the secondary key; attributes in no namespace come first. */
function byNamespaceAndName(a: XmlAttribute, b: XmlAttribute): number {
  return a.namespace === b.namespace ? compareCodePoints(a.localName, b.localName) : compareCodePoints(a.namespace, b.namespace)
}

/** The canonical form of a node; empty for a comment when the method omits comments. */
function commentOrInstruction(node: XmlComment | XmlInstruction, method: CanonicalizationMethod): string {
  if (node.kind === 'instruction') return node.data === '' ? `<?${node.target}?>` : `<?${node.target} ${node.data}?>`
  return method.comments ? `<!--${node.data}-->` : ''
}

/** Passes a large text to the encoder by itself, because joined to other text it would be copied once more. No part ends inside a character. */
function writeLongText(output: Output, text: string): void {
  flush(output)
  output.chunks.push(Buffer.from(text, 'utf8'))
}
