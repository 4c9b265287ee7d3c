import { constants, publicDecrypt, type VerifyKeyObjectInput, verify } from 'node:crypto'
import type { DigestAlgorithm, SignatureAlgorithm } from '#model'
import { askPlatform } from './ask-platform.js'
import { digest, digestLength, platformDigestName } from './digest.js'
import { encodeDigestInfo } from './digest-info.js'
import { pssKeyOf } from './pss-key.js'
import type { PssParameters } from './pss-parameters.js'
import { type PublicKey, readPublicKey } from './public-key.js'

export interface VerificationInput {
  readonly algorithm: SignatureAlgorithm
  /** Absent or null: MGF1 with the digest of the algorithm and a salt of its length, as the identifiers of RFC 9231 mean it. */
  readonly pss?: PssParameters | null
  /** DER SubjectPublicKeyInfo. */
  readonly publicKeyInfo: Uint8Array
  /** What was signed, undigested. */
  readonly data: Uint8Array
  readonly signature: Uint8Array
  /** Form of ECDSA and DSA values: raw r‖s in XML, a DER sequence in CMS, X.509 and OCSP. */
  readonly ecdsaEncoding: 'ieee-p1363' | 'der'
}

/** `algorithm-unknown`: the identifier is not known, or the platform lacks the digest or cannot use the key; nothing was verified. */
export type SignatureStatus = 'intact' | 'mismatch' | 'algorithm-unknown'

export interface SignatureVerification {
  readonly status: SignatureStatus
  /** The RSA DigestInfo lacks the NULL parameters. Such a signature counts as intact; the fact is recorded. */
  readonly digestInfoWithoutNull: boolean
}

const intact: SignatureVerification = { status: 'intact', digestInfoWithoutNull: false }
const mismatch: SignatureVerification = { status: 'mismatch', digestInfoWithoutNull: false }
const unknown: SignatureVerification = { status: 'algorithm-unknown', digestInfoWithoutNull: false }

/**
 * Whether a signature value is that of a key over some data. Never throws for what a document contains.
 * A key of another type than the algorithm asks for is a mismatch: no such key can have made the value.
 */
export function verifySignature(input: VerificationInput): SignatureVerification {
  const { encryption, digest: algorithm } = input.algorithm
  if (encryption === null || (algorithm === null && encryption !== 'EDDSA')) return unknown
  const key = readPublicKey(input.publicKeyInfo)
  if (key === null) return unknown
  if (encryption === 'EDDSA') return key.algorithm === 'EDDSA' ? statusOf(null, input, key.key) : mismatch
  const name = algorithm === null ? null : platformDigestName(algorithm)
  if (algorithm === null || name === null) return unknown
  switch (encryption) {
    case 'RSA':
      return key.algorithm === 'RSA' ? verifyRsa(name, algorithm, input, key) : mismatch
    case 'RSASSA-PSS':
      return key.algorithm === 'RSA' || key.algorithm === 'RSASSA-PSS' ? verifyPss(name, algorithm, input, key) : mismatch
    case 'ECDSA':
    case 'DSA':
      if (key.algorithm !== encryption) return mismatch
      if (input.ecdsaEncoding === 'ieee-p1363') {
        // XMLDSig 1.1 §6.4: r and s are each as long as the order; a value without its leading zeros is not one.
        if (key.scalarLength === null) return unknown
        if (input.signature.length !== 2 * key.scalarLength) return mismatch
      }
      return statusOf(name, input, { key: key.key, dsaEncoding: input.ecdsaEncoding })
  }
}

/** RSASSA-PKCS1-v1_5. The padding is named, so that a key of any type is never used in another mode. */
function verifyRsa(name: string, algorithm: DigestAlgorithm, input: VerificationInput, key: PublicKey): SignatureVerification {
  const result = statusOf(name, input, { key: key.key, padding: constants.RSA_PKCS1_PADDING })
  if (result.status !== 'mismatch' || key.size === null || input.signature.length !== Math.ceil(key.size / 8)) return result
  return hasDigestInfoWithoutNull(algorithm, input, key) ? { status: 'intact', digestInfoWithoutNull: true } : result
}

/**
 * RFC 8017 A.2.4 says that verifiers may accept a DigestInfo without the NULL parameters; OpenSSL does not, and real signatures have it
 * (EE_SER-AEX-B-LT-I-43.asice). The padded block is opened and its content compared with the one other encoding as a whole: a bare digest, or
 * anything behind the DigestInfo, does not pass (the forgeries against lax parsers, CVE-2006-4339).
 */
function hasDigestInfoWithoutNull(algorithm: DigestAlgorithm, input: VerificationInput, key: PublicKey): boolean {
  const value = digest(algorithm, input.data)
  if (value === null) return false
  // Null: the block is not padded as a signature.
  const content = askPlatform(() => publicDecrypt({ key: key.key, padding: constants.RSA_PKCS1_PADDING }, input.signature))
  return content?.equals(encodeDigestInfo(algorithm, value, false)) === true
}

/** RSASSA-PSS. The salt has exactly the length that the parameters state. */
function verifyPss(name: string, algorithm: DigestAlgorithm, input: VerificationInput, key: PublicKey): SignatureVerification {
  const parameters = input.pss ?? { mgfDigest: algorithm, saltLength: digestLength(algorithm) }
  const usable = pssKeyOf(key, algorithm, parameters)
  if (usable === 'mismatch') return mismatch
  if (usable === 'algorithm-unknown') return unknown
  return statusOf(name, input, { key: usable, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: parameters.saltLength })
}

/** A "no" of the platform is a mismatch. When it throws, it has verified nothing: it cannot compute with this digest or these parameters. */
function statusOf(
  name: string | null,
  input: VerificationInput,
  key: VerifyKeyObjectInput | VerifyKeyObjectInput['key'],
): SignatureVerification {
  const verified = askPlatform(() => verify(name, input.data, key, input.signature))
  return verified === null ? unknown : verified ? intact : mismatch
}

/**
 * What an RSA signature value holds below its padding (RFC 8017, 9.2), to explain one that does not verify; null when the key is no RSA key or the
 * padding is not that of a signature. Never a way to accept a value: that is for `verifySignature` alone.
 */
export function openRsaSignature(publicKeyInfo: Uint8Array, signature: Uint8Array): Buffer | null {
  const key = readPublicKey(publicKeyInfo)
  if (key?.algorithm !== 'RSA') return null
  return askPlatform(() => publicDecrypt({ key: key.key, padding: constants.RSA_PKCS1_PADDING }, signature))
}
