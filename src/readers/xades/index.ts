/**
 * XAdES: the properties of a signature (EN 319 132-1) that signed documents and trusted lists have in common. Returns the properties as written, with
 * findings where they break the format. The reader of the signature checks whether an intact reference covers the signed properties.
 */
export { isDay, readDateTime } from './date-time.js'
export { SIGNED_PROPERTIES_TYPE, XADES_141_NAMESPACE, XADES_NAMESPACE } from './namespaces.js'
export { findQualifyingProperties, type QualifyingProperties } from './qualifying-properties.js'
export { identifierIn, readPolicyStore, signaturePolicyFacts } from './signature-policy.js'
export { type DataObjectFormat, readSignedProperties, type SignedProperties } from './signed-properties.js'
export { compareReferences, identifySigner } from './signing-certificate.js'
export { finding, trimmedExcerpt, type XadesFinding } from './structure.js'
