import { type CertificateFacts, withoutQuotes } from '#model'

const country = '2.5.4.6'
const commonName = '2.5.4.3'
const givenName = '2.5.4.42'
const surname = '2.5.4.4'
const pseudonym = '2.5.4.65'

/** `signedBy` of the interface, from the subject of the certificate: common name, else given name, surname or pseudonym; empty when it has none. */
export function signedByOf(certificate: CertificateFacts | null): string {
  for (const oid of [commonName, givenName, surname, pseudonym]) {
    // The most specific attribute stands last in the encoding.
    const value = certificate?.subject.attributes.findLast((attribute) => attribute.oid === oid)?.value.trim() ?? ''
    if (value !== '') return withoutQuotes(value)
  }
  return ''
}

/** The country in the name of the signer, in capitals; empty where there are not exactly two letters (ISO 3166-1). */
export function signerCountryOf(certificate: CertificateFacts | null): string {
  const value = certificate?.subject.attributes.findLast((attribute) => attribute.oid === country)?.value ?? ''
  return /^[A-Za-z]{2}$/.test(value) ? value.toUpperCase() : ''
}
