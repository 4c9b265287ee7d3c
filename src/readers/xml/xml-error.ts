import { ReaderError } from '#model'

/** Every reason for which XML is refused. A code is never reused after its removal. */
export type XmlErrorCode =
  /** More bytes than `XmlLimits.maxBytes`. */
  | 'XML_TOO_LARGE'
  /** Elements nested deeper than `XmlLimits.maxDepth`. */
  | 'XML_TOO_DEEP'
  /** More attributes and declarations in one element than `XmlLimits.maxAttributes`. */
  | 'XML_TOO_MANY_ATTRIBUTES'
  /** A name, or the value of an attribute or declaration, is longer than `XmlLimits.maxAttributeLength`. */
  | 'XML_TOO_LONG'
  /** More nodes in the document than `XmlLimits.maxNodes`. */
  | 'XML_TOO_MANY_NODES'
  /** More prefixes in scope at one place than `XmlLimits.maxNamespaces`. */
  | 'XML_TOO_MANY_NAMESPACES'
  /** A limit too: long namespaces are used so often that the canonical form would be several times larger than `XmlLimits.maxBytes`. */
  | 'XML_EXPANSION'
  /** The encoding is not UTF-8, UTF-16, ISO-8859-1, ISO-8859-2, ISO-8859-15, windows-1257 or US-ASCII, or byte order mark and declaration disagree. */
  | 'XML_ENCODING'
  /** The bytes are not text in the encoding of the document. */
  | 'XML_BYTES'
  /** A character that XML 1.0 does not allow (section 2.2), written literally or as a reference. */
  | 'XML_CHARACTER'
  /** `<?xml … ?>` is malformed or not of version 1.x. */
  | 'XML_DECLARATION'
  /** A document type declaration. It is never read, because it could define entities and default attributes. */
  | 'XML_DOCTYPE'
  /** A reference to another entity than the five predefined ones. */
  | 'XML_ENTITY'
  /** `&` that does not begin a reference. */
  | 'XML_REFERENCE'
  /** `<!` that does not begin a comment, a CDATA section or a document type declaration. */
  | 'XML_MARKUP'
  /** A name is missing, or is not a qualified name (one colon at most, not first or last). */
  | 'XML_NAME'
  /** A start or end tag with wrong punctuation. */
  | 'XML_TAG'
  /** An attribute without `=`, without quotes, or with `<` in its value. */
  | 'XML_ATTRIBUTE'
  /** Two attributes of one element with the same name, or the same namespace and local name; or a prefix declared twice. */
  | 'XML_DUPLICATE_ATTRIBUTE'
  /** An end tag that does not match the open element. */
  | 'XML_TAG_MISMATCH'
  /** The document ends inside an element, tag, comment, section or instruction. */
  | 'XML_UNCLOSED'
  /** `--` inside a comment. */
  | 'XML_COMMENT'
  /** A processing instruction with a malformed or reserved target. */
  | 'XML_INSTRUCTION'
  /** `]]>` in text. */
  | 'XML_SECTION_END'
  /** No root element, a second one, or text outside it. */
  | 'XML_ROOT'
  /** A prefix that no declaration binds. */
  | 'XML_PREFIX'
  /** A declaration that misuses `xml`, `xmlns` or their namespaces, or undeclares a prefix. */
  | 'XML_NAMESPACE'
  /** A relative namespace URI that would be canonicalized (Canonical XML 1.0 section 1.3 requires a failure). */
  | 'XML_RELATIVE_NAMESPACE'

const limitCodes: ReadonlySet<XmlErrorCode> = new Set<XmlErrorCode>([
  'XML_TOO_LARGE',
  'XML_TOO_DEEP',
  'XML_TOO_MANY_ATTRIBUTES',
  'XML_TOO_LONG',
  'XML_TOO_MANY_NODES',
  'XML_TOO_MANY_NAMESPACES',
  'XML_EXPANSION',
])

/**
 * The only error of this folder. `offset` counts UTF-16 code units of the decoded text after a byte order mark; in ASCII text it is
 * the position in bytes. `limit` is true when a bound of the caller was reached.
 */
export class XmlError extends ReaderError {
  override readonly name = 'XmlError'
  declare readonly code: XmlErrorCode
  constructor(code: XmlErrorCode, message: string, offset: number | null = null) {
    super(code, message, offset, limitCodes.has(code))
  }
}
