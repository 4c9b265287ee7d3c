import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { limits } from '#config'
import type { Instant, TrustSource } from '#model'
import { buildTrustSnapshot } from '#trust'
import { showCertificate } from '#trust/supply'
import type { Siva1Report } from '#writers/siva1'
import { openDecodedCache } from '../../src/validation/validation-context.js'
import { pki } from '../support/pki.js'
import {
  estonianServices,
  type ListOptions,
  listMoment,
  listOfLists,
  nationalList,
  type ServiceOptions,
} from '../support/trusted-lists/index.js'
import { validated } from '../support/validated.js'
import { createValidationContext, fixedTrust } from '../support/validation-context.js'
import { assemble, lotlFile, nationalFile } from '../trust/lists/list-set/lists-at-hand.js'

const document = readFileSync(new URL('../../fixtures/documents/lt.asice', import.meta.url))
const pem = (der: Buffer) => Buffer.from(`-----BEGIN CERTIFICATE-----\n${der.toString('base64')}\n-----END CERTIFICATE-----\n`)

function snapshotOf(ee: Partial<ListOptions> = {}, lotl: Partial<ListOptions> = {}) {
  const set = assemble([
    lotlFile(listOfLists(lotl)),
    nationalFile('EE', nationalList('EE', ee)),
    nationalFile('LV', nationalList('LV', { nextUpdate: '2026-07-01T00:00:00Z' })),
  ])
  return buildTrustSnapshot(set.contents)
}
function validate(snapshot: ReturnType<typeof snapshotOf>, validationTime: Instant = listMoment): Siva1Report {
  const context = createValidationContext(snapshot, openDecodedCache(limits))
  const request = { document, filename: 'leping.asice', documentType: 'BDOC', policy: 'POLv1', validationTime } as const
  return validated(request, context).report
}
const warnings = (report: Siva1Report) => report.signatures[0]?.warnings.map(({ key }) => key)
const only = (report: Siva1Report) => report.signatures[0]

describe('a signature that rests on a trusted list', () => {
  it('a signature that rests on a trusted list passes, with its legal level, and without a word about lists that are current', () => {
    const report = validate(snapshotOf())
    expect(only(report)).toMatchObject({ indication: 'TOTAL-PASSED', signatureLevel: 'QES' })
    expect(warnings(report)).toEqual([])
  })

  it('a signature that rests on a trusted list passes with a warning when the list should have been replaced by now (decisions.md#stale-list)', () => {
    const stale = snapshotOf({ nextUpdate: '2026-07-31T00:00:00Z' })
    const report = validate(stale)
    expect(only(report)?.indication).toBe('TOTAL-PASSED')
    expect(only(report)?.warnings).toEqual([
      {
        key: 'trusted-list-stale',
        description:
          'The signature rests on the trusted list of EE (number 1), which should have been replaced by 2026-07-31T00:00:00Z; changes since then are not known here.',
      },
    ])
    expect(warnings(validate(stale, Date.parse('2026-07-30T00:00:00Z')))).toEqual([])
  })

  it('a signature that rests on a trusted list passes with a warning when the list of lists above it should have been replaced', () => {
    expect(warnings(validate(snapshotOf({}, { nextUpdate: '2026-07-31T00:00:00Z' })))).toEqual(['list-of-lists-stale'])
  })

  it('a signature that rests on a trusted list passes with a warning when its level rests on an authority of another list that should have been replaced', () => {
    const root = { certificates: [pki.root.certificate], instances: estonianServices[0]?.instances ?? [] }
    const set = assemble([
      lotlFile(listOfLists()),
      nationalFile('EE', nationalList('EE')),
      nationalFile('LV', nationalList('LV', { nextUpdate: '2026-07-01T00:00:00Z', providers: [{ name: 'P', services: [root] }] })),
    ])
    expect(only(validate(buildTrustSnapshot(set.contents)))).toMatchObject({
      indication: 'TOTAL-PASSED',
      signatureLevel: 'QES',
      warnings: [{ key: 'trusted-list-stale', description: expect.stringContaining('LV') }],
    })
  })

  it('a signature that rests on a trusted list hears nothing of the list of another country, nor of one that is closed for good', () => {
    expect(warnings(validate(snapshotOf({ nextUpdate: null })))).toEqual([])
  })

  it('a signature that rests on a trusted list does not pass when its authority was listed only after it issued the certificate (decisions.md#service-status)', () => {
    const later = (services: readonly ServiceOptions[]) =>
      services.map((service, i) =>
        i === 0 ? { ...service, instances: [{ type: 'CA/QC', status: 'granted', from: '2025-06-01T00:00:00Z' }] } : service,
      )
    const report = validate(snapshotOf({ providers: [{ name: 'P', services: later(estonianServices) }] }))
    expect(only(report)?.indication).not.toBe('TOTAL-PASSED')
  })

  it('a signature that rests on a trusted list gives the same report from the same lists with any file names', () => {
    expect(validate(snapshotOf())).toEqual(validate(snapshotOf()))
    const source = snapshotOf().sources.find(({ id }) => id === 'EE') as TrustSource
    expect(Object.keys(source.facts)).not.toContain('file')
  })
})

describe('showing a certificate', () => {
  const trust = fixedTrust(
    snapshotOf({
      providers: [
        {
          name: 'Provider',
          services: estonianServices.map((service, i) =>
            i === 0
              ? { ...service, instances: [{ type: 'CA/QC', status: 'withdrawn', from: '2026-05-01T00:00:00Z' }, ...service.instances] }
              : service,
          ),
        },
      ],
    }),
  )

  it('showing a certificate says which service makes it what it is, at issuance and at the asked time', () => {
    const shown = showCertificate(pem(pki.signer.certificate.der), 'signer.pem', trust, listMoment, limits)
    expect(shown.path).toHaveLength(2)
    expect(shown.services).toMatchObject([
      {
        service: 'EE/1/1',
        name: 'Provider: Issuing authority',
        relation: 'issuer',
        atIssuance: { type: 'CA/QC', status: 'granted' },
        atTime: { status: 'withdrawn' },
      },
    ])
    expect(shown.qualification.atIssuance).toEqual({ qualified: true, type: 'signature', device: true })
    expect(shown.qualification.atTime?.qualified).toBe(false)
  })

  it('a certificate that is listed itself is shown as listed', () => {
    const shown = showCertificate(pki.timeStampingUnit.certificate.der, 'unit.der', trust, listMoment, limits)
    expect(shown.services).toMatchObject([{ service: 'EE/1/4', relation: 'itself', atTime: { type: 'TSA/QTST', status: 'granted' } }])
  })

  it('showing a certificate names every authority above it, also above the first', () => {
    const root = {
      name: 'Root',
      certificates: [pki.root.certificate],
      instances: (estonianServices[0]?.instances ?? []).map((instance) => ({ ...instance, status: 'withdrawn' })),
    }
    const both = fixedTrust(snapshotOf({ providers: [{ name: 'Provider', services: [...estonianServices, root] }] }))
    const shown = showCertificate(pem(pki.signer.certificate.der), 'signer.pem', both, listMoment, limits)
    expect(shown.services.map(({ service, relation, atTime }) => `${service} ${relation} ${atTime?.status ?? ''}`)).toEqual([
      'EE/1/1 issuer granted',
      'EE/1/5 issuer withdrawn',
    ])
    // The two disagree.
    expect(shown.qualification).toEqual({ atIssuance: null, atTime: null })
    expect(shown.path).toHaveLength(2)
  })

  it('a certificate is not shown as qualified by an authority above an expired one that is not listed', () => {
    const root = { name: 'Root', certificates: [pki.root.certificate], instances: estonianServices[0]?.instances ?? [] }
    const above = fixedTrust(snapshotOf({ providers: [{ name: 'Provider', services: [root] }] }))
    const shownAt = (time: Instant) =>
      showCertificate(
        Buffer.concat([pki.signer, pki.issuingAuthority].map(({ certificate }) => pem(certificate.der))),
        'x.pem',
        above,
        time,
        limits,
      )
    const { notAfter } = showCertificate(pem(pki.issuingAuthority.certificate.der), 'x.pem', above, listMoment, limits).certificate
    expect(shownAt(notAfter).qualification.atTime).toMatchObject({ qualified: true })
    expect(shownAt(notAfter + 1_000).qualification.atTime).toBeNull()
  })

  it('a certificate that nothing is known of is shown without path and services', () => {
    const shown = showCertificate(pki.foreignResponder.certificate.der, 'x.der', fixedTrust(buildTrustSnapshot([])), listMoment, limits)
    expect(shown).toMatchObject({ path: [], services: [], qualification: { atIssuance: null, atTime: null } })
  })
})
