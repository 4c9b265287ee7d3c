import { describe, expect, it } from 'vitest'
import { limits } from '#config'
import type { Ascent } from '#model'
import { CacheAcrossDocuments, createDecodedCache } from '#readers/x509'
import { collectValidationData } from '#trust'
import { authoritiesAbove } from '#validation/policy'
import { type CertificateOptions, type Identity, issueCertificate } from '../../support/certificate.js'
import { pki } from '../../support/pki.js'
import { derOf, type FactsInput, freshKey, indexOf, type Listed, newCache, signatureFacts } from '../signature-facts.js'

const cache = newCache()
const factsOf = (identity: Identity) => cache.certificate(derOf(identity)).facts
const idOf = (identity: Identity): string => factsOf(identity).id

function collect(input: FactsInput, listed: readonly Listed[], path: Partial<Record<keyof typeof limits.path, number>> = {}) {
  const context = { cache, limits: { asn1: limits.asn1, path: { ...limits.path, ...path } } }
  return collectValidationData(signatureFacts(cache, input), indexOf(cache, ...listed), context)
}
const linksOf = ({ links }: Ascent) => links.map(({ certificate, issuer }) => [certificate, issuer])

const issue = (name: string, options: Partial<CertificateOptions>): Identity =>
  issueCertificate({
    notBefore: '2020-01-01T00:00:00Z',
    notAfter: '2040-01-01T00:00:00Z',
    subject: [
      ['C', 'EE'],
      ['CN', name],
    ],
    key: freshKey(name),
    basicConstraints: { ca: true },
    keyUsage: ['keyCertSign'],
    ...options,
  })

describe('the way up from a signer (TS 119 615 4.3)', () => {
  it('the way up from a signer goes past the first anchor, where the paths of the verdict end', () => {
    const data = collect({ signer: derOf(pki.signer) }, [[derOf(pki.issuingAuthority)], [derOf(pki.root)]])
    expect(linksOf(data.ascent)).toEqual([
      [idOf(pki.signer), idOf(pki.issuingAuthority)],
      [idOf(pki.issuingAuthority), idOf(pki.root)],
    ])
    expect(data.ascent.anchors.map(({ certificate }) => certificate)).toEqual([idOf(pki.issuingAuthority), idOf(pki.root)])
    expect(data.ascent.complete).toBe(true)
    expect(data.paths.flatMap(({ paths }) => paths.map((path) => path.certificates.length))).toEqual([2, 1])
    expect(data.certificates.map(({ id }) => id)).not.toContain(idOf(pki.root))
  })

  it('the way up from a signer goes through authorities that no list names, when they are in the signature', () => {
    const brought = collect({ signer: derOf(pki.signer), certificates: [derOf(pki.issuingAuthority)] }, [[derOf(pki.root)]])
    expect(brought.ascent.anchors.map(({ certificate }) => certificate)).toEqual([idOf(pki.root)])
    expect(collect({ signer: derOf(pki.signer) }, [[derOf(pki.root)]]).ascent).toEqual({
      links: [],
      certificates: [],
      anchors: [],
      complete: true,
    })
  })

  it('the way up from a signer starts above a signer that is listed itself: his own entry is no authority for him', () => {
    const data = collect({ signer: derOf(pki.signer) }, [[derOf(pki.signer)], [derOf(pki.issuingAuthority)]])
    expect(data.paths[0]?.paths).toEqual([{ certificates: [idOf(pki.signer)], anchored: true }])
    expect(data.ascent.anchors.map(({ certificate }) => certificate)).toEqual([idOf(pki.issuingAuthority)])
  })

  it('the way up from a signer is nothing without a signer', () => {
    expect(collect({ signer: null }, [[derOf(pki.root)]]).ascent.links).toEqual([])
  })

  it('the way up from a signer follows every listed certificate of an authority', () => {
    const one = issue('Root One', {})
    const two = issue('Root Two', {})
    const key = freshKey('Sub')
    const first = issue('Sub', { key, issuer: one, notAfter: '2039-01-01T00:00:00Z' })
    const second = issue('Sub', { key, issuer: two })
    const signer = issue('Person', { issuer: first, basicConstraints: { ca: false }, keyUsage: ['nonRepudiation'] })
    const { ascent } = collect({ signer: derOf(signer) }, [[derOf(first)], [derOf(second)], [derOf(one)], [derOf(two)]])
    expect(ascent.anchors.map(({ certificate }) => certificate).toSorted()).toEqual([second, one, two].map(idOf).toSorted())
  })

  it('the way up from a signer comes to an end where authorities certify each other', () => {
    const [a, b] = [freshKey('A'), freshKey('B')]
    const rootA = issue('A', { key: a })
    const rootB = issue('B', { key: b })
    const crossA = issue('A', { key: a, issuer: rootB })
    const crossB = issue('B', { key: b, issuer: rootA })
    const signer = issue('Person', { issuer: rootA, basicConstraints: { ca: false }, keyUsage: ['nonRepudiation'] })
    const { ascent } = collect({ signer: derOf(signer), certificates: [crossA, crossB, rootA, rootB].map(derOf) }, [])
    expect(ascent.complete).toBe(true)
    expect(new Set(ascent.links.map(({ certificate, issuer }) => `${certificate} ${issuer}`)).size).toBe(ascent.links.length)
  })
})

describe('the way up from an authority', () => {
  it('the way up from an authority never leads back to itself, for any cross-certification', () => {
    const [a, b] = [freshKey('A'), freshKey('B')]
    const rootA = issue('A', { key: a })
    const rootB = issue('B', { key: b })
    const crossA = issue('A', { key: a, issuer: rootB })
    const crossB = issue('B', { key: b, issuer: rootA })
    const { ascent } = collect({ signer: derOf(crossA), certificates: [rootA, crossB, rootB].map(derOf) }, [[derOf(rootA)]])
    const subjects = ascent.certificates.map(({ subject }) => subject.text)
    expect(new Set(subjects)).toEqual(new Set([factsOf(rootB).subject.text]))
    expect(ascent.anchors).toEqual([])
  })
})

describe('the holder of a qualified certificate who certifies a foreign key', () => {
  const qualifiedRoot = issue('Qualified Authority', {})
  const holder = issue('Holder', { issuer: qualifiedRoot, basicConstraints: { ca: false }, keyUsage: ['nonRepudiation'] })
  const plainRoot = issue('Plain Authority', {})
  const subKey = freshKey('Sub')
  const sub = issue('Sub', { key: subKey, issuer: plainRoot })
  const forged = issue('Sub', { key: subKey, issuer: holder })
  const signer = issue('Person', { issuer: sub, basicConstraints: { ca: false }, keyUsage: ['nonRepudiation'] })
  const above = (data: ReturnType<typeof collect>) => authoritiesAbove(factsOf(signer), data.ascent).map(({ certificate }) => certificate)

  it('the way up does not treat the certificate of a holder who certifies a foreign key as its own authority', () => {
    const brought = [sub, forged, holder].map(derOf)
    const listed: readonly Listed[] = [[derOf(plainRoot), 'CA/PKC'], [derOf(qualifiedRoot)]]
    const data = collect({ signer: derOf(signer), certificates: brought }, listed)
    // The link is there, because it verifies; the way does not lead over it.
    expect(linksOf(data.ascent)).toContainEqual([idOf(forged), idOf(holder)])
    expect(above(data)).toEqual([idOf(plainRoot)])
  })

  it('the way up does not treat a holder as an authority above one that is listed: its certificates are those of the list', () => {
    const data = collect({ signer: derOf(signer), certificates: [derOf(forged), derOf(holder)] }, [
      [derOf(sub), 'CA/PKC'],
      [derOf(qualifiedRoot)],
    ])
    expect(linksOf(data.ascent)).toEqual([[idOf(signer), idOf(sub)]])
  })
})

describe('the bounds of the way up', () => {
  const key = freshKey('Namesake')
  const namesakes = Array.from({ length: limits.path.maxCandidates + 1 }, (_, i) =>
    issue('Namesake', { key, notAfter: `20${40 + i}-01-01T00:00:00Z` }),
  )
  const [issuer] = namesakes
  if (issuer === undefined) throw new Error('unreachable')
  const signer = issue('Person', { issuer, basicConstraints: { ca: false }, keyUsage: ['nonRepudiation'] })

  it('the bounds of the way up are reported when they are reached, and do not use the budget of the paths of the verdict', () => {
    const listed: readonly Listed[] = [[derOf(pki.issuingAuthority)], [derOf(pki.root)]]
    const data = collect({ signer: derOf(pki.signer) }, listed, { maxSteps: 1 })
    expect(data.ascent).toMatchObject({ complete: false, links: [{}] })
    expect(data.pathBudgetExhausted).toBe(false)
  })

  it('the bounds of the way up hold against many certificates of one name and key', () => {
    expect(collect({ signer: derOf(signer), certificates: namesakes.map(derOf) }, []).ascent.complete).toBe(false)
  })

  it('the bounds of the way up hold for signature checks', () => {
    const listed: readonly Listed[] = [[derOf(pki.issuingAuthority)], [derOf(pki.root)]]
    expect(collect({ signer: derOf(pki.signer) }, listed, { maxSignatureChecks: 1 }).ascent.complete).toBe(false)
  })
})

describe('the links above an anchor', () => {
  /** Collects with a cache over what is kept, as for the next document, and says whether the link is kept afterwards. */
  function keptAfter(input: FactsInput, listed: readonly Listed[], [below, above]: readonly [Identity, Identity]): boolean {
    const kept = new CacheAcrossDocuments(limits.kept)
    const own = createDecodedCache({ limits: limits.asn1, kept })
    collectValidationData(signatureFacts(own, input), indexOf(own, ...listed), { cache: own, limits })
    return kept.verification(`${idOf(below)}:${factsOf(above).publicKey.id}`) === 'intact'
  }

  it('the links above an anchor are verified once for all documents', () => {
    const listed: Listed[] = [[derOf(pki.issuingAuthority)], [derOf(pki.root)]]
    expect(keptAfter({ signer: derOf(pki.signer) }, listed, [pki.issuingAuthority, pki.root])).toBe(true)
  })

  it('the links above an anchor are verified once when the root comes with the documents and is not listed', () => {
    const input = { signer: derOf(pki.signer), certificates: [derOf(pki.root)] }
    expect(keptAfter(input, [[derOf(pki.issuingAuthority)]], [pki.issuingAuthority, pki.root])).toBe(true)
  })

  it('the links above an anchor keep no certificate that is not listed', () => {
    const kept = new CacheAcrossDocuments(limits.kept)
    const own = createDecodedCache({ limits: limits.asn1, kept })
    const input = { signer: derOf(pki.signer), certificates: [derOf(pki.root)] }
    collectValidationData(signatureFacts(own, input), indexOf(own, [derOf(pki.issuingAuthority)]), { cache: own, limits })
    expect([kept.certificate(idOf(pki.issuingAuthority)) !== null, kept.certificate(idOf(pki.root))]).toEqual([true, null])
  })

  it('the links above an anchor are kept when a listed authority signed or was signed, and in no other case', () => {
    const own = issue('an authority that a stranger made', { key: freshKey('stranger') })
    const signer = issue('signed by a stranger', { issuer: own, basicConstraints: null, keyUsage: ['nonRepudiation'] })
    expect(keptAfter({ signer: derOf(signer), certificates: [derOf(own)] }, [[derOf(pki.root)]], [signer, own])).toBe(false)
  })
})
