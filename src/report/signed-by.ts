import { type CertificateFacts, withoutQuotes } from '#model'

const country = '2.5.4.6'
const commonName = '2.5.4.3'
const givenName = '2.5.4.42'
const surname = '2.5.4.4'
const pseudonym = '2.5.4.65'

/** `signedBy` of the interface: the first of common name, given name, surname and pseudonym that the subject of the certificate has; empty when it has none. */
export function signedByOf(certificate: CertificateFacts | null): string {
  for (const oid of [commonName, givenName, surname, pseudonym]) {
    // The most specific attribute is the last one in the encoding.
    const value = certificate?.subject.attributes.findLast((attribute) => attribute.oid === oid)?.value.trim() ?? ''
    if (value !== '') return withoutQuotes(value)
  }
  return ''
}

/** The country in the subject of the signer's certificate, in capitals; empty when it is not exactly two letters (ISO 3166-1). */
export function signerCountryOf(certificate: CertificateFacts | null): string {
  const value = certificate?.subject.attributes.findLast((attribute) => attribute.oid === country)?.value ?? ''
  return /^[A-Za-z]{2}$/.test(value) ? value.toUpperCase() : ''
}
