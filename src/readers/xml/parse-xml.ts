import { inPieces } from '#std'
import { decodeXml } from './encoding.js'
import { endOfNcName } from './names.js'
import { NamespaceScope } from './namespace-scope.js'
import { expandReferences } from './references.js'
import { readStartTag, skipSpace, type WrittenAttribute } from './start-tag.js'
import { XmlError } from './xml-error.js'
import type { XmlLimits } from './xml-limits.js'
import type { XmlAttribute, XmlComment, XmlDocument, XmlElement, XmlInstruction, XmlNode } from './xml-node.js'

/** An element while its content is being read. */
interface OpenElement extends XmlElement {
  children: XmlNode[]
  end: number
}

interface Parser {
  readonly text: string
  readonly limits: XmlLimits
  readonly scope: NamespaceScope
  /** Whether these occur anywhere in the document; otherwise single texts need not be searched for them. */
  readonly occurs: { readonly ampersand: boolean; readonly carriageReturn: boolean; readonly sectionEnd: boolean }
  readonly top: (XmlElement | XmlComment | XmlInstruction)[]
  /** The open elements, root first. */
  readonly open: OpenElement[]
  root: XmlElement | null
  at: number
  nodes: number
}

/** Shared by all elements without content; never pushed to. */
const noChildren: XmlNode[] = []
const noAttributes: readonly XmlAttribute[] = []

/**
 * Reads one document: well-formed XML 1.0 (fifth edition) with well-formed namespaces, without document type declaration.
 * Text is not copied: the strings of the tree are parts of one decoded text. One pass without recursion; takes time linear in the number of bytes.
 *
 * @throws XmlError, and no other error, for every other input
 */
export function parseXml(bytes: Uint8Array, limits: XmlLimits): XmlDocument {
  if (bytes.length > limits.maxBytes) throw new XmlError('XML_TOO_LARGE', `More than ${limits.maxBytes} bytes.`)
  const { text, start } = decodeXml(bytes)
  const parser: Parser = {
    text,
    limits,
    scope: new NamespaceScope(limits),
    occurs: { ampersand: text.includes('&'), carriageReturn: text.includes('\r'), sectionEnd: text.includes(']]>') },
    top: [],
    open: [],
    root: null,
    at: start,
    nodes: 0,
  }
  while (parser.at < text.length) {
    const next = text.charCodeAt(parser.at + 1)
    if (text.charCodeAt(parser.at) !== 0x3c) readText(parser)
    else if (next === 0x2f) readEndTag(parser)
    else if (next === 0x3f) readInstruction(parser)
    else if (next !== 0x21) readElement(parser)
    else readDeclaration(parser)
    if (parser.nodes > limits.maxNodes) throw new XmlError('XML_TOO_MANY_NODES', `More than ${limits.maxNodes} nodes.`, parser.at)
  }
  const unclosed = parser.open.at(-1)
  if (unclosed) throw new XmlError('XML_UNCLOSED', `The element ${unclosed.name.slice(0, 40)} is not closed.`, text.length)
  if (!parser.root) throw new XmlError('XML_ROOT', 'The document has no element.', text.length)
  return { kind: 'document', root: parser.root, children: parser.top, nodes: parser.nodes, text }
}

/** What begins with `<!`. */
function readDeclaration(parser: Parser): void {
  const { text, at } = parser
  if (text.startsWith('--', at + 2)) readComment(parser)
  else if (text.startsWith('[CDATA[', at + 2)) readSection(parser)
  else if (text.startsWith('DOCTYPE', at + 2)) throw new XmlError('XML_DOCTYPE', 'A document type declaration is not accepted.', at)
  else throw new XmlError('XML_MARKUP', '"<!" begins no markup that is allowed here.', at)
}

function readElement(parser: Parser): void {
  const { scope, open, at: offset } = parser
  const parent = open.at(-1) ?? null
  if (!parent && parser.root) throw new XmlError('XML_ROOT', 'A second root element.', offset)
  if (open.length >= parser.limits.maxDepth)
    throw new XmlError('XML_TOO_DEEP', `Elements nested deeper than ${parser.limits.maxDepth}.`, offset)
  const tag = readStartTag(parser.text, offset, parser.limits)
  const { declarations } = tag
  parser.nodes += 1 + tag.attributes.length + (declarations?.size ?? 0)
  if (declarations) scope.enter(declarations, offset)
  const { name, prefix, localName } = tag.qualifiedName
  const element: OpenElement = {
    kind: 'element',
    name,
    prefix,
    localName,
    namespace: scope.namespaceOf(prefix, offset),
    attributes: tag.attributes.length === 0 ? noAttributes : resolveAttributes(tag.attributes, scope),
    declarations,
    children: noChildren,
    parent,
    offset,
    end: tag.end,
  }
  if (parent) append(parent, element)
  else {
    parser.root = element
    parser.top.push(element)
  }
  if (!tag.empty) open.push(element)
  else if (declarations) scope.leave(declarations)
  parser.at = tag.end
}

/** The attributes with their namespaces. No two may have the same namespace and local name (Namespaces in XML 1.0 section 6.3). */
function resolveAttributes(written: readonly WrittenAttribute[], scope: NamespaceScope): readonly XmlAttribute[] {
  const attributes: XmlAttribute[] = []
  const seen = written.length > 1 ? new Set<string>() : null
  for (const { qualifiedName, value, offset } of written) {
    const { name, prefix, localName } = qualifiedName
    const namespace = prefix === '' ? '' : scope.namespaceOf(prefix, offset)
    // A local name contains no space, so the key is unambiguous.
    const key = namespace === '' ? localName : `${localName} ${namespace}`
    if (seen?.has(key)) throw new XmlError('XML_DUPLICATE_ATTRIBUTE', `The attribute ${name.slice(0, 40)} occurs twice.`, offset)
    seen?.add(key)
    attributes.push({ name, prefix, localName, namespace, value })
  }
  return attributes
}

function readEndTag(parser: Parser): void {
  const { text, at } = parser
  const element = parser.open.pop()
  if (element === undefined) throw new XmlError('XML_TAG_MISMATCH', 'An end tag without a start tag.', at)
  const { name, declarations } = element
  const afterName = at + 2 + name.length
  const end = text.charCodeAt(afterName) === 0x3e ? afterName : skipSpace(text, afterName)
  if (!text.startsWith(name, at + 2) || text.charCodeAt(end) !== 0x3e) {
    if (end >= text.length) throw new XmlError('XML_UNCLOSED', 'The document ends inside a tag.', at)
    throw new XmlError('XML_TAG_MISMATCH', `The end tag of ${name.slice(0, 40)} is expected here.`, at)
  }
  if (declarations) parser.scope.leave(declarations)
  element.end = end + 1
  parser.at = end + 1
}

function readText(parser: Parser): void {
  const { text, at, occurs } = parser
  const next = text.indexOf('<', at)
  const end = next < 0 ? text.length : next
  parser.at = end
  const element = parser.open.at(-1)
  if (!element) {
    if (skipSpace(text, at) < end) throw new XmlError('XML_ROOT', 'Text outside the root element.', at)
    return
  }
  parser.nodes++
  const raw = text.slice(at, end)
  if (occurs.sectionEnd && raw.includes(']]>')) throw new XmlError('XML_SECTION_END', '"]]>" in text.', at + raw.indexOf(']]>'))
  if (occurs.ampersand) append(element, expandReferences(raw, at, occurs.carriageReturn ? withLineFeeds : asWritten))
  else append(element, occurs.carriageReturn ? withLineFeeds(raw) : raw)
}

function readSection(parser: Parser): void {
  const { text, at, occurs } = parser
  const element = parser.open.at(-1)
  if (!element) throw new XmlError('XML_ROOT', 'Text outside the root element.', at)
  const end = endOf(']]>', text, at + 9, at)
  parser.nodes++
  const raw = text.slice(at + 9, end)
  if (raw !== '') append(element, occurs.carriageReturn ? withLineFeeds(raw) : raw)
  parser.at = end + 3
}

/** XML 1.0 section 2.5: `--` occurs only at the end, so `--->` is refused as well. */
function readComment(parser: Parser): void {
  const { text, at } = parser
  const end = endOf('--', text, at + 4, at)
  if (text.charCodeAt(end + 2) !== 0x3e) throw new XmlError('XML_COMMENT', '"--" inside a comment.', end)
  appendOutsideText(parser, { kind: 'comment', data: withLineFeeds(text.slice(at + 4, end)) })
  parser.at = end + 3
}

/** XML 1.0 section 2.6; a target contains no colon (Namespaces in XML 1.0 section 7). */
function readInstruction(parser: Parser): void {
  const { text, at } = parser
  const targetEnd = endOfNcName(text, at + 2)
  const target = text.slice(at + 2, targetEnd)
  if (target === '' || target.toLowerCase() === 'xml')
    throw new XmlError('XML_INSTRUCTION', 'The target of a processing instruction is missing or reserved.', at)
  const end = endOf('?>', text, targetEnd, at)
  const dataStart = skipSpace(text, targetEnd)
  if (dataStart === targetEnd && end !== targetEnd)
    throw new XmlError('XML_INSTRUCTION', 'White space is missing after the target of a processing instruction.', targetEnd)
  appendOutsideText(parser, { kind: 'instruction', target, data: withLineFeeds(text.slice(dataStart, end)) })
  parser.at = end + 2
}

function endOf(mark: string, text: string, from: number, offset: number): number {
  const end = text.indexOf(mark, from)
  if (end < 0) throw new XmlError('XML_UNCLOSED', `The document ends before "${mark}".`, offset)
  return end
}

/** Appends a node that may also occur before and after the root element. */
function appendOutsideText(parser: Parser, node: XmlComment | XmlInstruction): void {
  parser.nodes++
  const element = parser.open.at(-1)
  if (element) append(element, node)
  else parser.top.push(node)
}

/** Text beside a section, and the text around a comment that was left out, are one node. */
function append(element: OpenElement, node: XmlNode): void {
  const { children } = element
  if (children === noChildren) {
    element.children = [node]
    return
  }
  const last = children.at(-1)
  if (typeof node === 'string' && typeof last === 'string') children[children.length - 1] = last + node
  else children.push(node)
}

/** The text with LF as the only line break (XML 1.0 section 2.11). */
function withLineFeeds(text: string): string {
  return text.includes('\r') ? inPieces(text, (piece) => piece.replace(/\r\n?/g, '\n')) : text
}

function asWritten(text: string): string {
  return text
}
