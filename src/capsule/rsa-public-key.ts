import type { FieldCheck } from './field-check.js'

const minModulusBits = 2048
/** The largest that OpenSSL computes with. */
const maxModulusBits = 16_384
/** Above this modulus Java takes exponents of 64 bits at most, so no recipient with a longer one has ever been served. */
const smallExponentAbove = 3072
const longestSmallExponent = 64

const SEQUENCE = 0x30
const INTEGER = 0x02

/**
 * DER of RSAPublicKey (RFC 8017, A.1.1), canonical (ruling 45): the bytes are compared with a fresh encoding of the key in the recipient's
 * certificate, so any other encoding of the same key would be a capsule that nobody can fetch.
 */
export const rsaPublicKey: FieldCheck = (bytes) => {
  const key = decode(bytes)
  if (key === null || !encodeRsaPublicKey(key.modulus, key.exponent).equals(bytes))
    return { code: 'CAPSULE_RSA_KEY_FORM', message: 'An RSA recipient must be an RSAPublicKey in DER, with nothing before or after it.' }
  const size = bitsOf(key.modulus)
  if (size < minModulusBits || size > maxModulusBits || !isOdd(key.modulus))
    return { code: 'CAPSULE_RSA_KEY_SIZE', message: `The modulus must be an odd number of ${minModulusBits} to ${maxModulusBits} bits.` }
  const exponentSize = bitsOf(key.exponent)
  // With an even exponent or 1 there is no private key that could open the capsule.
  if (!isOdd(key.exponent) || exponentSize < 2 || exponentSize > (size > smallExponentAbove ? longestSmallExponent : size))
    return { code: 'CAPSULE_RSA_KEY_EXPONENT', message: 'The exponent is not one that an RSA key can have.' }
  return null
}

/** Encrypted by the sender; nothing about it can be checked without the private key. */
export const opaqueBytes: FieldCheck = () => null

/** The one canonical encoding of two magnitudes, most significant octet first. */
export function encodeRsaPublicKey(modulus: Uint8Array, exponent: Uint8Array): Buffer {
  return encode(SEQUENCE, Buffer.concat([encodeUnsigned(modulus), encodeUnsigned(exponent)]))
}

function encodeUnsigned(magnitude: Uint8Array): Buffer {
  const digits = withoutLeadingZeros(magnitude)
  // A leading zero keeps the number positive.
  return encode(INTEGER, (digits[0] ?? 0x80) >= 0x80 ? Buffer.concat([Buffer.of(0), digits]) : Buffer.from(digits))
}

function encode(tag: number, content: Buffer): Buffer {
  const { length } = content
  const octets = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.of(tag, ...octets), content])
}

/** Reads any definite lengths; that the form is canonical is told by encoding the numbers again. */
function decode(bytes: Uint8Array): { readonly modulus: Uint8Array; readonly exponent: Uint8Array } | null {
  const sequence = elementAt(bytes, 0, SEQUENCE)
  const modulus = sequence === null ? null : elementAt(sequence.content, 0, INTEGER)
  const exponent = sequence === null || modulus === null ? null : elementAt(sequence.content, modulus.end, INTEGER)
  return modulus === null || exponent === null ? null : { modulus: modulus.content, exponent: exponent.content }
}

function elementAt(bytes: Uint8Array, at: number, tag: number): { readonly content: Uint8Array; readonly end: number } | null {
  const first = bytes[at + 1]
  if (bytes[at] !== tag || first === undefined) return null
  const octets = first < 0x80 ? 0 : first - 0x80
  // At most two octets: 65,535 bytes are more than any field may have.
  if (octets > 2 || first === 0x80) return null
  let length = octets === 0 ? first : 0
  for (let i = 0; i < octets; i++) length = length * 256 + (bytes[at + 2 + i] ?? 0)
  const start = at + 2 + octets
  const end = start + length
  return end > bytes.length ? null : { content: bytes.subarray(start, end), end }
}

function withoutLeadingZeros(magnitude: Uint8Array): Uint8Array {
  let start = 0
  while (magnitude[start] === 0) start += 1
  return magnitude.subarray(start)
}

function bitsOf(magnitude: Uint8Array): number {
  const digits = withoutLeadingZeros(magnitude)
  return digits.length === 0 ? 0 : digits.length * 8 - Math.clz32(digits[0] ?? 0) + 24
}

function isOdd(magnitude: Uint8Array): boolean {
  return ((magnitude.at(-1) ?? 0) & 1) === 1
}
