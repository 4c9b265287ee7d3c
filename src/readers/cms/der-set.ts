import { type Asn1Element, CONSTRUCTED_OCTET_STRING, elementsOf, encode, OCTET_STRING, octetsOf, SET } from '#readers/der'

/**
 * The octets that are signed: the attributes as a SET OF in DER, although the message has them under [0] and may be BER (RFC 5652, 5.4). Lengths become
 * definite and minimal, and the elements of sets are sorted. Attributes that are already DER, nearly always, are copied with the tag replaced.
 *
 * Only the DER form is verified; the original octets are not tried instead.
 */
export function derSetOf(signed: Asn1Element): Buffer {
  if (!isDer(signed, true)) return encode(SET, ...derElements(signed, true))
  const set = Buffer.from(signed.encoding)
  set[0] = SET
  return set
}

function isDer({ source, start, end, depth }: Asn1Element, isSet = source.bytes[start] === SET): boolean {
  return endOfDer(source.bytes, start, end, source.budget.limits.maxDepth - depth, isSet) === end
}

/**
 * The end of the value that starts at `start`, when it is in DER as far as lengths, strings in pieces and the order of sets are concerned; -1 for any other value, and for one
 * that this function does not know: a value with a long tag or below too many levels. It looks at octets alone, because nearly every message is in DER.
 */
function endOfDer(bytes: Buffer, start: number, limit: number, levels: number, isSet = bytes[start] === SET): number {
  const identifier = bytes[start] ?? 0
  const isKnown = identifier !== 0 && (identifier & 0x1f) !== 0x1f && identifier !== CONSTRUCTED_OCTET_STRING
  if (start + 2 > limit || !isKnown || levels < 0) return -1
  let length = bytes[start + 1] ?? 0
  let content = start + 2
  if (length >= 0x80) {
    const octets = length & 0x7f
    if (octets === 0 || octets > 4 || content + octets > limit || bytes[content] === 0) return -1
    length = bytes.readUIntBE(content, octets)
    content += octets
    if (length < 0x80) return -1
  }
  const end = content + length
  if (end > limit) return -1
  if ((identifier & 0x20) === 0) return end
  let before = content
  for (let at = content; at < end; ) {
    const next = endOfDer(bytes, at, end, levels - 1)
    if (next < 0 || (isSet && at > content && bytes.compare(bytes, at, next, before, at) > 0)) return -1
    before = at
    at = next
  }
  return end
}

function derElements(parent: Asn1Element, isSet: boolean): readonly Buffer[] {
  const elements = elementsOf(parent).map(derOf)
  return isSet ? elements.sort((a, b) => Buffer.compare(a, b)) : elements
}

function derOf(element: Asn1Element): Buffer {
  if (isDer(element)) return element.encoding
  if (element.identifier === CONSTRUCTED_OCTET_STRING) return encode(OCTET_STRING, octetsOf(element))
  const parts = element.constructed ? derElements(element, element.identifier === SET) : [element.content]
  // No attribute in use has a tag number above 30, which `encode` cannot write; the encoding of such a value is used unchanged.
  return element.identifier > 0xff ? element.encoding : encode(element.identifier, ...parts)
}
