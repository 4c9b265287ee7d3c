import { createPublicKey, type KeyObject, X509Certificate } from 'node:crypto'
import { basename } from 'node:path'
import { type CapsuleSink, Cdoc2Error, type NewRecipient, recipientKeyOf, writeKeyLabel } from '#cdoc2/container'
import { resultOrNull } from '#model'
import { type KeyFileLimits, readKeyFile } from './private-key-file.js'

/**
 * Reads a recipient from a certificate or public key file, in PEM or DER. The label names the holder in the form that other CDOC2 programs show.
 *
 * @param server key server that stores the capsule; null: the capsule is in the container
 * @throws Cdoc2Error `wrong-secret`, `ec-curve`, `rsa-key`; system errors of the file
 */
export async function readRecipientFile(path: string, server: CapsuleSink | null, limits: KeyFileLimits): Promise<NewRecipient> {
  const octets = await readKeyFile(path, 'a certificate or a public key', limits)
  // Null when it is not a certificate; it may be a public key.
  const certificate = resultOrNull(Error, () => new X509Certificate(octets))
  if (certificate !== null) {
    const key = recipientKeyOf(certificate.publicKey)
    return { kind: 'public-key', key, server, label: (expiry) => labelOfCertificate(certificate, path, expiry) }
  }
  const key = recipientKeyOf(readPublicKey(octets, path))
  return { kind: 'public-key', key, server, label: (expiry) => labelOfKey(path, expiry) }
}

function readPublicKey(octets: Buffer, path: string): KeyObject {
  const pem = octets.includes('-----BEGIN')
  if (pem && /PRIVATE KEY/.test(octets.toString('latin1')))
    throw new Cdoc2Error('wrong-secret', `${path} is a private key: encrypt to its certificate or public key`)
  for (const form of pem
    ? [{ format: 'pem' } as const]
    : [{ format: 'der', type: 'spki' } as const, { format: 'der', type: 'pkcs1' } as const]) {
    const key = resultOrNull(Error, () => createPublicKey({ key: octets, ...form }))
    if (key !== null) return key
  }
  throw new Cdoc2Error('wrong-secret', `${path} is neither a certificate nor a public key in PEM or DER`)
}

function labelOfCertificate(certificate: X509Certificate, path: string, expiry: number | null): string {
  const { CN: cn, serialNumber } = subjectOf(certificate)
  const sha1 = certificate.fingerprint.replaceAll(':', '')
  const shared = { cn: cn ?? null, server_exp: secondsOf(expiry) }
  if (serialNumber?.startsWith('PNOEE-') === true) return writeKeyLabel('ID-card', { ...shared, serial_number: serialNumber })
  return writeKeyLabel('cert', { file: basename(path), cert_sha1: sha1, ...shared })
}

/** Attributes of the subject by name; of a repeated attribute the last value. */
function subjectOf(certificate: X509Certificate): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(
    certificate.subject.split('\n').map((line): [string, string] => {
      const at = line.indexOf('=')
      return [line.slice(0, at), line.slice(at + 1).replaceAll('\\,', ',')]
    }),
  )
}

function labelOfKey(path: string, expiry: number | null): string {
  return writeKeyLabel('pub_key', { file: basename(path), server_exp: secondsOf(expiry) })
}

function secondsOf(expiry: number | null): string | null {
  return expiry === null ? null : String(Math.floor(expiry / 1000))
}
