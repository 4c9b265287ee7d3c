import { describe, expect, it } from 'vitest'
import { limits } from '#config'
import type { ValidationData } from '#model'
import { collectValidationData } from '#trust'
import { type CertificateOptions, type Identity, issueCertificate } from '../../support/certificate.js'
import { cpuMilliseconds } from '../../support/cpu-time.js'
import { moments, pki, variantOf } from '../../support/pki.js'
import { derOf, type FactsInput, freshKey, indexOf, type Listed, newCache, signatureFacts } from '../signature-facts.js'

const cache = newCache()
const idOf = (identity: Identity): string => cache.certificate(derOf(identity)).facts.id

function collect(
  input: FactsInput,
  listed: readonly Listed[],
  path: Partial<Record<keyof typeof limits.path, number>> = {},
): ValidationData {
  const context = { cache, limits: { asn1: limits.asn1, path: { ...limits.path, ...path } } }
  return collectValidationData(signatureFacts(cache, input), indexOf(cache, ...listed), context)
}

const pathsOf = (data: ValidationData, identity: Identity) =>
  data.paths.find((entry) => entry.certificate === idOf(identity))?.paths ?? null

const period = { notBefore: '2020-01-01T00:00:00Z', notAfter: '2040-01-01T00:00:00Z' } as const
const authority = (name: string, options: Partial<CertificateOptions> = {}): Identity =>
  issueCertificate({
    ...period,
    subject: [
      ['C', 'EE'],
      ['CN', name],
    ],
    key: freshKey(name),
    basicConstraints: { ca: true },
    keyUsage: ['keyCertSign'],
    ...options,
  })

describe('prospective paths (EN 319 102-1, 5.2.6.4 step 1)', () => {
  it('prospective paths end at the first listed authority, which the snapshot adds', () => {
    const data = collect({ signer: derOf(pki.signer) }, [[derOf(pki.issuingAuthority)], [derOf(pki.root)]])
    expect(pathsOf(data, pki.signer)).toEqual([{ certificates: [idOf(pki.signer), idOf(pki.issuingAuthority)], anchored: true }])
    expect(data.certificates.map((facts) => facts.id)).toEqual([idOf(pki.signer), idOf(pki.issuingAuthority)])
    expect(data.anchors.map((anchor) => [anchor.certificate, anchor.services.map((service) => service.name)])).toEqual([
      [idOf(pki.issuingAuthority), ['service 1']],
    ])
    expect(data).toMatchObject({ brokenLinks: [], pathBudgetExhausted: false, withoutAnchors: false })
  })

  it('prospective paths go through authorities in the signature, each with its own paths', () => {
    const data = collect({ signer: derOf(pki.signer), certificates: [derOf(pki.issuingAuthority)] }, [[derOf(pki.root)]])
    const chain = [idOf(pki.signer), idOf(pki.issuingAuthority), idOf(pki.root)]
    expect(pathsOf(data, pki.signer)).toEqual([{ certificates: chain, anchored: true }])
    expect(pathsOf(data, pki.issuingAuthority)).toEqual([{ certificates: chain.slice(1), anchored: true }])
    expect(pathsOf(data, pki.root)).toEqual([{ certificates: chain.slice(2), anchored: true }])
  })

  it('prospective paths exist for every time-stamping unit, the signer first', () => {
    const timeStamps = [{ unit: derOf(pki.unlistedTimeStampingUnit), genTime: moments.timeStamp }]
    const data = collect({ signer: derOf(pki.signer), timeStamps }, [[derOf(pki.issuingAuthority)]])
    expect(data.paths.map((entry) => entry.certificate)).toEqual([pki.signer, pki.unlistedTimeStampingUnit, pki.issuingAuthority].map(idOf))
  })

  it('prospective paths of a listed certificate have length one (decisions.md#listed-identity)', () => {
    const data = collect({ signer: derOf(pki.signer), certificates: [derOf(pki.issuingAuthority)] }, [
      [derOf(pki.signer)],
      [derOf(pki.root)],
    ])
    expect(pathsOf(data, pki.signer)).toEqual([{ certificates: [idOf(pki.signer)], anchored: true }])
  })

  it('prospective paths end without an anchor where no issuer is known', () => {
    const data = collect({ signer: derOf(pki.signer), certificates: [derOf(pki.issuingAuthority)] }, [[derOf(pki.foreignAuthority)]])
    expect(pathsOf(data, pki.signer)).toEqual([{ certificates: [idOf(pki.signer), idOf(pki.issuingAuthority)], anchored: false }])
    expect(data.anchors).toEqual([])
  })

  it('prospective paths are empty-handed without a snapshot, which is said apart', () => {
    const data = collect({ signer: derOf(pki.signer) }, [])
    expect(data).toMatchObject({ withoutAnchors: true, anchors: [], paths: [{ paths: [{ anchored: false }] }] })
  })

  it('prospective paths use an expired listed authority: no time is judged here', () => {
    const expired = variantOf(pki.issuingAuthority, { notBefore: '2001-01-01T00:00:00Z', notAfter: '2002-01-01T00:00:00Z' })
    const data = collect({ signer: derOf(pki.signer) }, [[derOf(expired)]])
    expect(pathsOf(data, pki.signer)).toEqual([{ certificates: [idOf(pki.signer), idOf(expired)], anchored: true }])
  })

  it('prospective paths reach an issuer that is listed in another role and continue above it', () => {
    const data = collect({ signer: derOf(pki.signer) }, [[derOf(pki.issuingAuthority), 'Certstatus/OCSP'], [derOf(pki.root)]])
    const chain = [idOf(pki.signer), idOf(pki.issuingAuthority), idOf(pki.root)]
    expect(pathsOf(data, pki.signer)).toEqual([
      { certificates: chain.slice(0, 2), anchored: true },
      { certificates: chain, anchored: true },
    ])
  })

  it('prospective paths are none when the signature has no signing certificate', () => {
    expect(collect({ signer: null }, [[derOf(pki.root)]]).paths).toEqual([])
  })
})

describe('several certificates of one authority', () => {
  const years = ['2010', '2011', '2015', '2030'] as const
  const variants = years.map((year) =>
    variantOf(pki.issuingAuthority, { notBefore: `${year}-01-01T00:00:00Z`, notAfter: `${Number(year) + 20}-01-01T00:00:00Z` }),
  )
  const listed = variants.map((variant): Listed => [derOf(variant)])

  it('several certificates of one authority are one anchor with all their services, and make one path', () => {
    const data = collect({ signer: derOf(pki.signer), certificates: [derOf(variants[0] ?? pki.root)] }, listed)
    expect(pathsOf(data, pki.signer)).toHaveLength(1)
    const last = pathsOf(data, pki.signer)?.[0]?.certificates.at(-1)
    expect(data.anchors.find((anchor) => anchor.certificate === last)?.services).toHaveLength(4)
  })

  it('several certificates of one authority are represented by the oldest one that was valid at the earliest token, so that all paths name the same', () => {
    const timeStamps = [{ unit: derOf(pki.unlistedTimeStampingUnit), genTime: moments.timeStamp }]
    const data = collect({ signer: derOf(pki.signer), timeStamps }, listed)
    const oldest = idOf(variants[0] ?? pki.root)
    expect(pathsOf(data, pki.signer)?.[0]?.certificates).toEqual([idOf(pki.signer), oldest])
    expect(pathsOf(data, pki.unlistedTimeStampingUnit)?.[0]?.certificates).toEqual([idOf(pki.unlistedTimeStampingUnit), oldest])
  })

  it('several certificates of one authority are represented by one that allows the most authorities below it, whichever was valid', () => {
    const limited = variantOf(pki.secondAuthority, { basicConstraints: { ca: true, pathLength: 0 } })
    const wider = { notBefore: '2010-01-01T00:00:00Z', notAfter: '2015-01-01T00:00:00Z' } as const
    const allowing = [{ ca: true, pathLength: 1 }, { ca: true }].map((basicConstraints) =>
      variantOf(pki.secondAuthority, { ...wider, basicConstraints }),
    )
    const signer = pki.signerOf(pki.secondAuthority)
    const timeStamps = [{ unit: derOf(pki.timeStampingUnit), genTime: moments.timeStamp }]
    for (const other of allowing) {
      const data = collect({ signer: derOf(signer), timeStamps }, [[derOf(limited)], [derOf(other)]])
      expect(pathsOf(data, signer)).toEqual([{ certificates: [idOf(signer), idOf(other)], anchored: true }])
    }
  })

  it('several certificates of one authority end the path also when the signature contains a cross certificate with the same subject and key', () => {
    const cross = variantOf(pki.issuingAuthority, { issuer: pki.foreignAuthority })
    const data = collect({ signer: derOf(pki.signer), certificates: [derOf(cross), derOf(pki.foreignAuthority)] }, [
      [derOf(pki.issuingAuthority)],
    ])
    expect(pathsOf(data, pki.signer)).toEqual([{ certificates: [idOf(pki.signer), idOf(pki.issuingAuthority)], anchored: true }])
    expect(data.anchors.map((anchor) => anchor.certificate)).toEqual([idOf(cross), idOf(pki.issuingAuthority)])
  })

  it('several certificates of one authority are all tried when they are not listed and have different issuers', () => {
    const cross = variantOf(pki.issuingAuthority, { issuer: pki.foreignAuthority })
    const certificates = [cross, pki.foreignAuthority, pki.issuingAuthority].map(derOf)
    const data = collect({ signer: derOf(pki.signer), certificates }, [[derOf(pki.root)]])
    expect(pathsOf(data, pki.signer)).toEqual([
      { certificates: [idOf(pki.signer), idOf(pki.issuingAuthority), idOf(pki.root)], anchored: true },
    ])
  })
})

describe('candidates for the issuer', () => {
  const impostorOf = (real: Identity, subjectKeyIdentifier?: null): Identity =>
    variantOf(real, {
      key: freshKey('impostor'),
      issuer: pki.foreignAuthority,
      ...(subjectKeyIdentifier === null ? { subjectKeyIdentifier } : {}),
    })

  it('candidates for the issuer with the name but another key are broken links, and no path leads through them', () => {
    const impostor = impostorOf(pki.issuingAuthority, null)
    const data = collect({ signer: derOf(pki.signer), certificates: [derOf(impostor)] }, [[derOf(pki.root)]])
    expect(data.brokenLinks).toEqual([{ certificate: idOf(pki.signer), issuer: idOf(impostor), signature: 'mismatch' }])
    expect(pathsOf(data, pki.signer)).toEqual([{ certificates: [idOf(pki.signer)], anchored: false }])
  })

  it('candidates for the issuer listed with the name but another key are broken links too, and their facts are there', () => {
    const impostor = impostorOf(pki.issuingAuthority, null)
    const data = collect({ signer: derOf(pki.signer) }, [[derOf(impostor)]])
    expect(data.brokenLinks).toEqual([{ certificate: idOf(pki.signer), issuer: idOf(impostor), signature: 'mismatch' }])
    expect(data.certificates.map((facts) => facts.id)).toContain(idOf(impostor))
  })

  it('candidates for the issuer whose key identifier differs are no broken links (RFC 5280, 4.2.1.1)', () => {
    const data = collect({ signer: derOf(pki.signer), certificates: [derOf(impostorOf(pki.issuingAuthority))] }, [[derOf(pki.root)]])
    expect(data.brokenLinks).toEqual([])
  })

  it('candidates for the issuer that verify make the others irrelevant', () => {
    const certificates = [impostorOf(pki.issuingAuthority, null), pki.issuingAuthority].map(derOf)
    const data = collect({ signer: derOf(pki.signer), certificates }, [[derOf(pki.root)]])
    expect(data.brokenLinks).toEqual([])
    expect(pathsOf(data, pki.signer)).toMatchObject([{ anchored: true }])
  })

  it('candidates for the issuer that verify although the key identifiers differ are issuers: the signature is the proof', () => {
    const signer = variantOf(pki.signer, { authorityKeyIdentifier: Buffer.from('00'.repeat(20), 'hex') })
    const data = collect({ signer: derOf(signer) }, [[derOf(pki.issuingAuthority)]])
    expect(pathsOf(data, signer)).toMatchObject([{ anchored: true }])
  })

  it('candidates for the issuer never include a certificate whose signature was tampered with', () => {
    const signer = variantOf(pki.signer, { tamperSignature: (signature) => Buffer.from(signature).fill(1, signature.length - 8) })
    const data = collect({ signer: derOf(signer) }, [[derOf(pki.issuingAuthority)]])
    expect(pathsOf(data, signer)).toEqual([{ certificates: [idOf(signer)], anchored: false }])
    expect(data.brokenLinks).toEqual([{ certificate: idOf(signer), issuer: idOf(pki.issuingAuthority), signature: 'mismatch' }])
  })

  it('candidates for the issuer that are listed come before any number of namesakes in the signature', () => {
    const namesakes = Array.from({ length: 40 }, () => derOf(impostorOf(pki.issuingAuthority, null)))
    const data = collect({ signer: derOf(pki.signer), certificates: namesakes }, [[derOf(pki.issuingAuthority)]])
    expect(pathsOf(data, pki.signer)).toMatchObject([{ anchored: true }])
    expect(data.pathBudgetExhausted).toBe(true)
  })
})

describe('hostile certificates', () => {
  /** Every authority certifies every other one. */
  function mesh(size: number): { readonly authorities: readonly Identity[]; readonly cross: readonly Buffer[] } {
    const authorities = Array.from({ length: size }, (_, n) => authority(`Mesh ${n}`))
    const cross = authorities.flatMap((subject, n) =>
      authorities.flatMap((issuer, m) =>
        n === m
          ? []
          : [
              derOf(
                issueCertificate({
                  ...period,
                  subject: subject.certificate.subject,
                  key: subject.key,
                  issuer,
                  basicConstraints: { ca: true },
                }),
              ),
            ],
      ),
    )
    return { authorities, cross }
  }

  it('hostile certificates that certify each other in a ring end in a path, not in a loop', () => {
    const { authorities, cross } = mesh(2)
    const [first, second] = authorities
    if (first === undefined || second === undefined) throw new Error('unreachable')
    const signer = variantOf(pki.signer, { issuer: first })
    const data = collect({ signer: derOf(signer), certificates: cross }, [[derOf(pki.root)]])
    const lengths = pathsOf(data, signer)?.map((path) => path.certificates.length)
    expect(lengths).toEqual([3])
    expect(data.pathBudgetExhausted).toBe(false)
  })

  it('hostile certificates that form a mesh stay within the budget and say so', () => {
    const { authorities, cross } = mesh(20)
    const signer = variantOf(pki.signer, { issuer: authorities[0] ?? pki.root })
    const input = { signer: derOf(signer), certificates: cross }
    const facts = signatureFacts(cache, input)
    const index = indexOf(cache, [derOf(pki.root)])
    const collected = () => collectValidationData(facts, index, { cache, limits })
    expect(cpuMilliseconds(collected)).toBeLessThan(20_000)
    const data = collected()
    expect(data.pathBudgetExhausted).toBe(true)
    expect(pathsOf(data, signer)?.every((path) => !path.anchored && path.certificates.length <= limits.path.maxLength)).toBe(true)
    expect(data.paths.reduce((sum, entry) => sum + entry.paths.length, 0)).toBeLessThan(2 * limits.path.maxSteps)
  })

  it('hostile certificates that form a mesh do not hide the way to an anchor', () => {
    const { authorities, cross } = mesh(12)
    const last = authorities.at(-1) ?? pki.root
    const signer = variantOf(pki.signer, { issuer: authorities[0] ?? pki.root })
    const data = collect({ signer: derOf(signer), certificates: cross }, [[derOf(last)]])
    expect(pathsOf(data, signer)?.[0]).toMatchObject({ anchored: true, certificates: { length: 3 } })
  })

  it('hostile certificates in a chain without end are followed up to the bound', () => {
    let issuer = authority('Bottom')
    const chain: Buffer[] = []
    for (let n = 0; n < 15; n++) {
      issuer = authority(`Link ${n}`, { issuer })
      chain.push(derOf(issuer))
    }
    const signer = variantOf(pki.signer, { issuer })
    const data = collect({ signer: derOf(signer), certificates: chain }, [[derOf(pki.root)]])
    expect(pathsOf(data, signer)?.[0]?.certificates).toHaveLength(limits.path.maxLength)
    expect(data.pathBudgetExhausted).toBe(true)
  })

  it.each(['maxSignatureChecks', 'maxSteps'] as const)('hostile certificates without any %s left are not taken as verified', (bound) => {
    const data = collect({ signer: derOf(pki.signer) }, [[derOf(pki.issuingAuthority)]], { [bound]: 0 })
    expect(pathsOf(data, pki.signer)).toMatchObject([{ anchored: false }])
    expect(data).toMatchObject({ pathBudgetExhausted: true, brokenLinks: [] })
  })
})
