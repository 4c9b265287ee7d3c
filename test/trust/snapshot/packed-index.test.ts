import { describe, expect, it } from 'vitest'
import { limits } from '#config'
import { roleOfService } from '#model'
import { createDecodedCache } from '#readers/x509'
import { buildTrustSnapshot, openPackedIndex, packTrustIndex, summaryOfIndex } from '#trust'
import { needs } from '../../support/needs.js'
import { pki } from '../../support/pki.js'
import { listOfLists, nationalList } from '../../support/trusted-lists/index.js'
import { assemble, lotlFile, nationalFile } from '../lists/list-set/lists-at-hand.js'
import { assemblePublished, eu, havePublished, publishedFiles } from '../lists/published-lists.js'

const openCache = () => createDecodedCache({ limits: limits.asn1, kept: null })
const contents = assemble([
  lotlFile(listOfLists()),
  nationalFile('EE', nationalList('EE')),
  nationalFile('LV', nationalList('LV')),
]).contents
const snapshot = buildTrustSnapshot(contents)
const cache = openCache()
const shared = (bytes: Uint8Array) => {
  const memory = new Uint8Array(new SharedArrayBuffer(bytes.length))
  memory.set(bytes)
  return memory
}

describe('a packed index', () => {
  const packed = shared(packTrustIndex(snapshot, cache))
  const index = openPackedIndex(packed, openCache().certificate)

  it('a packed index in shared memory answers for every certificate with the services that name it', () => {
    expect(index.snapshot).toMatchObject({ services: snapshot.services.length, certificates: snapshot.certificates.length })
    for (const facts of snapshot.certificates) {
      const entity = index.entityOf(facts)
      const services = snapshot.services.filter(({ certificates }) => certificates.includes(facts.id))
      expect(entity).toMatchObject({ subject: facts.subject.canonical, key: facts.publicKey.id, certificates: [facts] })
      expect(entity?.services).toEqual(services.map(({ id, certificates: _, ...service }) => ({ service: id, ...service })))
      expect(index.entitiesNamed(facts.subject.canonical)).toEqual([entity])
      expect(index.entitiesWithKeyHash(facts.subjectKeyIdentifier ?? '')).toEqual([entity])
    }
  })

  it('a packed index has the digest of its bytes: one octet of a service or a certificate makes another', () => {
    // What follows are names for display, and designations that are compared with the certificates.
    const end = Buffer.from(packed).readUInt32BE(12)
    for (let at = 20; at < end; at += Math.ceil(end / 200)) {
      const changed = Buffer.from(packed)
      changed[at] = (changed[at] ?? 0) ^ 1
      // A changed header may be no JSON any more.
      const digest = (() => {
        try {
          return summaryOfIndex(changed).digest
        } catch (error) {
          return error instanceof SyntaxError ? 'unreadable' : (error as Error).message
        }
      })()
      expect(digest).not.toBe(index.snapshot.digest)
    }
  })

  it('a packed index gives the same entity as the same object', () => {
    const [facts] = snapshot.certificates
    if (facts === undefined) throw new Error('no certificate')
    expect(index.entityOf(facts)).toBe(index.entitiesNamed(facts.subject.canonical)[0])
  })

  it('a packed index finds time-stamping units, and nothing else, by issuer and serial number and by key identifier', () => {
    for (const facts of snapshot.certificates) {
      const { issuer, serialNumber, subjectKeyIdentifier } = facts
      const services = snapshot.services.filter(({ certificates }) => certificates.includes(facts.id))
      const unit = services.some(({ periods }) => periods.some(({ type }) => roleOfService(type) === 'tsa'))
      expect(index.unitsDesignated({ kind: 'issuer-serial', issuer, serialNumber })).toEqual(unit ? [facts] : [])
      expect(index.unitsDesignated({ kind: 'key-identifier', subjectKeyIdentifier: subjectKeyIdentifier ?? '' })).toEqual(
        unit ? [facts] : [],
      )
      expect(index.unitsDesignated({ kind: 'issuer-serial', issuer, serialNumber: `${serialNumber}1` })).toEqual([])
    }
  })

  it('a packed index knows what is not there', () => {
    const stranger = cache.certificate(pki.foreignResponder.certificate.der).facts
    expect(index.entityOf(stranger)).toBeNull()
    expect(index.entitiesNamed('nobody')).toEqual([])
    expect(index.entitiesWithKeyHash('00'.repeat(20))).toEqual([])
  })

  it('a packed index of nothing can be opened; anything else cannot', () => {
    expect(openPackedIndex(packTrustIndex(buildTrustSnapshot([]), cache), cache.certificate).snapshot).toMatchObject({
      services: 0,
      certificates: 0,
    })
    expect(() => openPackedIndex(Buffer.from('something else'), cache.certificate)).toThrow(TypeError)
  })
})

describe('a packed index of thirty published lists', needs({ 'published lists beside the repository': havePublished }), () => {
  it('a packed index of thirty published lists knows every certificate, and holds each once', () => {
    const set = assemblePublished(eu('oj-2026-1944'), publishedFiles('lotl/2026-08'), '2026-08-20T12:00:00Z', { cache })
    const whole = buildTrustSnapshot(set.contents)
    const packed = packTrustIndex(whole, cache)
    const index = openPackedIndex(packed, cache.certificate)
    for (const facts of whole.certificates) expect(index.entityOf(facts)?.certificates.map(({ id }) => id)).toContain(facts.id)
    expect(packed.length).toBeLessThan(12_000_000)
  })
})
