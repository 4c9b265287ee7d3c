import { createPrivateKey, createPublicKey, type KeyObject, sign, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type Settings, SettingsError } from '#config'
import { formatInstant, type Instant, reasonOf } from '#model'
import { packContainer } from './container.js'
import { type SignatureAlgorithmUri, writeSignature } from './xades-signature.js'

/** Signs reports with the key of the operator. */
export interface ReportSigner {
  /**
   * An ASiC-E container with the report as `validationReport.json`, signed.
   *
   * @param report UTF-8 octets
   * @param signingTime by the clock of the machine
   * @throws ReportUnsigned when the certificate is not valid at that time: nobody would accept the signature
   */
  readonly sign: (report: Uint8Array, signingTime: Instant) => Promise<Uint8Array>
}

/** A report that is not signed, with the reason. */
export class ReportUnsigned extends Error {
  override readonly name = 'ReportUnsigned'
}

/**
 * Opens the signer that the settings name; null when reports are not signed.
 *
 * @param now by the clock of the machine
 * @throws SettingsError when a file cannot be read, the key is of a kind that is not supported, or the certificate is that of another key or not valid now
 */
export function openReportSigner(
  { reportSigningKey, reportSigningCertificate }: Pick<Settings, 'reportSigningKey' | 'reportSigningCertificate'>,
  now: Instant,
): ReportSigner | null {
  if (reportSigningKey === null || reportSigningCertificate === null) return null
  const key = readAs('ALLKIRI_REPORT_SIGNING_KEY', reportSigningKey, 'a private key in PEM without a password', readKey)
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
  const problem = problemAt(certificate, now)
  if (problem !== null) throw new SettingsError([`ALLKIRI_REPORT_SIGNING_CERTIFICATE cannot be used: ${problem}`])
  return {
    sign: async (report, signingTime) => {
      const problem = problemAt(certificate, signingTime)
      if (problem !== null) throw new ReportUnsigned(problem)
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

/** What is wrong with the certificate at a time, as a sentence; null for nothing. */
function problemAt({ validFrom, validTo }: X509Certificate, time: Instant): string | null {
  const [from, to] = [Date.parse(validFrom), Date.parse(validTo)]
  if (time < from) return `the certificate is valid from ${formatInstant(from)} on.`
  return time > to ? `the certificate ended at ${formatInstant(to)}.` : null
}

/** A file with a password would otherwise be refused with what the library says, which nobody understands. */
function readKey(pem: Buffer): KeyObject {
  if (/ENCRYPTED/.test(pem.toString('latin1')))
    throw new Error('it is encrypted; `openssl pkey -in FILE -out PLAIN` takes the password away')
  return createPrivateKey(pem)
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
