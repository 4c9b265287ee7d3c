/**
 * Names of algorithms, digests and signature checks. The primitives are those of `node:crypto`; what is ours is the meaning of identifiers and
 * the care around them: which key may verify which algorithm, exact lengths, and the encodings that real documents need and OpenSSL refuses.
 *
 * A signature check is: identifier → `SignatureAlgorithm` → `verifySignature` with the SubjectPublicKeyInfo of the certificate.
 */

export { agreedAlgorithmOf, algorithmOidOf, sameAlgorithm, signatureAlgorithmOf } from './algorithm-identifier.js'
export { digestAlgorithmOfOid, digestAlgorithmOfUri, digestIdentifiers, ecdsaEncodingOfOid, signatureAlgorithmOfUri } from './algorithms.js'
export { createDigest, digest, digestHex, digestLength, type RunningDigest } from './digest.js'
export { readDigestInfo } from './digest-info.js'
export type { PssParameters } from './pss-parameters.js'
export { keepPublicKeys, readPublicKey } from './public-key.js'
export { readPublicKeyInfo } from './public-key-info.js'
export { openRsaSignature, type SignatureStatus, type SignatureVerification, verifySignature } from './verify-signature.js'
