import { type CertificateOptions, type Identity, issueCertificate, purposes, qualifiedStatements } from './certificate.js'
import { testKey } from './keys.js'
import type { Name } from './names.js'

/**
 * The world in which the test documents were signed. One root, two issuing authorities below it, responders, time-stamping units and signers;
 * beside it a foreign root that nobody trusts. Everything happens around 2026-03-10; certificates that a defect needs are made from these by
 * changing one field (`variantOf`).
 */

const organization: Name = [
  ['C', 'EE'],
  ['O', 'Allkiri Test PKI'],
]
const named = (commonName: string): Name => [...organization, ['CN', commonName]]

/** An invented person, named as Estonian certificates do. */
export function person(surname: string, givenName: string, code: string): Name {
  return [
    ['C', 'EE'],
    ['CN', `${surname},${givenName},${code}`],
    ['SN', surname],
    ['GN', givenName],
    ['serialNumber', `PNOEE-${code}`],
  ]
}

const authority = { basicConstraints: { ca: true }, keyUsage: ['keyCertSign', 'cRLSign'] } as const satisfies Partial<CertificateOptions>
const helper = { notBefore: '2021-01-01T00:00:00Z', notAfter: '2036-01-01T00:00:00Z' } as const
const pkiUrl = 'http://pki.example'

const described = new WeakMap<Identity, CertificateOptions>()

function issue(options: CertificateOptions): Identity {
  const identity = issueCertificate(options)
  described.set(identity, options)
  return identity
}

/** The same certificate with some fields changed: same subject and key unless they are among the changes. */
export function variantOf(identity: Identity, changes: Partial<CertificateOptions>): Identity {
  const options = described.get(identity)
  if (options === undefined) throw new Error('made elsewhere')
  return issue({ ...options, ...changes })
}

const root = issue({
  ...authority,
  subject: named('Allkiri Test Root'),
  key: testKey('root'),
  notBefore: '2020-01-01T00:00:00Z',
  notAfter: '2045-01-01T00:00:00Z',
  authorityKeyIdentifier: null,
})

const issuingAuthority = issue({
  ...authority,
  basicConstraints: { ca: true, pathLength: 0 },
  subject: named('Allkiri Test Issuing Authority'),
  key: testKey('issuing-authority'),
  issuer: root,
  notBefore: '2020-06-01T00:00:00Z',
  notAfter: '2040-06-01T00:00:00Z',
  crlUrl: `${pkiUrl}/root.crl`,
})

const secondAuthority = issue({
  ...authority,
  subject: named('Allkiri Test Second Authority'),
  key: testKey('second-authority'),
  issuer: root,
  notBefore: '2020-06-01T00:00:00Z',
  notAfter: '2040-06-01T00:00:00Z',
  crlUrl: `${pkiUrl}/root.crl`,
})

const foreignAuthority = issue({
  ...authority,
  subject: [
    ['C', 'EE'],
    ['O', 'Somebody Else'],
    ['CN', 'Foreign Authority'],
  ],
  key: testKey('foreign-authority'),
  notBefore: '2020-06-01T00:00:00Z',
  notAfter: '2040-06-01T00:00:00Z',
})

function responder(commonName: string, key: string, issuer: Identity): Identity {
  return issue({
    ...helper,
    subject: named(commonName),
    key: testKey(key),
    issuer,
    keyUsage: ['digitalSignature'],
    extendedKeyUsage: { purposes: [purposes.ocspSigning], critical: true },
    ocspNoCheck: true,
  })
}

function timeStampingUnit(commonName: string, key: string, issuer: Identity): Identity {
  return issue({
    ...helper,
    subject: named(commonName),
    key: testKey(key),
    issuer,
    keyUsage: ['digitalSignature', 'nonRepudiation'],
    extendedKeyUsage: { purposes: [purposes.timeStamping], critical: true },
  })
}

function signer(subject: Name, key: string, issuer: Identity = issuingAuthority): Identity {
  return issue({
    subject,
    key: testKey(key),
    issuer,
    notBefore: '2025-01-01T00:00:00Z',
    notAfter: '2030-01-01T00:00:00Z',
    basicConstraints: { ca: false },
    keyUsage: ['nonRepudiation'],
    policies: ['0.4.0.194112.1.2'],
    qcStatements: qualifiedStatements,
    ocspUrl: `${pkiUrl}/ocsp`,
  })
}

const mariLiis = person('MÄNNIK', 'MARI-LIIS', '47101010033')
const jaakKristjan = person('JÕEORG', 'JAAK-KRISTJAN', '38001085718')

export const pki = {
  root,
  issuingAuthority,
  secondAuthority,
  foreignAuthority,
  /** Stands in the trust list as OCSP service itself; the only one that may confirm time-marks. */
  listedResponder: responder('Allkiri Test Listed Responder', 'listed-responder', root),
  /** Trusted because the authority that issued the signer's certificate delegated it (RFC 6960 4.2.2.2). */
  delegatedResponder: responder('Allkiri Test Delegated Responder', 'delegated-responder', issuingAuthority),
  foreignResponder: responder('Foreign Responder', 'foreign-responder', foreignAuthority),
  /** Stands in the trust list as time-stamping service. */
  timeStampingUnit: timeStampingUnit('Allkiri Test Time-Stamping Unit', 'time-stamping-unit', root),
  /** In no list; issued by an authority that is. */
  unlistedTimeStampingUnit: timeStampingUnit('Allkiri Test Unlisted Unit', 'second-time-stamping-unit', issuingAuthority),
  foreignTimeStampingUnit: timeStampingUnit('Foreign Time-Stamping Unit', 'foreign-time-stamping-unit', foreignAuthority),
  signer: signer(mariLiis, 'signer-p256'),
  secondSigner: signer(jaakKristjan, 'second-signer-p256'),
  rsaSigner: signer(mariLiis, 'signer-rsa-2048'),
  /** A person with a key of the given name from `keys/`. */
  signerWithKey: (key: string): Identity => signer(mariLiis, key),
  /** A person whose certificate was issued by another authority. */
  signerOf: (issuer: Identity, key = 'signer-p256'): Identity => signer(mariLiis, key, issuer),
} as const

/** The moments of a signature that nothing is wrong with. */
export const moments = {
  signing: Date.parse('2026-03-10T10:00:00Z'),
  timeStamp: Date.parse('2026-03-10T10:00:05Z'),
  ocsp: Date.parse('2026-03-10T10:00:06Z'),
  archive: Date.parse('2026-03-10T10:05:00Z'),
  /** When the fixtures are judged. */
  validation: Date.parse('2026-06-01T12:00:00Z'),
} as const

/** An instant from its ISO text. */
export const at = (iso: string): number => Date.parse(iso)
export const minutes = (n: number): number => n * 60_000
export const hours = (n: number): number => minutes(n * 60)
