import { type CertificateOptions, type Identity, issueCertificate, purposes } from '../certificate.js'
import { testKey } from '../keys.js'
import type { Name } from '../names.js'

/** The PKI of two X-Road instances that know nothing of each other: each with an approved authority, its responder, and a time-stamping authority. */

const years = { notBefore: '2021-01-01T00:00:00Z', notAfter: '2036-01-01T00:00:00Z' } as const
const authorityFields = {
  ...years,
  basicConstraints: { ca: true },
  keyUsage: ['keyCertSign', 'cRLSign'],
} as const satisfies Partial<CertificateOptions>

const named = (organization: string, commonName: string): Name => [
  ['C', 'EE'],
  ['O', organization],
  ['CN', commonName],
]

const topAuthority = issueCertificate({
  ...authorityFields,
  subject: named('Allkiri X-Road', 'X-Road Test Top Authority'),
  key: testKey('root'),
  authorityKeyIdentifier: null,
})

const authority = issueCertificate({
  ...authorityFields,
  subject: named('Allkiri X-Road', 'X-Road Test Authority'),
  key: testKey('issuing-authority'),
  authorityKeyIdentifier: null,
})

/** Below the top authority: what X-Road calls an intermediate. */
const intermediateAuthority = issueCertificate({
  ...authorityFields,
  subject: named('Allkiri X-Road', 'X-Road Test Intermediate Authority'),
  key: testKey('second-authority'),
  issuer: topAuthority,
})

/** Below the top authority, and not in the configuration. */
const unlistedAuthority = issueCertificate({
  ...authorityFields,
  subject: named('Allkiri X-Road', 'X-Road Test Unlisted Authority'),
  key: testKey('foreign-authority'),
  issuer: topAuthority,
})

const otherInstanceAuthority = issueCertificate({
  ...authorityFields,
  subject: named('Somebody Else', 'Other Instance Authority'),
  key: testKey('foreign-authority'),
  authorityKeyIdentifier: null,
})

/** Without a key purpose: only the configuration makes it a responder. */
const responder = (commonName: string, key: string, issuer: Identity): Identity =>
  issueCertificate({ ...years, subject: named('Allkiri X-Road', commonName), key: testKey(key), issuer, keyUsage: ['digitalSignature'] })

const timeStampingAuthority = (commonName: string, key: string, issuer?: Identity): Identity =>
  issueCertificate({
    ...years,
    subject: named('Allkiri X-Road', commonName),
    key: testKey(key),
    keyUsage: ['digitalSignature'],
    extendedKeyUsage: { purposes: [purposes.timeStamping], critical: true },
    ...(issuer === undefined ? { authorityKeyIdentifier: null } : { issuer }),
  })

/** Signing certificate of a member, by the Estonian profile: the register code stands in serialNumber. */
export function memberSigner(code: string, changes: Partial<CertificateOptions> = {}): Identity {
  return issueCertificate({
    subject: [
      ['C', 'EE'],
      ['CN', `Asutus ${code}`],
      ['serialNumber', code],
    ],
    key: testKey('signer-rsa-2048'),
    issuer: authority,
    notBefore: '2025-01-01T00:00:00Z',
    notAfter: '2030-01-01T00:00:00Z',
    basicConstraints: { ca: false },
    keyUsage: ['nonRepudiation'],
    ...changes,
  })
}

export const xroadPki = {
  topAuthority,
  authority,
  intermediateAuthority,
  unlistedAuthority,
  otherInstanceAuthority,
  responder: responder('X-Road Test Responder', 'listed-responder', authority),
  otherInstanceResponder: responder('Other Instance Responder', 'foreign-responder', otherInstanceAuthority),
  timeStampingAuthority: timeStampingAuthority('X-Road Test TSA', 'time-stamping-unit'),
  /** Not in the configuration; its issuer is, as an authority for members. */
  unapprovedTimeStampingAuthority: timeStampingAuthority('X-Road Test Unapproved TSA', 'foreign-time-stamping-unit', authority),
  otherInstanceTimeStampingAuthority: timeStampingAuthority('Other Instance TSA', 'foreign-time-stamping-unit'),
  /** GOV/70000001 of EE-TEST. */
  signer: memberSigner('70000001'),
  /** COM/10000002 of EE-TEST. */
  otherMember: memberSigner('10000002', { key: testKey('signer-rsa-3072') }),
  /** GOV/70000001 of FI-TEST, by the Finnish profile. */
  otherInstanceSigner: issueCertificate({
    subject: [
      ['C', 'FI'],
      ['O', 'Virasto'],
      ['CN', '70000001'],
      ['serialNumber', 'FI-TEST/ss1/GOV'],
    ],
    key: testKey('signer-rsa-2048'),
    issuer: otherInstanceAuthority,
    notBefore: '2025-01-01T00:00:00Z',
    notAfter: '2030-01-01T00:00:00Z',
    basicConstraints: { ca: false },
    keyUsage: ['nonRepudiation'],
  }),
} as const
