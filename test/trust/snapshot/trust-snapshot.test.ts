import { describe, expect, it } from 'vitest'
import { limits } from '#config'
import type { TrustSnapshot } from '#model'
import { buildTrustSnapshot, readTrustSettings, type TrustContent } from '#trust'
import { issueCertificate } from '../../support/certificate.js'
import { pki, variantOf } from '../../support/pki.js'
import { indexSnapshot } from '../../support/validation-context.js'
import { memoryFiles, pem } from '../memory-files.js'
import { derOf, freshKey, indexOf, newCache } from '../signature-facts.js'

const cache = newCache()

function contentOf(files: Readonly<Record<string, Buffer | string>>, path: string): TrustContent {
  return readTrustSettings(path, { files: memoryFiles(files), cache, limits: limits.trust })
}
const digestOf = (files: Readonly<Record<string, Buffer | string>>, path = '/t'): string =>
  indexSnapshot(buildTrustSnapshot([contentOf(files, path)]), cache).snapshot.digest

const root = pem(derOf(pki.root))
const issuing = pem(derOf(pki.issuingAuthority))

describe('the digest of a snapshot', () => {
  const expected = digestOf({ '/t/a.pem': root, '/t/b.pem': issuing })

  it.each([
    ['names of files', { '/t/z.pem': root, '/t/b.crt': issuing }, '/t'],
    ['the folder', { '/elsewhere/a.pem': root, '/elsewhere/b.pem': issuing }, '/elsewhere'],
    ['the order of certificates', { '/t/all.pem': issuing + root }, '/t/all.pem'],
    ['a certificate that is named twice', { '/t/a.pem': root + issuing, '/t/b.pem': root }, '/t'],
    ['the encoding of the file', { '/t/a.der': derOf(pki.root), '/t/b.pem': issuing }, '/t'],
    [
      'settings that say the same',
      { '/t/s.json': JSON.stringify({ services: [{ files: ['b.pem', 'a.pem'], role: 'ca' }] }), '/t/a.pem': root, '/t/b.pem': issuing },
      '/t/s.json',
    ],
  ] as const)('the digest of a snapshot does not depend on %s', (_, files, path) => {
    expect(digestOf(files, path)).toBe(expected)
  })

  it.each([
    ['a certificate', { '/t/a.pem': root }],
    ['the role', { '/t/s.json': JSON.stringify({ services: [{ files: 'b.pem', role: 'ocsp' }] }), '/t/a.pem': root, '/t/b.pem': issuing }],
    [
      'the type',
      { '/t/s.json': JSON.stringify({ services: [{ files: 'b.pem', role: 'ca', type: 'CA/QC' }] }), '/t/a.pem': root, '/t/b.pem': issuing },
    ],
    [
      'the status',
      {
        '/t/s.json': JSON.stringify({ services: [{ files: 'b.pem', role: 'ca', status: 'withdrawn' }] }),
        '/t/a.pem': root,
        '/t/b.pem': issuing,
      },
    ],
    [
      'the period',
      {
        '/t/s.json': JSON.stringify({ services: [{ files: 'b.pem', role: 'ca', to: '2030-01-01' }] }),
        '/t/a.pem': root,
        '/t/b.pem': issuing,
      },
    ],
    [
      'the name',
      { '/t/s.json': JSON.stringify({ services: [{ files: 'b.pem', role: 'ca', name: 'x' }] }), '/t/a.pem': root, '/t/b.pem': issuing },
    ],
  ] as const)('the digest of a snapshot depends on %s', (_, files) => {
    expect(digestOf(files)).not.toBe(expected)
  })

  it('the digest of a snapshot is that of the same bytes in every release: it appears in reports', () => {
    expect(indexSnapshot(buildTrustSnapshot([]), cache).snapshot).toEqual({
      digest: 'cfcfaaf54d9adbb3a7c4a96c64ac5b15e8f1db1c116fcbdb31ad85e76b0fe520',
      services: 0,
      certificates: 0,
      sources: [],
    })
  })

  it('the digest of a snapshot depends on what a list says of itself, and keeps services of different lists apart', () => {
    const { services, certificates } = contentOf({ '/t/a.pem': root }, '/t')
    const list = { territory: 'EE', version: 5, sequenceNumber: 1, issued: 0, digest: '', signer: '', listOfLists: null }
    const listed = (id: string, nextUpdate: number): TrustContent => ({
      sources: [{ id, kind: 'trusted-list', facts: { ...list, nextUpdate } }],
      services: services.map((service) => ({ ...service, id: `${id}/1`, source: id })),
      certificates,
    })
    const digestOfList = (nextUpdate: number) => indexSnapshot(buildTrustSnapshot([listed('EE', nextUpdate)]), cache).snapshot.digest
    expect(digestOfList(Date.UTC(2026, 10, 21))).not.toBe(digestOfList(Date.UTC(2026, 10, 20)))
    expect(buildTrustSnapshot([listed('FI', Date.UTC(2026, 10, 20)), listed('EE', Date.UTC(2026, 10, 20))]).services).toHaveLength(2)
  })
})

describe('a snapshot', () => {
  it('a snapshot is frozen all the way down', () => {
    const snapshot: TrustSnapshot = buildTrustSnapshot([contentOf({ '/t/a.pem': root }, '/t')])
    const loose: unknown[] = []
    const walk = (value: unknown): void => {
      // Octets cannot be frozen.
      if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return
      if (!Object.isFrozen(value)) loose.push(value)
      Object.values(value).forEach(walk)
    }
    walk(snapshot)
    expect(loose).toEqual([])
  })

  it('a snapshot works the same after it was sent to a worker', () => {
    const snapshot = structuredClone(buildTrustSnapshot([contentOf({ '/t/a.pem': root }, '/t')]))
    const index = indexSnapshot(snapshot, cache)
    expect(index.entityOf(cache.certificate(derOf(pki.root)).facts)?.services).toHaveLength(1)
  })

  it('a snapshot cannot be built from services without their certificates', () => {
    const { sources, services } = contentOf({ '/t/a.pem': root }, '/t')
    expect(() => buildTrustSnapshot([{ sources, services, certificates: [] }])).toThrow(TypeError)
  })
})

describe('the index of a snapshot', () => {
  const facts = (der: Buffer) => cache.certificate(der).facts

  it('the index of a snapshot finds an entity by subject and key together', () => {
    const index = indexOf(cache, [derOf(pki.issuingAuthority)])
    const renewed = variantOf(pki.issuingAuthority, { notBefore: '2024-01-01T00:00:00Z' })
    const otherKey = variantOf(pki.issuingAuthority, { key: freshKey('other') })
    const otherName = variantOf(pki.issuingAuthority, { subject: pki.root.certificate.subject })
    expect(index.entityOf(facts(derOf(renewed)))?.services).toHaveLength(1)
    expect(index.entityOf(facts(derOf(otherKey)))).toBeNull()
    expect(index.entityOf(facts(derOf(otherName)))).toBeNull()
  })

  it('the index of a snapshot joins all services of one subject and key, each once', () => {
    const renewed = variantOf(pki.issuingAuthority, { notBefore: '2024-01-01T00:00:00Z' })
    const index = indexOf(cache, [derOf(pki.issuingAuthority), 'Certstatus/OCSP'], [derOf(renewed), 'CA/QC'])
    const entity = index.entityOf(facts(derOf(renewed)))
    expect(entity).toMatchObject({ authority: true, services: { length: 2 }, certificates: { length: 2 } })
    expect(index.entitiesNamed(facts(derOf(renewed)).subject.canonical)).toEqual([entity])
  })

  it('the index of a snapshot does not take a subject key identifier for a hash of the key', () => {
    const liar = variantOf(pki.listedResponder, { subjectKeyIdentifier: Buffer.alloc(20, 1) })
    expect(indexOf(cache, [derOf(liar)]).entitiesWithKeyHash('01'.repeat(20))).toEqual([])
  })

  it('the index of a snapshot of 4,000 services is built once and answers without searching', () => {
    const authorities = Array.from({ length: 40 }, (_, n) =>
      derOf(
        issueCertificate({
          subject: [
            ['C', 'EE'],
            ['CN', `Authority ${n}`],
          ],
          key: freshKey(`${n}`),
          notBefore: '2020-01-01T00:00:00Z',
          notAfter: '2040-01-01T00:00:00Z',
        }),
      ),
    )
    // One certificate stands in a hundred services: the certificates are not what is measured here.
    const index = indexOf(cache, ...Array.from({ length: 4_000 }, (_, n) => [authorities[n % 40] ?? Buffer.alloc(0)] as const))
    expect(authorities.map((der) => index.entityOf(facts(der))?.services.length)).toEqual(Array.from({ length: 40 }, () => 100))
  })
})
