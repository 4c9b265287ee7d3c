import { INTEGER, OBJECT_IDENTIFIER } from './element.js'

/** Encodes a value in DER: identifier octet, minimal definite length, and the contents one after the other. */
export function encode(identifier: number, ...contents: readonly Uint8Array[]): Buffer {
  const length = contents.reduce((sum, content) => sum + content.length, 0)
  if (length < 0x80) return Buffer.concat([Buffer.of(identifier, length), ...contents])
  const octets: number[] = []
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) octets.unshift(rest & 0xff)
  return Buffer.concat([Buffer.of(identifier, 0x80 + octets.length, ...octets), ...contents])
}

/** Encodes a non-negative INTEGER from its magnitude, most significant octet first. Leading zeros are removed, and one is added where the first bit is set. */
export function encodeInteger(magnitude: Uint8Array): Buffer {
  let start = 0
  while (start < magnitude.length - 1 && magnitude[start] === 0) start += 1
  const digits = magnitude.subarray(start)
  // An empty magnitude is zero.
  return (digits[0] ?? 0x80) >= 0x80 ? encode(INTEGER, Buffer.of(0), digits) : encode(INTEGER, digits)
}

/** Encodes an OBJECT IDENTIFIER from its dotted form; arcs must be below 2^31. The first two arcs are joined (X.690, 8.19.4). */
export function encodeObjectIdentifier(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  return encode(OBJECT_IDENTIFIER, Buffer.from([first * 40 + second, ...rest].flatMap(base128)))
}

function base128(arc: number): number[] {
  const octets = [arc & 0x7f]
  for (let rest = arc >> 7; rest > 0; rest >>= 7) octets.unshift(0x80 | (rest & 0x7f))
  return octets
}
