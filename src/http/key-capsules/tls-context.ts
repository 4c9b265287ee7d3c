import { constants } from 'node:crypto'
import type { SecureContextOptions } from 'node:tls'
import type { CapsuleTls } from '#config'
import type { ServerCertificate } from './server-certificate.js'

/**
 * TLS options of a listener.
 *
 * @param authorities DER of certificates whose names the certificate request of the handshake lists; empty when no client certificate is requested. They hold only
 * these names: OpenSSL would verify client certificates with the authorities themselves, which costs 3 ms for an Estonian card although the result is not used
 * (`rejectUnauthorized` is false), and a signature that does not verify breaks a connection of TLS 1.2
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
    ...(authorities.length === 0 ? {} : { ca: authorities.map(pemOf) }),
  }
}

function pemOf(der: Buffer): string {
  return `-----BEGIN CERTIFICATE-----\n${der.toString('base64')}\n-----END CERTIFICATE-----\n`
}
