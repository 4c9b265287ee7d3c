import { createPrivateKey, createPublicKey, type KeyObject, sign, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type Settings, SettingsError } from '#config'
import { type Instant, reasonOf } from '#model'
import { packContainer } from './container.js'
import { type SignatureAlgorithmUri, writeSignature } from './xades-signature.js'

/** Signs reports with the key of the operator. */
export interface ReportSigner {
  /**
   * An ASiC-E container with the report as `validationReport.json`, signed.
   *
   * @param report UTF-8 octets
   * @param signingTime by the clock of the machine
   */
  readonly sign: (report: Uint8Array, signingTime: Instant) => Promise<Uint8Array>
}

/**
 * Opens the signer that the settings name; null when reports are not signed.
 *
 * @throws SettingsError when a file cannot be read, the key is of a kind that is not supported, or the certificate is that of another key
 */
export function openReportSigner({
  reportSigningKey,
  reportSigningCertificate,
}: Pick<Settings, 'reportSigningKey' | 'reportSigningCertificate'>): ReportSigner | null {
  if (reportSigningKey === null || reportSigningCertificate === null) return null
  const key = readAs('ALLKIRI_REPORT_SIGNING_KEY', reportSigningKey, 'a private key in PEM without a password', createPrivateKey)
  const certificate = readAs(
    'ALLKIRI_REPORT_SIGNING_CERTIFICATE',
    reportSigningCertificate,
    'a certificate in PEM',
    (pem) => new X509Certificate(pem),
  )
  const algorithm = algorithmOf(key)
  if (algorithm === null)
    throw new SettingsError([`ALLKIRI_REPORT_SIGNING_KEY must be an RSA key of at least 2048 bits, or a key of P-256, P-384 or P-521.`])
  if (!createPublicKey(key).equals(certificate.publicKey))
    throw new SettingsError(['ALLKIRI_REPORT_SIGNING_CERTIFICATE is not the certificate of the key in ALLKIRI_REPORT_SIGNING_KEY.'])
  return {
    sign: async (report, signingTime) => {
      const signature = writeSignature({
        file: { name: 'validationReport.json', mimeType: 'application/json', bytes: report },
        certificate: certificate.raw,
        signingTime,
        algorithm: algorithm.uri,
        sign: (octets) => sign(algorithm.digest, octets, { key, dsaEncoding: 'ieee-p1363' }),
      })
      return await packContainer({ name: 'validationReport.json', mimeType: 'application/json', bytes: report }, signature)
    },
  }
}

function readAs<T>(setting: string, path: string, what: string, read: (pem: Buffer) => T): T {
  try {
    return read(readFileSync(path))
  } catch (error) {
    throw new SettingsError([`${setting} must name a file with ${what}: ${reasonOf(error)}.`])
  }
}

interface Algorithm {
  readonly uri: SignatureAlgorithmUri
  readonly digest: 'sha256' | 'sha384' | 'sha512'
}

const ofCurve: ReadonlyMap<string, Algorithm> = new Map([
  ['prime256v1', { uri: 'http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256', digest: 'sha256' }],
  ['secp384r1', { uri: 'http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha384', digest: 'sha384' }],
  ['secp521r1', { uri: 'http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha512', digest: 'sha512' }],
])

/** The algorithm that goes with a key; null for a key that is not supported. */
function algorithmOf({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): Algorithm | null {
  if (asymmetricKeyType === 'ec') return ofCurve.get(asymmetricKeyDetails?.namedCurve ?? '') ?? null
  if (asymmetricKeyType !== 'rsa' || (asymmetricKeyDetails?.modulusLength ?? 0) < 2048) return null
  return { uri: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256', digest: 'sha256' }
}
