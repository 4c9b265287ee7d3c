import { constants, publicDecrypt, type VerifyKeyObjectInput, verify } from 'node:crypto'
import type { DigestAlgorithm, SignatureAlgorithm } from '#model'
import { askPlatform } from './ask-platform.js'
import { digest, digestLength, platformDigestName } from './digest.js'
import { encodeDigestInfo } from './digest-info.js'
import { pssKeyOf } from './pss-key.js'
import type { PssParameters } from './pss-parameters.js'
import { type PublicKey, readPublicKey } from './public-key.js'

/** The input of `verifySignature`. */
export interface VerificationInput {
  readonly algorithm: SignatureAlgorithm
  /** Parameters of RSASSA-PSS. Absent or null means MGF1 with the digest of the algorithm and a salt of its length, as the identifiers of RFC 9231 define. */
  readonly pss?: PssParameters | null
  /** DER SubjectPublicKeyInfo. */
  readonly publicKeyInfo: Uint8Array
  /** The signed octets, not their digest. */
  readonly data: Uint8Array
  readonly signature: Uint8Array
  /** Form of ECDSA and DSA values: raw r‖s in XML, a DER sequence in CMS, X.509 and OCSP. */
  readonly ecdsaEncoding: 'ieee-p1363' | 'der'
  /** Octets that each half of r‖s may be longer than the order, if they are zeros; none when absent. */
  readonly maxLeadingZeros?: number
}

/** `algorithm-unknown`: the identifier is unknown, or the platform lacks the digest or cannot use the key, so nothing was verified. */
export type SignatureStatus = 'intact' | 'mismatch' | 'algorithm-unknown'

export interface SignatureVerification {
  readonly status: SignatureStatus
  /** Whether the RSA DigestInfo lacks the NULL parameters. Such a signature counts as intact; the fact is recorded. */
  readonly digestInfoWithoutNull: boolean
}

const intact: SignatureVerification = { status: 'intact', digestInfoWithoutNull: false }
const mismatch: SignatureVerification = { status: 'mismatch', digestInfoWithoutNull: false }
const unknown: SignatureVerification = { status: 'algorithm-unknown', digestInfoWithoutNull: false }

/**
 * Verifies a signature value over data with a public key. Never throws, whatever the document contains.
 * A key of another type than the algorithm requires is a mismatch: such a key cannot have made the value.
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
      return input.ecdsaEncoding === 'der' ? statusOf(name, input, { key: key.key, dsaEncoding: 'der' }) : verifyRaw(name, input, key)
  }
}

/**
 * Verifies r‖s. Each should be as long as the order (XML Signature 1.1, 6.4.3). But the libraries of the reference service write both without the zeros that
 * they begin with together: every fourth value of P-521, and one of 65,536 of P-256 and P-384. Others write both with zeros in front of them, which the caller
 * may allow. The halves are equally long, so a value has one reading.
 */
function verifyRaw(name: string, input: VerificationInput, { key, scalarLength }: PublicKey): SignatureVerification {
  if (scalarLength === null) return unknown
  const { signature, maxLeadingZeros = 0 } = input
  const half = signature.length / 2
  if (!Number.isInteger(half) || half > scalarLength + maxLeadingZeros) return mismatch
  const r = scalarOf(signature.subarray(0, half), scalarLength)
  const s = scalarOf(signature.subarray(half), scalarLength)
  if (r === null || s === null) return mismatch
  return statusOf(name, { ...input, signature: Buffer.concat([r, s]) }, { key, dsaEncoding: 'ieee-p1363' })
}

/** A half with the length of the order; null when it is longer by octets that are not zero. */
function scalarOf(half: Uint8Array, length: number): Uint8Array | null {
  const excess = half.length - length
  if (excess <= 0) return Buffer.concat([Buffer.alloc(-excess), half])
  return half.subarray(0, excess).every((octet) => octet === 0) ? half.subarray(excess) : null
}

/** Verifies RSASSA-PKCS1-v1_5. The padding is stated explicitly, so that no key is used in another mode. */
function verifyRsa(name: string, algorithm: DigestAlgorithm, input: VerificationInput, key: PublicKey): SignatureVerification {
  const result = statusOf(name, input, { key: key.key, padding: constants.RSA_PKCS1_PADDING })
  if (result.status !== 'mismatch' || key.size === null || input.signature.length !== Math.ceil(key.size / 8)) return result
  return hasDigestInfoWithoutNull(algorithm, input, key) ? { status: 'intact', digestInfoWithoutNull: true } : result
}

/**
 * Whether an RSA signature value has a DigestInfo without NULL parameters. RFC 8017, A.2.4, allows verifiers to accept it; OpenSSL does not, and it occurs in
 * real signatures (EE_SER-AEX-B-LT-I-43.asice). The content of the padded block is compared as a whole with this single encoding: a bare digest, or octets
 * after the DigestInfo, are not accepted (the forgeries against lax parsers, CVE-2006-4339).
 */
function hasDigestInfoWithoutNull(algorithm: DigestAlgorithm, input: VerificationInput, key: PublicKey): boolean {
  const value = digest(algorithm, input.data)
  if (value === null) return false
  // Null when the block does not have the padding of a signature.
  const content = askPlatform(() => publicDecrypt({ key: key.key, padding: constants.RSA_PKCS1_PADDING }, input.signature))
  return content?.equals(encodeDigestInfo(algorithm, value, false)) === true
}

/** Verifies RSASSA-PSS. The salt must have exactly the length that the parameters state. */
function verifyPss(name: string, algorithm: DigestAlgorithm, input: VerificationInput, key: PublicKey): SignatureVerification {
  const parameters = input.pss ?? { mgfDigest: algorithm, saltLength: digestLength(algorithm) }
  const usable = pssKeyOf(key, algorithm, parameters)
  if (usable === 'mismatch') return mismatch
  if (usable === 'algorithm-unknown') return unknown
  return statusOf(name, input, { key: usable, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: parameters.saltLength })
}

/** The result of the platform: false is a mismatch. When it throws, nothing was verified, because it does not support this digest or these parameters. */
function statusOf(
  name: string | null,
  input: VerificationInput,
  key: VerifyKeyObjectInput | VerifyKeyObjectInput['key'],
): SignatureVerification {
  const verified = askPlatform(() => verify(name, input.data, key, input.signature))
  return verified === null ? unknown : verified ? intact : mismatch
}

/**
 * The content of an RSA signature value without its padding (RFC 8017, 9.2), to explain a value that does not verify. Null when the key is not an RSA key or
 * the padding is not that of a signature. It must never be used to accept a value: only `verifySignature` does that.
 */
export function openRsaSignature(publicKeyInfo: Uint8Array, signature: Uint8Array): Buffer | null {
  const key = readPublicKey(publicKeyInfo)
  if (key?.algorithm !== 'RSA') return null
  return askPlatform(() => publicDecrypt({ key: key.key, padding: constants.RSA_PKCS1_PADDING }, signature))
}
