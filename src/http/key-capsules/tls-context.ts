import { constants } from 'node:crypto'
import type { SecureContextOptions } from 'node:tls'
import type { CapsuleTls } from '#config'
import type { ServerCertificate } from './server-certificate.js'

/** What TLS shows to clients and asks of them. `authorities`: DER of those whose names the handshake offers; none where no certificate is asked for. */
export function tlsContext(
  { cert, key }: ServerCertificate,
  authorities: readonly Buffer[],
  { minimum }: Pick<CapsuleTls, 'minimum'>,
): SecureContextOptions {
  return {
    cert,
    key,
    minVersion: minimum === '1.3' ? 'TLSv1.3' : 'TLSv1.2',
    // The certificate of a connection is the one of its beginning.
    secureOptions: constants.SSL_OP_NO_RENEGOTIATION,
    // Sent as names in the handshake: card software chooses a certificate by them.
    ...(authorities.length === 0 ? {} : { ca: authorities.map((der) => pemOf(nameOnly(der))) }),
  }
}

/** Extension id of the subject key identifier, as DER. */
const SUBJECT_KEY_IDENTIFIER = Buffer.from('0603551d0e', 'hex')
const OCTET_STRING = 0x04

/**
 * The authority with another key identifier. OpenSSL takes names and trust from the same certificates and would verify every client a second time, which
 * costs 3 ms for an Estonian card; a certificate whose key identifier does not fit is passed over. Its judgement is not used in either case.
 */
function nameOnly(der: Buffer): Buffer {
  const copy = Buffer.from(der)
  const at = copy.indexOf(SUBJECT_KEY_IDENTIFIER) + SUBJECT_KEY_IDENTIFIER.length
  const octet = copy[at + 4]
  // Behind the id stands an OCTET STRING with an OCTET STRING, two octets of header each; a certificate of any other form is left as it is.
  if (copy[at] === OCTET_STRING && copy[at + 2] === OCTET_STRING && octet !== undefined) copy[at + 4] = octet ^ 0xff
  return copy
}

function pemOf(der: Buffer): string {
  return `-----BEGIN CERTIFICATE-----\n${der.toString('base64')}\n-----END CERTIFICATE-----\n`
}
