import { describe, expect, it } from 'vitest'
import { limits } from '#config'
import type { CrlFacts, OcspSingleResponse, ValidationData } from '#model'
import { collectValidationData } from '#trust'
import type { Identity } from '../../support/certificate.js'
import { certificateRevocationList } from '../../support/crl.js'
import { type OcspOptions, ocspResponse } from '../../support/ocsp.js'
import { hours, moments, pki, variantOf } from '../../support/pki.js'
import { derOf, type FactsInput, freshKey, indexOf, type Listed, newCache, signatureFacts } from '../signature-facts.js'

const cache = newCache()
const idOf = (identity: Identity): string => cache.certificate(derOf(identity)).facts.id
const anchors: readonly Listed[] = [[derOf(pki.issuingAuthority)], [derOf(pki.listedResponder), 'Certstatus/OCSP/QC']]

function collect(
  input: FactsInput,
  listed: readonly Listed[] = anchors,
  path: Partial<Record<keyof typeof limits.path, number>> = {},
): ValidationData {
  const context = { cache, limits: { asn1: limits.asn1, path: { ...limits.path, ...path } } }
  return collectValidationData(signatureFacts(cache, { signer: derOf(pki.signer), ...input }), indexOf(cache, ...listed), context)
}

const ocsp = (options: Partial<OcspOptions> = {}): Buffer => ocspResponse({ certificate: pki.signer, ...options })

describe('OCSP status (RFC 6960, 4.1.1)', () => {
  it.each(['sha1', 'sha256'] as const)('the OCSP status of a certificate is found by a CertID with %s', (certIdDigest) => {
    const data = collect({ ocsp: [ocsp({ certIdDigest })] })
    expect(data.revocations).toMatchObject([
      { certificate: idOf(pki.signer), issuer: idOf(pki.issuingAuthority), kind: 'ocsp', status: 'good', producedAt: moments.ocsp },
    ])
  })

  it('the OCSP status of a certificate is found for a signer that is its own anchor', () => {
    const data = collect({ ocsp: [ocsp()] }, [...anchors, [derOf(pki.signer)]])
    expect(data.revocations).toMatchObject([{ certificate: idOf(pki.signer), issuer: idOf(pki.issuingAuthority) }])
  })

  it('the OCSP status of a certificate is found for authorities and time-stamping units', () => {
    const about = (certificate: Identity): Buffer => ocsp({ certificate, responder: pki.listedResponder })
    const data = collect(
      {
        certificates: [derOf(pki.issuingAuthority)],
        timeStamps: [{ unit: derOf(pki.unlistedTimeStampingUnit), genTime: moments.timeStamp }],
        ocsp: [about(pki.issuingAuthority), about(pki.unlistedTimeStampingUnit)],
      },
      [[derOf(pki.root)]],
    )
    expect(data.revocations.map((status) => status.certificate)).toEqual([idOf(pki.issuingAuthority), idOf(pki.unlistedTimeStampingUnit)])
  })

  it('the OCSP status of a certificate carries revocation time and reason', () => {
    const data = collect({ ocsp: [ocsp({ status: { revokedAt: moments.signing - hours(1), reason: 1 } })] })
    expect(data.revocations).toMatchObject([{ status: 'revoked', revocationTime: moments.signing - hours(1), revocationReason: 1 }])
  })

  it.each([
    ['another serial number', { serialNumber: 4711n }],
    ['another certificate', { certificate: pki.secondSigner }],
    ['the key of another authority', { issuer: pki.secondAuthority.certificate }],
    [
      'the name of the issuer and a key that did not sign the certificate',
      { issuer: variantOf(pki.issuingAuthority, { key: freshKey('other') }).certificate },
    ],
  ] as const)('the OCSP status of a certificate is none when the CertID names %s', (_, options) => {
    expect(collect({ ocsp: [ocsp(options)] }).revocations).toEqual([])
  })

  it('the OCSP status of a certificate is none for a certificate whose issuer is not available', () => {
    expect(collect({ ocsp: [ocsp()] }, []).revocations).toEqual([])
  })
})

describe('several responses about one certificate', () => {
  const statusOf = (...said: readonly Partial<OcspSingleResponse>[]) => statusesOf(said)
  const statusesOf = (said: readonly Partial<OcspSingleResponse>[]) =>
    statedBy(said).map(({ status, revocationReason }) => (revocationReason === null ? status : `${status} ${revocationReason}`))

  /** Facts whose response says the given things; trust reads the facts, the signature on the response stays that of the original. */
  const stated = (...said: readonly Partial<OcspSingleResponse>[]) => statedBy(said)
  function statedBy(said: readonly Partial<OcspSingleResponse>[]) {
    const facts = signatureFacts(cache, { signer: derOf(pki.signer), ocsp: [ocsp()] })
    const revocations = facts.revocations.map((revocation) => {
      const [single] = revocation.kind === 'ocsp' ? revocation.responses : []
      return revocation.kind === 'ocsp' && single !== undefined
        ? { ...revocation, responses: said.map((changes) => ({ ...single, ...changes })) }
        : revocation
    })
    return collectValidationData({ ...facts, revocations }, indexOf(cache, ...anchors), { cache, limits }).revocations
  }

  it('several responses about one certificate count by the latest thisUpdate, in any order', () => {
    const earlier = { status: 'revoked', thisUpdate: moments.ocsp - hours(1) } as const
    expect(statusOf(earlier, { status: 'good' })).toEqual(['good'])
    expect(statusOf({ status: 'good' }, earlier)).toEqual(['good'])
  })

  it('several responses about one certificate count so too when their CertIDs are hashed in different ways', () => {
    const { revocations } = signatureFacts(cache, { signer: derOf(pki.signer), ocsp: [ocsp({ certIdDigest: 'sha256' })] })
    const [other] = revocations.flatMap((revocation) => (revocation.kind === 'ocsp' ? revocation.responses : []))
    if (other === undefined) throw new Error('no response')
    const { certId } = other
    const earlier = { thisUpdate: moments.ocsp - hours(1) }
    expect(statusOf({ ...earlier, status: 'good' }, { certId, status: 'revoked' })).toEqual(['revoked'])
    expect(statusOf({ certId, status: 'revoked' }, { ...earlier, status: 'good' })).toEqual(['revoked'])
    expect(statusOf({ status: 'good' }, { certId, status: 'revoked' })).toEqual(['revoked'])
    expect(statusOf({ ...earlier, certId, status: 'revoked' }, { status: 'good' })).toEqual(['good'])
  })

  it('several responses about one certificate count by the graver status at the same moment', () => {
    expect(statusOf({ status: 'good' }, { status: 'revoked' }, { status: 'unknown' })).toEqual(['revoked'])
    expect(statusOf({ status: 'unknown' }, { status: 'good' })).toEqual(['unknown'])
    const [hold, compromise] = [6, 1].map((revocationReason) => ({ status: 'revoked', revocationReason }) as const)
    expect(statusOf(hold ?? {}, compromise ?? {})).toEqual(['revoked 1'])
    expect(statusOf(compromise ?? {}, hold ?? {})).toEqual(['revoked 1'])
  })

  it.each([1, 6])(
    'several responses about one certificate count by the earlier revocation time at the same moment, in any order, next to the reason %i',
    (revocationReason) => {
      const early = { status: 'revoked', revocationReason, revocationTime: moments.signing - hours(2) } as const
      const late = { status: 'revoked', revocationReason: 1, revocationTime: moments.signing + hours(2) } as const
      const decisive = [{ revocationReason: 1, revocationTime: moments.signing - hours(2) }]
      expect(stated(early, late)).toMatchObject(decisive)
      expect(stated(late, early)).toMatchObject(decisive)
    },
  )

  it('several responses about one certificate give no status with a CertID whose digest cannot be computed here, not even by empty hashes', () => {
    const serialNumber = pki.signer.certificate.serialNumber.toString()
    const whirlpool = { hashAlgorithm: '1.0.10118.3.0.55', issuerNameHash: '', issuerKeyHash: '', serialNumber }
    expect(statusOf({ certId: whirlpool })).toEqual([])
    expect(statusOf({ certId: { ...whirlpool, hashAlgorithm: '1.2.3' } })).toEqual([])
  })

  it('several responses about one certificate cost no more than reading them, however many there are', () => {
    const many = Array.from({ length: 200_000 }, (_, n) => ({ status: n === 100_000 ? 'revoked' : 'good' }) as const)
    // Time of the processor, so that a loaded machine changes nothing. Each compared with each would take minutes.
    const started = process.cpuUsage()
    expect(statusesOf(many)).toEqual(['revoked'])
    expect(process.cpuUsage(started).user / 1_000).toBeLessThan(60_000)
  })
})

describe('CRL status (RFC 5280, 5)', () => {
  const serialNumber = pki.signer.certificate.serialNumber

  it('the CRL status of a certificate is good for a certificate of the issuer that the list does not name', () => {
    const data = collect({ crls: [certificateRevocationList({ issuer: pki.issuingAuthority })] })
    expect(data.revocations).toMatchObject([
      {
        certificate: idOf(pki.signer),
        issuer: idOf(pki.issuingAuthority),
        kind: 'crl',
        status: 'good',
        producedAt: moments.ocsp - hours(1),
      },
    ])
    expect(data.revocationSigners).toMatchObject([{ signer: idOf(pki.issuingAuthority), signature: 'intact' }])
  })

  it('the CRL status of a certificate is revoked for one that it names', () => {
    const revoked = [{ serialNumber, revokedAt: moments.signing, reason: 1 }]
    const data = collect({ crls: [certificateRevocationList({ issuer: pki.issuingAuthority, revoked })] })
    expect(data.revocations).toMatchObject([{ status: 'revoked', revocationTime: moments.signing, revocationReason: 1 }])
  })

  it('the CRL status of a certificate is none for one whose entry only delta CRLs may have (removeFromCRL)', () => {
    const revoked = [{ serialNumber, revokedAt: moments.signing, reason: 8 }]
    const data = collect({ crls: [certificateRevocationList({ issuer: pki.issuingAuthority, revoked })] })
    expect(data.revocations).toEqual([])
  })

  it('the CRL status of a certificate is revoked from the earliest time when an entry says so, whatever others say, in any order', () => {
    const hold = { serialNumber, revokedAt: moments.signing - hours(2), reason: 6 }
    const compromise = { serialNumber, revokedAt: moments.signing - hours(1), reason: 1 }
    const removal = { serialNumber, revokedAt: moments.signing, reason: 8 }
    for (const revoked of [
      [hold, compromise, removal],
      [removal, compromise, hold],
    ]) {
      const data = collect({ crls: [certificateRevocationList({ issuer: pki.issuingAuthority, revoked })] })
      expect(data.revocations).toMatchObject([{ status: 'revoked', revocationTime: hold.revokedAt, revocationReason: 1 }])
    }
  })

  it('the CRL status of a certificate is none from the list of another authority', () => {
    expect(collect({ crls: [certificateRevocationList({ issuer: pki.secondAuthority })] }).revocations).toEqual([])
  })

  describe('of a list that speaks of a part only (RFC 5280, 5.2.5)', () => {
    const address = 'http://pki.example/part-2.crl'
    const signer = variantOf(pki.signer, { crlUrl: address })

    const authority = variantOf(pki.signer, { crlUrl: address, basicConstraints: { ca: true } })

    function statusOf(scope: CrlFacts['scope'], revoked: readonly Identity[] = [], about = signer) {
      const entries = revoked.map(({ certificate }) => ({ serialNumber: certificate.serialNumber, revokedAt: moments.signing }))
      const crls = [certificateRevocationList({ issuer: pki.issuingAuthority, revoked: entries })]
      const facts = signatureFacts(cache, { signer: derOf(about), crls })
      const revocations = facts.revocations.map((revocation) =>
        revocation.kind === 'crl' && scope !== undefined ? { ...revocation, scope } : revocation,
      )
      return collectValidationData({ ...facts, revocations }, indexOf(cache, ...anchors), { cache, limits }).revocations.map(
        ({ status }) => status,
      )
    }

    it('the CRL status of a list that speaks of a part only is good only for certificates of that part', () => {
      expect(statusOf({ certificates: 'all', distributionPoints: [] })).toEqual(['good'])
      expect(statusOf({ certificates: 'all', distributionPoints: [address] })).toEqual(['good'])
      expect(statusOf({ certificates: 'all', distributionPoints: ['http://pki.example/part-1.crl'] })).toEqual([])
      expect(statusOf({ certificates: 'all', distributionPoints: ['http://pki.example/part-1.crl', address] })).toEqual(['good'])
    })

    it('the CRL status of a list that speaks of a kind only is good only for certificates of that kind', () => {
      expect(statusOf({ certificates: 'end-entity', distributionPoints: [] })).toEqual(['good'])
      expect(statusOf({ certificates: 'authority', distributionPoints: [] })).toEqual([])
      expect(statusOf({ certificates: 'end-entity', distributionPoints: [] }, [], authority)).toEqual([])
      expect(statusOf({ certificates: 'authority', distributionPoints: [] }, [], authority)).toEqual(['good'])
    })

    it('the CRL status of a list that speaks of a part only is revoked for a certificate that it names all the same', () => {
      expect(statusOf({ certificates: 'authority', distributionPoints: [] }, [signer])).toEqual(['revoked'])
    })
  })

  it('the CRL status is revoked for a certificate of the snapshot that the list names and the signature does not contain', () => {
    const { serialNumber } = pki.issuingAuthority.certificate
    const list = certificateRevocationList({ issuer: pki.root, revoked: [{ serialNumber, revokedAt: moments.signing, reason: 1 }] })
    const listed: Listed[] = [[derOf(pki.root)], [derOf(pki.issuingAuthority), 'Certstatus/CRL']]
    for (const certificates of [[], [derOf(pki.issuingAuthority)]]) {
      expect(collect({ certificates, crls: [list] }, listed).revocations).toMatchObject([
        { certificate: idOf(pki.issuingAuthority), status: 'revoked', revocationTime: moments.signing, revocationReason: 1 },
      ])
    }
  })

  it('the CRL status is revoked for an authority above a trust anchor, on which only the legal level depends', () => {
    const above = variantOf(pki.root, { issuer: pki.foreignAuthority })
    const revoked = [{ serialNumber: above.certificate.serialNumber, revokedAt: moments.signing, reason: 1 }]
    const data = collect({ certificates: [derOf(above)], crls: [certificateRevocationList({ issuer: pki.foreignAuthority, revoked })] }, [
      [derOf(pki.issuingAuthority)],
      [derOf(pki.foreignAuthority)],
    ])
    expect(data.ascent.anchors.map(({ certificate }) => certificate)).toContain(idOf(pki.foreignAuthority))
    expect(data.revocations).toMatchObject([{ certificate: idOf(above), status: 'revoked' }])
  })

  it('the CRL status states nothing about a certificate of the snapshot when its entry cannot be read', () => {
    const { serialNumber } = pki.issuingAuthority.certificate
    const reason = { oid: '2.5.29.21', value: Buffer.of(4, 0) }
    const list = certificateRevocationList({
      issuer: pki.root,
      revoked: [{ serialNumber, revokedAt: moments.signing }],
      entryExtensions: [reason],
    })
    const listed: Listed[] = [[derOf(pki.root)], [derOf(pki.issuingAuthority), 'Certstatus/CRL']]
    expect(collect({ crls: [list] }, listed).revocations).toEqual([])
  })

  it('the CRL status of an issuer of the same name with another key has no known signer', () => {
    const namesake = variantOf(pki.issuingAuthority, { key: freshKey('namesake') })
    const data = collect({ crls: [certificateRevocationList({ issuer: namesake })] })
    expect(data.revocationSigners).toMatchObject([{ signer: null, signature: 'mismatch' }])
  })
})

describe('the signer of an OCSP response (RFC 6960, 4.2.2.3)', () => {
  const signerOf = (data: ValidationData) => data.revocationSigners.map(({ signer, signature }) => [signer, signature])

  it.each(['name', 'key'] as const)(
    'the signer of an OCSP response is found in the response by %s, with paths of its own',
    (responderId) => {
      const data = collect({ ocsp: [ocsp({ responderId })] })
      expect(signerOf(data)).toEqual([[idOf(pki.delegatedResponder), 'intact']])
      expect(data.paths.map((entry) => entry.certificate)).toContain(idOf(pki.delegatedResponder))
      expect(data.paths.find((entry) => entry.certificate === idOf(pki.delegatedResponder))?.paths).toMatchObject([{ anchored: true }])
    },
  )

  it.each(['name', 'key'] as const)(
    'the signer of an OCSP response is found in the snapshot by %s when the response contains no certificate',
    (responderId) => {
      const data = collect({ ocsp: [ocsp({ responder: pki.listedResponder, responderId, certificates: [] })] })
      expect(signerOf(data)).toEqual([[idOf(pki.listedResponder), 'intact']])
      expect(data.paths.find((entry) => entry.certificate === idOf(pki.listedResponder))?.paths).toEqual([
        { certificates: [idOf(pki.listedResponder)], anchored: true },
      ])
    },
  )

  it('the signer of an OCSP response is found in the snapshot by key when the subject key identifier says something else', () => {
    const odd = variantOf(pki.listedResponder, { subjectKeyIdentifier: Buffer.from('abcd', 'hex') })
    const data = collect({ ocsp: [ocsp({ responder: odd, responderId: 'key', certificates: [] })] }, [[derOf(odd), 'Certstatus/OCSP']])
    expect(signerOf(data)).toEqual([[idOf(odd), 'intact']])
  })

  it('the signer of an OCSP response is found among the certificates of the signature', () => {
    const response = ocsp({ certificates: [] })
    expect(signerOf(collect({ ocsp: [response] }))).toEqual([[null, 'no-certificate']])
    expect(signerOf(collect({ ocsp: [response], certificates: [derOf(pki.delegatedResponder)] }))).toEqual([
      [idOf(pki.delegatedResponder), 'intact'],
    ])
  })

  it('the signer of an OCSP response may be the authority itself', () => {
    expect(signerOf(collect({ ocsp: [ocsp({ responder: pki.issuingAuthority, certificates: [] })] }))).toEqual([
      [idOf(pki.issuingAuthority), 'intact'],
    ])
  })

  it('the signer of an OCSP response is the one among several of the same name whose key verifies', () => {
    const renewed = variantOf(pki.listedResponder, { key: freshKey('renewed') })
    const listed: Listed[] = [[derOf(renewed), 'Certstatus/OCSP'], ...anchors]
    const data = collect({ ocsp: [ocsp({ responder: pki.listedResponder, certificates: [] })] }, listed)
    expect(signerOf(data)).toEqual([[idOf(pki.listedResponder), 'intact']])
    const other = collect({ ocsp: [ocsp({ responder: renewed, certificates: [] })] }, listed)
    expect(signerOf(other)).toEqual([[idOf(renewed), 'intact']])
  })

  it('the signer of an OCSP response is, of several certificates with its key, the one that leads to an anchor, then the one valid at that time', () => {
    const foreign = variantOf(pki.delegatedResponder, { issuer: pki.foreignAuthority })
    const expired = variantOf(pki.delegatedResponder, { notBefore: '2020-07-01T00:00:00Z', notAfter: '2021-01-01T00:00:00Z' })
    const certificates = [foreign, expired, pki.delegatedResponder].map((identity) => identity.certificate)
    expect(signerOf(collect({ ocsp: [ocsp({ certificates })] }))).toEqual([[idOf(pki.delegatedResponder), 'intact']])
    expect(signerOf(collect({ ocsp: [ocsp({ certificates: certificates.slice(0, 2) })] }))).toEqual([[idOf(expired), 'intact']])
  })

  it('the signer of an OCSP response is, of several certificates with its key, the listed one before one that its authority exempts, in any order', () => {
    const listed = variantOf(pki.listedResponder, { ocspNoCheck: false })
    const exempt = variantOf(listed, {
      subject: pki.delegatedResponder.certificate.subject,
      issuer: pki.issuingAuthority,
      ocspNoCheck: true,
    })
    for (const both of [
      [listed, exempt],
      [exempt, listed],
    ]) {
      const certificates = both.map((identity) => identity.certificate)
      const data = collect({ ocsp: [ocsp({ responder: listed, responderId: 'key', certificates })] }, [
        [derOf(pki.issuingAuthority)],
        [derOf(listed), 'Certstatus/OCSP/QC'],
      ])
      expect(signerOf(data)).toEqual([[idOf(listed), 'intact']])
    }
  })

  it('the signer of an OCSP response is, of several certificates with its key, the one that needs no revocation data, in any order', () => {
    const checked = variantOf(pki.delegatedResponder, { ocspNoCheck: false })
    for (const order of [
      [checked, pki.delegatedResponder],
      [pki.delegatedResponder, checked],
    ]) {
      const certificates = order.map((identity) => identity.certificate)
      expect(signerOf(collect({ ocsp: [ocsp({ certificates })] }))).toEqual([[idOf(pki.delegatedResponder), 'intact']])
    }
  })

  it('the signer of an OCSP response is, of several authorities with one key, the one that the response names', () => {
    const renamed = variantOf(pki.secondAuthority, { subject: [['CN', 'Second Authority, as it is called now']] })
    const names = [pki.secondAuthority, renamed]
    for (const order of [names, names.toReversed()]) {
      for (const authority of names) {
        const signer = pki.signerOf(authority)
        const response = ocsp({ certificate: signer, responder: authority, responderId: 'key', certificates: [] })
        const listed = order.map((one): Listed => [derOf(one)])
        expect(signerOf(collect({ signer: derOf(signer), ocsp: [response] }, listed))).toEqual([[idOf(authority), 'intact']])
      }
    }
  })

  it('the signer of an OCSP response is, of several responders with one key, the one of the authority that the response names, or one that is listed', () => {
    const ofAnother = variantOf(pki.delegatedResponder, { issuer: pki.secondAuthority })
    const authorities: readonly Listed[] = [[derOf(pki.issuingAuthority)], [derOf(pki.secondAuthority)]]
    const responders = [pki.delegatedResponder, ofAnother]
    for (const order of [responders, responders.toReversed()]) {
      const input = { ocsp: [ocsp({ certificates: [] })], certificates: order.map(derOf) }
      expect(signerOf(collect(input, authorities))).toEqual([[idOf(pki.delegatedResponder), 'intact']])
    }
    const named = variantOf(pki.delegatedResponder, { subject: [['CN', 'Listed under another name']] })
    const input = { ocsp: [ocsp({ responderId: 'key', certificates: [] })], certificates: [...responders, named].map(derOf) }
    expect(signerOf(collect(input, [...authorities, [derOf(named), 'Certstatus/OCSP/QC']]))).toEqual([[idOf(named), 'intact']])
  })

  it('the signer of an OCSP response is unknown when the signature does not verify', () => {
    const data = collect({ ocsp: [ocsp({ tamperSignature: (signature) => Buffer.from(signature).fill(7, signature.length - 6) })] })
    expect(signerOf(data)).toEqual([[null, 'mismatch']])
  })

  it('the signer of an OCSP response is unknown when the name belongs to a certificate with another key', () => {
    const impostor = variantOf(pki.listedResponder, { key: freshKey('impostor') })
    expect(signerOf(collect({ ocsp: [ocsp({ responder: impostor, certificates: [] })] }))).toEqual([[null, 'mismatch']])
  })

  it('the signer of an OCSP response is not looked for once the budget is used up', () => {
    const data = collect({ ocsp: [ocsp()] }, anchors, { maxSignatureChecks: 1 })
    expect(signerOf(data)).toEqual([[null, 'no-certificate']])
    expect(data.pathBudgetExhausted).toBe(true)
  })
})

it('the collection of statuses gives the same data for the same facts, snapshot and bounds, with any content of the cache', () => {
  const input = { signer: derOf(pki.signer), ocsp: [ocsp()], certificates: [derOf(pki.issuingAuthority)] }
  const [warm, cold] = [cache, newCache()].map((used) =>
    collectValidationData(signatureFacts(used, input), indexOf(used, ...anchors), { cache: used, limits }),
  )
  expect(cold).toEqual(warm)
})
