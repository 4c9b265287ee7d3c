import { Buffer as Bytes } from 'node:buffer'
import { describe, expect, it } from 'vitest'
import { ClientCertificates, RevocationLists } from '#capsules/clients'
import { limits } from '#config'
import { type CapsulePki, clientAuthentication, freshKey, makeCapsulePki, serverAuthentication } from '../../support/capsule-pki.js'
import { type CertificateOptions, type Identity, issueCertificate } from '../../support/certificate.js'
import { certificateRevocationList } from '../../support/crl.js'
import { sequence, tagged } from '../../support/der.js'

const now = Date.UTC(2026, 10, 21, 12)
const day = 86_400_000
const pki: CapsulePki = makeCapsulePki()

function judge(
  client: Identity,
  changes: { readonly authorities?: readonly Identity[]; readonly lists?: readonly Buffer[] } = {},
  moment = now,
) {
  const certificates = new ClientCertificates({
    authorities: (changes.authorities ?? [pki.issuing]).map((authority) => authority.certificate.der),
    revocation: changes.lists === undefined ? null : new RevocationLists(changes.lists, limits.asn1),
    limits: limits.asn1,
    known: limits.capsules.knownClients,
  })
  const judgement = certificates.judge(client.certificate.der, moment)
  return judgement.kind === 'accepted' ? 'accepted' : judgement.reason
}

const unknownExtension = { oid: '1.2.3.4', critical: true, value: Bytes.from('0500', 'hex') }

describe('a client certificate', () => {
  it('a client certificate is accepted from an authority that is configured, root or not', () => {
    expect(judge(pki.client())).toBe('accepted')
    expect(judge(pki.client({ issuer: pki.root }), { authorities: [pki.root, pki.issuing] })).toBe('accepted')
  })

  it('a client certificate is accepted when it is configured itself, as in the trust store of the reference server', () => {
    const own = issueCertificate({
      subject: [['CN', 'own']],
      key: freshKey('own', 'P-384'),
      notBefore: '2020-01-01T00:00:00Z',
      notAfter: '2040-01-01T00:00:00Z',
    })
    expect(judge(own, { authorities: [pki.issuing, own] })).toBe('accepted')
    expect(judge(own)).toBe('issuer-unknown')
  })

  const refused: readonly [string, string, Partial<CertificateOptions>][] = [
    ['of an authority that is not configured', 'issuer-unknown', { issuer: pki.root }],
    ['of another authority with the same name', 'issuer-unknown', { issuer: pki.impostor }],
    [
      'whose issuer only says that it is the authority',
      'issuer-unknown',
      { issuer: pki.root, issuerName: pki.issuing.certificate.subject },
    ],
    [
      'whose signature was changed',
      'issuer-unknown',
      { tamperSignature: (signature) => Bytes.from(signature.map((octet, i) => (i === signature.length - 1 ? octet ^ 1 : octet))) },
    ],
    ['of a client that is no authority', 'issuer-unknown', { issuer: pki.client() }],
    ['that has expired', 'expired', { notAfter: '2026-11-21T11:59:59Z' }],
    ['that is not valid yet', 'not-yet-valid', { notBefore: '2026-11-21T12:00:01Z' }],
    ['for servers', 'not-for-client-authentication', { extendedKeyUsage: { purposes: [serverAuthentication] } }],
    ['that may encrypt but not sign', 'not-for-client-authentication', { keyUsage: ['keyAgreement'] }],
    ['for signatures of documents', 'not-for-client-authentication', { keyUsage: ['nonRepudiation'], extendedKeyUsage: null }],
    ['with a critical extension that nobody here understands', 'critical-extension-unknown', { further: [unknownExtension] }],
  ]
  it.each(refused)('a client certificate %s is refused: %s', (_what, reason, changes) => {
    expect(judge(pki.client(changes))).toBe(reason)
  })

  it.each([
    ['without purposes', { extendedKeyUsage: null }],
    ['without key usage', { keyUsage: null }],
    ['for any purpose', { extendedKeyUsage: { purposes: ['2.5.29.37.0'] } }],
    ['for several purposes', { extendedKeyUsage: { purposes: [serverAuthentication, clientAuthentication] } }],
  ] satisfies readonly [string, Partial<CertificateOptions>][])('a client certificate %s is accepted', (_what, changes) => {
    expect(judge(pki.client(changes))).toBe('accepted')
  })

  it.each([
    ['that may not issue certificates', { keyUsage: ['cRLSign'] }],
    ['that is none by its basic constraints', { basicConstraints: { ca: false } }],
    ['that has expired', { notAfter: '2026-11-01T00:00:00Z' }],
  ] satisfies readonly [string, Partial<CertificateOptions>][])('a client certificate of an authority %s is refused', (_what, changes) => {
    const authority = issueCertificate({
      subject: [['CN', 'authority']],
      key: freshKey('authority', 'P-256'),
      notBefore: '2020-01-01T00:00:00Z',
      notAfter: '2040-01-01T00:00:00Z',
      basicConstraints: { ca: true },
      keyUsage: ['keyCertSign'],
      ...changes,
    })
    expect(judge(pki.client({ issuer: authority }), { authorities: [authority] })).toBe('issuer-unknown')
  })

  it('a client certificate that cannot be read is refused', () => {
    const certificates = new ClientCertificates({
      authorities: [pki.issuing.certificate.der],
      revocation: null,
      limits: limits.asn1,
      known: limits.capsules.knownClients,
    })
    for (const bytes of [Bytes.alloc(0), Bytes.from('no certificate'), pki.client().certificate.der.subarray(0, 200)])
      expect(certificates.judge(bytes, now)).toEqual({ kind: 'refused', reason: 'unreadable' })
  })

  it('a client certificate is judged by the moment each time, not once for all', () => {
    const client = pki.client({ notAfter: '2026-11-22T00:00:00Z' })
    const certificates = new ClientCertificates({
      authorities: [pki.issuing.certificate.der],
      revocation: null,
      limits: limits.asn1,
      known: limits.capsules.knownClients,
    })
    expect(certificates.judge(client.certificate.der, now).kind).toBe('accepted')
    expect(certificates.judge(client.certificate.der, now + day).kind).toBe('refused')
    expect(certificates.judge(client.certificate.der, now).kind).toBe('accepted')
  })
})

describe('revocation lists of client authorities', () => {
  const client = pki.client()
  const other = pki.client()
  const current = { issuer: pki.issuing, thisUpdate: now - day, nextUpdate: now + day }
  const naming = (...revoked: readonly Identity[]) =>
    certificateRevocationList({
      ...current,
      revoked: revoked.map(({ certificate }) => ({ serialNumber: certificate.serialNumber, revokedAt: now - 2 * day })),
    })

  it('revocation lists of client authorities admit certificates that a current list does not name, and refuse those that it names', () => {
    expect(judge(client, { lists: [naming()] })).toBe('accepted')
    expect(judge(client, { lists: [naming(other)] })).toBe('accepted')
    expect(judge(client, { lists: [naming(other, client)] })).toBe('revoked')
    expect(judge(client, { lists: [naming(), naming(client)] })).toBe('revoked')
  })

  it('revocation lists of client authorities cover only certificates of their distribution point, when they are limited to one', () => {
    const pointed = pki.client({ crlUrl: 'http://crl.example/1.crl' })
    const limitedTo = (address: string, ...revoked: readonly Identity[]) =>
      certificateRevocationList({
        ...current,
        revoked: revoked.map(({ certificate }) => ({ serialNumber: certificate.serialNumber, revokedAt: now - 2 * day })),
        extensions: [{ oid: '2.5.29.28', critical: true, value: sequence(tagged(0xa0, tagged(0xa0, tagged(0x86, Bytes.from(address))))) }],
      })
    expect(judge(pointed, { lists: [limitedTo('http://crl.example/1.crl')] })).toBe('accepted')
    expect(judge(pointed, { lists: [limitedTo('http://crl.example/2.crl')] })).toBe('revocation-unknown')
    expect(judge(client, { lists: [limitedTo('http://crl.example/1.crl')] })).toBe('revocation-unknown')
    expect(judge(pointed, { lists: [limitedTo('http://crl.example/2.crl'), naming()] })).toBe('accepted')
    expect(judge(pointed, { lists: [limitedTo('http://crl.example/2.crl', pointed)] })).toBe('revoked')
  })

  it('revocation lists of client authorities are checked again when another list becomes current: a certificate that the first one admits is refused by the second', () => {
    const later = certificateRevocationList({
      issuer: pki.issuing,
      thisUpdate: now + day / 2,
      nextUpdate: now + 2 * day,
      revoked: [{ serialNumber: client.certificate.serialNumber, revokedAt: now + day / 4 }],
    })
    const certificates = new ClientCertificates({
      authorities: [pki.issuing.certificate.der],
      revocation: new RevocationLists([naming(), later], limits.asn1),
      limits: limits.asn1,
      known: limits.capsules.knownClients,
    })
    expect(certificates.judge(client.certificate.der, now)).toMatchObject({ kind: 'accepted' })
    expect(certificates.judge(client.certificate.der, now + day / 2)).toEqual({ kind: 'refused', reason: 'revoked' })
  })

  it('revocation lists of client authorities give an unknown status when there is no current list of the issuer, so that access is refused', () => {
    const lists: readonly (readonly [string, Buffer])[] = [
      ['of another authority', certificateRevocationList({ ...current, issuer: pki.root })],
      ['of another key with the same name', certificateRevocationList({ ...current, issuer: pki.impostor })],
      ['outdated', certificateRevocationList({ ...current, nextUpdate: now - 1000 })],
      ['without an end', certificateRevocationList({ ...current, nextUpdate: null })],
      ['of tomorrow', certificateRevocationList({ ...current, thisUpdate: now + 1000 })],
      [
        'not signed by it',
        certificateRevocationList({
          ...current,
          tamperSignature: (signature) => Bytes.from(signature.map((octet, i) => (i === signature.length - 1 ? octet ^ 1 : octet))),
        }),
      ],
    ]
    expect(judge(client, { lists: [] })).toBe('revocation-unknown')
    expect(lists.map(([what, list]) => [what, judge(client, { lists: [list] })])).toEqual(
      lists.map(([what]) => [what, 'revocation-unknown']),
    )
  })
})
