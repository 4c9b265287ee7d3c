import { type Asn1Element, Asn1Error, elementsOf, Fields, OBJECT_IDENTIFIER, objectIdentifierOf, SEQUENCE, SET } from '#readers/der'

/** An attribute of a signer (RFC 5652, 5.3). */
export interface CmsAttribute {
  /** Dotted OID of its type. */
  readonly oid: string
  /** Of the attribute with its type and values. */
  readonly encoding: Buffer
  /** The encoding of each value. */
  readonly values: readonly Buffer[]
}

/** An attribute with its values, not yet decoded. */
interface AttributeElements {
  readonly attribute: CmsAttribute
  readonly values: readonly Asn1Element[]
  readonly start: number
}

/** The attributes of a SET OF Attribute under an implicit tag; none when it is absent (null). Throws `Asn1Error`. */
export function attributesOf(tagged: Asn1Element | null): readonly AttributeElements[] {
  if (tagged === null) return []
  return elementsOf(tagged).map((element) => {
    if (element.identifier !== SEQUENCE) throw Asn1Error.finding('ASN1_UNEXPECTED_ELEMENT', 'Attribute is expected', element.start)
    const fields = new Fields(element)
    const oid = objectIdentifierOf(fields.next(OBJECT_IDENTIFIER, 'attrType'))
    const values = elementsOf(fields.next(SET, 'attrValues'))
    fields.end()
    return { attribute: { oid, encoding: element.encoding, values: values.map((value) => value.encoding) }, values, start: element.start }
  })
}

/**
 * The value of an attribute that must occur once with one value (content-type, message-digest, signing-time, signing-certificate); null when it is
 * absent.
 *
 * @param identifiers identifier octets that the value may have
 * @throws Asn1Error for several attributes or values, because the checked value and the used value could differ, and for a value of another type
 */
export function singleValue(attributes: readonly AttributeElements[], oid: string, ...identifiers: readonly number[]): Asn1Element | null {
  let found: AttributeElements | null = null
  let isAlone = true
  for (const each of attributes) {
    if (each.attribute.oid !== oid) continue
    isAlone = found === null
    found ??= each
  }
  if (found === null) return null
  const [value] = found.values
  if (!isAlone || found.values.length !== 1 || value === undefined) {
    throw Asn1Error.finding('ASN1_DUPLICATE_ATTRIBUTE', `attribute ${oid} does not have exactly one value`, found.start)
  }
  if (!identifiers.includes(value.identifier)) {
    throw Asn1Error.finding('ASN1_UNEXPECTED_ELEMENT', `attribute ${oid} has a value of another type`, value.start)
  }
  return value
}
