import type { DigestFacts } from '#model'
import { digestAlgorithmOfUri } from '#readers/crypto'
import { attributeOf, childElements, type XmlElement } from '#readers/xml'
import { base64Of } from './base64.js'
import { XMLDSIG_NAMESPACE } from './namespaces.js'
import { readTransforms, type Transforms } from './transforms.js'
import { XmldsigError } from './xmldsig-error.js'

/** A ds:Reference as written. */
export interface XmlReference {
  readonly element: XmlElement
  /** Empty when absent; so is `type`. */
  readonly id: string
  /** Null when absent: only the application would know the object. */
  readonly uri: string | null
  readonly type: string
  readonly transforms: Transforms
  readonly digest: DigestFacts
  /** Null when the text is not base64. */
  readonly digestValue: Buffer | null
}

/** Reads a ds:Reference (XML Signature 1.1 section 4.4.3). Throws `XmldsigError`. */
export function readReference(element: XmlElement): XmlReference {
  const identifier = readDigestMethod(element)
  const [value, ...others] = childElements(element, XMLDSIG_NAMESPACE, 'DigestValue')
  if (value === undefined || others.length > 0) {
    throw new XmldsigError('XMLDSIG_DIGEST_VALUE', 'A reference has no or several DigestValue elements', element.offset)
  }
  const digestValue = base64Of(value)
  return {
    element,
    id: attributeOf(element, 'Id') ?? '',
    uri: attributeOf(element, 'URI'),
    type: attributeOf(element, 'Type') ?? '',
    transforms: readTransforms(element),
    digest: { identifier, algorithm: digestAlgorithmOfUri(identifier), value: digestValue?.toString('hex') ?? '' },
    digestValue,
  }
}

/** Whether the element is a ds:Manifest: the signature covers the digests in its references, but not the referenced objects. */
export function isManifest({ namespace, localName }: XmlElement): boolean {
  return namespace === XMLDSIG_NAMESPACE && localName === 'Manifest'
}

/** The references of ds:Manifest elements (XML Signature 1.1 section 5.1), in order. Throws `XmldsigError`. */
export function readManifestReferences(manifests: readonly XmlElement[], maxReferences: number): readonly XmlReference[] {
  const elements = manifests.flatMap((manifest) => childElements(manifest, XMLDSIG_NAMESPACE, 'Reference'))
  if (elements.length > maxReferences) {
    throw new XmldsigError(
      'XMLDSIG_TOO_MANY_REFERENCES',
      `The manifests of a signature have more than ${maxReferences} references`,
      elements[0]?.offset,
    )
  }
  return elements.map(readReference)
}

function readDigestMethod(element: XmlElement): string {
  const [method, ...others] = childElements(element, XMLDSIG_NAMESPACE, 'DigestMethod')
  const identifier = method === undefined || others.length > 0 ? null : attributeOf(method, 'Algorithm')
  if (identifier === null) {
    throw new XmldsigError('XMLDSIG_DIGEST_METHOD', 'A reference has no or several DigestMethod elements, or no Algorithm', element.offset)
  }
  return identifier
}
