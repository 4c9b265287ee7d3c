import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CertificateOptions, type Identity, issueCertificate } from './certificate.js'
import { sequence, tagged } from './der.js'
import type { TestKey } from './keys.js'
import type { Name } from './names.js'

/** Certificates for mutual TLS: made anew in each run, because they have to be valid today. */

const named = (commonName: string): Name => [
  ['C', 'EE'],
  ['O', 'Allkiri Test PKI'],
  ['CN', commonName],
]

const lasting = { notBefore: '2020-01-01T00:00:00Z', notAfter: '2049-01-01T00:00:00Z' } as const
const authority = {
  ...lasting,
  basicConstraints: { ca: true },
  keyUsage: ['keyCertSign', 'cRLSign'],
} as const satisfies Partial<CertificateOptions>

export const clientAuthentication = '1.3.6.1.5.5.7.3.2'
export const serverAuthentication = '1.3.6.1.5.5.7.3.1'

export function freshKey(name: string, curve: 'P-256' | 'P-384' | 'P-521' | 'brainpoolP384r1' | 'RSA'): TestKey {
  const privateKey = (
    curve === 'RSA' ? generateKeyPairSync('rsa', { modulusLength: 2048 }) : generateKeyPairSync('ec', { namedCurve: curve })
  ).privateKey
  return { name, privateKey, publicKeyInfo: createPublicKey(privateKey).export({ type: 'spki', format: 'der' }) }
}

export interface CapsulePki {
  readonly root: Identity
  readonly issuing: Identity
  /** The same name as the issuing authority, and another key. */
  readonly impostor: Identity
  readonly server: Identity
  readonly client: (changes?: Partial<CertificateOptions> & { readonly name?: string }) => Identity
}

/** `curve` of the authorities; that of the server is always P-256. */
export function makeCapsulePki(curve: 'P-256' | 'P-384' = 'P-384'): CapsulePki {
  const root = issueCertificate({ ...authority, subject: named('Capsule Root'), key: freshKey('root', curve) })
  const issuing = issueCertificate({
    ...authority,
    subject: named('Capsule Issuing Authority'),
    key: freshKey('issuing', curve),
    issuer: root,
  })
  const impostor = issueCertificate({ ...authority, subject: named('Capsule Issuing Authority'), key: freshKey('impostor', curve) })
  const localhost = { oid: '2.5.29.17', value: sequence(tagged(0x82, Buffer.from('localhost')), tagged(0x87, Buffer.of(127, 0, 0, 1))) }
  const server = issueCertificate({
    ...lasting,
    subject: named('localhost'),
    key: freshKey('server', 'P-256'),
    issuer: issuing,
    keyUsage: ['digitalSignature'],
    extendedKeyUsage: { purposes: [serverAuthentication] },
    further: [localhost],
  })
  let made = 0
  return {
    root,
    issuing,
    impostor,
    server,
    client: ({ name, ...changes } = {}) => {
      made += 1
      return issueCertificate({
        ...lasting,
        subject: named(name ?? `MAASIKAS,MARI,4800101${String(made).padStart(4, '0')}`),
        key: freshKey(`client-${made}`, 'P-384'),
        issuer: issuing,
        keyUsage: ['digitalSignature', 'keyAgreement'],
        extendedKeyUsage: { purposes: [clientAuthentication] },
        ...changes,
      })
    },
  }
}

/** Writes what a capsule service reads into a folder, with a folder for its data. Returns the settings that name it, and how a client connects. */
export function writeCapsuleFiles(folder: string, pki: CapsulePki, client: Identity) {
  for (const name of ['data', 'authorities']) mkdirSync(join(folder, name))
  writeFileSync(join(folder, 'authorities/issuing.pem'), certificatePem(pki.issuing))
  writeFileSync(join(folder, 'server.pem'), certificatePem(pki.server, pki.issuing))
  writeFileSync(join(folder, 'server.key'), keyPem(pki.server))
  return {
    env: {
      ALLKIRI_CAPSULES_TLS_CERTIFICATE: join(folder, 'server.pem'),
      ALLKIRI_CAPSULES_TLS_KEY: join(folder, 'server.key'),
      ALLKIRI_CAPSULES_CLIENT_AUTHORITIES: join(folder, 'authorities'),
      ALLKIRI_CAPSULES_RATE_LIMIT: 'off',
    },
    tls: { ca: certificatePem(pki.root), cert: certificatePem(client), key: keyPem(client) },
  }
}

export function certificatePem(...identities: readonly Identity[]): string {
  return identities.map(({ certificate }) => pem('CERTIFICATE', certificate.der)).join('')
}

export function keyPem({ key }: Identity): string {
  return key.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
}

export function pem(label: string, der: Buffer): string {
  return `-----BEGIN ${label}-----\n${der.toString('base64').replace(/.{64}/g, '$&\n').trimEnd()}\n-----END ${label}-----\n`
}

/** The uncompressed point of an EC key: the last octets of its SubjectPublicKeyInfo. */
export function pointOf(key: KeyObject, coordinateBytes: number): Buffer {
  return createPublicKey(key)
    .export({ type: 'spki', format: 'der' })
    .subarray(-(1 + 2 * coordinateBytes))
}

/** The RSAPublicKey inside a SubjectPublicKeyInfo: all behind the algorithm and the header of the BIT STRING, for 2048 bits. */
export function rsaPublicKeyOf(key: TestKey): Buffer {
  return key.publicKeyInfo.subarray(24)
}
