import { attributeOf, childElements, outOfOrder, type XmlElement } from '#readers/xml'
import { base64Of } from './base64.js'
import { type Canonicalization, readCanonicalization } from './canonicalization.js'
import { XMLDSIG_NAMESPACE } from './namespaces.js'
import { readReference, type XmlReference } from './reference.js'
import { readSignatureMethod, type SignatureMethod } from './signature-method.js'
import { XmldsigError, type XmldsigErrorCode } from './xmldsig-error.js'

interface SignedInfo {
  readonly element: XmlElement
  /** Algorithm of ds:CanonicalizationMethod as written. */
  readonly canonicalizationIdentifier: string
  /** Null when it is not supported. */
  readonly canonicalization: Canonicalization | null
  readonly method: SignatureMethod
  /** In document order, at least one. */
  readonly references: readonly XmlReference[]
}

/** The parts of a ds:Signature. Nothing is verified yet. */
export interface XmlSignature {
  readonly element: XmlElement
  /** Empty when absent. */
  readonly id: string
  readonly signedInfo: SignedInfo
  readonly signatureValue: XmlElement
  /** Null when the text is not base64. */
  readonly value: Buffer | null
  readonly keyInfo: XmlElement | null
  /** The ds:Object elements, in document order. */
  readonly objects: readonly XmlElement[]
  /** Children of ds:Signature, ds:SignedInfo and ds:Reference that the schema does not have, or has in another order. */
  readonly unexpected: readonly XmlElement[]
}

/** Reads a ds:Signature (XML Signature 1.1 section 4.1). Throws `XmldsigError` when a mandatory part is missing or repeated, or it has too many references. */
export function readXmlSignature(element: XmlElement, limits: { readonly maxReferences: number }): XmlSignature {
  const signedInfo = single(element, 'SignedInfo', 'XMLDSIG_SIGNED_INFO')
  const signatureValue = single(element, 'SignatureValue', 'XMLDSIG_SIGNATURE_VALUE')
  const [keyInfo = null, ...otherKeyInfos] = childElements(element, XMLDSIG_NAMESPACE, 'KeyInfo')
  if (otherKeyInfos.length > 0) throw new XmldsigError('XMLDSIG_KEY_INFO', 'The signature has several KeyInfo elements', element.offset)
  return {
    element,
    id: attributeOf(element, 'Id') ?? '',
    signedInfo: readSignedInfo(signedInfo, limits),
    signatureValue,
    value: base64Of(signatureValue),
    keyInfo,
    objects: childElements(element, XMLDSIG_NAMESPACE, 'Object'),
    unexpected: [
      ...outOfPlace(element, signatureChildren),
      ...outOfPlace(signedInfo, signedInfoChildren),
      ...childElements(signedInfo, XMLDSIG_NAMESPACE, 'Reference').flatMap((reference) => outOfPlace(reference, referenceChildren)),
    ],
  }
}

/** The children in the order of the schema (`decisions.md#schema-order`). */
const signatureChildren = ['SignedInfo', 'SignatureValue', 'KeyInfo', 'Object']
const signedInfoChildren = ['CanonicalizationMethod', 'SignatureMethod', 'Reference']
const referenceChildren = ['Transforms', 'DigestMethod', 'DigestValue']

function readSignedInfo(element: XmlElement, { maxReferences }: { readonly maxReferences: number }): SignedInfo {
  const canonicalization = single(element, 'CanonicalizationMethod', 'XMLDSIG_CANONICALIZATION_METHOD')
  const method = single(element, 'SignatureMethod', 'XMLDSIG_SIGNATURE_METHOD')
  const identifier = attributeOf(canonicalization, 'Algorithm')
  if (identifier === null) {
    throw new XmldsigError('XMLDSIG_CANONICALIZATION_METHOD', 'CanonicalizationMethod has no Algorithm', canonicalization.offset)
  }
  if (attributeOf(method, 'Algorithm') === null) {
    throw new XmldsigError('XMLDSIG_SIGNATURE_METHOD', 'SignatureMethod has no Algorithm', method.offset)
  }
  const references = childElements(element, XMLDSIG_NAMESPACE, 'Reference')
  if (references.length === 0) throw new XmldsigError('XMLDSIG_REFERENCE', 'SignedInfo has no Reference', element.offset)
  if (references.length > maxReferences) {
    throw new XmldsigError('XMLDSIG_TOO_MANY_REFERENCES', `A signature has more than ${maxReferences} references`, element.offset)
  }
  return {
    element,
    canonicalizationIdentifier: identifier,
    canonicalization: readCanonicalization(canonicalization),
    method: readSignatureMethod(method),
    references: references.map(readReference),
  }
}

function single(parent: XmlElement, localName: string, code: XmldsigErrorCode): XmlElement {
  const [element, ...others] = childElements(parent, XMLDSIG_NAMESPACE, localName)
  if (element === undefined || others.length > 0) {
    throw new XmldsigError(code, `${parent.localName} has ${element === undefined ? 'no' : 'several'} ${localName}`, parent.offset)
  }
  return element
}

/** The children whose name is not in `order`, and those that follow a child which comes later in `order`. */
function outOfPlace(parent: XmlElement, order: readonly string[]): readonly XmlElement[] {
  return outOfOrder(childElements(parent), ({ namespace, localName }) => (namespace === XMLDSIG_NAMESPACE ? order.indexOf(localName) : -1))
}

/**
 * The DER encodings in the X509Certificate elements of a ds:KeyInfo, in order; null for an element that is not base64. The other content of KeyInfo (names,
 * bare keys, retrieval methods) is not read: a signer is identified by a certificate.
 */
export function readKeyInfoCertificates(keyInfo: XmlElement): readonly (Buffer | null)[] {
  const data = childElements(keyInfo, XMLDSIG_NAMESPACE, 'X509Data')
  return data.flatMap((element) => childElements(element, XMLDSIG_NAMESPACE, 'X509Certificate')).map(base64Of)
}
