import { attributeOf, childElements, type XmlElement } from '#xml'
import { type Canonicalization, readCanonicalization } from './canonicalization.js'
import { XMLDSIG_NAMESPACE } from './namespaces.js'

/**
 * The transforms of a reference. Only two chains are ever executed: none, and one canonicalization. XPath, XSLT, base64 and
 * enveloped-signature let the signature decide which part of the data it covers; what they ask for is recorded and not done.
 */
export interface Transforms {
  /** As written, in order. */
  readonly algorithms: readonly string[]
  readonly chain: { readonly kind: 'none' } | ({ readonly kind: 'canonicalization' } & Canonicalization) | { readonly kind: 'unsupported' }
}

const none: Transforms = { algorithms: [], chain: { kind: 'none' } }

/** Reads the ds:Transforms child of a ds:Reference (XML Signature 1.1 section 4.4.3.4). The schema has no empty one, so verifiers differ in what it means. */
export function readTransforms(reference: XmlElement): Transforms {
  const containers = childElements(reference, XMLDSIG_NAMESPACE, 'Transforms')
  const transforms = containers.flatMap((container) => childElements(container))
  if (containers.length === 0) return none
  const algorithms = transforms.map((transform) => attributeOf(transform, 'Algorithm') ?? '')
  const [transform] = transforms
  const readable = transform !== undefined && containers.length === 1 && transforms.length === 1 && isTransform(transform)
  const canonicalization = readable ? readCanonicalization(transform) : null
  return { algorithms, chain: canonicalization === null ? { kind: 'unsupported' } : { kind: 'canonicalization', ...canonicalization } }
}

function isTransform(element: XmlElement): boolean {
  return element.namespace === XMLDSIG_NAMESPACE && element.localName === 'Transform'
}
