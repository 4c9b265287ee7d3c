/**
 * XML Signature 1.1: takes a ds:Signature apart and verifies its references and its value.
 *
 * `readXmlSignature` gives the parts. `verifyReference` compares a digest with what the caller says the reference designates: an element of
 * the document (`resolveSameDocument`) or a file. `verifySignatureValue` verifies with a key that the caller has chosen. This folder knows
 * nothing of certificates, XAdES, trust or policy.
 */
export { base64Of, decodeBase64 } from './base64.js'
export { CanonicalForms, type Canonicalization, DEFAULT_CANONICALIZATION, readCanonicalization } from './canonicalization.js'
export { DigestBudget } from './digest-budget.js'
export { type ElementIds, indexElementIds, repeatedIdsWithin } from './element-ids.js'
export { XMLDSIG_NAMESPACE } from './namespaces.js'
export { isManifest, readManifestReferences, type XmlReference } from './reference.js'
export { isSameDocument, octetsOfElement, type ReferencedObject, resolveSameDocument, verifyReference } from './verify-reference.js'
export { type SignatureValueVerification, verifySignatureValue } from './verify-signature-value.js'
export { readKeyInfoCertificates, readXmlSignature, type XmlSignature } from './xml-signature.js'
export { XmldsigError } from './xmldsig-error.js'
