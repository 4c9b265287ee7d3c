import {
  type Asn1Element,
  Asn1Error,
  type Asn1Limits,
  contextTag,
  ENUMERATED,
  elementsOf,
  encode,
  encodeObjectIdentifier,
  explicitContent,
  Fields,
  OBJECT_IDENTIFIER,
  OCTET_STRING,
  objectIdentifierOf,
  openEncoding,
  openFirst,
  orAsn1Error,
  SEQUENCE,
} from '#readers/der'
import type { CmsAttribute } from './attribute.js'
import { CMS_RULES } from './encoding-rules.js'
import { valuesOf } from './signed-attributes.js'

/** id-aa-ets-certValues and id-aa-ets-revocationValues (EN 319 122-1, A.1.1): unsigned attributes of a signer, also of the signer of a time-stamp. */
const CERTIFICATE_VALUES = '1.2.840.113549.1.9.16.2.23'
const REVOCATION_VALUES = '1.2.840.113549.1.9.16.2.24'
/** adbe-revocationInfoArchival (ISO 32000-1, 12.8.3.3.2): a signed attribute of signatures in PDF files. */
const REVOCATION_INFO_ARCHIVAL = '1.2.840.113583.1.1.8'
/** id-ri-ocsp-response (RFC 5940): an OCSPResponse among the CRLs of SignedData. */
const OCSP_RESPONSE = '1.3.6.1.5.5.7.16.2'

/** id-pkix-ocsp-basic (RFC 6960, 4.2.1): the BasicOCSPResponse by itself, which programs for CAdES put among the CRLs of SignedData. */
const OCSP_BASIC = '1.3.6.1.5.5.7.48.1.1'

/** Parts of an OCSPResponse outside the BasicOCSPResponse: the OID id-pkix-ocsp-basic, and the status successful (0). */
const BASIC_RESPONSE = encodeObjectIdentifier(OCSP_BASIC)
const SUCCESSFUL = encode(ENUMERATED, Buffer.of(0))

/** The encodings of the certificates in certificate-values attributes. */
export function embeddedCertificates(attributes: readonly CmsAttribute[], limits: Asn1Limits): Buffer[] {
  return readableValues(attributes, CERTIFICATE_VALUES, limits, encodingsOf).flat()
}

/** The encodings of the CRLs and OCSP responses in the crls field, in revocation-values and in adbe-revocationInfoArchival attributes, in this order. */
export function embeddedRevocations(
  revocationSet: Asn1Element | null,
  attributes: readonly CmsAttribute[],
  limits: Asn1Limits,
): { crls: Buffer[]; ocspResponses: Buffer[] } {
  const choices = revocationSet === null ? [] : elementsOf(revocationSet)
  const values = readableValues(attributes, REVOCATION_VALUES, limits, (value) => taggedLists(value, 'crlVals', 'ocspVals'))
  const archived = readableValues(attributes, REVOCATION_INFO_ARCHIVAL, limits, (value) => taggedLists(value, 'crl', 'ocsp'))
  return {
    crls: [
      ...choices.filter((choice) => choice.identifier === SEQUENCE).map((choice) => choice.encoding),
      ...values.flatMap((value) => value.crls),
      ...archived.flatMap((value) => value.crls),
    ],
    ocspResponses: [
      ...choices.map(otherOcspResponse).filter((response) => response !== null),
      ...values.flatMap((value) => value.responses).map(encloseBasicResponse),
      ...archived.flatMap((value) => value.responses),
    ],
  }
}

/** A RevocationInfoChoice of SignedData (RFC 5652, 10.2.1): a CertificateList, or an OCSP response, as OCSPResponse (RFC 5940) also where only its BasicOCSPResponse is there; both null for any other format. */
export interface RevocationChoice {
  readonly encoding: Buffer
  readonly crl: Buffer | null
  readonly ocspResponse: Buffer | null
}

export function revocationChoice(choice: Asn1Element): RevocationChoice {
  return {
    encoding: choice.encoding,
    crl: choice.identifier === SEQUENCE ? choice.encoding : null,
    ocspResponse: otherOcspResponse(choice),
  }
}

/** OtherRevocationInfoFormat ::= [1] SEQUENCE { otherRevInfoFormat, otherRevInfo }; null for another choice or format. */
function otherOcspResponse(choice: Asn1Element): Buffer | null {
  if (choice.identifier !== contextTag(1)) return null
  const fields = new Fields(choice)
  const format = objectIdentifierOf(fields.next(OBJECT_IDENTIFIER, 'otherRevInfoFormat'))
  if (format === OCSP_RESPONSE) return fields.next(SEQUENCE, 'OCSPResponse').encoding
  return format === OCSP_BASIC ? encloseBasicResponse(fields.next(SEQUENCE, 'BasicOCSPResponse').encoding) : null
}

/**
 * RevocationValues ::= SEQUENCE { crlVals [0] SEQUENCE OF CertificateList, ocspVals [1] SEQUENCE OF BasicOCSPResponse, … }, and
 * RevocationInfoArchival ::= SEQUENCE { crl [0] SEQUENCE OF CRL, ocsp [1] SEQUENCE OF OCSPResponse, otherRevInfo [2] … }.
 */
function taggedLists(value: Asn1Element, nameOfCrls: string, nameOfResponses: string): { crls: Buffer[]; responses: Buffer[] } {
  const fields = new Fields(value)
  const crls = fields.optional(contextTag(0))
  const responses = fields.optional(contextTag(1))
  return {
    crls: crls === null ? [] : encodingsOf(explicitContent(crls, SEQUENCE, nameOfCrls)),
    responses: responses === null ? [] : encodingsOf(explicitContent(responses, SEQUENCE, nameOfResponses)),
  }
}

const encodingsOf = (list: Asn1Element): Buffer[] => elementsOf(list).map((element) => element.encoding)

/**
 * The results of `read` for the values of an attribute. Certificates and revocation data are only evidence, so a value that cannot be read is skipped, and
 * the checks find the evidence missing. The error for a bound is thrown.
 */
function readableValues<T>(attributes: readonly CmsAttribute[], oid: string, limits: Asn1Limits, read: (value: Asn1Element) => T): T[] {
  return valuesOf(attributes, oid).flatMap((value) => {
    const found = orAsn1Error(() => read(openEncoding(value, limits, CMS_RULES)))
    return found instanceof Asn1Error ? [] : [found]
  })
}

/** The octets of an OCSPResponse; a bare BasicOCSPResponse is enclosed in one. Other octets are returned unchanged, and the reader refuses them. */
export function asOcspResponse(der: Buffer, limits: Asn1Limits): Buffer {
  const element = openFirst(der, limits, CMS_RULES)
  return element.constructed && new Fields(element).peek() === SEQUENCE ? encloseBasicResponse(der) : der
}

/** Encloses a BasicOCSPResponse in an OCSPResponse, the form that the reader accepts. */
function encloseBasicResponse(basic: Buffer): Buffer {
  const responseBytes = encode(SEQUENCE, BASIC_RESPONSE, encode(OCTET_STRING, basic))
  return encode(SEQUENCE, SUCCESSFUL, encode(contextTag(0), responseBytes))
}
