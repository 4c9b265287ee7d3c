import { createPrivateKey, X509Certificate } from 'node:crypto'
import { createSecureContext } from 'node:tls'
import { SettingsError } from '#config'
import { readSettingFile } from '#service/capsules'

/** Certificate (with its chain) and private key of both listeners, in PEM. */
export interface ServerCertificate {
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
