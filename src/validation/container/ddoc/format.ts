import type { DdocVersion } from '#model'
import { attributeOf, type XmlElement } from '#readers/xml'
import { refuse } from '../refusal.js'

/** A version of DIGIDOC-XML, with the octets that it hashes for a data file. */
export interface DdocFormat {
  readonly format: 'SK-XML' | 'DIGIDOC-XML'
  readonly version: DdocVersion
  /** `content`: the decoded content. `element`: the element from its start tag to its end tag, in canonical form. */
  readonly digestOver: 'content' | 'element'
  /** Default namespace of the hashed element, whether the document declares it on the element or not (`decisions.md#ddoc-inherited-namespace`); empty for none. */
  readonly elementNamespace: string
  /** Whether the digest of the element without its namespace is accepted as well, with a warning (18912.ddoc). */
  readonly alternateDigest: boolean
}

export const DIGIDOC_NAMESPACE = 'http://www.sk.ee/DigiDoc/v1.3.0#'

const formats: readonly DdocFormat[] = [
  { format: 'SK-XML', version: '1.0', digestOver: 'content', elementNamespace: '', alternateDigest: false },
  { format: 'DIGIDOC-XML', version: '1.1', digestOver: 'element', elementNamespace: '', alternateDigest: false },
  { format: 'DIGIDOC-XML', version: '1.2', digestOver: 'element', elementNamespace: '', alternateDigest: false },
  { format: 'DIGIDOC-XML', version: '1.3', digestOver: 'element', elementNamespace: DIGIDOC_NAMESPACE, alternateDigest: true },
]

/** The format that the root element states. Namespaces are not compared, because writers omitted or added them. Throws `ContainerError`. */
export function formatOf(root: XmlElement): DdocFormat {
  if (root.localName !== 'SignedDoc') refuse('DDOC_ROOT', 'The document is XML, but its root is not SignedDoc.', root.name)
  const format = attributeOf(root, 'format') ?? ''
  const version = attributeOf(root, 'version') ?? ''
  const found = formats.find((known) => known.format === format && known.version === version)
  if (found === undefined) {
    refuse('DDOC_FORMAT', 'The format is not SK-XML 1.0 or DIGIDOC-XML 1.1 to 1.3.', `${format} ${version}`.trim())
  }
  return found
}
