import { describe, expect, it } from 'vitest'
import type { AnchorService, ServicePeriod } from '#model'
import { qualificationAt } from '#validation/policy'
import { at, authority, past, period, signer, startOfEidas, today, words } from './qualified-certificates.js'

const person = signer(['compliance', 'eSign', 'device'])
const asked = (services: readonly AnchorService[], time: number, certificate = person) => {
  const { result, block } = qualificationAt(certificate, services, time)
  return { words: words(result), result, checks: new Map(block.checks.map(({ key, outcome }) => [key, outcome])) }
}
const qualified = 'signature with device'

describe('the period of a service in force (TS 119 612 5.5.4, 5.6)', () => {
  const changes = at('2020-03-01T00:00:00Z')
  const again = at('2021-03-01T00:00:00Z')
  const periods: readonly ServicePeriod[] = [
    period({ from: again }),
    period({ from: changes, to: again, status: 'withdrawn' }),
    period({ from: at('2018-01-01T00:00:00Z'), to: changes }),
  ]
  const when = (time: number) => asked([authority(periods)], time).words

  it('the period of a service begins with its first moment and ends before that of the next', () => {
    expect(when(changes - 1)).toBe(qualified)
    expect(when(changes)).toBe('not qualified')
    expect(when(again - 1)).toBe('not qualified')
    expect(when(again)).toBe(qualified)
  })

  it('a service has no result before its first period', () => {
    const before = asked([authority(periods)], at('2018-01-01T00:00:00Z') - 1)
    expect(before.result).toBeNull()
    expect(before.checks.get('level-service-listed')).toBe('informed')
    expect(when(at('2018-01-01T00:00:00Z'))).toBe(qualified)
  })

  it('a period of length zero is never in force', () => {
    const zero = [period({ from: changes }), period({ from: changes, to: changes, status: 'withdrawn' }), period({ to: changes })]
    expect(asked([authority(zero)], changes).words).toBe(qualified)
    expect(asked([authority(zero)], changes - 1).words).toBe(qualified)
  })

  it('a service without a period at a moment is not listed then', () => {
    const gap = [period({ from: again }), period({ to: changes })]
    expect(asked([authority(gap)], changes).result).toBeNull()
    expect(asked([authority(gap)], again).words).toBe(qualified)
  })

  it('the lists do not tell without any service', () => {
    expect(asked([], today).result).toBeNull()
  })
})

describe('the types of a service (TS 119 615 4.4, step 3)', () => {
  const statedFor = (information: readonly string[], from: number) =>
    asked(
      [authority([period({ from, information })])],
      startOfEidas,
      signer(['compliance', 'eSign', 'device'], { notBefore: startOfEidas }),
    )
  const directive = at('2015-01-01T00:00:00Z')

  it('the types of a service are signatures where a period before the Regulation states none, and what it states otherwise', () => {
    expect(statedFor([], directive).checks.get('level-service-covers-certificate-type')).toBe('satisfied')
    expect(statedFor(['ForeSignatures'], directive).checks.get('level-service-covers-certificate-type')).toBe('satisfied')
    expect(statedFor(['ForeSeals'], directive).checks.get('level-service-covers-certificate-type')).toBe('informed')
  })

  it('the types of a service are those stated in a period under the Regulation', () => {
    expect(statedFor([], startOfEidas).words).toBe('not qualified')
    expect(statedFor(['ForeSignatures'], startOfEidas).words).toBe(qualified)
    expect(statedFor(['ForeSeals'], startOfEidas).words).toBe('not qualified')
  })
})

describe('statuses (TS 119 612 5.5.4)', () => {
  it.each<[string, ServicePeriod['status'], number, string]>([
    ['granted', 'granted', startOfEidas, qualified],
    ['withdrawn', 'withdrawn', startOfEidas, 'not qualified'],
    ['recognised at national level: trusted, not qualified', 'recognisedatnationallevel', startOfEidas, 'not qualified'],
    ['deprecated at national level', 'deprecatedatnationallevel', startOfEidas, 'not qualified'],
    ['set by national law', 'setbynationallaw', startOfEidas, 'not qualified'],
    ['deprecated by national law', 'deprecatedbynationallaw', startOfEidas, 'not qualified'],
    ['under supervision', 'undersupervision', past, qualified],
    ['accredited', 'accredited', past, qualified],
    ['supervision in cessation', 'supervisionincessation', past, qualified],
    ['supervision ceased', 'supervisionceased', past, 'not qualified'],
    ['supervision revoked', 'supervisionrevoked', past, 'not qualified'],
    ['accreditation ceased', 'accreditationceased', past, 'not qualified'],
    ['accreditation revoked', 'accreditationrevoked', past, 'not qualified'],
    // The start of the period decides which vocabulary applies, not the moment that is asked for.
    ['under supervision since the Regulation: inconsistent', 'undersupervision', startOfEidas, 'not qualified'],
    ['accredited since the Regulation: inconsistent', 'accredited', startOfEidas, 'not qualified'],
    ['granted a moment before the Regulation: inconsistent', 'granted', startOfEidas - 1, 'not qualified'],
    // A list had to confirm or end each of them on that day.
    ['under supervision since before it, confirmed by nothing since, asked today', 'undersupervision', startOfEidas - 1, 'not qualified'],
    ['accredited until a moment before it, asked today', 'accredited', startOfEidas - 1, 'not qualified'],
  ])('the status of a service decides whether it was granted (TS 119 612 5.5.4): %s', (_, status, from, expected) => {
    expect(asked([authority([period({ from, status })])], from === past ? past + 1 : today).words).toBe(expected)
  })

  it('a status of the Directive counts until the end of its last day, in Brussels or in UTC', () => {
    const supervised = [authority([period({ from: past, to: null })])]
    expect(asked(supervised, at('2016-06-30T23:59:59Z')).words).toBe(qualified)
    expect(asked(supervised, at('2016-07-01T00:00:00Z')).words).toBe('not qualified')
  })
})

describe('types of services', () => {
  it.each<[ServicePeriod['type']]>([['CA/PKC'], ['NationalRootCA-QC'], ['Certstatus/OCSP/QC'], ['TSA/QTST'], ['TSA/TSS-QC']])(
    'a service of the type %s alone makes no certificate qualified',
    (type) => {
      const { words: result, checks } = asked(
        [authority([period({ type, qualifiers: ['QCStatement', 'QCForESig', 'QCWithQSCD'] })])],
        today,
      )
      expect(result).toBe('not qualified')
      expect(checks.get('level-service-for-qualified-certificates')).toBe('informed')
    },
  )

  it('a service of another type next to CA/QC has no effect, not even a contradiction', () => {
    const other = authority([period({ type: 'CA/PKC', qualifiers: ['NotQualified'] })], 'EE/1/2')
    expect(asked([other, authority([period()])], today).words).toBe(qualified)
  })
})

describe('several services for one certificate (step 5)', () => {
  const two = (first: Parameters<typeof period>[0], second: Parameters<typeof period>[0]) =>
    asked([authority([period(first)], 'EE/1/1'), authority([period(second)], 'EE/2/1')], today)

  it('several services with the same result count as one', () => {
    const { words: result, checks } = two({ qualifiers: ['QCStatement'] }, { qualifiers: ['QCForESig', 'QCWithQSCD'] })
    expect(result).toBe(qualified)
    expect(checks.get('level-services-agree')).toBe('satisfied')
  })

  it.each<[string, Parameters<typeof period>[0], Parameters<typeof period>[0]]>([
    ['about being qualified', {}, { qualifiers: ['NotQualified'] }],
    ['about the device', {}, { qualifiers: ['QCNoQSCD'] }],
    ['about the type', {}, { information: ['ForeSignatures', 'ForeSeals'], qualifiers: ['QCForESeal'] }],
    ['because one is withdrawn', {}, { status: 'withdrawn' }],
    ['because one contradicts itself', {}, { qualifiers: ['QCStatement', 'NotQualified'] }],
  ])('several services that disagree %s leave the certificate undetermined, in either order', (_, first, second) => {
    for (const { result, checks } of [two(first, second), two(second, first)]) {
      expect(result).toBeNull()
      expect(checks.get('level-services-agree')).toBe('informed')
    }
  })

  it('several services that are withdrawn agree that the certificate is not qualified', () => {
    expect(two({ status: 'withdrawn' }, { status: 'withdrawn' }).words).toBe('not qualified')
  })

  it('a service that does not cover the type leaves the other to decide', () => {
    expect(two({}, { information: ['ForeSeals'], qualifiers: ['NotQualified'] }).words).toBe(qualified)
  })

  it('a service that was not listed yet leaves the other to decide', () => {
    expect(two({}, { from: today + 1, status: 'withdrawn' }).words).toBe(qualified)
  })
})

describe('every step is a check with key and clause', () => {
  it('every step of the question is a check with key and clause, up to the one that ends it', () => {
    const { block } = qualificationAt(person, [authority([period({ qualifiers: ['QCWithQSCD'] })])], today)
    expect(block).toMatchObject({ name: 'certificate-qualification', status: { indication: 'PASSED' } })
    expect(block.checks.map(({ key, outcome }) => `${key} ${outcome}`)).toEqual([
      'level-service-listed satisfied',
      'level-service-for-qualified-certificates satisfied',
      'level-service-covers-certificate-type satisfied',
      'level-services-consistent satisfied',
      'level-services-agree satisfied',
      'level-service-active satisfied',
      'level-certificate-qualified satisfied',
      'level-certificate-type satisfied',
      'level-certificate-device satisfied',
    ])
    for (const check of block.checks) {
      expect(check.clause).toBe(check.key === 'level-certificate-device' ? 'TS 119 615 4.5' : 'TS 119 615 4.4')
      expect(check).not.toHaveProperty('onFailure')
    }
    expect(block.checks.at(-1)?.facts).toEqual({ stated: true, captured: ['QCWithQSCD'] })
  })

  it.each<[string, readonly AnchorService[]]>([
    ['level-service-listed', []],
    ['level-service-for-qualified-certificates', [authority([period({ type: 'CA/PKC' })])]],
    ['level-service-covers-certificate-type', [authority([period({ information: ['ForeSeals'] })])]],
    ['level-services-agree', [authority([period()]), authority([period({ status: 'withdrawn' })], 'EE/1/2')]],
    ['level-service-active', [authority([period({ status: 'withdrawn' })])]],
  ])('the check %s of the question is the last one when it fails', (key, services) => {
    const { block } = qualificationAt(person, services, today)
    expect(block.checks.at(-1)).toMatchObject({ key, outcome: 'informed' })
  })
})
