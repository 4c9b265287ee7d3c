/** A child of an element. Text is a plain string: adjacent text, CDATA sections and references are one string. */
export type XmlNode = XmlElement | XmlComment | XmlInstruction | string

/** A whole document, without the white space between the top-level nodes: it is not part of the data model that is canonicalized. */
export interface XmlDocument {
  readonly kind: 'document'
  readonly root: XmlElement
  /** Comments and instructions around the root, and the root, in document order. */
  readonly children: readonly (XmlElement | XmlComment | XmlInstruction)[]
  /** The number of nodes, as `XmlLimits.maxNodes` counts them. */
  readonly nodes: number
  /** The decoded characters: those from `offset` to `end` of an element are the element as written. */
  readonly text: string
}

export interface XmlElement {
  readonly kind: 'element'
  /** As written, with prefix. */
  readonly name: string
  /** Empty when the name has no prefix. */
  readonly prefix: string
  readonly localName: string
  /** Namespace URI; empty when the element is in no namespace. */
  readonly namespace: string
  /** In document order, without the namespace declarations. No two share namespace and local name. */
  readonly attributes: readonly XmlAttribute[]
  /** Prefix (empty for the default) to URI (empty only for `xmlns=""`) of the declarations on this element; null when it has none. */
  readonly declarations: ReadonlyMap<string, string> | null
  readonly children: readonly XmlNode[]
  /** Null for the root. */
  readonly parent: XmlElement | null
  /** Position of the opening `<`, counted as in `XmlError`. */
  readonly offset: number
  /** Position after the last `>` of the element. */
  readonly end: number
}

export interface XmlAttribute {
  /** As written, with prefix. */
  readonly name: string
  readonly prefix: string
  readonly localName: string
  /** Empty for an attribute without prefix: the default namespace does not apply to attributes. */
  readonly namespace: string
  /** Normalised as CDATA (XML 1.0 section 3.3.3). */
  readonly value: string
}

export interface XmlComment {
  readonly kind: 'comment'
  readonly data: string
}

export interface XmlInstruction {
  readonly kind: 'instruction'
  readonly target: string
  /** The text after the target, without the white space between them; empty when there is none. */
  readonly data: string
}
