import { describe, expect, it } from 'vitest'
import { digestHex } from '#readers/crypto'
import { type AcrossDocumentsBounds, CacheAcrossDocuments, createDecodedCache } from '#readers/x509'
import { codeOf, integer, limits, NULL, octetString, octets, oid, seq } from '../der/encoding.js'
import { certificate, crl, extension, ocspResponse, revokedEntry, withExtensions } from './sample-structures.js'

const bounds: AcrossDocumentsBounds = {
  certificates: { maxBytes: 100_000, maxEntryBytes: 50_000 },
  responses: { maxBytes: 100_000, maxEntryBytes: 50_000 },
  verifications: { maxBytes: 10_000, maxEntryBytes: 1_000 },
}
const open = (kept: CacheAcrossDocuments | null = null) => createDecodedCache({ limits, kept })
const listed = (encoded: Buffer) => ({ id: digestHex(encoded), encoded })
const numbered = (number: number) => certificate({ serialNumber: integer(`01${number.toString(16).padStart(4, '0')}`) })

describe('the decoded structures of one document', () => {
  it('the decoded structures of one document are the same object for the same octets, and found by their facts', () => {
    const cache = open()
    const first = cache.certificate(numbered(1))
    expect(cache.certificate(Buffer.from(numbered(1)))).toBe(first)
    expect(cache.certificateOf(first.facts)).toBe(first)
    const response = cache.ocspResponse(ocspResponse())
    expect(cache.ocspResponse(ocspResponse())).toBe(response)
    expect(response.kind === 'basic' && cache.ocspResponseOf(response.facts)).toBe(response)
  })

  it('the decoded structures of one document are decoded again from facts that come from elsewhere', () => {
    const certificateElsewhere = open().certificate(numbered(1))
    const responseElsewhere = open().ocspResponse(ocspResponse())
    const listElsewhere = open().crl(listed(crl()), new Set())
    const cache = open()
    expect(cache.certificateOf(certificateElsewhere.facts)).toEqual(certificateElsewhere)
    expect(responseElsewhere.kind === 'basic' && cache.ocspResponseOf(responseElsewhere.facts)).toEqual(responseElsewhere)
    expect(cache.signedList(listElsewhere.facts)).toEqual(listElsewhere)
  })

  it('the decoded structures of one document share the certificates inside responses', () => {
    const cache = open()
    const inside = cache.certificate(numbered(1))
    const response = cache.ocspResponse(ocspResponse({ certificates: [numbered(1), numbered(2)] }))
    if (response.kind !== 'basic') return expect.unreachable()
    expect(response.certificates[0]).toBe(inside)
    expect(cache.certificate(numbered(2))).toBe(response.certificates[1])
  })

  it('the decoded structures of one document do not depend on the caller’s octets afterwards', () => {
    const cache = open()
    const bytes = numbered(1)
    const decoded = cache.certificate(bytes)
    const before = decoded.tbs.toString('hex')
    bytes.fill(0)
    expect(decoded.tbs.toString('hex')).toBe(before)
    // Neither the document nor the pool of small buffers is held in memory.
    expect(decoded.facts.encoded.buffer.byteLength).toBe(decoded.facts.encoded.length)
  })

  it('the decoded structures of one document have what the issuer of a list signed, and its entries are read for the certificates in question', () => {
    const cache = open()
    const encoded = crl({ revoked: seq(revokedEntry(integer('01'))) })
    const list = cache.crl(listed(encoded), new Set())
    expect(list.facts.entries).toEqual([])
    expect(cache.signedList(list.facts)).toBe(list)
    expect(list.facts.encoded).toEqual(encoded)
    expect(cache.crl(listed(encoded), new Set(['1'])).facts.entries.map(({ serialNumber }) => serialNumber)).toEqual(['1'])
    const again = cache.crl(listed(encoded), new Set(['1']))
    expect(cache.crl(listed(Buffer.from(encoded)), new Set(['1']))).toBe(again)
    expect(cache.crl(listed(encoded), new Set(['2'])).facts.entries).toEqual([])
    expect(cache.crl(listed(encoded), new Set(['1', '2'])).facts.entries).toHaveLength(1)
  })

  it('the decoded structures of one document are refused each time when they cannot be read', () => {
    const cache = open()
    for (let round = 0; round < 2; round++) expect(codeOf(() => cache.certificate(seq(NULL)))).toBe('ASN1_UNEXPECTED_ELEMENT')
  })

  it('the decoded structures of one document are verified once for a certificate and a key', () => {
    const cache = open()
    const [one, two] = [cache.certificate(numbered(1)), cache.certificate(numbered(2))]
    expect(cache.verifiedBy(one, two)).toBe('mismatch')
    expect(cache.verifiedBy(one, two)).toBe('mismatch')
  })
})

describe('what is kept from one document to the next', () => {
  it('what is kept from one document to the next is what a path named, and nothing else', () => {
    const kept = new CacheAcrossDocuments(bounds)
    const first = open(kept)
    const onPath = first.certificate(numbered(1))
    const issuer = first.certificate(numbered(2))
    const beside = first.certificate(numbered(3))
    first.verifiedBy(onPath, issuer)
    first.verifiedBy(beside, issuer)
    expect(kept.bytes).toBe(0)
    first.keepPath([onPath.facts.id, issuer.facts.id])
    const second = open(kept)
    expect(second.certificate(numbered(1))).toBe(onPath)
    expect(second.certificate(numbered(2))).toBe(issuer)
    expect(second.certificate(numbered(3))).not.toBe(beside)
    expect(kept.verification(`${onPath.facts.id}:${issuer.facts.publicKey.id}`)).toBe('mismatch')
    expect(kept.verification(`${beside.facts.id}:${issuer.facts.publicKey.id}`)).toBeNull()
  })

  it('what is kept from one document to the next is a response that was named, with the certificates inside', () => {
    const kept = new CacheAcrossDocuments(bounds)
    const response = open(kept).ocspResponse(ocspResponse({ certificates: [numbered(1)] }))
    if (response.kind !== 'basic') return expect.unreachable()
    expect(kept.ocspResponse(response.facts.id)).toBeNull()
    const again = open(kept)
    again.ocspResponse(ocspResponse({ certificates: [numbered(1)] }))
    again.keepRevocation(response.facts.id, '')
    const third = open(kept)
    const found = third.ocspResponse(ocspResponse({ certificates: [numbered(1)] }))
    expect(found).toBe(kept.ocspResponse(response.facts.id))
    expect(third.certificate(numbered(1))).toBe(found.kind === 'basic' && found.certificates[0])
  })

  it('what is kept from one document to the next is how the signature on a list was checked with a key, for these octets and this key alone', () => {
    const kept = new CacheAcrossDocuments(bounds)
    const first = open(kept)
    const signer = first.certificate(numbered(1))
    const list = first.crl(listed(crl()), new Set())
    const other = digestHex(crl({ revoked: seq(revokedEntry(integer('01'))) }))
    const link = `${list.facts.id}:${signer.facts.publicKey.id}`
    // The signatures of these structures are no signatures of anybody.
    expect(first.verifiedBy(list, signer)).toBe('mismatch')
    expect(kept.verification(link)).toBeNull()
    first.keepRevocation(list.facts.id, signer.facts.id)
    expect(kept.verification(link)).toBe('mismatch')
    expect(kept.verification(`${other}:${signer.facts.publicKey.id}`)).toBeNull()
    expect(kept.verification(`${list.facts.id}:${other}`)).toBeNull()
    expect(kept.bytes).toBeLessThan(1_000)
  })

  it('what is kept from one document to the next never exceeds its bounds, and forgets what was not used', () => {
    const kept = new CacheAcrossDocuments(bounds)
    const ids = Array.from({ length: 50 }, (_, number) => {
      const cache = open(kept)
      const { id } = cache.certificate(numbered(number)).facts
      cache.keepPath([id])
      cache.certificate(numbered(0))
      return id
    })
    expect(kept.bytes).toBeLessThanOrEqual(100_000)
    expect(ids.map((id) => kept.certificate(id) !== null)).toEqual(ids.map((id, number) => number === 0 || kept.certificate(id) !== null))
    expect(kept.certificate(ids[49] ?? '')).not.toBeNull()
    expect(kept.certificate(ids[1] ?? '')).toBeNull()
  })

  it('what is kept from one document to the next is not a certificate above a sensible size, nor one of many small parts', () => {
    const kept = new CacheAcrossDocuments(bounds)
    const large = withExtensions(extension('1.2.3', octets(octetString(Buffer.alloc(20_000)))))
    const parts = withExtensions(...Array.from({ length: 1_000 }, (_, number) => seq(oid(`1.2.3.${number}`), octetString('0500'))))
    expect(parts.length).toBeLessThan(20_000)
    for (const der of [large, parts]) {
      const cache = open(kept)
      cache.keepPath([cache.certificate(der).facts.id])
    }
    expect(kept.bytes).toBe(0)
  })
})
