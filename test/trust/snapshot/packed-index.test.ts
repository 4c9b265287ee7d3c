import { describe, expect, it } from 'vitest'
import { createDecodedCache } from '#asn1'
import { limits } from '#config'
import { buildTrustSnapshot, indexSnapshot, openPackedIndex, packTrustIndex } from '#trust'
import { pki } from '../../support/pki.js'
import { listOfLists, nationalList } from '../../support/trusted-lists/index.js'
import { assemble, lotlFile, nationalFile } from '../list-set/lists-at-hand.js'
import { assemblePublished, eu, havePublished, publishedFiles } from '../published-lists.js'

const openCache = () => createDecodedCache({ limits: limits.asn1, maxCertificates: 5_000, maxRevocations: 10 })
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
  const index = openPackedIndex(packed, openCache())
  const plain = indexSnapshot(snapshot, cache)

  it('in shared memory answers every question like the index that it was made of', () => {
    expect(index.snapshot).toEqual(plain.snapshot)
    for (const facts of snapshot.certificates) {
      expect(index.entityOf(facts)).toEqual(plain.entityOf(facts))
      expect(index.entitiesNamed(facts.subject.canonical)).toEqual(plain.entitiesNamed(facts.subject.canonical))
      const keyHash = facts.subjectKeyIdentifier ?? ''
      expect(index.entitiesWithKeyHash(keyHash)).toEqual(plain.entitiesWithKeyHash(keyHash))
      expect(index.entitiesWithKeyHash(keyHash)).toHaveLength(1)
    }
  })

  it('gives the same entity as the same object', () => {
    const [facts] = snapshot.certificates
    if (facts === undefined) throw new Error('no certificate')
    expect(index.entityOf(facts)).toBe(index.entitiesNamed(facts.subject.canonical)[0])
  })

  it('knows what is not there', () => {
    const stranger = cache.certificate(pki.foreignResponder.certificate.der).facts
    expect(index.entityOf(stranger)).toBeNull()
    expect(index.entitiesNamed('nobody')).toEqual([])
    expect(index.entitiesWithKeyHash('00'.repeat(20))).toEqual([])
  })

  it('of nothing can be opened; anything else cannot', () => {
    expect(openPackedIndex(packTrustIndex(buildTrustSnapshot([]), cache), cache).snapshot).toMatchObject({ services: 0, certificates: 0 })
    expect(() => openPackedIndex(Buffer.from('something else'), cache)).toThrow(TypeError)
  })
})

describe.skipIf(!havePublished)('a packed index of thirty published lists', () => {
  it('equals the plain one, and is opened faster than a request may be delayed', { timeout: 60_000 }, () => {
    const set = assemblePublished(eu('oj-2026-1944'), publishedFiles('lotl/2026-08'), '2026-08-20T12:00:00Z', { cache })
    const whole = buildTrustSnapshot(set.contents)
    const packed = packTrustIndex(whole, cache)
    const start = performance.now()
    const index = openPackedIndex(packed, cache)
    expect(performance.now() - start).toBeLessThan(100)
    const plain = indexSnapshot(whole, cache)
    for (const facts of whole.certificates) expect(index.entityOf(facts)).toEqual(plain.entityOf(facts))
    expect(packed.length).toBeLessThan(12_000_000)
  })
})
