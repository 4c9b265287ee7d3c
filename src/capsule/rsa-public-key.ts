import { type Asn1Element, Asn1Error, bitLengthOf, DER, Fields, INTEGER, isOdd, isUnsigned, openSequence } from '#der'
import { resultOrNull } from '#model'
import type { FieldCheck } from './field-check.js'

const minModulusBits = 2048
/** The largest modulus that OpenSSL supports. */
const maxModulusBits = 16_384
/** Above this modulus Java takes exponents of 64 bits at most, so no recipient with a longer one has ever been served. */
const smallExponentAbove = 3072
const longestSmallExponent = 64

/** A modulus and an exponent at the maximum, with their tags and lengths. */
const limits = { maxBytes: 4_200, maxDepth: 1, maxElements: 4, maxNumberBytes: 0, maxNameBytes: 0 }

/**
 * RSAPublicKey (RFC 8017, A.1.1) in DER, and with the minimal non-negative numbers of DER: the octets are compared with an encoding of the key in the
 * recipient's certificate, so any other encoding of the same key would make a capsule that cannot be fetched. Read here and not by `node:crypto`, because Node.js 24
 * cannot write a key as RSAPublicKey that it has read as one, and the comparison takes ten times as long.
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

/** Encrypted by the sender; nothing about it can be checked without the private key. */
export const opaqueBytes: FieldCheck = () => null

/** Modulus and exponent; null for anything but the DER encoding of two non-negative numbers. */
function readRsaPublicKey(bytes: Uint8Array): { readonly modulus: Asn1Element; readonly exponent: Asn1Element } | null {
  return resultOrNull(Asn1Error, () => {
    const fields = new Fields(openSequence(bytes, limits, DER, 'an RSAPublicKey'))
    const modulus = fields.next(INTEGER, 'modulus')
    const exponent = fields.next(INTEGER, 'publicExponent')
    fields.end()
    return isUnsigned(modulus) && isUnsigned(exponent) ? { modulus, exponent } : null
  })
}
