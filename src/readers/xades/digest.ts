import type { DigestFacts } from '#model'
import { digestAlgorithmOfUri } from '#readers/crypto'
import { attributeOf, childElement, type XmlElement } from '#readers/xml'
import { base64Of, XMLDSIG_NAMESPACE } from '#readers/xmldsig'

/** Reads DigestMethod and DigestValue inside `parent` (DigestAlgAndValueType); null when one is missing, empty or not base64. */
export function readDigest(parent: XmlElement): DigestFacts | null {
  const method = childElement(parent, XMLDSIG_NAMESPACE, 'DigestMethod')
  const value = childElement(parent, XMLDSIG_NAMESPACE, 'DigestValue')
  const identifier = method === null ? null : attributeOf(method, 'Algorithm')
  const octets = value === null ? null : base64Of(value)
  if (identifier === null || octets === null || octets.length === 0) return null
  return { identifier, algorithm: digestAlgorithmOfUri(identifier), value: octets.toString('hex') }
}
