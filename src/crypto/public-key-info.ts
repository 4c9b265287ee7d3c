import type { EncryptionAlgorithm } from '#model'
import { BIT_STRING, INTEGER, OBJECT_IDENTIFIER, SEQUENCE, type Slot, slotAt, wrap } from './der-slot.js'

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

/** Octets, not text: an OID is compared by its content, in lower-case hex. */
const keyTypes: ReadonlyMap<string, EncryptionAlgorithm> = new Map<string, EncryptionAlgorithm>([
  ['2a864886f70d010101', 'RSA'],
  ['2a864886f70d01010a', 'RSASSA-PSS'],
  ['2a8648ce3d0201', 'ECDSA'],
  ['2a8648ce380401', 'DSA'],
  ['2b6570', 'EDDSA'],
  ['2b6571', 'EDDSA'],
])

/** Name and length of the order in bits (SEC 2, RFC 5639). */
const curves: ReadonlyMap<string, readonly [string, number]> = new Map<string, readonly [string, number]>([
  ['2a8648ce3d030101', ['P-192', 192]],
  ['2b81040021', ['P-224', 224]],
  ['2a8648ce3d030107', ['P-256', 256]],
  ['2b81040022', ['P-384', 384]],
  ['2b81040023', ['P-521', 521]],
  ['2b8104000a', ['secp256k1', 256]],
  ['2b2403030208010101', ['brainpoolP160r1', 160]],
  ['2b2403030208010103', ['brainpoolP192r1', 192]],
  ['2b2403030208010105', ['brainpoolP224r1', 224]],
  ['2b2403030208010107', ['brainpoolP256r1', 256]],
  ['2b2403030208010108', ['brainpoolP256t1', 256]],
  ['2b2403030208010109', ['brainpoolP320r1', 320]],
  ['2b240303020801010a', ['brainpoolP320t1', 320]],
  ['2b240303020801010b', ['brainpoolP384r1', 384]],
  ['2b240303020801010c', ['brainpoolP384t1', 384]],
  ['2b240303020801010d', ['brainpoolP512r1', 512]],
  ['2b240303020801010e', ['brainpoolP512t1', 512]],
])

/**
 * Reads a DER SubjectPublicKeyInfo (RFC 5280, 4.1). Null when it is not one; a key type that is not known has `algorithm` null.
 * Only the few values that the facts need are looked at. The key itself is judged by the platform.
 */
export function readPublicKeyInfo(bytes: Uint8Array): PublicKeyInfo | null {
  const outer = slotAt(bytes, 0, bytes.length)
  if (outer?.tag !== SEQUENCE || outer.end !== bytes.length) return null
  const identifier = slotAt(bytes, outer.contentStart, outer.end)
  if (identifier?.tag !== SEQUENCE) return null
  const oid = slotAt(bytes, identifier.contentStart, identifier.end)
  const bits = slotAt(bytes, identifier.end, outer.end)
  if (oid?.tag !== OBJECT_IDENTIFIER || bits?.tag !== BIT_STRING || bits.end !== outer.end || bytes[bits.contentStart] !== 0) return null
  const type = hexOf(bytes, oid)
  const algorithm = keyTypes.get(type) ?? null
  const parameters = slotAt(bytes, oid.end, identifier.end)
  switch (algorithm) {
    case 'RSA':
    case 'RSASSA-PSS': {
      const modulus = firstInteger(bytes, bits.contentStart + 1, bits.end)
      if (modulus === null) return null
      const negative = ((bytes[modulus.contentStart] ?? 0) & 0x80) !== 0
      const encoding = negative ? withUnsignedModulus(bytes, identifier, bits, modulus) : bytes
      return { algorithm, size: bitLength(bytes, modulus), curve: null, scalarLength: null, encoding }
    }
    case 'ECDSA':
      return { algorithm, ...curveOf(bytes, parameters), encoding: bytes }
    case 'DSA': {
      const p = parameters?.tag === SEQUENCE ? slotAt(bytes, parameters.contentStart, parameters.end) : null
      const q = p?.tag === INTEGER && parameters !== null ? slotAt(bytes, p.end, parameters.end) : null
      if (p?.tag !== INTEGER || q?.tag !== INTEGER) return { algorithm, size: null, curve: null, scalarLength: null, encoding: bytes }
      return { algorithm, size: bitLength(bytes, p), curve: null, scalarLength: Math.ceil(bitLength(bytes, q) / 8), encoding: bytes }
    }
    case 'EDDSA': {
      const [curve, size] = type === '2b6570' ? (['Ed25519', 256] as const) : (['Ed448', 456] as const)
      return { algorithm, size, curve, scalarLength: null, encoding: bytes }
    }
    case null:
      return { algorithm, size: null, curve: null, scalarLength: null, encoding: bytes }
  }
}

/** A named curve by its OID; a curve that is spelled out (RFC 3279, 2.3.5) by the length of its order only, for parameters prove no name. */
function curveOf(bytes: Uint8Array, parameters: Slot | null): Pick<PublicKeyInfo, 'size' | 'curve' | 'scalarLength'> {
  if (parameters?.tag === OBJECT_IDENTIFIER) {
    const known = curves.get(hexOf(bytes, parameters))
    return known === undefined
      ? { size: null, curve: null, scalarLength: null }
      : { size: known[1], curve: known[0], scalarLength: Math.ceil(known[1] / 8) }
  }
  if (parameters?.tag !== SEQUENCE) return { size: null, curve: null, scalarLength: null }
  // ECParameters: version, fieldID, curve, base, order.
  let position = parameters.contentStart
  let slot: Slot | null = null
  for (let index = 0; index < 5; index++) {
    slot = slotAt(bytes, position, parameters.end)
    if (slot === null) return { size: null, curve: null, scalarLength: null }
    position = slot.end
  }
  if (slot?.tag !== INTEGER) return { size: null, curve: null, scalarLength: null }
  const size = bitLength(bytes, slot)
  return { size, curve: null, scalarLength: Math.ceil(size / 8) }
}

/**
 * Certificates of Estonian cards of about 2011 to 2014 hold an RSA modulus whose first bit is set and that lacks the zero octet in front: by DER a
 * negative number. It is read as the unsigned number that was meant (BDOC fact: the cards sign with it), so a zero octet is put in front.
 */
function withUnsignedModulus(bytes: Uint8Array, identifier: Slot, bits: Slot, modulus: Slot): Buffer {
  const modulusContent = bytes.subarray(modulus.contentStart, modulus.end)
  const keyEnd = slotAt(bytes, bits.contentStart + 1, bits.end)?.end ?? bits.end
  const key = wrap(SEQUENCE, [wrap(INTEGER, [Buffer.of(0), modulusContent]), bytes.subarray(modulus.end, keyEnd)])
  return wrap(SEQUENCE, [bytes.subarray(identifier.start, identifier.end), wrap(BIT_STRING, [Buffer.of(0), key])])
}

function firstInteger(bytes: Uint8Array, start: number, end: number): Slot | null {
  const sequence = slotAt(bytes, start, end)
  if (sequence?.tag !== SEQUENCE) return null
  const integer = slotAt(bytes, sequence.contentStart, sequence.end)
  return integer?.tag === INTEGER && integer.end > integer.contentStart ? integer : null
}

/** Bits of an integer read as unsigned. */
function bitLength(bytes: Uint8Array, integer: Slot): number {
  let position = integer.contentStart
  while (position < integer.end && bytes[position] === 0) position++
  return position === integer.end ? 0 : (integer.end - position) * 8 - Math.clz32((bytes[position] ?? 0) << 24)
}

function hexOf(bytes: Uint8Array, slot: Slot): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset + slot.contentStart, slot.end - slot.contentStart).toString('hex')
}
