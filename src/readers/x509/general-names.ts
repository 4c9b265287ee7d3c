import type { DistinguishedName } from '#model'
import {
  type Asn1Element,
  Asn1Error,
  type Asn1Limits,
  asciiOrUtf8,
  contextPrimitive,
  contextTag,
  decimalOf,
  elementsOf,
  explicitContent,
  Fields,
  INTEGER,
  openEncoding,
  SEQUENCE,
} from '#readers/der'
import { distinguishedNameOf } from './distinguished-name.js'
import { CERTIFICATE_RULES } from './encoding-rules.js'

const DIRECTORY_NAME = contextTag(4)
const UNIFORM_RESOURCE_IDENTIFIER = contextPrimitive(6)

/** Issuer and serial number that identify a certificate. */
export interface IssuerSerial {
  readonly issuer: DistinguishedName
  /** Decimal. */
  readonly serialNumber: string
}

/** Reads a DER IssuerSerial (RFC 5035, 4), as in IssuerSerialV2 of XAdES. Throws `Asn1Error`, also when the issuer is not exactly one directoryName. */
export function readIssuerSerial(der: Uint8Array, limits: Asn1Limits): IssuerSerial {
  const element = openEncoding(der, limits, CERTIFICATE_RULES)
  const found = issuerSerialOf(element)
  if (found === null) throw Asn1Error.finding('ASN1_UNEXPECTED_ELEMENT', 'IssuerSerial without exactly one directoryName', element.start)
  return found
}

/** Reads IssuerSerial ::= SEQUENCE { GeneralNames, serialNumber, issuerUID OPTIONAL }. Null when the issuer is not exactly one directoryName. */
export function issuerSerialOf(element: Asn1Element): IssuerSerial | null {
  const fields = new Fields(element)
  const names = elementsOf(fields.next(SEQUENCE, 'issuer'))
  const serialNumber = decimalOf(fields.next(INTEGER, 'serialNumber'))
  const [name] = names
  if (names.length !== 1 || name === undefined) return null
  const issuer = directoryNameOf(name)
  return issuer === null ? null : { issuer, serialNumber }
}

/** The directoryName in a GeneralName; null for any other kind of name. */
export function directoryNameOf(generalName: Asn1Element): DistinguishedName | null {
  return generalName.identifier === DIRECTORY_NAME ? distinguishedNameOf(explicitContent(generalName, SEQUENCE, 'directoryName')) : null
}

/** The URI in a GeneralName; null for any other kind of name. */
export function uriOf(generalName: Asn1Element): string | null {
  if (generalName.identifier !== UNIFORM_RESOURCE_IDENTIFIER) return null
  return asciiOrUtf8(generalName.source.bytes, generalName.contentStart, generalName.contentEnd)
}

/** The URIs in the `fullName` of a DistributionPointName (RFC 5280, 4.2.1.13). */
export function distributionPointUris(distributionPointName: Asn1Element): readonly string[] {
  const fields = new Fields(distributionPointName)
  const fullName = fields.optional(contextTag(0))
  if (fullName === null) return []
  return elementsOf(fullName)
    .map(uriOf)
    .filter((uri) => uri !== null)
}
