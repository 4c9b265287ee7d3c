import {
  type Asn1Element,
  Asn1Error,
  BOOLEAN,
  booleanOf,
  Fields,
  OBJECT_IDENTIFIER,
  OCTET_STRING,
  objectIdentifierOf,
  octetStringValue,
  SEQUENCE,
} from '#readers/der'

/** An extension of a certificate, a CRL, an OCSP response or a time-stamp token; its value is decoded on demand. */
export interface Extension {
  readonly oid: string
  readonly critical: boolean
  readonly value: Asn1Element
}

/**
 * Reads Extensions ::= SEQUENCE OF SEQUENCE { extnID, critical DEFAULT FALSE, extnValue } (RFC 5280, 4.1). An OID that occurs twice is refused (4.2), because
 * readers would differ about which extension counts. An explicit FALSE is tolerated: national authorities write it (BG-64.xml).
 *
 * @throws Asn1Error
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

/** The value inside the OCTET STRING of an extension, which must have this identifier. Throws `Asn1Error`. */
export function extensionValue(extension: Extension, identifier: number, what: string): Asn1Element {
  return octetStringValue(extension.value, identifier, what)
}

/** The OIDs of the critical extensions that are not in `known`. */
export function unknownCritical(extensions: Iterable<Extension>, known: ReadonlySet<string>): readonly string[] {
  const unknown: string[] = []
  for (const { oid, critical } of extensions) if (critical && !known.has(oid)) unknown.push(oid)
  return unknown
}
