import { bufferOf } from '#std'
import { Asn1Error } from './asn1-error.js'
import type { Asn1Limits, EncodingRules } from './encoding-rules.js'

/** Identifier octets of the universal types in use. */
export const BOOLEAN = 0x01
export const INTEGER = 0x02
export const BIT_STRING = 0x03
export const OCTET_STRING = 0x04
export const NULL = 0x05
export const OBJECT_IDENTIFIER = 0x06
export const ENUMERATED = 0x0a
export const UTC_TIME = 0x17
export const GENERALIZED_TIME = 0x18
export const SEQUENCE = 0x30
export const SET = 0x31
export const CONSTRUCTED_OCTET_STRING = 0x24

/** Identifier octets of the context tag `[number]`, constructed and primitive. The primitive form belongs to an implicitly tagged primitive value. */
export const contextTag = (number: number): number => 0xa0 + number
export const contextPrimitive = (number: number): number => 0x80 + number

/** Bounds the work on one structure: all reads inside it share one budget. */
export interface ReadingBudget {
  readonly limits: Asn1Limits
  /** Values read so far. A small input can cause many reads, because the end of an indefinite length is searched once for each level. */
  elements: number
}

/** The octets to read, the encoding rules and the budget. */
interface Asn1Source {
  readonly bytes: Buffer
  readonly rules: EncodingRules
  readonly budget: ReadingBudget
}

/**
 * One value: its identifier and positions, not decoded. Reading is lazy: a value that the reader of a structure does not need is skipped by its length. A
 * value has no copy of its octets.
 */
export class Asn1Element {
  readonly source: Asn1Source
  /** The first identifier octet; for a tag number above 30, 256 times the number is added. */
  readonly identifier: number
  readonly depth: number
  readonly start: number
  readonly contentStart: number
  readonly contentEnd: number
  /** Position after the value; two octets after `contentEnd` when the length is indefinite. */
  readonly end: number

  constructor(source: Asn1Source, identifier: number, depth: number, start: number, contentStart: number, contentEnd: number, end: number) {
    this.source = source
    this.identifier = identifier
    this.depth = depth
    this.start = start
    this.contentStart = contentStart
    this.contentEnd = contentEnd
    this.end = end
  }

  get constructed(): boolean {
    return (this.identifier & 0x20) !== 0
  }

  /** The whole encoding of the value, not copied. */
  get encoding(): Buffer {
    return this.source.bytes.subarray(this.start, this.end)
  }

  /** The content octets, not copied. */
  get content(): Buffer {
    return this.source.bytes.subarray(this.contentStart, this.contentEnd)
  }
}

/** The only value of an encoding. Throws `Asn1Error` when octets follow it, or a bound is reached. */
export function openEncoding(bytes: Uint8Array, limits: Asn1Limits, rules: EncodingRules): Asn1Element {
  return onlyValue(sourceOf(bytes, limits, rules), 0, bytes.length, 0)
}

/** The first value of octets; any octets may follow it. Throws `Asn1Error`. */
export function openFirst(bytes: Uint8Array, limits: Asn1Limits, rules: EncodingRules): Asn1Element {
  return readElement(sourceOf(bytes, limits, rules), 0, bytes.length, 0)
}

function sourceOf(bytes: Uint8Array, limits: Asn1Limits, rules: EncodingRules): Asn1Source {
  if (bytes.length > limits.maxBytes) throw Asn1Error.limit('ASN1_TOO_LARGE', `more than ${limits.maxBytes} bytes`, limits.maxBytes)
  return { bytes: bufferOf(bytes), rules, budget: { limits, elements: 0 } }
}

/**
 * Like `openEncoding`, for a structure that is a SEQUENCE. The outermost tag is not signed, so only this check detects a different tag.
 *
 * @param what name of the structure, for the error
 */
export function openSequence(bytes: Uint8Array, limits: Asn1Limits, rules: EncodingRules, what: string): Asn1Element {
  return expected(openEncoding(bytes, limits, rules), SEQUENCE, what)
}

/** The value, which must have this identifier; otherwise throws `Asn1Error`. `what` names the value for the error. */
export function expected(element: Asn1Element, identifier: number, what: string): Asn1Element {
  if (element.identifier === identifier) return element
  throw unexpected(element, what)
}

/** The error for a value where `what` is expected. */
export function unexpected({ identifier, start }: Asn1Element, what: string): Asn1Error {
  return Asn1Error.finding('ASN1_UNEXPECTED_ELEMENT', `${what} is expected, not 0x${identifier.toString(16)}`, start)
}

/** The only value in the content of another value (an OCTET STRING); it counts on the same budget. Throws `Asn1Error`. */
export function openContent(outer: Asn1Element, rules: EncodingRules): Asn1Element {
  const { bytes, budget } = outer.source
  return onlyValue({ bytes, rules, budget }, outer.contentStart, outer.contentEnd, outer.depth + 1)
}

/** Like `openContent`, for content that was joined from pieces. */
export function openWithin(bytes: Buffer, rules: EncodingRules, budget: ReadingBudget, depth: number): Asn1Element {
  return onlyValue({ bytes, rules, budget }, 0, bytes.length, depth)
}

/** The value that starts at `start`; it must end at `end`. */
function onlyValue(source: Asn1Source, start: number, end: number, depth: number): Asn1Element {
  const element = readElement(source, start, end, depth)
  if (element.end !== end) throw Asn1Error.finding('ASN1_TRAILING_BYTES', 'octets after the value', element.end)
  return element
}

/** The value that starts at `start`; it must end at or before `limit`. Counts on the budget. Throws `Asn1Error`. */
export function readElement(source: Asn1Source, start: number, limit: number, depth: number): Asn1Element {
  const { bytes, rules, budget } = source
  const { maxDepth, maxElements } = budget.limits
  if (depth > maxDepth) throw Asn1Error.limit('ASN1_TOO_DEEP', `more than ${maxDepth} levels`, start)
  budget.elements += 1
  if (budget.elements > maxElements) throw Asn1Error.limit('ASN1_TOO_MANY_ELEMENTS', `more than ${maxElements} values`, start)
  if (start + 2 > limit) throw truncated(start)
  let identifier = bytes[start] ?? 0
  let position = start + 1
  if ((identifier & 0x1f) === 0x1f) {
    const { number, end } = readLongTag(bytes, position, limit)
    identifier += number * 256
    position = end
    if (position >= limit) throw truncated(start)
  } else if (identifier === 0) throw Asn1Error.finding('ASN1_TAG', 'end of contents where a value is expected', start)
  const first = bytes[position] ?? 0
  position += 1
  let length = first
  if (first === 0x80) {
    if (!rules.indefiniteLength || (identifier & 0x20) === 0) throw Asn1Error.finding('ASN1_INDEFINITE_LENGTH', 'indefinite length', start)
    const end = endOfContents(source, position, limit, depth)
    return new Asn1Element(source, identifier, depth, start, position, end, end + 2)
  }
  if (first > 0x80) {
    const count = first & 0x7f
    if (position + count > limit) throw truncated(start)
    length = 0
    for (let index = 0; index < count; index++) {
      length = length * 256 + (bytes[position + index] ?? 0)
      if (length > 0xffffffff) throw Asn1Error.finding('ASN1_LENGTH', 'length of more than four octets', start)
    }
    const minimal = length > 0x7f && bytes[position] !== 0
    if (!minimal && !rules.nonMinimalLength) throw Asn1Error.finding('ASN1_LENGTH', 'length is not minimal', start)
    position += count
  }
  const end = position + length
  if (end > limit) throw truncated(start)
  return new Asn1Element(source, identifier, depth, start, position, end, end)
}

/** Position of the end-of-contents octets. The search repeats for each level of nesting; the budget counts every value, so the work is bounded. */
function endOfContents(source: Asn1Source, start: number, limit: number, depth: number): number {
  let position = start
  for (;;) {
    if (position + 2 > limit) throw truncated(start)
    if (source.bytes[position] === 0 && source.bytes[position + 1] === 0) return position
    position = readElement(source, position, limit, depth + 1).end
  }
}

/** A tag number in further octets (X.690, 8.1.2.4): base 128, minimal, and only if it does not fit in the first octet. Real tag numbers are below 2^21. */
function readLongTag(bytes: Buffer, start: number, limit: number): { number: number; end: number } {
  let number = 0
  let position = start
  for (;;) {
    if (position >= limit) throw truncated(start - 1)
    const octet = octetAt(bytes, position)
    if (position === start && octet === 0x80) throw Asn1Error.finding('ASN1_TAG', 'tag number is not minimal', start - 1)
    number = number * 128 + (octet & 0x7f)
    position += 1
    if (number >= 0x200000) throw Asn1Error.finding('ASN1_TAG', 'tag number is too large', start - 1)
    if (octet < 0x80) break
  }
  if (number < 31) throw Asn1Error.finding('ASN1_TAG', 'tag number is not minimal', start - 1)
  return { number, end: position }
}

/** The octet at a position that is known to be within the octets. */
export function octetAt(bytes: Uint8Array, position: number): number {
  return bytes[position] ?? 0
}

function truncated(offset: number): Asn1Error {
  return Asn1Error.finding('ASN1_TRUNCATED', 'the value does not end within its container', offset)
}
