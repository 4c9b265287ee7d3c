import { constants, createPrivateKey, X509Certificate } from 'node:crypto'
import { createSecureContext, type SecureContextOptions } from 'node:tls'
import { type CapsuleTls, SettingsError } from '#config'
import { readSettingFile } from '#service/capsules'

/** Certificate (with its chain) and private key of both listeners, in PEM. */
interface ServerCertificate {
  readonly cert: string
  readonly key: string
}

/** Reads certificate (with its chain) and key. Throws `SettingsError` when they cannot be used together. */
export function readServerCertificate(files: { readonly certificate: string; readonly key: string }): ServerCertificate {
  const cert = readSettingFile('ALLKIRI_CAPSULES_TLS_CERTIFICATE', files.certificate).toString('latin1')
  const key = readSettingFile('ALLKIRI_CAPSULES_TLS_KEY', files.key).toString('latin1')
  const belongs = usable('ALLKIRI_CAPSULES_TLS_CERTIFICATE', files.certificate, () => {
    createSecureContext({ cert })
    return new X509Certificate(cert)
  }).checkPrivateKey(usable('ALLKIRI_CAPSULES_TLS_KEY', files.key, () => createPrivateKey(key)))
  if (!belongs)
    throw new SettingsError([`ALLKIRI_CAPSULES_TLS_KEY: ${files.key} is not the key of the certificate in ${files.certificate}.`])
  return { cert, key }
}

function usable<T>(setting: string, path: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    // Messages of OpenSSL about PEM files quote nothing of their content.
    throw new SettingsError([
      `${setting}: ${path} is not a PEM file that can be used (${error instanceof Error ? error.message : 'unknown'}).`,
    ])
  }
}

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
