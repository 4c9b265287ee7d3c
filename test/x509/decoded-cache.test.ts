import { describe, expect, it } from 'vitest'
import { createDecodedCache } from '#x509'
import { codeOf, integer, limits, NULL, seq } from '../der/encoding.js'
import { certificate, ocspResponse } from './sample-structures.js'

const make = (maxCertificates = 10, maxRevocations = 10) => createDecodedCache({ limits, maxCertificates, maxRevocations })
const numbered = (number: number) => certificate({ serialNumber: integer(number.toString(16).padStart(4, '0').replace(/^/, '01')) })

describe('decoded cache', () => {
  it('gives the same object for the same octets, and finds it by id', () => {
    const cache = make()
    const first = cache.certificate(numbered(1))
    expect(cache.certificate(Buffer.from(numbered(1)))).toBe(first)
    expect(cache.certificateById(first.facts.id)).toBe(first)
    expect(cache.certificateById('00')).toBeNull()
    const response = cache.ocspResponse(ocspResponse())
    expect(cache.ocspResponse(ocspResponse())).toBe(response)
    expect(response.kind === 'basic' && cache.ocspResponseById(response.facts.id)).toBe(response)
    expect(cache.ocspResponseById(first.facts.id)).toBeNull()
  })

  it('shares the certificates inside responses', () => {
    const cache = make()
    const inside = cache.certificate(numbered(1))
    const response = cache.ocspResponse(ocspResponse({ certificates: [numbered(1), numbered(2)] }))
    if (response.kind !== 'basic') return expect.unreachable()
    expect(response.certificates[0]).toBe(inside)
    expect(cache.certificateById(response.certificates[1]?.facts.id ?? '')).toBe(response.certificates[1])
  })

  it('forgets what was used longest ago', () => {
    const cache = make(3, 1)
    const ids = [1, 2, 3].map((number) => cache.certificate(numbered(number)).facts.id)
    cache.certificate(numbered(1))
    cache.certificate(numbered(4))
    expect(ids.map((id) => cache.certificateById(id) !== null)).toEqual([true, false, true])
    const first = cache.ocspResponse(ocspResponse())
    cache.ocspResponse(ocspResponse({ certificates: [numbered(1)] }))
    expect(first.kind === 'basic' && cache.ocspResponseById(first.facts.id)).toBeNull()
  })

  it('does not depend on the caller’s octets afterwards', () => {
    const cache = make()
    const bytes = numbered(1)
    const kept = cache.certificate(bytes)
    const before = kept.tbs.toString('hex')
    bytes.fill(0)
    expect(kept.tbs.toString('hex')).toBe(before)
  })

  it('throws each time for what cannot be read', () => {
    const cache = make()
    for (let round = 0; round < 2; round++) expect(codeOf(() => cache.certificate(seq(NULL)))).toBe('ASN1_UNEXPECTED_ELEMENT')
  })

  it('remembers the result of a signature check by certificate and key', () => {
    const cache = make()
    const [one, two] = [cache.certificate(numbered(1)), cache.certificate(numbered(2))]
    expect(cache.verifiedBy(one, two)).toBe('mismatch')
    expect(cache.verifiedBy(one, two)).toBe('mismatch')
  })
})
