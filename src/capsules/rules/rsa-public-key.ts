import { resultOrNull } from '#model'
import { type Asn1Element, Asn1Error, bitLengthOf, DER, Fields, INTEGER, isOdd, isUnsigned, openSequence } from '#readers/der'
import type { FieldCheck } from './capsule.js'

const minModulusBits = 2048
/** The largest modulus that OpenSSL supports. */
const maxModulusBits = 16_384
/** For a modulus of more bits Java accepts exponents of at most 64 bits, so the Java server has never served a recipient with a longer exponent. */
const smallExponentAbove = 3072
const longestSmallExponent = 64

/** A modulus and an exponent at the maximum, with their tags and lengths. */
const limits = { maxBytes: 4_200, maxDepth: 1, maxElements: 4, maxNumberBytes: 0, maxNameBytes: 0 }

/**
 * Checks for an RSAPublicKey (RFC 8017, A.1.1) in DER, with minimal non-negative numbers. The octets are later compared with an encoding of the key in the
 * recipient's certificate, so with any other encoding of the same key the capsule could not be fetched. Not read by `node:crypto`: Node.js 24 cannot write a
 * key as RSAPublicKey that it has read as one, and reading and writing takes ten times as long.
 */
export const rsaPublicKey: FieldCheck = (bytes) => {
  const key = readRsaPublicKey(bytes)
  if (key === null)
    return { code: 'CAPSULE_RSA_KEY_FORM', message: 'An RSA recipient must be an RSAPublicKey in DER, with nothing before or after it.' }
  const size = bitLengthOf(key.modulus)
  if (size < minModulusBits || size > maxModulusBits || !isOdd(key.modulus))
    return { code: 'CAPSULE_RSA_KEY_SIZE', message: `The modulus must be an odd number of ${minModulusBits} to ${maxModulusBits} bits.` }
  const exponentSize = bitLengthOf(key.exponent)
  // With an even exponent or 1 there is no private key that could open the capsule.
  if (!isOdd(key.exponent) || exponentSize < 2 || exponentSize > (size > smallExponentAbove ? longestSmallExponent : size))
    return { code: 'CAPSULE_RSA_KEY_EXPONENT', message: 'The exponent is not one that an RSA key can have.' }
  return null
}

/** Accepts all bytes: key material encrypted to an RSA key cannot be checked without the private key. */
export const opaqueBytes: FieldCheck = () => null

/** Modulus and exponent; null unless the bytes are the DER encoding of two non-negative numbers. */
function readRsaPublicKey(bytes: Uint8Array): { readonly modulus: Asn1Element; readonly exponent: Asn1Element } | null {
  return resultOrNull(Asn1Error, () => {
    const fields = new Fields(openSequence(bytes, limits, DER, 'an RSAPublicKey'))
    const modulus = fields.next(INTEGER, 'modulus')
    const exponent = fields.next(INTEGER, 'publicExponent')
    fields.end()
    return isUnsigned(modulus) && isUnsigned(exponent) ? { modulus, exponent } : null
  })
}
