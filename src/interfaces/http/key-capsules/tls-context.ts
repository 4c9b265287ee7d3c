import { constants, createPrivateKey, X509Certificate } from 'node:crypto'
import { createSecureContext, type SecureContextOptions } from 'node:tls'
import { readSettingFile } from '#capsules/service'
import { type CapsuleTls, SettingsError } from '#config'

/** Server certificate with its chain, and its private key, in PEM. */
interface ServerCertificate {
  readonly cert: string
  readonly key: string
}

/** Reads certificate, chain and key. Throws `SettingsError` when a file cannot be used or the key is not that of the certificate. */
export function readServerCertificate(files: { readonly certificate: string; readonly key: string }): ServerCertificate {
  const cert = readSettingFile('ALLKIRI_CAPSULES_TLS_CERTIFICATE', files.certificate).toString('latin1')
  const key = readSettingFile('ALLKIRI_CAPSULES_TLS_KEY', files.key).toString('latin1')
  const isPair = usable('ALLKIRI_CAPSULES_TLS_CERTIFICATE', files.certificate, () => {
    createSecureContext({ cert })
    return new X509Certificate(cert)
  }).checkPrivateKey(usable('ALLKIRI_CAPSULES_TLS_KEY', files.key, () => createPrivateKey(key)))
  if (!isPair)
    throw new SettingsError([`ALLKIRI_CAPSULES_TLS_KEY: ${files.key} is not the key of the certificate in ${files.certificate}.`])
  return { cert, key }
}

function usable<T>(setting: string, path: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    // Messages of OpenSSL about PEM files do not quote their content.
    throw new SettingsError([
      `${setting}: ${path} is not a PEM file that can be used (${error instanceof Error ? error.message : 'unknown'}).`,
    ])
  }
}

/**
 * TLS options of a listener.
 *
 * @param authorities DER of certificates whose subject names are listed in the certificate request of the handshake; empty when no client certificate is
 * requested. They contain only names. With the real CA certificates OpenSSL would verify client certificates, which takes 3 ms for an Estonian card although
 * the result is not used (`rejectUnauthorized` is false), and a signature that does not verify breaks a connection of TLS 1.2
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
    // Only for the names in the certificate request, by which card software selects a certificate.
    ...(authorities.length === 0 ? {} : { ca: authorities.map(pemOf) }),
  }
}

function pemOf(der: Buffer): string {
  return `-----BEGIN CERTIFICATE-----\n${der.toString('base64')}\n-----END CERTIFICATE-----\n`
}
