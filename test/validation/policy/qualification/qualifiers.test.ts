import { describe, expect, it } from 'vitest'
import { qualificationAt } from '#validation/policy'
import {
  authority,
  type PeriodOptions,
  past,
  period,
  type Statement,
  signer,
  startOfEidas,
  today,
  under,
  words,
} from './qualified-certificates.js'

const all = ['ForeSignatures', 'ForeSeals', 'ForWebSiteAuthentication'] as const
const result = (options: PeriodOptions, statements: readonly Statement[], notBefore = today) =>
  words(under(options, signer(statements, { notBefore })))
const person = ['compliance', 'eSign'] as const
const withDevice = ['compliance', 'eSign', 'device'] as const

describe('each single qualifier, in a period since 2016-07-01 (TS 119 615 4.4)', () => {
  it.each<[string, readonly string[], readonly Statement[], string]>([
    ['nothing captured', [], person, 'signature'],
    ['nothing captured', [], withDevice, 'signature with device'],
    ['nothing captured', [], ['eSign'], 'not qualified'],
    ['QCStatement', ['QCStatement'], ['eSign'], 'signature'],
    ['QCStatement', ['QCStatement'], ['eSign', 'device'], 'signature with device'],
    ['QCStatement over another law', ['QCStatement'], ['compliance', 'eSign', 'legislation'], 'signature'],
    ['QCStatement on a certificate that says nothing', ['QCStatement'], [], 'unknown'],
    ['NotQualified', ['NotQualified'], withDevice, 'not qualified'],
    ['QCForESig', ['QCForESig'], ['compliance', 'eSeal'], 'signature'],
    ['QCForESig', ['QCForESig'], ['compliance', 'eSign', 'eSeal'], 'signature'],
    ['QCForESeal', ['QCForESeal'], person, 'seal'],
    ['QCForWSA', ['QCForWSA'], person, 'website'],
    ['QCForESig does not qualify by itself', ['QCForESig'], ['eSign'], 'not qualified'],
    ['QCForLegalPerson on a seal', ['QCForLegalPerson'], ['compliance', 'eSeal'], 'seal'],
    ['QCForLegalPerson takes signatures away', ['QCForLegalPerson'], person, 'not qualified'],
    ['QCWithQSCD', ['QCWithQSCD'], person, 'signature with device'],
    ['QCWithQSCD does not qualify by itself', ['QCWithQSCD'], ['eSign', 'device'], 'not qualified'],
    ['QCNoQSCD', ['QCNoQSCD'], withDevice, 'signature'],
    ['QCQSCDStatusAsInCert', ['QCQSCDStatusAsInCert'], withDevice, 'signature with device'],
    ['QCQSCDStatusAsInCert', ['QCQSCDStatusAsInCert'], person, 'signature'],
    ['QCQSCDManagedOnBehalf', ['QCQSCDManagedOnBehalf'], person, 'signature with device'],
    ['an unknown qualifier changes nothing', ['QCSomethingNew'], withDevice, 'signature with device'],
  ])(
    'a single qualifier changes what the certificate since 2016-07-01 states (TS 119 615 4.4): %s',
    (_, qualifiers, statements, expected) => {
      expect(result({ information: all, qualifiers }, statements)).toBe(expected)
    },
  )

  it.each<[string, readonly string[], string]>([
    // Words of the Directive stand beside their successors only; alone they contradict the date.
    ['QCWithSSCD alone', ['QCWithSSCD'], 'signature'],
    ['QCNoSSCD alone', ['QCNoSSCD'], 'signature'],
    ['QCSSCDStatusAsInCert alone refers to the certificate, as silence does', ['QCSSCDStatusAsInCert'], 'signature with device'],
    ['QCWithSSCD beside QCWithQSCD', ['QCWithSSCD', 'QCWithQSCD'], 'signature with device'],
    ['QCNoSSCD beside QCNoQSCD', ['QCNoSSCD', 'QCNoQSCD'], 'signature'],
    ['QCSSCDStatusAsInCert beside QCQSCDStatusAsInCert', ['QCSSCDStatusAsInCert', 'QCQSCDStatusAsInCert'], 'signature with device'],
  ])('a single qualifier changes the type and the device of a certificate since 2016-07-01: %s', (_, qualifiers, expected) => {
    expect(result({ information: all, qualifiers }, withDevice)).toBe(expected)
  })
})

describe('each single qualifier, in a period before 2016-07-01', () => {
  const old = { from: Date.UTC(2010, 0, 1) }
  it.each<[string, readonly string[], readonly Statement[], string]>([
    ['nothing captured', [], ['qcp'], 'signature'],
    ['nothing captured', [], ['qcpPlus'], 'signature with device'],
    ['QCStatement', ['QCStatement'], [], 'signature'],
    ['NotQualified', ['NotQualified'], ['qcpPlus'], 'not qualified'],
    ['QCForLegalPerson: there were signatures only', ['QCForLegalPerson'], ['qcp'], 'signature'],
    ['QCForESig', ['QCForESig'], ['qcp'], 'signature'],
    ['QCWithSSCD', ['QCWithSSCD'], ['qcp'], 'signature with device'],
    ['QCNoSSCD', ['QCNoSSCD'], ['qcpPlus'], 'signature'],
    ['QCSSCDStatusAsInCert', ['QCSSCDStatusAsInCert'], ['qcpPlus'], 'signature with device'],
    ['QCSSCDStatusAsInCert', ['QCSSCDStatusAsInCert'], ['qcp'], 'signature'],
    ['a word of the Regulation says nothing here', ['QCWithQSCD'], ['qcp'], 'signature'],
    ['… nor that there is no device', ['QCNoQSCD'], ['qcpPlus'], 'signature with device'],
  ])('a single qualifier changes what the certificate from before 2016-07-01 states: %s', (_, qualifiers, statements, expected) => {
    expect(result({ ...old, qualifiers }, statements, past)).toBe(expected)
  })
})

describe('contradictions of an entry (TS 119 615 4.4, step 4) lower, never raise, and are reported', () => {
  const contradictions = (options: PeriodOptions, notBefore: number) => {
    const { block } = qualificationAt(signer(withDevice, { notBefore }), [authority([period(options)])], notBefore)
    return block.checks.find(({ key }) => key === 'level-services-consistent')
  }
  const old = { from: Date.UTC(2010, 0, 1) }

  it.each<[string, PeriodOptions, string]>([
    ['QCStatement with NotQualified', { qualifiers: ['QCStatement', 'NotQualified'] }, 'not qualified'],
    ['QCForLegalPerson with QCForESig', { qualifiers: ['QCForLegalPerson', 'QCForESig'], information: all }, 'not qualified'],
    ['QCWithQSCD with QCNoQSCD', { qualifiers: ['QCWithQSCD', 'QCNoQSCD'] }, 'signature'],
    ['QCQSCDManagedOnBehalf with QCNoQSCD', { qualifiers: ['QCQSCDManagedOnBehalf', 'QCNoQSCD'] }, 'signature'],
    ['QCQSCDStatusAsInCert with QCWithQSCD', { qualifiers: ['QCQSCDStatusAsInCert', 'QCWithQSCD'] }, 'signature'],
    ['QCQSCDStatusAsInCert with QCNoQSCD', { qualifiers: ['QCQSCDStatusAsInCert', 'QCNoQSCD'] }, 'signature'],
    ['QCQSCDStatusAsInCert with QCQSCDManagedOnBehalf', { qualifiers: ['QCQSCDStatusAsInCert', 'QCQSCDManagedOnBehalf'] }, 'signature'],
    ['QCWithQSCD with QCNoSSCD', { qualifiers: ['QCWithQSCD', 'QCNoSSCD'] }, 'signature'],
    ['QCWithSSCD without its successor since 2016', { qualifiers: ['QCWithSSCD'] }, 'signature'],
    ['QCWithSSCD without its successor since 2016', { qualifiers: ['QCWithSSCD', 'QCQSCDManagedOnBehalf'] }, 'signature'],
    ['several QCFor… qualifiers', { qualifiers: ['QCForESig', 'QCForESeal'], information: all }, 'unknown with device'],
    ['QCForESeal without ForeSeals', { qualifiers: ['QCForESeal'] }, 'unknown with device'],
    ['QCForWSA without ForWebSiteAuthentication', { qualifiers: ['QCForWSA'] }, 'unknown with device'],
    ['unknown qualifier QCNovelty', { qualifiers: ['QCNovelty'] }, 'signature with device'],
    [
      'unknown criterion Novelty',
      { qualifications: [{ qualifiers: ['QCStatement'], criteria: { assert: 'all', criteria: [{ kind: 'unknown', name: 'Novelty' }] } }] },
      'signature with device',
    ],
  ])('a contradiction of an entry lowers, never raises, and is reported (TS 119 615 4.4, step 4): %s', (what, options, expected) => {
    expect(result(options, withDevice)).toBe(expected)
    if (what !== 'QCForLegalPerson with QCForESig')
      expect(contradictions(options, today)).toMatchObject({
        outcome: 'informed',
        facts: { contradictions: expect.arrayContaining([`EE/1/1: ${what}`]) },
      })
  })

  it.each<[string, PeriodOptions, string]>([
    ['QCForLegalPerson with QCForESig', { ...old, qualifiers: ['QCForLegalPerson', 'QCForESig'] }, 'unknown with device'],
    ['QCWithSSCD with QCNoSSCD', { ...old, qualifiers: ['QCWithSSCD', 'QCNoSSCD'] }, 'signature'],
    ['QCSSCDStatusAsInCert with QCWithSSCD', { ...old, qualifiers: ['QCSSCDStatusAsInCert', 'QCWithSSCD'] }, 'signature'],
    ['QCSSCDStatusAsInCert with QCNoSSCD', { ...old, qualifiers: ['QCSSCDStatusAsInCert', 'QCNoSSCD'] }, 'signature'],
    ['QCWithSSCD with QCNoQSCD', { ...old, qualifiers: ['QCWithSSCD', 'QCNoQSCD'] }, 'signature'],
    ['granted before 2016-07-01', { ...old, status: 'granted' }, 'not qualified'],
    ['withdrawn before 2016-07-01', { ...old, status: 'withdrawn' }, 'not qualified'],
    ['seals or web sites before 2016-07-01', { ...old, information: ['ForeSeals'] }, 'unknown with device'],
    ['seals or web sites before 2016-07-01', { ...old, information: ['ForWebSiteAuthentication'] }, 'unknown with device'],
    ['QCForESeal before 2016-07-01', { ...old, qualifiers: ['QCForESeal'] }, 'unknown with device'],
  ])('a contradiction of an entry in a period of the Directive lowers, never raises, and is reported: %s', (what, options, expected) => {
    expect(result(options, withDevice, past)).toBe(expected)
    expect(contradictions(options, past)).toMatchObject({
      outcome: 'informed',
      facts: { contradictions: expect.arrayContaining([`EE/1/1: ${what}`]) },
    })
  })

  it('a certificate that is not qualified has no qualified device, with any qualifier', () => {
    for (const qualifiers of [
      ['NotQualified', 'QCWithQSCD'],
      ['QCStatement', 'NotQualified', 'QCWithQSCD'],
    ]) {
      const told = under({ qualifiers }, signer(withDevice))
      expect(told).toEqual({ qualified: false, type: 'signature', device: false })
    }
  })

  it('an entry without a contradiction reports none', () => {
    expect(contradictions({ qualifiers: ['QCStatement', 'QCForESig', 'QCWithQSCD'] }, today)).toMatchObject({
      outcome: 'satisfied',
      facts: { contradictions: [] },
    })
  })
})

describe('the type of a certificate issued since 2016-07-01 has to be one that the service is qualified for (step 3)', () => {
  it.each<[string, readonly string[], readonly string[], readonly Statement[], string]>([
    ['its own type', ['ForeSeals'], [], ['compliance', 'eSeal'], 'seal'],
    ['another type', ['ForeSeals'], [], person, 'not qualified'],
    ['another type, but one qualifier names a type that the service covers', ['ForeSeals'], ['QCForESeal'], person, 'seal'],
    ['another type, and the qualifier names a third', ['ForeSeals'], ['QCForWSA'], person, 'not qualified'],
    ['another type, and two qualifiers', ['ForeSeals'], ['QCForESeal', 'QCForWSA'], person, 'not qualified'],
    ['a web site under a service for signatures', ['ForeSignatures'], [], ['compliance', 'web', 'device'], 'not qualified'],
    ['no type at all', ['ForeSignatures'], ['QCStatement'], [], 'unknown'],
    ['a service that is qualified for nothing', [], ['QCStatement'], person, 'not qualified'],
    ['a service with national information only', ['RootCA-QC', 'Something'], ['QCStatement'], [], 'not qualified'],
  ])(
    'the type of a certificate since 2016-07-01 has to be one that the service is qualified for (step 3): %s',
    (_, information, qualifiers, statements, expected) => {
      expect(result({ information, qualifiers }, statements)).toBe(expected)
    },
  )

  it('the type of a certificate from before 2016-07-01 is taken as it is', () => {
    const signed = qualificationAt(signer(['qcpPlus'], { notBefore: past }), [authority([period({ information: ['ForeSeals'] })])], today)
    expect(words(signed.result)).toBe('signature with device')
  })

  it('a period from before 2016-07-01 that says nothing means signatures', () => {
    const old = { from: Date.UTC(2010, 0, 1) }
    const shortly = startOfEidas + 3_600_000
    expect(result(old, withDevice, shortly)).toBe('signature with device')
    expect(result(old, ['compliance', 'eSeal', 'device'], shortly)).toBe('not qualified')
    expect(result(old, ['compliance', 'web', 'device'], shortly)).toBe('not qualified')
    expect(result(old, ['compliance', 'eSign', 'eSeal', 'device'], shortly)).toBe('not qualified')
    expect(result({ ...old, qualifiers: ['QCForLegalPerson'] }, withDevice, shortly)).toBe('not qualified')
  })
})
