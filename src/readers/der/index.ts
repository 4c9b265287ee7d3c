/**
 * Reads values of ASN.1 in DER, and in the part of BER that the caller allows (X.690): octets in; positions and decoded values, or an `Asn1Error`, out. This
 * folder knows tags, lengths and values, but no structure of a standard.
 *
 * `element.ts` finds values lazily, within bounds and by rules (`encoding-rules.ts`). `fields.ts` walks a structure in the order of its definition.
 * `values.ts`, `octet-string.ts`, `time.ts` and `text.ts` decode one value. `encode.ts` writes DER.
 *
 * @example
 * const fields = new Fields(openSequence(bytes, limits.asn1, DER, 'an RSAPublicKey'))
 * const modulus = fields.next(INTEGER, 'modulus')
 * const exponent = fields.next(INTEGER, 'publicExponent')
 * fields.end()
 */
export { Asn1Error, orAsn1Error } from './asn1-error.js'
export { withoutBlanksBehind } from './blanks.js'
export {
  Asn1Element,
  BIT_STRING,
  BOOLEAN,
  CONSTRUCTED_OCTET_STRING,
  contextPrimitive,
  contextTag,
  ENUMERATED,
  GENERALIZED_TIME,
  INTEGER,
  NULL,
  OBJECT_IDENTIFIER,
  OCTET_STRING,
  octetAt,
  openEncoding,
  openFirst,
  openSequence,
  openWithin,
  SEQUENCE,
  SET,
  UTC_TIME,
} from './element.js'
export { encode, encodeInteger, encodeObjectIdentifier } from './encode.js'
export { type Asn1Limits, DER, type EncodingRules } from './encoding-rules.js'
export { elementsOf, explicitContent, Fields } from './fields.js'
export { octetStringValue, octetsOf } from './octet-string.js'
export { asciiOrUtf8, textOf } from './text.js'
export { instantOf } from './time.js'
export {
  bitLengthOf,
  booleanOf,
  decimalOf,
  isOdd,
  isUnsigned,
  objectIdentifierOf,
  setBitsOf,
  signatureBitsOf,
  smallIntegerOf,
  wholeBitsOf,
} from './values.js'
