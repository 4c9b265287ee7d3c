import type { ValueOddity } from '#model'
import { explainMismatch, type SignatureStatus, verifySignature } from '#readers/crypto'
import type { CanonicalForms } from './canonicalization.js'
import type { XmlSignature } from './xml-signature.js'

export interface SignatureValueVerification {
  readonly status: SignatureStatus | 'unsupported-canonicalization'
  readonly digestInfoWithoutNull: boolean
  /** Absent for a value that verifies; null when its encoding and length are as expected. */
  readonly oddity?: ValueOddity | null
}

/**
 * Verifies the signature value over the canonical ds:SignedInfo (XML Signature 1.1 section 3.2.2).
 *
 * @param publicKeyInfo the key as DER SubjectPublicKeyInfo
 * @param maxLeadingZeros zeros that may stand in front of each half of an ECDSA or DSA value; none where trust itself is signed
 */
export function verifySignatureValue(
  signature: XmlSignature,
  publicKeyInfo: Uint8Array,
  forms: CanonicalForms,
  maxLeadingZeros = 0,
): SignatureValueVerification {
  const { canonicalization, element, method } = signature.signedInfo
  if (canonicalization === null) return { status: 'unsupported-canonicalization', digestInfoWithoutNull: false }
  if (signature.value === null) return { status: 'mismatch', digestInfoWithoutNull: false }
  const value = {
    algorithm: method.algorithm,
    pss: method.pss,
    publicKeyInfo,
    signature: signature.value,
    ecdsaEncoding: 'ieee-p1363',
  } as const
  const verification = verifySignature({ maxLeadingZeros, data: forms.forCheck(element, canonicalization), ...value })
  return verification.status === 'mismatch' ? { oddity: explainMismatch(value), ...verification } : verification
}
