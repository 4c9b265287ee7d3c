import { type CertificateFacts, withoutQuotes } from '#model'

const commonName = '2.5.4.3'
const givenName = '2.5.4.42'
const surname = '2.5.4.4'
const pseudonym = '2.5.4.65'

/** Name of a signer for display: the first of common name, given name, surname and pseudonym that the subject of the certificate has; null when it has none. */
export function signerNameOf(certificate: CertificateFacts | null): string | null {
  for (const oid of [commonName, givenName, surname, pseudonym]) {
    // The most specific attribute is the last one in the encoding.
    const value = certificate?.subject.attributes.findLast((attribute) => attribute.oid === oid)?.value.trim() ?? ''
    if (value !== '') return withoutQuotes(value)
  }
  return null
}
