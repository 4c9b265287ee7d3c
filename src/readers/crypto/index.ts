/**
 * Algorithm identifiers, digests and signature verification. The primitives are those of `node:crypto`. This folder defines the meaning of identifiers, the
 * keys that may verify an algorithm and the exact lengths, and reads the encodings that real documents need and OpenSSL refuses.
 *
 * The steps of a signature verification: identifier → `SignatureAlgorithm` → `verifySignature` with the SubjectPublicKeyInfo of the certificate.
 */

export { agreedAlgorithmOf, algorithmOidOf, sameAlgorithm, signatureAlgorithmOf } from './algorithm-identifier.js'
export { digestAlgorithmOfOid, digestAlgorithmOfUri, digestIdentifiers, ecdsaEncodingOfOid, signatureAlgorithmOfUri } from './algorithms.js'
export { createDigest, digest, digestAsHex, digestHex, digestLength, type RunningDigest } from './digest.js'
export { readDigestInfo } from './digest-info.js'
export { explainMismatch } from './explain-mismatch.js'
export type { PssParameters } from './pss-parameters.js'
export { keepPublicKeys, readPublicKey } from './public-key.js'
export { readPublicKeyInfo } from './public-key-info.js'
export { openRsaSignature, type SignatureStatus, type SignatureVerification, verifySignature } from './verify-signature.js'
