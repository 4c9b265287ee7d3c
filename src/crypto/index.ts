/**
 * Names of algorithms, digests and signature checks. The primitives are those of `node:crypto`; what is ours is the meaning of identifiers and
 * the care around them: which key may verify which algorithm, exact lengths, and the encodings that real documents need and OpenSSL refuses.
 *
 * A signature check is: identifier → `SignatureAlgorithm` → `verifySignature` with the SubjectPublicKeyInfo of the certificate.
 */

export { algorithmOidOf, type ReadSignatureAlgorithm, signatureAlgorithmOf } from './algorithm-identifier.js'
export {
  digestAlgorithmOfOid,
  digestAlgorithmOfUri,
  ecdsaEncodingOfOid,
  signatureAlgorithmOfOid,
  signatureAlgorithmOfUri,
} from './algorithms.js'
export { createDigest, digest, digestHex, digestLength, type RunningDigest } from './digest.js'
export { type DigestInfo, encodeDigestInfo, readDigestInfo } from './digest-info.js'
export { openRsaSignature } from './open-rsa-signature.js'
export type { PssParameters } from './pss-parameters.js'
export { type PublicKey, readPublicKey } from './public-key.js'
export { type PublicKeyInfo, readPublicKeyInfo } from './public-key-info.js'
export {
  type SignatureStatus,
  type SignatureVerification,
  type VerificationInput,
  verifySignature,
} from './verify-signature.js'
