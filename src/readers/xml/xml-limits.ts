/** Bounds of one document; the caller chooses them (src/config/document-limits.ts). */
export interface XmlLimits {
  /** Bytes of the document. */
  readonly maxBytes: number
  /** Elements open at one time; the root counts as one. */
  readonly maxDepth: number
  /** Attributes of one element, namespace declarations included. */
  readonly maxAttributes: number
  /** Characters of the value of one attribute or declaration as it is written, and of the name of an attribute or element. */
  readonly maxAttributeLength: number
  /** Elements, attributes, namespace declarations, pieces of text, CDATA sections, comments and instructions. */
  readonly maxNodes: number
  /** Prefixes in scope at one place, the default namespace included. */
  readonly maxNamespaces: number
}
