import { describe, expect, it } from 'vitest'
import { type AnchorService, type CertificateFacts, type SignatureLevel, timeFact, type ValidationData } from '#model'
import { POLv1 } from '#validation/policy'
import { determineSignatureLevel } from '../../../../src/validation/policy/qualification/signature-level.js'
import { evaluateSignature, withLegalLevel } from '../concluding.js'
import { certificate, changed, signedAt, soundLongTerm, year } from '../sound-signatures.js'
import { at, authority, type PeriodOptions, period, type Statement, signer, startOfEidas } from './qualified-certificates.js'

const issued = at('2021-05-01T00:00:00Z')
const all = ['ForeSignatures', 'ForeSeals', 'ForWebSiteAuthentication'] as const

function dataOf(person: CertificateFacts, services: readonly AnchorService[], complete = true): ValidationData {
  const issuer = certificate('Root CA', { ca: true })
  const anchors = [{ certificate: issuer.id, services }]
  const ascent = { links: [{ certificate: person.id, issuer: issuer.id }], certificates: [issuer], anchors, complete }
  return { ...soundLongTerm().data, certificates: [person, issuer], anchors, ascent }
}

const validationTime = at('2026-08-20T12:00:00Z')
const person = (statements: readonly Statement[], notBefore = issued) => signer(statements, { notBefore })
const levelOf = (statements: readonly Statement[], ...services: readonly AnchorService[]): SignatureLevel | null =>
  determineSignatureLevel(dataOf(person(statements), services), 'Signer', signedAt).level
const service = (...periods: readonly PeriodOptions[]) => authority(periods.map((options) => period({ information: all, ...options })))

describe('the level by certificate (TS 119 172-4 4.4; signatures and seals apart)', () => {
  const cases: readonly [string, readonly Statement[], PeriodOptions, SignatureLevel | null][] = [
    ['qualified, signature, device', ['compliance', 'eSign', 'device'], {}, 'QESig'],
    ['qualified, seal, device', ['compliance', 'eSeal', 'device'], {}, 'QESeal'],
    ['qualified, unknown type, device', ['compliance', 'eSign', 'eSeal', 'device'], {}, 'AdES-QC-QSCD'],
    ['qualified, signature', ['compliance', 'eSign'], {}, 'AdESig-QC'],
    ['qualified, seal', ['compliance', 'eSeal'], {}, 'AdESeal-QC'],
    ['qualified, unknown type', ['compliance', 'eSign', 'eSeal'], {}, 'AdES-QC'],
    ['qualified for web sites, device', ['compliance', 'web', 'device'], {}, null],
    ['qualified for web sites', ['compliance', 'web'], {}, null],
    ['not qualified, signature', ['eSign'], {}, 'AdESig'],
    ['not qualified, seal', ['eSeal'], {}, 'AdESeal'],
    ['not qualified, unknown type', [], {}, 'AdES'],
    ['not qualified, for web sites', ['web'], {}, null],
    ['another law', ['compliance', 'eSign', 'device', 'legislation'], {}, 'AdESig'],
    ['not listed at that time', ['compliance', 'eSign', 'device'], { from: at('2026-01-01T00:00:00Z') }, null],
  ]

  it.each(cases)(
    'the level by certificate has one of the names of the interface (TS 119 172-4 4.4): %s',
    (_, statements, options, expected) => {
      expect(levelOf(statements, service(options))).toBe(expected)
    },
  )

  it('the level by certificate is empty when services disagree, when nothing is listed, and when there is no certificate', () => {
    const disagreeing = [authority([period()], 'EE/1/1'), authority([period({ qualifiers: ['QCNoQSCD'] })], 'EE/2/1')]
    expect(levelOf(['compliance', 'eSign', 'device'], ...disagreeing)).toBeNull()
    expect(levelOf(['compliance', 'eSign', 'device'])).toBeNull()
    expect(determineSignatureLevel(dataOf(person([]), []), null, signedAt)).toEqual({ level: null, block: null })
  })

  it('the level by certificate is empty when not everything above the certificate could be looked at', () => {
    const { level, block } = determineSignatureLevel(
      dataOf(person(['compliance', 'eSign', 'device']), [service({})], false),
      'Signer',
      signedAt,
    )
    expect(level).toBeNull()
    expect(block?.checks[0]).toMatchObject({ key: 'level-authorities-complete', outcome: 'informed' })
  })
})

describe('an authority that is not listed, with a certificate of a plain and one of a qualified authority', () => {
  const qualified = person(['compliance', 'eSign', 'device'])
  const later = signedAt + 1_000
  const levelWith = (changes: Partial<CertificateFacts>, revocations: readonly Partial<ValidationData['revocations'][number]>[] = []) => {
    const plainRoot = certificate('Plain Root', { ca: true })
    const qualifiedRoot = certificate('Qualified Root', { ca: true })
    const sub = certificate('Sub', { issuer: 'Plain Root', ca: true })
    const cross: CertificateFacts = { ...certificate('Cross', { issuer: 'Qualified Root', ca: true }), ...changes }
    const links = [
      { certificate: qualified.id, issuer: sub.id },
      { certificate: qualified.id, issuer: cross.id },
      { certificate: sub.id, issuer: plainRoot.id },
      { certificate: cross.id, issuer: qualifiedRoot.id },
    ]
    const anchors = [
      { certificate: plainRoot.id, services: [service({ type: 'CA/PKC' })] },
      { certificate: qualifiedRoot.id, services: [authority([period({ information: all })], 'EE/2/1')] },
    ]
    const { data } = soundLongTerm()
    const [like] = data.revocations
    if (like === undefined) throw new Error('the sound signature has revocation data')
    const above = [sub, cross, plainRoot, qualifiedRoot]
    return determineSignatureLevel(
      {
        ...data,
        certificates: [qualified, ...above],
        anchors,
        ascent: { links, certificates: above, anchors, complete: true },
        revocations: revocations.map((each) => ({ ...like, certificate: cross.id, ...each })),
      },
      qualified.id,
      signedAt,
    ).level
  }

  it.each<[string, Partial<CertificateFacts>, readonly Partial<ValidationData['revocations'][number]>[]]>([
    ['both are valid', {}, []],
    ['the second expired later', { notAfter: later }, []],
    ['the second is good', {}, [{ status: 'good' }]],
    ['the second was revoked later', {}, [{ status: 'revoked', revocationTime: later }]],
  ])(
    'an authority with a certificate of a plain and one of a qualified authority has the level of the second when %s',
    (_, changes, revocations) => {
      expect(levelWith(changes, revocations)).toBe('QESig')
    },
  )

  it.each<[string, Partial<CertificateFacts>, readonly Partial<ValidationData['revocations'][number]>[]]>([
    ['had expired', { notAfter: signedAt - 1_000 }, []],
    ['had been revoked', {}, [{ status: 'revoked', revocationTime: signedAt }]],
    ['had been revoked at an unknown time', {}, [{ status: 'revoked', revocationTime: null }]],
    ['is good by one and revoked by another answer', {}, [{ status: 'good' }, { status: 'revoked', revocationTime: signedAt - 1_000 }]],
  ])(
    'an authority with a certificate of a plain and one of a qualified authority has not the level of the second when that %s',
    (_, changes, revocations) => {
      expect(levelWith(changes, revocations)).toBe('AdESig')
    },
  )
})

describe('issuance and best signature time together (Art. 32(1) of Regulation 910/2014)', () => {
  const between = at('2022-01-01T00:00:00Z')
  const whole = ['compliance', 'eSign', 'device'] as const
  /** The service at issuance, and since then. */
  const history = (then: PeriodOptions, now: PeriodOptions) => service({ ...now, from: between }, { ...then, to: between })

  it.each<[string, PeriodOptions, PeriodOptions, SignatureLevel | null]>([
    ['qualified at both', {}, {}, 'QESig'],
    ['withdrawn since', {}, { status: 'withdrawn' }, 'AdESig'],
    ['granted only since', { status: 'withdrawn' }, {}, 'AdESig'],
    ['CA/PKC at issuance', { type: 'CA/PKC' }, {}, 'AdESig'],
    ['not listed at issuance', { from: at('2021-06-01T00:00:00Z') }, {}, null],
    ['without a device at issuance: signing counts', { qualifiers: ['QCNoQSCD'] }, {}, 'QESig'],
    ['without a device at signing', {}, { qualifiers: ['QCNoQSCD'] }, 'AdESig-QC'],
    ['for signatures, then for seals', { qualifiers: ['QCForESig'] }, { qualifiers: ['QCForESeal'] }, 'AdES-QC-QSCD'],
    ['for signatures, then for web sites', { qualifiers: ['QCForESig'] }, { qualifiers: ['QCForWSA'] }, 'AdES-QC-QSCD'],
    ['for web sites at both', { qualifiers: ['QCForWSA'] }, { qualifiers: ['QCForWSA'] }, null],
    ['not qualified at issuance by qualifier', { qualifiers: ['NotQualified'] }, {}, 'AdESig'],
  ])('issuance and best signature time decide together (Art. 32(1) of Regulation 910/2014): %s', (_, then, now, expected) => {
    expect(levelOf(whole, history(then, now))).toBe(expected)
  })

  it('the level is not known when the services disagree at issuance or at the best signature time', () => {
    const second = authority([period({ from: between, information: all, qualifiers: ['QCNoQSCD'] })], 'EE/2/1')
    expect(levelOf(whole, history({}, {}), second)).toBeNull()
  })

  it('the level is that of the time of validation where no time is proven', () => {
    const services = [service({ from: at('2025-01-01T00:00:00Z'), status: 'withdrawn' }, { to: at('2025-01-01T00:00:00Z') })]
    const at2024 = determineSignatureLevel(dataOf(person(whole), services), 'Signer', signedAt)
    const unproven = determineSignatureLevel(dataOf(person(whole), services), 'Signer', validationTime)
    expect([at2024.level, unproven.level]).toEqual(['QESig', 'AdESig'])
  })

  it('the level shows both questions and what follows, each step with key and clause', () => {
    const { block } = determineSignatureLevel(dataOf(person(whole), [history({}, { status: 'withdrawn' })]), 'Signer', signedAt)
    expect(block).toMatchObject({ name: 'signature-level', clause: 'TS 119 172-4 4.4', subject: 'Signer' })
    expect(block?.children.map(({ subject }) => subject)).toEqual(['Signer', 'Signer'])
    expect(block?.children.map(({ checks }) => checks[0]?.facts['time'])).toEqual([timeFact(issued), timeFact(at('2024-05-01T10:00:00Z'))])
    expect(block?.checks.at(-1)).toMatchObject({
      key: 'level-same-at-issuance-and-signing',
      outcome: 'informed',
      facts: {
        issuance: 'qualified, signature, with qualified device',
        signing: 'not qualified, signature, without qualified device',
        level: 'AdES',
      },
    })
  })
})

describe('certificates of the time before 2016-07-01 that sign after it, and the reverse', () => {
  const old = { from: at('2010-01-01T00:00:00Z'), to: startOfEidas, information: [] }
  const signs = (statements: readonly Statement[], notBefore: number, time: number, now: PeriodOptions, then: PeriodOptions = {}) =>
    determineSignatureLevel(
      dataOf(person(statements, notBefore), [service({ from: startOfEidas, ...now }, { ...old, ...then })]),
      'Signer',
      time,
    ).level
  const before = startOfEidas - 86_400_000
  const after = startOfEidas + 86_400_000

  it.each<[string, SignatureLevel, readonly Statement[], number, number, PeriodOptions, PeriodOptions]>([
    ['issued and signed before', 'QESig', ['qcpPlus'], before, startOfEidas - 1, {}, {}],
    ['issued before, signed after: the old statement goes on to count', 'QESig', ['qcpPlus'], before, after, {}, {}],
    ['issued before, signed in the first moment after', 'QESig', ['qcpPlus'], before, startOfEidas, {}, {}],
    ['issued before, signed after, withdrawn since', 'AdESig', ['qcpPlus'], before, after, { status: 'withdrawn' }, {}],
    [
      'issued before, signed after, supervision had been revoked',
      'AdESig',
      ['qcpPlus'],
      before,
      after,
      {},
      { status: 'supervisionrevoked' },
    ],
    ['issued before, for seals since (KLASS3-SK 2010)', 'AdES-QC-QSCD', ['qcpPlus'], before, after, { qualifiers: ['QCForESeal'] }, {}],
    ['issued before, an old word in the new period', 'AdESig-QC', ['qcpPlus'], before, after, { qualifiers: ['QCWithSSCD'] }, {}],
    ['issued after by the old rules: they count no longer', 'AdES', ['qcpPlus'], after, after + 1, {}, {}],
    ['issued and signed after', 'QESig', ['compliance', 'eSign', 'device'], after, after + 1, {}, {}],
    ['issued in the first moment', 'QESig', ['compliance', 'eSign', 'device'], startOfEidas, after, {}, {}],
    // The proven time may lie before the certificate; the verdict deals with that, the level must not rise by it.
    ['issued after, proven before', 'AdES', ['qcpPlus'], after, before, {}, {}],
    ['issued after as a seal, proven before', 'AdESeal', ['compliance', 'eSeal', 'device'], after, before, {}, {}],
  ])(
    'a certificate that signs on the other side of 2016-07-01 has the level of both moments: %s: %s',
    (_, expected, statements, notBefore, time, now, then) => {
      expect(signs(statements, notBefore, time, now, then)).toBe(expected)
    },
  )
})

describe('the level of a signature without a proven time', () => {
  const ended = Date.UTC(2025, 5, 1)
  const levelAt = (claimedSigningTime: number | null) => {
    const unproven = changed(withLegalLevel(soundLongTerm(), 'QESig'), (e) => {
      Object.assign(e.facts, { level: 'B', proofOfTime: 'none', timeStamps: [], claimedSigningTime })
      for (const { services } of e.data.ascent.anchors)
        for (const each of services)
          each.periods = [period({ from: ended, status: 'withdrawn' }), period({ to: ended })] as typeof each.periods
    })
    return evaluateSignature(POLv1, unproven.facts, unproven.data, validationTime).level
  }

  it('the level of a signature without a proven time is that of the claimed time, when the certificate was valid then', () => {
    expect(levelAt(signedAt)).toBe('QESig')
    expect(levelAt(signedAt - 2 * year)).toBe('AdESig')
    expect(levelAt(signedAt + 2 * year)).toBe('AdESig')
  })

  it('the level of a signature without a proven and a claimed time is that of validation time', () => {
    expect(levelAt(null)).toBe('AdESig')
  })
})
