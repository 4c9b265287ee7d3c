/**
 * XML Signature 1.1: reads a ds:Signature and verifies its references and its value.
 *
 * `readXmlSignature` returns the parts. `verifyReference` compares the digest of the object that the caller resolved for a reference, an element of
 * the document (`resolveSameDocument`) or a file. `verifySignatureValue` verifies with a key that the caller has chosen. This folder does not
 * know certificates, XAdES, trust or policy.
 */
export { base64Of, decodeBase64 } from './base64.js'
export {
  CanonicalForms,
  type Canonicalization,
  canonicalizationKey,
  DEFAULT_CANONICALIZATION,
  readCanonicalization,
} from './canonicalization.js'
export { DigestBudget } from './digest-budget.js'
export { type ElementIds, indexElementIds, repeatedIdsWithin } from './element-ids.js'
export { XMLDSIG_NAMESPACE } from './namespaces.js'
export { isManifest, readManifestReferences, type XmlReference } from './reference.js'
export type { XmlFilter } from './transforms.js'
export {
  areTransformsApplied,
  isSameDocument,
  octetsOfElement,
  octetsTarget,
  type ReferencedObject,
  resolveSameDocument,
  verifyReference,
} from './verify-reference.js'
export { type SignatureValueVerification, verifySignatureValue } from './verify-signature-value.js'
export { readKeyInfoCertificates, readXmlSignature, type XmlSignature } from './xml-signature.js'
export { XmldsigError } from './xmldsig-error.js'
