/**
 * Reads XML that is signed or that a decision rests on: bytes in, a tree of plain data or an `XmlError` out, and from the tree back to the
 * octets that a signature covers.
 *
 * Bytes become text (encoding), text becomes tags (start-tag, references, names), tags become a tree with resolved namespaces
 * (parse-xml, namespace-scope). Canonicalization walks that same tree, so that the hashed and the read content cannot differ.
 */
export { type CanonicalizationMethod, canonicalizationOfUri } from './canonicalization-method.js'
export { canonicalize } from './canonicalize.js'
export { isReadAsUtf8 } from './encoding.js'
export { isNcName } from './names.js'
export { attributeOf, childElement, childElements, elementsNamed, outOfOrder, plainTextOf, textOf, visitElements } from './navigation.js'
export { leavesOutDeclarations } from './omitted-declarations.js'
export { parseXml } from './parse-xml.js'
export { trimWhiteSpace } from './white-space.js'
export { writableText, xmlAttribute, xmlText } from './written-text.js'
export { XmlError } from './xml-error.js'
export type { XmlLimits } from './xml-limits.js'
export type { XmlDocument, XmlElement } from './xml-node.js'
