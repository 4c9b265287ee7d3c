import { type CertificateFacts, commonNameOf } from '#model'
import { type Present, present, textOrNull } from './present.js'

const oids = { serialNumber: '2.5.4.5', commonName: '2.5.4.3', givenName: '2.5.4.42', surname: '2.5.4.4' } as const

/** `subjectDistinguishedName`. Empty when the certificate is not known. */
export type SubjectName = Present<{
  readonly serialNumber: string | null
  readonly commonName: string | null
  readonly givenName: string | null
  readonly surname: string | null
}>

export function subjectNameOf(certificate: CertificateFacts | null): SubjectName {
  const value = (oid: string) => attributeOf(certificate, oid)
  return present({
    serialNumber: value(oids.serialNumber),
    commonName: value(oids.commonName),
    givenName: value(oids.givenName),
    surname: value(oids.surname),
  })
}

/** Identifiers of natural persons by ETSI EN 319 412-1, 5.1.3: a type with its country, or the two characters of a national scheme. */
const personPrefix = /^(?:PAS|IDC|PNO|TAX|TIN)[A-Z]{2}-|^[A-Za-z]{2}:[A-Za-z]{2}-/

/**
 * `signedBy`: surname, given name and number of the signer, without the prefix of a natural person, as the certificates of Estonia have them as common name. The
 * common name when one of the three is missing; null when the certificate has none either.
 */
export function signedByOf(certificate: CertificateFacts | null): string | null {
  const { surname, givenName, serialNumber, commonName } = subjectNameOf(certificate)
  if (surname === undefined || givenName === undefined || serialNumber === undefined) return commonName ?? null
  return `${surname},${givenName},${serialNumber.replace(personPrefix, '')}`
}

/** `commonName` of a certificate; null when it has none. */
export function nameOf(certificate: CertificateFacts): string | null {
  return textOrNull(commonNameOf(certificate))
}

/** `country`: of the subject of a certificate. */
export function countryOf(certificate: CertificateFacts | null): string | null {
  return attributeOf(certificate, '2.5.4.6')
}

/** The last value of an attribute, which is the most specific one. */
function attributeOf(certificate: CertificateFacts | null, oid: string): string | null {
  return textOrNull(certificate?.subject.attributes.findLast((attribute) => attribute.oid === oid)?.value)
}
