import { childElements, type XmlElement } from '#xml'
import { base64Of } from './base64.js'
import { XMLDSIG_NAMESPACE } from './namespaces.js'

/**
 * DER of the X509Certificate elements of a ds:KeyInfo, in order; null for one that is not base64. Everything else in KeyInfo (names, bare
 * keys, retrieval methods) is not read: a signer is a certificate.
 */
export function readKeyInfoCertificates(keyInfo: XmlElement): readonly (Buffer | null)[] {
  return childElements(keyInfo, XMLDSIG_NAMESPACE, 'X509Data')
    .flatMap((data) => childElements(data, XMLDSIG_NAMESPACE, 'X509Certificate'))
    .map(base64Of)
}
