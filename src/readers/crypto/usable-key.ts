import { createPublicKey, type KeyObject } from 'node:crypto'
import {
  type Asn1Element,
  BIT_STRING,
  bitLengthOf,
  elementsOf,
  encode,
  encodeInteger,
  encodeObjectIdentifier,
  INTEGER,
  isOdd,
  isUnsigned,
  NULL,
  OBJECT_IDENTIFIER,
  objectIdentifierOf,
  SEQUENCE,
  wholeBitsOf,
} from '#readers/der'
import { askPlatform } from './ask-platform.js'
import { curveOfOid, curves, type NamedCurve } from './curves.js'
import { algorithmOfKey, ED25519, type PublicKeyParts, rsaNumbersOf, valueInKey } from './public-key-info.js'
import { isSmallOrderPoint } from './small-order-points.js'

const RSA_ENCRYPTION = encode(SEQUENCE, encodeObjectIdentifier('1.2.840.113549.1.1.1'), encode(NULL))
const EC_PUBLIC_KEY = encodeObjectIdentifier('1.2.840.10045.2.1')

/** A key that may verify signatures, in the form that is passed to the platform. */
interface UsableKey {
  /** SubjectPublicKeyInfo: of type rsaEncryption for every RSA key, with a named curve for every elliptic-curve key. */
  readonly encoding: Buffer
  readonly key: KeyObject
}

/**
 * The key object of a public key; null when the platform cannot use the key, or must not get it. It must not get keys with which anyone can sign (RSA with the
 * exponent 1, a point of small order, a generator that the holder chose), and the point at infinity: Node 20 aborts the process when such a key is inspected.
 *
 * @throws Asn1Error for a key that does not have the structure of its type
 */
export function usableKeyOf(parts: PublicKeyParts, publicKeyInfo: Uint8Array): UsableKey | null {
  switch (algorithmOfKey(parts)) {
    case 'RSA':
    case 'RSASSA-PSS':
      return rsaKey(parts)
    case 'ECDSA':
      return ellipticCurveKey(parts, publicKeyInfo)
    case 'DSA':
      return isSoundDsaKey(parts) ? keyOf(Buffer.from(publicKeyInfo)) : null
    case 'EDDSA':
      return isSmallOrderPoint(wholeBitsOf(parts.bits), parts.type === ED25519 ? 'Ed25519' : 'Ed448')
        ? null
        : keyOf(Buffer.from(publicKeyInfo))
    case null:
      return null
  }
}

/** Creates the key object. `encoding` must not be a slice of a document: it would hold the document in memory. */
function keyOf(encoding: Buffer): UsableKey | null {
  const key = askPlatform(() => createPublicKey({ key: encoding, format: 'der', type: 'spki' }))
  return key === null ? null : { encoding, key }
}

/** The largest modulus that OpenSSL supports, and the largest with which it accepts any exponent. */
const maxModulusBits = 16_384
const smallModulusBits = 3_072
/**
 * FIPS 186-5, A.1.1: the exponent is below 2^256. An exponent as long as the modulus makes a check a hundred times slower; real exponents have at most 33 bits.
 */
const maxExponentBits = 256
const maxExponentBitsOfLargeModulus = 64

/**
 * An RSA key, always as rsaEncryption: the platform does not read the parameters of a key of type id-RSASSA-PSS strictly (an unknown digest becomes SHA-1), so
 * `pss-key.ts` compares them instead. A negative modulus becomes the intended unsigned number: certificates of Estonian cards of about 2011 to
 * 2014 lack the leading zero octet of the modulus with which the cards sign.
 */
function rsaKey(parts: PublicKeyParts): UsableKey | null {
  const { modulus, exponent } = rsaNumbersOf(parts)
  const bits = bitLengthOf(modulus)
  const maxBits = bits > smallModulusBits ? maxExponentBitsOfLargeModulus : maxExponentBits
  const exponentBits = bitLengthOf(exponent)
  // RFC 8017, 3.1: the exponent is odd and at least 3, and below the modulus. With 1 the signature value is the padded digest itself.
  if (!isUnsigned(exponent) || !isOdd(exponent) || exponentBits < 2 || exponentBits > Math.min(maxBits, bits)) return null
  if (!isOdd(modulus) || bits > maxModulusBits) return null
  const numbers = encode(SEQUENCE, encodeInteger(modulus.content), encodeInteger(exponent.content))
  return keyOf(encode(SEQUENCE, RSA_ENCRYPTION, encode(BIT_STRING, Buffer.of(0), numbers)))
}

function ellipticCurveKey({ parameters, bits }: PublicKeyParts, publicKeyInfo: Uint8Array): UsableKey | null {
  const point = wholeBitsOf(bits)
  if (parameters?.identifier === OBJECT_IDENTIFIER) {
    const curve = curveOfOid(objectIdentifierOf(parameters))
    return curve !== null && hasFormOfPoint(point, curve) ? keyOf(encodeOnCurve(curve, point)) : null
  }
  return parameters?.identifier === SEQUENCE ? keyOnExplicitCurve(parameters, point, publicKeyInfo) : null
}

/**
 * A key with explicit curve parameters is accepted only if field, equation, generator and order are those of a named curve. An attacker who chooses the
 * generator can sign for any public key: with the key itself as generator the private key is 1 (CVE-2020-0601). RFC 5480, 2.1.1, forbids explicit parameters.
 */
function keyOnExplicitCurve(parameters: Asn1Element, point: Buffer, publicKeyInfo: Uint8Array): UsableKey | null {
  const order = elementsOf(parameters)[4]
  if (order?.identifier !== INTEGER) return null
  const candidates = curves.filter((curve) => curve.bits === bitLengthOf(order) && hasFormOfPoint(point, curve))
  if (candidates.length === 0) return null
  const explicit = keyOf(Buffer.from(publicKeyInfo))
  if (explicit === null) return null
  for (const curve of candidates) {
    const named = keyOf(encodeOnCurve(curve, point))
    if (named !== null && askPlatform(() => named.key.equals(explicit.key)) === true) return named
  }
  return null
}

/** Whether a point has the uncompressed or compressed form (SEC 1, 2.3.3; RFC 5480, 2.2). The point at infinity, which is one octet, has neither. */
function hasFormOfPoint(point: Buffer, { bits }: NamedCurve): boolean {
  const coordinate = Math.ceil(bits / 8)
  const form = point[0]
  return form === 4 ? point.length === 1 + 2 * coordinate : (form === 2 || form === 3) && point.length === 1 + coordinate
}

function encodeOnCurve(curve: NamedCurve, point: Buffer): Buffer {
  return encode(SEQUENCE, encode(SEQUENCE, EC_PUBLIC_KEY, encodeObjectIdentifier(curve.oid)), encode(BIT_STRING, Buffer.of(0), point))
}

/** FIPS 186-4, 4.2: the largest p, and the sizes of q. OpenSSL accepts no other q. */
const maxDsaBits = 3_072
const dsaSubgroupBits: readonly number[] = [160, 224, 256]

/** Whether g and y are neither 1 nor p - 1 (FIPS 186-4, 4.1), for which r is 1 for every message, and the sizes are those of the standard. */
function isSoundDsaKey(parts: PublicKeyParts): boolean {
  const { parameters } = parts
  const [p, q, g] = parameters?.identifier === SEQUENCE ? elementsOf(parameters) : []
  if (p?.identifier !== INTEGER || q?.identifier !== INTEGER || g?.identifier !== INTEGER) return false
  if (bitLengthOf(p) > maxDsaBits || !dsaSubgroupBits.includes(bitLengthOf(q))) return false
  const modulus = magnitudeOf(p)
  return [g, valueInKey(parts, INTEGER, 'DSAPublicKey')].every((value) => {
    const magnitude = magnitudeOf(value)
    return magnitude > 1n && magnitude < modulus - 1n
  })
}

/** The value of an INTEGER; zero for a negative number, and for a number that is longer than those of any DSA key. */
function magnitudeOf(integer: Asn1Element): bigint {
  return isUnsigned(integer) && bitLengthOf(integer) <= maxDsaBits ? BigInt(`0x${integer.content.toString('hex')}`) : 0n
}
