import { Asn1Error } from './asn1-error.js'
import { type Asn1Element, octetAt } from './element.js'

/** A BOOLEAN. DER allows two octets; with `anyTrue` every octet except zero is TRUE. Throws `Asn1Error` ASN1_BOOLEAN. */
export function booleanOf(element: Asn1Element): boolean {
  const { bytes, rules } = element.source
  const octet = octetAt(bytes, element.contentStart)
  if (element.contentEnd - element.contentStart !== 1 || (octet !== 0 && octet !== 0xff && !rules.anyTrue)) {
    throw Asn1Error.finding('ASN1_BOOLEAN', 'not a BOOLEAN', element.start)
  }
  return octet !== 0
}

/** An INTEGER of any sign as decimal digits. Throws `Asn1Error` ASN1_INTEGER when it is empty, not minimal, or longer than `maxNumberBytes`. */
export function decimalOf(element: Asn1Element): string {
  assertInteger(element)
  const { bytes } = element.source
  const { contentStart, contentEnd } = element
  const length = contentEnd - contentStart
  if (length > element.source.budget.limits.maxNumberBytes) {
    throw Asn1Error.finding('ASN1_INTEGER', `INTEGER of ${length} octets`, element.start)
  }
  if (length <= 6) return String(bytes.readIntBE(contentStart, length))
  const unsigned = BigInt(`0x${bytes.toString('hex', contentStart, contentEnd)}`)
  const negative = (octetAt(bytes, contentStart) & 0x80) !== 0
  return (negative ? unsigned - (1n << BigInt(8 * length)) : unsigned).toString()
}

/** A version, path length, reason or other number of at most six octets. Throws `Asn1Error` ASN1_INTEGER. */
export function smallIntegerOf(element: Asn1Element): number {
  assertInteger(element)
  const length = element.contentEnd - element.contentStart
  if (length > 6) throw Asn1Error.finding('ASN1_INTEGER', `INTEGER of ${length} octets where a small number is expected`, element.start)
  return element.source.bytes.readIntBE(element.contentStart, length)
}

/** Whether an INTEGER is not negative. */
export function isUnsigned(element: Asn1Element): boolean {
  assertInteger(element)
  return (octetAt(element.source.bytes, element.contentStart) & 0x80) === 0
}

/** Whether an INTEGER is odd. */
export function isOdd(integer: Asn1Element): boolean {
  return (octetAt(integer.source.bytes, integer.contentEnd - 1) & 1) === 1
}

function assertInteger(element: Asn1Element): void {
  const { bytes, rules } = element.source
  const length = element.contentEnd - element.contentStart
  if (length === 0) throw Asn1Error.finding('ASN1_INTEGER', 'empty INTEGER', element.start)
  if (length === 1 || rules.nonMinimalInteger) return
  const first = octetAt(bytes, element.contentStart)
  const signs = octetAt(bytes, element.contentStart + 1) & 0x80
  if ((first === 0 && signs === 0) || (first === 0xff && signs !== 0)) {
    throw Asn1Error.finding('ASN1_INTEGER', 'INTEGER is not minimal', element.start)
  }
}

/** Bits of the magnitude of an INTEGER, read as unsigned: the modulus of a key whose first bit is set may lack the leading zero octet. */
export function bitLengthOf(element: Asn1Element): number {
  const { bytes } = element.source
  let position = element.contentStart
  while (position < element.contentEnd && bytes[position] === 0) position += 1
  return position === element.contentEnd ? 0 : (element.contentEnd - position) * 8 - Math.clz32(octetAt(bytes, position) << 24)
}

/** The octets of a BIT STRING that contains whole octets, such as a key. Throws `Asn1Error` ASN1_BIT_STRING. */
export function wholeBitsOf(element: Asn1Element): Buffer {
  if (bitStringUnused(element) !== 0) throw Asn1Error.finding('ASN1_BIT_STRING', 'BIT STRING of incomplete octets', element.start)
  return element.source.bytes.subarray(element.contentStart + 1, element.contentEnd)
}

/**
 * The octets of a signature value. A count of unused bits is tolerated when these bits are zero: some signers stripped the trailing zero bits of the
 * value as if it were a set of flags (AgID's certificates in LOTL 139, SK's responses in SK-XML1.0.ddoc). All octets are returned.
 */
export function signatureBitsOf(element: Asn1Element): Buffer {
  bitStringUnused(element)
  return element.source.bytes.subarray(element.contentStart + 1, element.contentEnd)
}

/** Numbers of the bits that are set among the first 64 bits of a BIT STRING of flags. Throws `Asn1Error` ASN1_BIT_STRING. */
export function setBitsOf(element: Asn1Element): readonly number[] {
  const unused = bitStringUnused(element)
  const count = Math.min((element.contentEnd - element.contentStart - 1) * 8 - unused, 64)
  const set: number[] = []
  for (let bit = 0; bit < count; bit++) {
    const octet = octetAt(element.source.bytes, element.contentStart + 1 + (bit >> 3))
    if ((octet & (0x80 >> (bit & 7))) !== 0) set.push(bit)
  }
  return set
}

/** The count of unused bits of a BIT STRING, which must be zero bits. */
function bitStringUnused(element: Asn1Element): number {
  const { bytes } = element.source
  const length = element.contentEnd - element.contentStart
  const unused = octetAt(bytes, element.contentStart)
  const padding = unused === 0 ? 0 : octetAt(bytes, element.contentEnd - 1) & ((1 << unused) - 1)
  if (length === 0 || unused > 7 || (length === 1 && unused !== 0) || padding !== 0) {
    throw Asn1Error.finding('ASN1_BIT_STRING', 'not a BIT STRING', element.start)
  }
  return unused
}

/**
 * Cache of decoded OIDs, one for each hash of their octets: documents repeat the same few dozen OIDs, and a cached string need neither be created nor, as the
 * key of a map, be hashed again. The octets of a cached entry are compared in full, so a hash collision only takes time.
 */
const recentOids: ({ readonly octets: Buffer; readonly text: string } | undefined)[] = new Array<undefined>(1024).fill(undefined)
/** Longest encoding that is cached, in octets. */
const MAX_RECENT_OID = 24

/** An OBJECT IDENTIFIER in dotted form. Arcs of more than 53 bits (UUIDs under 2.25) are exact. Throws `Asn1Error` ASN1_OBJECT_IDENTIFIER. */
export function objectIdentifierOf(element: Asn1Element): string {
  const { bytes, budget } = element.source
  const { contentStart, contentEnd } = element
  const length = contentEnd - contentStart
  if (length === 0 || length > budget.limits.maxNumberBytes || octetAt(bytes, contentEnd - 1) > 0x7f) {
    throw Asn1Error.finding('ASN1_OBJECT_IDENTIFIER', 'empty, cut off or too long', element.start)
  }
  if (length > MAX_RECENT_OID) return decodeObjectIdentifier(element)
  let place = length
  for (let position = contentStart; position < contentEnd; position++) place = (place * 31 + (bytes[position] ?? 0)) & 0x3ff
  const recent = recentOids[place]
  if (recent !== undefined && sameOctets(recent.octets, bytes, contentStart, contentEnd)) return recent.text
  const text = decodeObjectIdentifier(element)
  recentOids[place] = { octets: Buffer.from(element.content), text }
  return text
}

function sameOctets(octets: Buffer, bytes: Buffer, start: number, end: number): boolean {
  if (octets.length !== end - start) return false
  for (let index = 0; index < octets.length; index++) if (octets[index] !== bytes[start + index]) return false
  return true
}

function decodeObjectIdentifier(element: Asn1Element): string {
  const { bytes } = element.source
  const { contentStart, contentEnd } = element
  const arcs: (number | bigint)[] = []
  let arcStart = contentStart
  let arc = 0
  for (let position = contentStart; position < contentEnd; position++) {
    const octet = octetAt(bytes, position)
    if (position === arcStart && octet === 0x80) {
      throw Asn1Error.finding('ASN1_OBJECT_IDENTIFIER', 'arc is not minimal', element.start)
    }
    arc = arc * 128 + (octet & 0x7f)
    if (octet > 0x7f) continue
    // Seven octets hold 49 bits, which a number represents exactly.
    arcs.push(position - arcStart < 7 ? arc : bigArc(bytes, arcStart, position + 1))
    arcStart = position + 1
    arc = 0
  }
  // X.690, 8.19.4: the first two arcs share a number, 40 times the first plus the second, and the first is at most 2.
  const [joined = 0, ...rest] = arcs
  const first = joined < 40 ? 0 : joined < 80 ? 1 : 2
  const second = typeof joined === 'bigint' ? joined - BigInt(40 * first) : joined - 40 * first
  return [first, second, ...rest].join('.')
}

function bigArc(bytes: Buffer, start: number, end: number): bigint {
  let value = 0n
  for (let position = start; position < end; position++) value = (value << 7n) | BigInt(octetAt(bytes, position) & 0x7f)
  return value
}
