import { describe, expect, it } from 'vitest'
import type { ServicePeriod, TrustService } from '#model'
import { buildTrustSnapshot } from '#trust'
import { pki } from '../../../support/pki.js'
import {
  additionalInformation,
  criteriaList,
  expiredCertificatesRevocationInfo,
  type InstanceOptions,
  keyUsageCriterion,
  listOfLists,
  nationalList,
  policyCriterion,
  qualification,
  qualifications,
  type ServiceOptions,
  takenOverBy,
} from '../../../support/trusted-lists/index.js'
import { indexSnapshot } from '../../../support/validation-context.js'
import { element, text, type XmlPart } from '../../../support/xml-text.js'
import { assemble, contextAt, lotlFile, nationalFile } from '../list-set/lists-at-hand.js'

const authority = pki.issuingAuthority.certificate
const granted = (from: string, changes: Partial<InstanceOptions> = {}): InstanceOptions => ({
  type: 'CA/QC',
  status: 'granted',
  from,
  ...changes,
})

function load(services: readonly ServiceOptions[]) {
  const list = nationalList('EE', { providers: [{ name: 'Provider', services }] })
  const set = assemble([lotlFile(listOfLists()), nationalFile('EE', list)], {}, { territories: { kind: 'only', territories: ['EE'] } })
  expect(set.refusals).toEqual([])
  return set
}
const servicesOf = (...services: readonly ServiceOptions[]): readonly TrustService[] =>
  load(services).contents.flatMap((content) => content.services)
const periodsOf = (...instances: readonly InstanceOptions[]): readonly ServicePeriod[] =>
  servicesOf({ certificates: [authority], instances })[0]?.periods ?? []
const shown = (periods: readonly ServicePeriod[]) =>
  periods.map(({ type, status, from, to }) => `${type} ${status} ${iso(from)} ${to === null ? '' : iso(to)}`.trim())
const iso = (instant: number) => new Date(instant).toISOString().slice(0, 16)
const at = (periods: readonly ServicePeriod[], time: string) =>
  periods.find(({ from, to }) => from <= Date.parse(time) && (to === null || Date.parse(time) < to))?.status ?? null

describe('instances of a service (TS 119 612 5.5.4 to 5.6)', () => {
  it('instances of a service are periods: each begins at its start and ends where the next one begins', () => {
    const periods = periodsOf(
      granted('2020-01-01T00:00:00Z', { status: 'withdrawn' }),
      granted('2017-01-01T00:00:00Z'),
      granted('2010-01-01T00:00:00Z', { status: 'undersupervision' }),
    )
    expect(shown(periods)).toEqual([
      'CA/QC withdrawn 2020-01-01T00:00',
      'CA/QC granted 2017-01-01T00:00 2020-01-01T00:00',
      'CA/QC undersupervision 2010-01-01T00:00 2017-01-01T00:00',
    ])
    expect(at(periods, '2017-01-01T00:00:00Z')).toBe('granted')
    expect(at(periods, '2016-12-31T23:59:59.999Z')).toBe('undersupervision')
    expect(at(periods, '2020-01-01T00:00:00Z')).toBe('withdrawn')
    expect(at(periods, '2009-12-31T23:59:59Z')).toBeNull()
  })

  it('instances of a service are sorted by their start, from any order in the list', () => {
    const periods = periodsOf(
      granted('2020-01-01T00:00:00Z'),
      granted('2010-01-01T00:00:00Z', { status: 'undersupervision' }),
      granted('2017-01-01T00:00:00Z', { status: 'withdrawn' }),
    )
    expect(shown(periods)).toEqual([
      'CA/QC granted 2020-01-01T00:00',
      'CA/QC withdrawn 2017-01-01T00:00 2020-01-01T00:00',
      'CA/QC undersupervision 2010-01-01T00:00 2017-01-01T00:00',
    ])
  })

  it('instances of a service of length zero give way to the newer one (Klass3-SK 2010 at 2016-06-30T22:00Z)', () => {
    const periods = periodsOf(
      granted('2016-06-30T22:00:00Z'),
      granted('2016-06-30T22:00:00Z', { status: 'withdrawn' }),
      granted('2010-01-01T00:00:00Z', { status: 'undersupervision' }),
    )
    expect(shown(periods)).toEqual(['CA/QC granted 2016-06-30T22:00', 'CA/QC undersupervision 2010-01-01T00:00 2016-06-30T22:00'])
  })

  it('instances of a service may change the type, and be withdrawn and granted again', () => {
    const periods = periodsOf(
      granted('2019-01-01T00:00:00Z'),
      granted('2018-01-01T00:00:00Z', { status: 'withdrawn' }),
      granted('2017-01-01T00:00:00Z', { type: 'CA/PKC', status: 'recognisedatnationallevel' }),
    )
    expect(shown(periods)).toEqual([
      'CA/QC granted 2019-01-01T00:00',
      'CA/QC withdrawn 2018-01-01T00:00 2019-01-01T00:00',
      'CA/PKC recognisedatnationallevel 2017-01-01T00:00 2018-01-01T00:00',
    ])
  })

  it('instances of a service of an unknown type or status are silence, not the continuation of the one before', () => {
    for (const changes of [
      { type: 'EDS/Q' },
      { type: 'CA/QC2' },
      { typeUri: 'https://evil.example/TrstSvc/Svctype/CA/QC' },
      { typeUri: 'https://uri.etsi.org/TrstSvc/Svctype/CA/QC' },
      { typeUri: 'http://uri.etsi.org/TrstSvc/Svctype/CA/QC/' },
      { typeUri: 'http://uri.etsi.org/TrstSvc/Svctype/CA/qc' },
      { typeUri: 'CA/QC' },
      { status: 'grantedish' },
      { statusUri: 'https://evil.example/TrustedList/Svcstatus/granted' },
      { statusUri: 'https://uri.etsi.org/TrstSvc/TrustedList/Svcstatus/granted' },
      { statusUri: 'http://uri.etsi.org/TrstSvc/TrustedList/Svcstatus/granted/' },
      { statusUri: 'http://uri.etsi.org/TrstSvc/TrustedList/Svcstatus/Granted' },
      { statusUri: 'granted' },
    ]) {
      const periods = periodsOf(granted('2020-01-01T00:00:00Z', changes), granted('2017-01-01T00:00:00Z'))
      expect(shown(periods)).toEqual(['CA/QC granted 2017-01-01T00:00 2020-01-01T00:00'])
      expect(at(periods, '2021-01-01T00:00:00Z')).toBeNull()
    }
  })

  it('instances of a service with an unknown critical extension are silence; one that is not critical does not matter', () => {
    const strange = element('tslx:Strange', {})
    expect(periodsOf(granted('2020-01-01T00:00:00Z', { extensions: [{ critical: true, content: strange }] }))).toEqual([])
    expect(periodsOf(granted('2020-01-01T00:00:00Z', { extensions: [{ critical: false, content: strange }] }))).toHaveLength(1)
    const mixed = periodsOf(
      granted('2020-01-01T00:00:00Z', { extensions: [{ critical: true, content: strange }] }),
      granted('2017-01-01T00:00:00Z'),
    )
    expect(shown(mixed)).toEqual(['CA/QC granted 2017-01-01T00:00 2020-01-01T00:00'])
  })

  it.each([
    ['holds text only', 'Certificates for signatures only until 2019'],
    ['is empty', ''],
  ])('instances of a service with a critical extension that %s are silence, and it is pointed out', (_, content) => {
    const silenced = (critical: boolean) =>
      load([{ certificates: [authority], instances: [granted('2020-01-01T00:00:00Z', { extensions: [{ critical, content }] })] }])
    expect(silenced(true).contents[1]?.services).toEqual([])
    expect(silenced(true).notices).toEqual([
      { source: 'test', key: 'unreadable-services', message: expect.stringContaining('critical extension text') },
      { source: 'test', key: 'no-usable-service', message: expect.stringContaining('names 1 services, of which none can be used') },
    ])
    expect(silenced(false).contents[1]?.services).toHaveLength(1)
  })

  it('instances of a service may use the status addresses of the lists before 2014', () => {
    const statusUri = 'http://uri.etsi.org/TrstSvc/eSigDir-1999-93-EC-TrustedList/Svcstatus/undersupervision'
    expect(shown(periodsOf(granted('2010-01-01T00:00:00Z', { statusUri })))).toEqual(['CA/QC undersupervision 2010-01-01T00:00'])
  })
})

describe('a service that could be read in two ways', () => {
  const withdrawn = granted('2021-01-01T00:00:00Z', { status: 'withdrawn' })
  const past = granted('2017-01-01T00:00:00Z')
  const criteria = criteriaList('all')
  const qualified = granted('2021-01-01T00:00:00Z', { extensions: [{ content: qualifications(qualification(['QCStatement'], criteria)) }] })
  /** Repeats the first element of that name, with `edit` applied to the second one. */
  const repeat =
    (name: string, edit: (second: string) => string = (second) => second) =>
    (xml: string) =>
      xml.replace(new RegExp(`<${name}[ >][\\s\\S]*?</${name}>`), (first) => first + edit(first))

  it.each<[string, readonly InstanceOptions[], (xml: string) => string]>([
    ['a second status', [withdrawn, past], repeat('tsl:ServiceStatus', (second) => second.replace('withdrawn', 'granted'))],
    [
      'a second status in its history',
      [granted('2021-01-01T00:00:00Z'), past],
      (xml) => xml.replace(/(<tsl:ServiceHistoryInstance>[\s\S]*?)(<tsl:ServiceStatus>[^<]*<\/tsl:ServiceStatus>)/, '$1$2$2'),
    ],
    ['a second type', [withdrawn, past], repeat('tsl:ServiceTypeIdentifier')],
    ['a second start', [withdrawn, past], repeat('tsl:StatusStartingTime')],
    ['a second history', [withdrawn, past], repeat('tsl:ServiceHistory')],
    ['a second current entry', [withdrawn, past], repeat('tsl:ServiceInformation')],
    ['no status', [withdrawn, past], (xml) => xml.replace(/<tsl:ServiceStatus>[^<]*<\/tsl:ServiceStatus>/, '')],
    ['a second identity', [withdrawn, past], repeat('tsl:ServiceDigitalIdentity')],
    ['second extensions', [qualified, past], repeat('tsl:ServiceInformationExtensions')],
    ['second qualifiers', [qualified, past], repeat('ecc:Qualifiers')],
    ['second criteria', [qualified, past], (xml) => xml.replace(/<ecc:CriteriaList[^>]*\/>/, '$&$&')],
    ['a current status that is older than its history', [past, withdrawn], (xml) => xml],
  ])(
    'a service that could be read in two ways (%s) says nothing, is pointed out, and takes no other service away',
    (_, instances, edit) => {
      const good = { certificates: [pki.secondAuthority.certificate], instances: [granted('2020-01-01T00:00:00Z')] }
      const list = nationalList('EE', {
        providers: [{ name: 'Provider', services: [{ certificates: [authority], instances }, good] }],
        signature: { edit },
      })
      const set = assemble([lotlFile(listOfLists()), nationalFile('EE', list)], {}, { territories: { kind: 'only', territories: ['EE'] } })
      expect(set.refusals).toEqual([])
      expect(set.contents[1]?.services.map(({ id }) => id)).toEqual(['EE/1/2'])
      expect(set.notices).toEqual([
        {
          source: 'test',
          key: 'unreadable-services',
          message: expect.stringMatching(/^The service 1\/1 of the list of EE is not used: ./),
        },
      ])
    },
  )
})

describe('services', () => {
  it('services of a list without a certificate, or of a type that plays no role, are no anchors', () => {
    expect(servicesOf({ certificates: [], instances: [granted('2020-01-01T00:00:00Z')] })).toEqual([])
    expect(servicesOf({ certificates: [authority], instances: [granted('2020-01-01T00:00:00Z', { type: 'QESValidation/Q' })] })).toEqual([])
  })

  it('services of a list with several certificates anchor each of them', () => {
    const [service] = servicesOf({
      certificates: [authority, pki.secondAuthority.certificate],
      instances: [granted('2020-01-01T00:00:00Z')],
    })
    expect(service?.certificates).toHaveLength(2)
  })

  it('services of a list with a certificate that cannot be read keep the others, and it is pointed out', () => {
    const broken = { ...authority, der: Buffer.from('3003020101', 'hex') }
    const set = load([
      { certificates: [broken, authority], instances: [granted('2020-01-01T00:00:00Z')] },
      { certificates: [broken], instances: [granted('2020-01-01T00:00:00Z')] },
    ])
    expect(set.contents[1]?.services).toHaveLength(1)
    expect(set.notices).toEqual([{ source: 'test', key: 'unreadable-certificates', message: expect.stringContaining('(2)') }])
  })

  it('services of a list for one key are all kept, whether they agree or not: who judges must see the contradiction', () => {
    const set = load([
      { certificates: [authority], instances: [granted('2020-01-01T00:00:00Z')] },
      { certificates: [authority], instances: [granted('2020-01-01T00:00:00Z', { status: 'withdrawn' })] },
    ])
    const { cache } = contextAt()
    const index = indexSnapshot(buildTrustSnapshot(set.contents), cache)
    const entity = index.entityOf(cache.certificate(authority.der).facts)
    expect(entity?.services.map(({ periods }) => periods[0]?.status).sort()).toEqual(['granted', 'withdrawn'])
  })

  it('services of a list are named by their provider and their place in the list', () => {
    const list = nationalList('EE', {
      providers: [
        { name: 'First', services: [{ name: 'A', certificates: [authority], instances: [granted('2020-01-01T00:00:00Z')] }] },
        {
          name: 'Second',
          services: [
            { certificates: [], instances: [granted('2020-01-01T00:00:00Z')] },
            { name: 'B', certificates: [authority], instances: [granted('2020-01-01T00:00:00Z')] },
          ],
        },
      ],
    })
    const set = assemble([lotlFile(listOfLists()), nationalFile('EE', list)])
    expect(set.contents[1]?.services.map(({ id, name, source }) => `${id} ${name} ${source}`)).toEqual([
      'EE/1/1 First: A EE',
      'EE/2/2 Second: B EE',
    ])
  })
})

describe('extensions (TS 119 612 5.5.9)', () => {
  const read = (...contents: readonly XmlPart[]) =>
    periodsOf(granted('2020-01-01T00:00:00Z', { extensions: contents.map((content) => ({ critical: true, content })) }))[0]?.qualification
  const criteriaOf = (criteria: XmlPart) => read(qualifications(qualification(['QCStatement'], criteria)))?.qualifications[0]?.criteria

  it('extensions of a service are read with any critical flag, also repeated ones', () => {
    expect(
      read(additionalInformation('ForeSignatures'), additionalInformation('ForeSeals'), additionalInformation('RootCA-'))
        ?.additionalInformation,
    ).toEqual(['ForeSignatures', 'ForeSeals', 'RootCA-'])
    const elsewhere = [
      'https://evil.example/SvcInfoExt/ForeSeals',
      'http://uri.etsi.org/TrstSvc/TrustedList/SvcInfoExt/ForeSeals#',
      'ForeSeals',
    ]
    for (const uri of elsewhere)
      expect(read(element('tsl:AdditionalServiceInformation', {}, text('tsl:URI', uri)))?.additionalInformation).not.toContain('ForeSeals')
    expect(read(takenOverBy('Successor'))?.takenOverBy).toBe('Successor')
    expect(read(expiredCertificatesRevocationInfo('2018-01-01T00:00:00Z'))?.expiredCertificatesRevocationInfo).toBe(Date.UTC(2018, 0, 1))
  })

  it('extensions of a service keep qualifiers by their name, unknown ones as well', () => {
    expect(
      read(qualifications(qualification(['QCStatement', 'QCForESig', 'QCSomethingNew'], criteriaList('all'))))?.qualifications,
    ).toEqual([{ qualifiers: ['QCStatement', 'QCForESig', 'QCSomethingNew'], criteria: { assert: 'all', criteria: [] } }])
  })

  it('extensions of a service do not know a qualifier by the end of its address', () => {
    const foreign = (uri: string) =>
      element('ecc:QualificationElement', {}, element('ecc:Qualifiers', {}, element('ecc:Qualifier', { uri })), criteriaList('all'))
    for (const uri of [
      'https://evil.example/SvcInfoExt/QCWithQSCD',
      'QCWithQSCD',
      'http://uri.etsi.org/TrstSvc/TrustedList/SvcInfoExt/x/QCWithQSCD',
    ])
      expect(read(qualifications(foreign(uri)))?.qualifications[0]?.qualifiers).not.toContain('QCWithQSCD')
  })

  it.each(['all', 'atLeastOne', 'none'])('extensions of a service keep criteria joined by %s, nested ones as well', (assert) => {
    const inner = criteriaList('all', policyCriterion('1.2.3', 'urn:oid:1.2.4'))
    expect(criteriaOf(criteriaList(assert, keyUsageCriterion({ nonRepudiation: true, digitalSignature: false }), inner))).toEqual({
      assert,
      criteria: [
        {
          kind: 'key-usage',
          bits: [
            { bit: 'nonRepudiation', value: true },
            { bit: 'digitalSignature', value: false },
          ],
        },
        { kind: 'list', list: { assert: 'all', criteria: [{ kind: 'policy-set', policies: ['1.2.3', '1.2.4'] }] } },
      ],
    })
  })

  it('extensions of a service keep the bits of one KeyUsage together: both are meant, also under atLeastOne', () => {
    const both = criteriaOf(criteriaList('atLeastOne', keyUsageCriterion({ nonRepudiation: true, digitalSignature: true })))
    expect(both?.criteria).toHaveLength(1)
  })

  it('extensions of a service that are not known are recorded, and so are criteria that are missing', () => {
    expect(criteriaOf(criteriaList('none', element('ecc:Novelty', {})))?.criteria).toEqual([{ kind: 'unknown', name: 'Novelty' }])
    expect(criteriaOf(criteriaList('all', keyUsageCriterion({ teleportation: true })))?.criteria).toEqual([
      { kind: 'unknown', name: 'KeyUsageBit' },
    ])
    expect(criteriaOf(element('ecc:Nothing', {}))).toEqual({ assert: 'all', criteria: [{ kind: 'unknown', name: 'CriteriaList' }] })
  })

  it('extensions of a service that have no members, or an empty one, are not understood either: they would apply to all certificates, or to none', () => {
    const purposes = element('tslx:ExtendedKeyUsage', {}, element('tslx:KeyPurposeId', {}))
    for (const member of [
      keyUsageCriterion({}),
      policyCriterion(),
      policyCriterion('1.2.3', ''),
      policyCriterion('urn:oid:'),
      element('ecc:otherCriteriaList', {}, element('tslx:ExtendedKeyUsage', {})),
      element('ecc:otherCriteriaList', {}, purposes),
      element('ecc:otherCriteriaList', {}, element('tslx:CertSubjectDNAttribute', {})),
    ])
      expect(criteriaOf(criteriaList('none', member))?.criteria).toMatchObject([{ kind: 'unknown' }])
  })

  it('extensions of a service whose value is neither true nor false are not understood: read as false, they would apply to certificates without the bit', () => {
    const bit = (value: string) =>
      criteriaOf(criteriaList('all', element('ecc:KeyUsage', {}, text('ecc:KeyUsageBit', value, { name: 'nonRepudiation' }))))?.criteria
    for (const value of ['true', ' 1 ']) expect(bit(value)).toEqual([{ kind: 'key-usage', bits: [{ bit: 'nonRepudiation', value: true }] }])
    for (const value of ['false', '0']) expect(bit(value)).toEqual([{ kind: 'key-usage', bits: [{ bit: 'nonRepudiation', value: false }] }])
    for (const value of ['', 'TRUE', 'yes', '2', 'true false']) expect(bit(value)).toEqual([{ kind: 'unknown', name: 'KeyUsageBit' }])
  })

  it('extensions of a service that another namespace only calls a description, or that hold no criterion where others are announced, are not understood', () => {
    const description = (prefix: string) => criteriaOf(criteriaList('all', policyCriterion('1.2.3'), text(`${prefix}:Description`, 'x')))
    expect(description('ecc')?.criteria).toHaveLength(1)
    expect(description('tslx')?.criteria[1]).toEqual({ kind: 'unknown', name: 'Description' })
    expect(criteriaOf(criteriaList('all', element('ecc:otherCriteriaList', {})))?.criteria).toEqual([
      { kind: 'unknown', name: 'otherCriteriaList' },
    ])
    expect(criteriaOf(criteriaList('all', text('ecc:otherCriteriaList', 'cards only')))?.criteria).toEqual([
      { kind: 'unknown', name: 'otherCriteriaList' },
    ])
  })

  it('extensions of a service of other kinds name purposes and attributes; an unknown one among them is recorded next to the others', () => {
    const identified = (oid: string) => text('xades:Identifier', oid)
    const others = element(
      'ecc:otherCriteriaList',
      {},
      element('tslx:ExtendedKeyUsage', {}, element('tslx:KeyPurposeId', {}, identified('urn:oid:1.3.6.1.5.5.7.3.4'))),
      element('tslx:CertSubjectDNAttribute', {}, element('tslx:AttributeOID', {}, identified('2.5.4.97'))),
      element('tslx:QcStatementSet', {}),
    )
    expect(criteriaOf(criteriaList('all', others))?.criteria).toEqual([
      { kind: 'extended-key-usage', purposes: ['1.3.6.1.5.5.7.3.4'] },
      { kind: 'subject-attributes', types: ['2.5.4.97'] },
      { kind: 'unknown', name: 'QcStatementSet' },
    ])
  })
})
