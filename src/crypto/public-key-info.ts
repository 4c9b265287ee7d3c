import {
  type Asn1Element,
  Asn1Error,
  BIT_STRING,
  bitLengthOf,
  DER,
  type EncodingRules,
  elementsOf,
  encode,
  encodeInteger,
  Fields,
  INTEGER,
  isUnsigned,
  OBJECT_IDENTIFIER,
  objectIdentifierOf,
  openSequence,
  openWithin,
  SEQUENCE,
  wholeBitsOf,
} from '#der'
import type { EncryptionAlgorithm } from '#model'

/** What a SubjectPublicKeyInfo says, without asking the platform: reading it costs about a microsecond, a key object a hundred. */
export interface PublicKeyInfo {
  readonly algorithm: EncryptionAlgorithm | null
  /** Bits: modulus of RSA and DSA, order of the curve. Null when it cannot be told. */
  readonly size: number | null
  /** `P-256`, `brainpoolP256r1`, `Ed25519`, …; null for other keys and for curves that are spelled out or not known. */
  readonly curve: string | null
  /** Octets of r and of s in the raw form of an ECDSA or DSA signature; null for other keys. */
  readonly scalarLength: number | null
  /** The encoding, with a negative RSA modulus made unsigned. */
  readonly encoding: Uint8Array
}

const ED25519 = '1.3.101.112'
const keyTypes: ReadonlyMap<string, EncryptionAlgorithm> = new Map<string, EncryptionAlgorithm>([
  ['1.2.840.113549.1.1.1', 'RSA'],
  ['1.2.840.113549.1.1.10', 'RSASSA-PSS'],
  ['1.2.840.10045.2.1', 'ECDSA'],
  ['1.2.840.10040.4.1', 'DSA'],
  [ED25519, 'EDDSA'],
  ['1.3.101.113', 'EDDSA'],
])

/** Name and length of the order in bits (SEC 2, RFC 5639). */
const curves: ReadonlyMap<string, readonly [string, number]> = new Map<string, readonly [string, number]>([
  ['1.2.840.10045.3.1.1', ['P-192', 192]],
  ['1.3.132.0.33', ['P-224', 224]],
  ['1.2.840.10045.3.1.7', ['P-256', 256]],
  ['1.3.132.0.34', ['P-384', 384]],
  ['1.3.132.0.35', ['P-521', 521]],
  ['1.3.132.0.10', ['secp256k1', 256]],
  ['1.3.36.3.3.2.8.1.1.1', ['brainpoolP160r1', 160]],
  ['1.3.36.3.3.2.8.1.1.3', ['brainpoolP192r1', 192]],
  ['1.3.36.3.3.2.8.1.1.5', ['brainpoolP224r1', 224]],
  ['1.3.36.3.3.2.8.1.1.7', ['brainpoolP256r1', 256]],
  ['1.3.36.3.3.2.8.1.1.8', ['brainpoolP256t1', 256]],
  ['1.3.36.3.3.2.8.1.1.9', ['brainpoolP320r1', 320]],
  ['1.3.36.3.3.2.8.1.1.10', ['brainpoolP320t1', 320]],
  ['1.3.36.3.3.2.8.1.1.11', ['brainpoolP384r1', 384]],
  ['1.3.36.3.3.2.8.1.1.12', ['brainpoolP384t1', 384]],
  ['1.3.36.3.3.2.8.1.1.13', ['brainpoolP512r1', 512]],
  ['1.3.36.3.3.2.8.1.1.14', ['brainpoolP512t1', 512]],
])

/** The platform judges the key and reads lengths and numbers that are not minimal, so they are read here as well. */
export const KEY_RULES: EncodingRules = { ...DER, nonMinimalLength: true, nonMinimalInteger: true }

/** A modulus of 16,384 bits takes 2 KB, DSA parameters of the largest sizes as much; what is larger is no key that the platform computes with. */
export const keyLimits = { maxBytes: 65_536, maxDepth: 8, maxElements: 64, maxNumberBytes: 32 }

const unknownSize = { size: null, curve: null, scalarLength: null }

/**
 * Reads a DER SubjectPublicKeyInfo (RFC 5280, 4.1). Null when it is not one; a key type that is not known has `algorithm` null.
 * Only the few values that the facts need are looked at. The key itself is judged by the platform.
 */
export function readPublicKeyInfo(bytes: Uint8Array): PublicKeyInfo | null {
  try {
    return publicKeyInfoOf(openSequence(bytes, keyLimits, KEY_RULES, 'a SubjectPublicKeyInfo'))
  } catch (error) {
    if (error instanceof Asn1Error) return null
    throw error
  }
}

function publicKeyInfoOf(element: Asn1Element): PublicKeyInfo {
  const outer = new Fields(element)
  const identifier = outer.next(SEQUENCE, 'algorithm')
  const bits = outer.next(BIT_STRING, 'subjectPublicKey')
  outer.end()
  const fields = new Fields(identifier)
  const type = objectIdentifierOf(fields.next(OBJECT_IDENTIFIER, 'algorithm'))
  const parameters = fields.any()
  const algorithm = keyTypes.get(type) ?? null
  const encoding = element.encoding
  switch (algorithm) {
    case 'RSA':
    case 'RSASSA-PSS':
      return { algorithm, ...rsaKeyOf(identifier, bits, encoding), curve: null, scalarLength: null }
    case 'ECDSA':
      return { algorithm, ...curveOf(parameters), encoding }
    case 'DSA':
      return { algorithm, ...dsaParametersOf(parameters), curve: null, encoding }
    case 'EDDSA': {
      const [curve, size] = type === ED25519 ? (['Ed25519', 256] as const) : (['Ed448', 456] as const)
      return { algorithm, size, curve, scalarLength: null, encoding }
    }
    case null:
      return { algorithm, ...unknownSize, encoding }
  }
}

/**
 * RSAPublicKey (RFC 8017, A.1.1). Certificates of Estonian cards of about 2011 to 2014 hold a modulus whose first bit is set and that lacks the zero
 * octet in front: by DER a negative number. The unsigned number was meant, the cards sign with it, so a zero octet is put in front.
 */
function rsaKeyOf(identifier: Asn1Element, bits: Asn1Element, encoding: Buffer): { readonly size: number; readonly encoding: Buffer } {
  const { rules, budget } = bits.source
  const key = openWithin(wholeBitsOf(bits), rules, budget, bits.depth + 1)
  if (key.identifier !== SEQUENCE) throw Asn1Error.finding('ASN1_UNEXPECTED_ELEMENT', 'an RSAPublicKey is expected', key.start)
  const fields = new Fields(key)
  const modulus = fields.next(INTEGER, 'modulus')
  const exponent = fields.next(INTEGER, 'publicExponent')
  const size = bitLengthOf(modulus)
  if (isUnsigned(modulus)) return { size, encoding }
  const unsigned = encode(SEQUENCE, encodeInteger(modulus.content), exponent.encoding)
  return { size, encoding: encode(SEQUENCE, identifier.encoding, encode(BIT_STRING, Buffer.of(0), unsigned)) }
}

/** Dss-Parms ::= SEQUENCE { p, q, g } (RFC 3279, 2.3.2). */
function dsaParametersOf(parameters: Asn1Element | null): Pick<PublicKeyInfo, 'size' | 'scalarLength'> {
  const [p, q] = parameters?.identifier === SEQUENCE ? elementsOf(parameters) : []
  if (p?.identifier !== INTEGER || q?.identifier !== INTEGER) return unknownSize
  return { size: bitLengthOf(p), scalarLength: Math.ceil(bitLengthOf(q) / 8) }
}

/** A named curve by its OID; a curve that is spelled out (RFC 3279, 2.3.5) by the length of its order only, for parameters prove no name. */
function curveOf(parameters: Asn1Element | null): Pick<PublicKeyInfo, 'size' | 'curve' | 'scalarLength'> {
  if (parameters?.identifier === OBJECT_IDENTIFIER) {
    const known = curves.get(objectIdentifierOf(parameters))
    return known === undefined ? unknownSize : { size: known[1], curve: known[0], scalarLength: Math.ceil(known[1] / 8) }
  }
  // ECParameters ::= SEQUENCE { version, fieldID, curve, base, order, … }.
  const order = parameters?.identifier === SEQUENCE ? elementsOf(parameters)[4] : undefined
  if (order?.identifier !== INTEGER) return unknownSize
  const size = bitLengthOf(order)
  return { size, curve: null, scalarLength: Math.ceil(size / 8) }
}
