import { Asn1Error } from './asn1-error.js'
import { type Asn1Element, CONSTRUCTED_OCTET_STRING, expected, OCTET_STRING, openContent, openWithin } from './element.js'
import { elementsOf } from './fields.js'

/** The octets of an OCTET STRING, not copied. A string in pieces is joined if the rules allow it; otherwise throws `Asn1Error`. */
export function octetsOf(element: Asn1Element): Buffer {
  if (!element.constructed) return element.content
  if (!element.source.rules.constructedStrings) throw Asn1Error.finding('ASN1_CONSTRUCTED_STRING', 'OCTET STRING in pieces', element.start)
  const pieces: Buffer[] = []
  collectPieces(element, pieces)
  return Buffer.concat(pieces)
}

/** Pieces may consist of pieces themselves; the budget bounds their depth. */
function collectPieces(element: Asn1Element, pieces: Buffer[]): void {
  for (const piece of elementsOf(element)) {
    if (piece.identifier === OCTET_STRING) pieces.push(piece.content)
    else if (piece.identifier === CONSTRUCTED_OCTET_STRING) collectPieces(piece, pieces)
    else throw Asn1Error.finding('ASN1_UNEXPECTED_ELEMENT', 'an OCTET STRING in pieces holds something else', piece.start)
  }
}

/** The value inside an OCTET STRING, also inside a string in pieces. It must have this identifier; otherwise throws `Asn1Error`. */
export function octetStringValue(octetString: Asn1Element, identifier: number, what: string): Asn1Element {
  const { rules, budget } = octetString.source
  const inside = octetString.constructed
    ? openWithin(octetsOf(octetString), rules, budget, octetString.depth + 1)
    : openContent(octetString, rules)
  return expected(inside, identifier, what)
}
