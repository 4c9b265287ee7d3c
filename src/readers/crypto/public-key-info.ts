import { type EncryptionAlgorithm, resultOrNull } from '#model'
import {
  type Asn1Element,
  Asn1Error,
  BIT_STRING,
  bitLengthOf,
  DER,
  type EncodingRules,
  elementsOf,
  Fields,
  INTEGER,
  OBJECT_IDENTIFIER,
  objectIdentifierOf,
  openSequence,
  openWithin,
  SEQUENCE,
  wholeBitsOf,
} from '#readers/der'
import { curveOfOid } from './curves.js'

/** The facts of a SubjectPublicKeyInfo, read without the platform: this takes about two microseconds, a key object a hundred. */
interface PublicKeyInfo {
  readonly algorithm: EncryptionAlgorithm | null
  /** In bits: the modulus of RSA and DSA, the order of the curve. Null for unknown key types, curves and parameters. */
  readonly size: number | null
  /** `P-256`, `brainpoolP256r1`, `Ed25519`, …; null for other keys, for explicit curve parameters and for unknown curves. */
  readonly curve: string | null
  /** Octets of r and of s in the raw form of an ECDSA or DSA signature; null for other keys. */
  readonly scalarLength: number | null
}

/** The parts of a SubjectPublicKeyInfo (RFC 5280, 4.1). */
export interface PublicKeyParts {
  /** Dotted OID of the key type. */
  readonly type: string
  readonly parameters: Asn1Element | null
  /** The BIT STRING subjectPublicKey. */
  readonly bits: Asn1Element
}

export const ED25519 = '1.3.101.112'

const keyTypes: ReadonlyMap<string, EncryptionAlgorithm> = new Map<string, EncryptionAlgorithm>([
  ['1.2.840.113549.1.1.1', 'RSA'],
  ['1.2.840.113549.1.1.10', 'RSASSA-PSS'],
  ['1.2.840.10045.2.1', 'ECDSA'],
  ['1.2.840.10040.4.1', 'DSA'],
  [ED25519, 'EDDSA'],
  ['1.3.101.113', 'EDDSA'],
])

/** Rules for keys: those of certificates, and lengths that are not minimal, which the platform reads as well. */
const KEY_RULES: EncodingRules = { ...DER, nonMinimalLength: true, nonMinimalInteger: true }

/** An RSA modulus of 16,384 bits takes 2 KB, DSA parameters of the largest sizes as much. */
const limits = { maxBytes: 65_536, maxDepth: 8, maxElements: 64, maxNumberBytes: 32, maxNameBytes: 0 }

/**
 * Reads a DER SubjectPublicKeyInfo; null for other octets. `algorithm` is null for an unknown key type.
 * Only the values that the facts need are read. Whether the key may verify a signature is checked when it is used (`usable-key.ts`).
 */
export function readPublicKeyInfo(bytes: Uint8Array): PublicKeyInfo | null {
  return resultOrNull(Asn1Error, () => infoOf(openPublicKeyInfo(bytes)))
}

/** The parts of a SubjectPublicKeyInfo. Throws `Asn1Error` for other octets. */
export function openPublicKeyInfo(bytes: Uint8Array): PublicKeyParts {
  const outer = new Fields(openSequence(bytes, limits, KEY_RULES, 'a SubjectPublicKeyInfo'))
  const identifier = new Fields(outer.next(SEQUENCE, 'algorithm'))
  const bits = outer.next(BIT_STRING, 'subjectPublicKey')
  outer.end()
  wholeBitsOf(bits)
  const type = objectIdentifierOf(identifier.next(OBJECT_IDENTIFIER, 'algorithm'))
  const parameters = identifier.any()
  identifier.end()
  return { type, parameters, bits }
}

/** The algorithm of a key by the OID of its type; null when the OID is not known. */
export function algorithmOfKey({ type }: PublicKeyParts): EncryptionAlgorithm | null {
  return keyTypes.get(type) ?? null
}

/** The only value in the BIT STRING of an RSA or DSA key, which must have this identifier. Throws `Asn1Error`. */
export function valueInKey({ bits }: PublicKeyParts, identifier: number, what: string): Asn1Element {
  const { rules, budget } = bits.source
  const value = openWithin(wholeBitsOf(bits), rules, budget, bits.depth + 1)
  if (value.identifier !== identifier) throw Asn1Error.finding('ASN1_UNEXPECTED_ELEMENT', `${what} is expected`, value.start)
  return value
}

/** Reads RSAPublicKey ::= SEQUENCE { modulus, publicExponent } (RFC 8017, A.1.1). Throws `Asn1Error`. */
export function rsaNumbersOf(parts: PublicKeyParts): { readonly modulus: Asn1Element; readonly exponent: Asn1Element } {
  const fields = new Fields(valueInKey(parts, SEQUENCE, 'RSAPublicKey'))
  const modulus = fields.next(INTEGER, 'modulus')
  const exponent = fields.next(INTEGER, 'publicExponent')
  fields.end()
  return { modulus, exponent }
}

const unknownSize = { size: null, curve: null, scalarLength: null }

function infoOf(parts: PublicKeyParts): PublicKeyInfo {
  const algorithm = algorithmOfKey(parts)
  switch (algorithm) {
    case 'RSA':
    case 'RSASSA-PSS':
      return { algorithm, size: bitLengthOf(rsaNumbersOf(parts).modulus), curve: null, scalarLength: null }
    case 'ECDSA':
      return { algorithm, ...curveOf(parts) }
    case 'DSA':
      return { algorithm, ...dsaSizesOf(parts), curve: null }
    case 'EDDSA': {
      const [curve, size] = parts.type === ED25519 ? (['Ed25519', 256] as const) : (['Ed448', 456] as const)
      return { algorithm, size, curve, scalarLength: null }
    }
    case null:
      return { algorithm, ...unknownSize }
  }
}

/** Dss-Parms ::= SEQUENCE { p, q, g } (RFC 3279, 2.3.2). */
function dsaSizesOf({ parameters }: PublicKeyParts): Pick<PublicKeyInfo, 'size' | 'scalarLength'> {
  const [p, q] = parameters?.identifier === SEQUENCE ? elementsOf(parameters) : []
  if (p?.identifier !== INTEGER || q?.identifier !== INTEGER) return unknownSize
  return { size: bitLengthOf(p), scalarLength: Math.ceil(bitLengthOf(q) / 8) }
}

/** The facts of a curve: a named curve by its OID, explicit parameters (RFC 3279, 2.3.5) only by the length of the order, because they do not prove a name. */
function curveOf({ parameters }: PublicKeyParts): Pick<PublicKeyInfo, 'size' | 'curve' | 'scalarLength'> {
  if (parameters?.identifier === OBJECT_IDENTIFIER) {
    const known = curveOfOid(objectIdentifierOf(parameters))
    return known === null ? unknownSize : { size: known.bits, curve: known.name, scalarLength: Math.ceil(known.bits / 8) }
  }
  // ECParameters ::= SEQUENCE { version, fieldID, curve, base, order, … }.
  const order = parameters?.identifier === SEQUENCE ? elementsOf(parameters)[4] : undefined
  if (order?.identifier !== INTEGER) return unknownSize
  const size = bitLengthOf(order)
  return { size, curve: null, scalarLength: Math.ceil(size / 8) }
}
