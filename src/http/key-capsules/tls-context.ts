import { constants } from 'node:crypto'
import type { SecureContextOptions } from 'node:tls'
import type { CapsuleTls } from '#config'
import type { ServerCertificate } from './server-certificate.js'

/**
 * TLS options of a listener.
 *
 * @param authorities DER of the authorities whose names the certificate request of the handshake lists; empty when no client certificate is requested
 */
export function tlsContext(
  { cert, key }: ServerCertificate,
  authorities: readonly Buffer[],
  { minimum }: Pick<CapsuleTls, 'minimum'>,
): SecureContextOptions {
  return {
    cert,
    key,
    minVersion: minimum === '1.3' ? 'TLSv1.3' : 'TLSv1.2',
    // So that the client certificate of a connection cannot change.
    secureOptions: constants.SSL_OP_NO_RENEGOTIATION,
    // Only for the names in the certificate request, by which card software chooses a certificate.
    ...(authorities.length === 0 ? {} : { ca: authorities.map((der) => pemOf(nameOnly(der))) }),
  }
}

/** Extension id of the subject key identifier, as DER. */
const SUBJECT_KEY_IDENTIFIER = Buffer.from('0603551d0e', 'hex')
const OCTET_STRING = 0x04

/**
 * The certificate of an authority with a changed subject key identifier. OpenSSL uses `ca` both for the names and to verify client certificates, which costs 3 ms
 * for an Estonian card although the result is not used (`rejectUnauthorized` is false); it skips an authority whose key identifier does not match.
 */
function nameOnly(der: Buffer): Buffer {
  const copy = Buffer.from(der)
  const at = copy.indexOf(SUBJECT_KEY_IDENTIFIER) + SUBJECT_KEY_IDENTIFIER.length
  const octet = copy[at + 4]
  // The extension value is an OCTET STRING within an OCTET STRING, each with a header of two octets. Any other form is left unchanged.
  if (copy[at] === OCTET_STRING && copy[at + 2] === OCTET_STRING && octet !== undefined) copy[at + 4] = octet ^ 0xff
  return copy
}

function pemOf(der: Buffer): string {
  return `-----BEGIN CERTIFICATE-----\n${der.toString('base64')}\n-----END CERTIFICATE-----\n`
}
