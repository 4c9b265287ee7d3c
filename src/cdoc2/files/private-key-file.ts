import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import type { pkcs12 } from 'node-forge'
import { Cdoc2Error, privateKeyInMemory, type RecipientPrivateKey } from '#cdoc2/container'
import type { ClientIdentity } from './key-server-client.js'
import { readAtMost } from './read-at-most.js'

/** A private key, and the client identity of its holder for a key server. */
export interface KeyWithCertificates {
  readonly key: RecipientPrivateKey
  /** Key and certificates for mutual TLS, in PEM; null when the key is on a card or there is no certificate. */
  readonly tls: ClientIdentity | null
}

export interface KeyFileLimits {
  readonly maxKeyFileBytes: number
}

/**
 * Reads a private key from a file: PEM (PKCS#8, SEC 1, PKCS#1, encrypted or not), unencrypted DER of these, or PKCS#12.
 *
 * @param passphrase called only when the file is encrypted, or is neither PEM nor DER
 * @param certificateFile PEM with the certificate for mutual TLS, which is used instead of one in the key file; null: none
 * @throws Cdoc2Error `wrong-secret`; system errors of the file
 */
export async function readPrivateKeyFile(
  path: string,
  passphrase: () => Promise<string>,
  certificateFile: string | null,
  limits: KeyFileLimits,
): Promise<KeyWithCertificates> {
  const octets = await readKeyFile(path, 'a private key', limits)
  const certificates = certificateFile === null ? '' : (await readKeyFile(certificateFile, 'a certificate', limits)).toString()
  const text = octets.toString('latin1')
  if (text.includes('-----BEGIN'))
    return withCertificates(await readPem(text, path, passphrase), certificates === '' ? certificatesIn(text) : certificates)
  const key = readDer(octets)
  if (key !== null) return withCertificates(key, certificates)
  const store = await readPkcs12(octets, await passphrase(), path)
  return withCertificates(store.key, certificates === '' ? store.certificates : certificates)
}

/** Reads a key or certificate file. @throws Cdoc2Error `wrong-secret` for a file that is larger than any key or certificate; system errors */
export async function readKeyFile(path: string, what: string, { maxKeyFileBytes }: KeyFileLimits): Promise<Buffer> {
  const octets = await readAtMost(path, maxKeyFileBytes)
  if (octets === null) throw new Cdoc2Error('wrong-secret', `${path} is too large for ${what}`)
  return octets
}

function withCertificates(key: KeyObject, certificates: string): KeyWithCertificates {
  const pem = key.export({ format: 'pem', type: 'pkcs8' })
  return { key: privateKeyInMemory(key), tls: certificates === '' ? null : { key: pem.toString(), certificates } }
}

async function readPem(text: string, path: string, passphrase: () => Promise<string>): Promise<KeyObject> {
  const encrypted = /-----BEGIN ENCRYPTED PRIVATE KEY-----|^Proc-Type: 4,ENCRYPTED/m.test(text)
  const secret = encrypted ? { passphrase: await passphrase() } : {}
  try {
    return createPrivateKey({ key: text, format: 'pem', ...secret })
  } catch (cause) {
    const why = encrypted ? 'the passphrase is wrong, or the key is damaged' : 'it holds no private key in PEM'
    throw new Cdoc2Error('wrong-secret', `${path} cannot be read: ${why}`, { cause })
  }
}

function certificatesIn(text: string): string {
  return [...text.matchAll(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g)].map(([pem]) => pem).join('\n')
}

/** Null when the octets are not an unencrypted key in any of the supported formats. */
function readDer(octets: Buffer): KeyObject | null {
  for (const type of ['pkcs8', 'sec1', 'pkcs1'] as const) {
    try {
      return createPrivateKey({ key: octets, format: 'der', type })
    } catch (error) {
      // An error of OpenSSL means that the octets have another form; the next form is tried.
      if (!(error instanceof Error && 'code' in error)) throw error
    }
  }
  return null
}

/**
 * Reads PKCS#12 with `node-forge`, because Node.js reads such files only for TLS and does not return the key. The file is the user's own and is opened with the
 * user's password, so the library is not exposed to hostile input.
 */
async function readPkcs12(
  octets: Buffer,
  passphrase: string,
  path: string,
): Promise<{ readonly key: KeyObject; readonly certificates: string }> {
  // Loaded only here, because it is large.
  const { default: forge } = await import('node-forge')
  try {
    const store = forge.pkcs12.pkcs12FromAsn1(forge.asn1.fromDer(octets.toString('binary')), false, passphrase)
    const bags = store.safeContents.flatMap(({ safeBags }) => safeBags)
    const keyBag = bags.find(({ type }) => type === forge.pki.oids['pkcs8ShroudedKeyBag'] || type === forge.pki.oids['keyBag'])
    if (keyBag === undefined) throw new Cdoc2Error('wrong-secret', `${path} holds no private key`)
    // node-forge decodes RSA keys and returns EC keys as ASN.1.
    const info = keyBag.key ? forge.pki.wrapRsaPrivateKey(forge.pki.privateKeyToAsn1(keyBag.key)) : keyBag.asn1
    const key = createPrivateKey({ key: Buffer.from(forge.asn1.toDer(info).getBytes(), 'binary'), format: 'der', type: 'pkcs8' })
    return { key, certificates: certificatesOf(forge, bags, key) }
  } catch (cause) {
    if (cause instanceof Cdoc2Error) throw cause
    throw new Cdoc2Error('wrong-secret', `${path} is not a private key in PEM, DER or PKCS#12, or its password is wrong`, { cause })
  }
}

/** PEM of the certificates, that of the key first. */
function certificatesOf(forge: typeof import('node-forge'), bags: readonly pkcs12.Bag[], key: KeyObject): string {
  const certificates = bags
    .filter(({ type }) => type === forge.pki.oids['certBag'])
    .map((bag) => (bag.cert ? forge.pki.certificateToAsn1(bag.cert) : bag.asn1))
    .map((der) => new X509Certificate(Buffer.from(forge.asn1.toDer(der).getBytes(), 'binary')))
  return certificates
    .toSorted((a, b) => Number(b.checkPrivateKey(key)) - Number(a.checkPrivateKey(key)))
    .map((certificate) => certificate.toString())
    .join('\n')
}
