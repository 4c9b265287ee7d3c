import { Asn1Error } from './asn1-error.js'
import { type Asn1Element, BOOLEAN, OBJECT_IDENTIFIER, OCTET_STRING, openContent, openWithin, SEQUENCE } from './element.js'
import { Fields } from './fields.js'
import { booleanOf, objectIdentifierOf, octetsOf } from './values.js'

/** Extension of a certificate, a CRL, a response or a time-stamp token; its value is decoded only when it is asked for. */
export interface Extension {
  readonly oid: string
  readonly critical: boolean
  readonly value: Asn1Element
}

/**
 * Extensions ::= SEQUENCE OF SEQUENCE { extnID, critical DEFAULT FALSE, extnValue } (RFC 5280, 4.1). An OID that occurs twice is refused: which of the
 * two counts would be anybody's guess. An explicit FALSE is tolerated: national authorities write it (BG-64.xml).
 */
export function extensionsOf(sequence: Asn1Element): ReadonlyMap<string, Extension> {
  const extensions = new Map<string, Extension>()
  const outer = new Fields(sequence)
  while (outer.peek() !== -1) {
    const element = outer.next(SEQUENCE, 'Extension')
    const fields = new Fields(element)
    const oid = objectIdentifierOf(fields.next(OBJECT_IDENTIFIER, 'extnID'))
    const flag = fields.optional(BOOLEAN)
    const value = fields.next(OCTET_STRING, 'extnValue')
    fields.end()
    if (extensions.has(oid)) throw Asn1Error.finding('ASN1_DUPLICATE_EXTENSION', `extension ${oid} occurs twice`, element.start)
    extensions.set(oid, { oid, critical: flag !== null && booleanOf(flag), value })
  }
  return extensions
}

/** The value that an extension's OCTET STRING holds, of the given type. */
export function extensionValue(extension: Extension, identifier: number, what: string): Asn1Element {
  return typed(openContent(extension.value, extension.value.source.rules), identifier, what)
}

/** Critical extensions that are not in `known`. */
export function unknownCritical(extensions: Iterable<Extension>, known: ReadonlySet<string>): readonly string[] {
  const unknown: string[] = []
  for (const { oid, critical } of extensions) if (critical && !known.has(oid)) unknown.push(oid)
  return unknown
}

/** The value inside an OCTET STRING, also of one in pieces. */
export function octetStringValue(octetString: Asn1Element, identifier: number, what: string): Asn1Element {
  const { rules, budget } = octetString.source
  const inside = octetString.constructed
    ? openWithin(octetsOf(octetString), rules, budget, octetString.depth + 1)
    : openContent(octetString, rules)
  return typed(inside, identifier, what)
}

function typed(element: Asn1Element, identifier: number, what: string): Asn1Element {
  if (element.identifier !== identifier) {
    throw Asn1Error.finding('ASN1_UNEXPECTED_ELEMENT', `${what} is expected, not 0x${element.identifier.toString(16)}`, element.start)
  }
  return element
}
