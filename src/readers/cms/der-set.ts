import { type Asn1Element, CONSTRUCTED_OCTET_STRING, elementsOf, encode, Fields, OCTET_STRING, octetsOf, SET } from '#readers/der'

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

/** Whether a value is in DER, as far as lengths, strings in pieces and the order of sets are concerned. */
function isDer(element: Asn1Element, isSet = element.identifier === SET): boolean {
  if (element.end !== element.contentEnd || element.identifier === CONSTRUCTED_OCTET_STRING || !hasMinimalLength(element)) return false
  if (!element.constructed) return true
  const fields = new Fields(element)
  let before: Asn1Element | null = null
  for (let inner = fields.any(); inner !== null; inner = fields.any()) {
    if (!isDer(inner) || (isSet && before !== null && Buffer.compare(before.encoding, inner.encoding) > 0)) return false
    before = inner
  }
  return true
}

/** Whether the length has one octet below 128, and otherwise as few octets as possible. */
function hasMinimalLength({ identifier, start, contentStart, contentEnd }: Asn1Element): boolean {
  const tagOctets = identifier < 0x100 ? 1 : identifier < 0x100 * 0x80 ? 2 : identifier < 0x100 * 0x4000 ? 3 : 4
  const length = contentEnd - contentStart
  const lengthOctets = length < 0x80 ? 1 : length < 0x100 ? 2 : length < 0x10000 ? 3 : length < 0x1000000 ? 4 : 5
  return contentStart - start === tagOctets + lengthOctets
}

function derElements(parent: Asn1Element, isSet: boolean): readonly Buffer[] {
  const elements = elementsOf(parent).map(derOf)
  return isSet ? elements.sort((a, b) => Buffer.compare(a, b)) : elements
}

function derOf(element: Asn1Element): Buffer {
  if (isDer(element)) return element.encoding
  if (element.identifier === CONSTRUCTED_OCTET_STRING) return encode(OCTET_STRING, octetsOf(element))
  // No attribute in use has a tag number above 30, which `encode` cannot write; the encoding of such a value is used unchanged.
  if (element.identifier > 0xff) return element.encoding
  return element.constructed
    ? encode(element.identifier, ...derElements(element, element.identifier === SET))
    : encode(element.identifier, element.content)
}
