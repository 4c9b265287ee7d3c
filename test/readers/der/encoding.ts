import type { Asn1Error } from '#readers/der'
import type { X509Limits } from '#readers/x509'
import type { Asn1ErrorCode } from '../../../src/readers/der/asn1-error.js'

/** Writes encodings octet by octet, right and wrong ones, independent of the readers under test. */
export const limits: X509Limits = {
  maxBytes: 1_000_000,
  maxDepth: 64,
  maxElements: 100_000,
  maxNumberBytes: 512,
  maxNameBytes: 65_536,
  maxCertificates: 100,
  maxBlanks: 16,
}

type Part = Uint8Array | string

/** Strings are hexadecimal. */
export function octets(...parts: readonly Part[]): Buffer {
  return Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part.replaceAll(' ', ''), 'hex') : part)))
}

export function tlv(identifier: number, ...parts: readonly Part[]): Buffer {
  const content = octets(...parts)
  const size = content.length
  const length =
    size < 0x80 ? [size] : size < 0x100 ? [0x81, size] : size < 0x10000 ? [0x82, size >> 8, size] : [0x83, size >> 16, size >> 8, size]
  return octets(Buffer.from([identifier, ...length]), content)
}

export const seq = (...parts: readonly Part[]): Buffer => tlv(0x30, ...parts)
export const set = (...parts: readonly Part[]): Buffer => tlv(0x31, ...parts)
export const explicit = (number: number, ...parts: readonly Part[]): Buffer => tlv(0xa0 + number, ...parts)
export const octetString = (...parts: readonly Part[]): Buffer => tlv(0x04, ...parts)
export const bitString = (...parts: readonly Part[]): Buffer => tlv(0x03, '00', ...parts)
export const integer = (content: string): Buffer => tlv(0x02, content)
export const utf8 = (text: string): Buffer => tlv(0x0c, Buffer.from(text))
export const printable = (text: string): Buffer => tlv(0x13, Buffer.from(text, 'latin1'))
export const utcTime = (text: string): Buffer => tlv(0x17, Buffer.from(text, 'latin1'))
export const generalizedTime = (text: string): Buffer => tlv(0x18, Buffer.from(text, 'latin1'))
export const NULL = Buffer.of(5, 0)
export const TRUE = Buffer.of(1, 1, 0xff)
export const FALSE = Buffer.of(1, 1, 0)
/** A constructed value of indefinite length. */
export const indefinite = (identifier: number, ...parts: readonly Part[]): Buffer => octets(Buffer.of(identifier, 0x80), ...parts, '0000')

export function oid(dotted: string): Buffer {
  const [first = 0n, second = 0n, ...rest] = dotted.split('.').map(BigInt)
  const arcs = [first * 40n + second, ...rest].map((arc) => {
    const digits = [Number(arc & 0x7fn)]
    for (let left = arc >> 7n; left > 0n; left >>= 7n) digits.unshift(Number(left & 0x7fn) | 0x80)
    return Buffer.from(digits)
  })
  return tlv(0x06, ...arcs)
}

/** A name of single-valued relative names in the order of the encoding. */
export const name = (...attributes: readonly (readonly [string, Buffer])[]): Buffer =>
  seq(...attributes.map(([type, value]) => set(seq(oid(type), value))))

export const CN = '2.5.4.3'
export const C = '2.5.4.6'

/** The code of the `Asn1Error` that a call throws; anything else that it throws is passed on. */
export function codeOf(call: () => unknown): Asn1ErrorCode | 'no error' {
  try {
    call()
    return 'no error'
  } catch (error) {
    if (isAsn1Error(error)) return error.code
    throw error
  }
}

function isAsn1Error(error: unknown): error is Asn1Error {
  return error instanceof Error && error.name === 'Asn1Error'
}

/** Deterministic numbers below 2^32 (mulberry32), so that a failing mutation can be made again. */
export function randomSource(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}
