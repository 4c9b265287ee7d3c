/**
 * Writes DER, and on request BER that DER forbids. A value is its encoding: parts are put together by nesting calls,
 * so any part of a certificate or token can be replaced by other bytes.
 */

/** Tag, definite length, content. */
export function tagged(tag: number, ...content: readonly (Buffer | null)[]): Buffer {
  const body = Buffer.concat(content.filter((part) => part !== null))
  return Buffer.concat([Buffer.from([tag]), lengthOctets(body.length), body])
}

function lengthOctets(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length])
  const octets: number[] = []
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) octets.unshift(rest % 256)
  return Buffer.from([0x80 | octets.length, ...octets])
}

export const sequence = (...parts: readonly (Buffer | null)[]): Buffer => tagged(0x30, ...parts)
export const octetString = (content: Buffer): Buffer => tagged(0x04, content)
export const bitString = (content: Buffer, unusedBits = 0): Buffer => tagged(0x03, Buffer.from([unusedBits]), content)
export const nullValue = (): Buffer => Buffer.from([0x05, 0x00])
export const boolean = (value: boolean): Buffer => Buffer.from([0x01, 0x01, value ? 0xff : 0x00])
export const enumerated = (value: number): Buffer => Buffer.from([0x0a, 0x01, value])
export const utf8String = (text: string): Buffer => tagged(0x0c, Buffer.from(text, 'utf8'))
export const printableString = (text: string): Buffer => tagged(0x13, Buffer.from(text, 'latin1'))
export const ia5String = (text: string): Buffer => tagged(0x16, Buffer.from(text, 'latin1'))

/** SET OF: DER sorts the encodings. */
export const setOf = (...parts: readonly Buffer[]): Buffer => tagged(0x31, ...[...parts].sort(Buffer.compare))

export function integer(value: bigint | number): Buffer {
  const number = BigInt(value)
  let length = 1
  while (BigInt.asIntN(length * 8, number) !== number) length += 1
  const hex = BigInt.asUintN(length * 8, number).toString(16)
  return tagged(0x02, Buffer.from(hex.padStart(length * 2, '0'), 'hex'))
}

export function objectIdentifier(dotted: string): Buffer {
  const [first = 0n, second = 0n, ...rest] = dotted.split('.').map(BigInt)
  const octets = [first * 40n + second, ...rest].flatMap((arc) => {
    const groups = [Number(arc & 0x7fn)]
    for (let left = arc >> 7n; left > 0n; left >>= 7n) groups.unshift(Number(left & 0x7fn) | 0x80)
    return groups
  })
  return tagged(0x06, Buffer.from(octets))
}

/** [n] EXPLICIT, or IMPLICIT over a constructed type when given its content. */
export const context = (n: number, ...content: readonly (Buffer | null)[]): Buffer => tagged(0xa0 | n, ...content)

/** [n] IMPLICIT over a primitive type. */
export const contextPrimitive = (n: number, content: Buffer): Buffer => tagged(0x80 | n, content)

/** `2026-03-10T10:00:05Z` as GeneralizedTime; fractions only where the moment has them. */
export function generalizedTime(instant: number): Buffer {
  const [whole = '', fraction = ''] = new Date(instant).toISOString().replace('Z', '').split('.')
  const digits = fraction.replace(/0+$/, '')
  return tagged(0x18, Buffer.from(`${whole.replace(/[-:T]/g, '')}${digits === '' ? '' : `.${digits}`}Z`, 'latin1'))
}

/** Time of X.509: UTCTime until 2049, GeneralizedTime from 2050 (RFC 5280 4.1.2.5). */
export function time(instant: number): Buffer {
  const text = new Date(instant).toISOString()
  if (text >= '2050') return generalizedTime(instant)
  return tagged(0x17, Buffer.from(`${text.slice(2, 19).replace(/[-:T]/g, '')}Z`, 'latin1'))
}

/** The content of a value with a definite length: what stands after tag and length. */
export function contentOf(value: Buffer): Buffer {
  const first = value[1] ?? 0
  return value.subarray(first < 0x80 ? 2 : 2 + (first & 0x7f))
}

/** BER: the same tag with indefinite length, closed by end-of-contents. */
export const indefinite = (tag: number, ...content: readonly (Buffer | null)[]): Buffer =>
  Buffer.concat([Buffer.from([tag, 0x80]), ...content.filter((part) => part !== null), Buffer.from([0, 0])])

/** BER: an OCTET STRING in pieces, as streaming encoders write it. */
export function octetStringInPieces(content: Buffer, pieceLength: number): Buffer {
  const pieces: Buffer[] = []
  for (let at = 0; at < content.length; at += pieceLength) pieces.push(octetString(content.subarray(at, at + pieceLength)))
  return indefinite(0x24, ...pieces)
}
