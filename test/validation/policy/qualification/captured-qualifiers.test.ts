import { describe, expect, it } from 'vitest'
import type { CertificateFacts, CriteriaList, Criterion } from '#model'
import { element, signer, under, words } from './qualified-certificates.js'

/** Captured, the qualifier makes a certificate qualified that says nothing of the kind: so what comes out tells who was captured. */
const captures = (criteria: CriteriaList, certificate: Partial<CertificateFacts> = {}): boolean =>
  words(under({ qualifications: [element(['QCStatement', 'QCForESig'], criteria)] }, signer([], certificate))) === 'signature'

const bits = (values: Readonly<Record<string, boolean>>): Criterion => ({
  kind: 'key-usage',
  bits: Object.entries(values).map(([bit, value]) => ({ bit, value })) as Extract<Criterion, { kind: 'key-usage' }>['bits'],
})
const policies = (...each: readonly string[]): Criterion => ({ kind: 'policy-set', policies: each })
const list = (assert: CriteriaList['assert'], ...criteria: readonly Criterion[]): CriteriaList => ({ assert, criteria })
const nested = (inner: CriteriaList): Criterion => ({ kind: 'list', list: inner })
const unknown: Criterion = { kind: 'unknown', name: 'Novelty' }
const met = bits({ nonRepudiation: true })
const missed = bits({ digitalSignature: true })

describe('criteria (TS 119 612 5.5.9.2)', () => {
  it.each<[string, CriteriaList, boolean]>([
    ['all, every one met', list('all', met, met), true],
    ['all, one missed', list('all', met, missed), false],
    ['all, empty', list('all'), true],
    ['atLeastOne, one met', list('atLeastOne', missed, met), true],
    ['atLeastOne, none met', list('atLeastOne', missed, missed), false],
    ['atLeastOne, empty', list('atLeastOne'), false],
    ['none, none met', list('none', missed, missed), true],
    ['none, one met', list('none', missed, met), false],
    ['none, empty', list('none'), true],
    ['a nested list', list('all', met, nested(list('none', missed))), true],
    ['a nested list that is missed', list('all', met, nested(list('atLeastOne', missed))), false],
    ['a nested empty list', list('atLeastOne', missed, nested(list('all'))), true],
    ['none of a nested list', list('none', nested(list('all', met))), false],
  ])('a criterion of a trusted list captures a certificate (TS 119 612 5.5.9.2): %s', (_, criteria, expected) => {
    expect(captures(criteria)).toBe(expected)
  })

  it('criteria about bits of one KeyUsage are joined by all, also under atLeastOne; each has the given value', () => {
    expect(captures(list('atLeastOne', bits({ nonRepudiation: true, digitalSignature: true })))).toBe(false)
    expect(captures(list('all', bits({ nonRepudiation: true, digitalSignature: false })))).toBe(true)
    expect(captures(list('all', bits({ nonRepudiation: false })))).toBe(false)
  })

  it('a certificate without key usage has no bit set for the criteria of a list', () => {
    expect(captures(list('all', bits({ nonRepudiation: false })), { keyUsage: null })).toBe(true)
    expect(captures(list('all', bits({ nonRepudiation: true })), { keyUsage: null })).toBe(false)
  })

  it('criteria about policies of one PolicySet are joined by all, also under atLeastOne', () => {
    const person = { certificatePolicies: ['1.2.3', '1.2.4'] }
    expect(captures(list('atLeastOne', policies('1.2.3', '1.2.4')), person)).toBe(true)
    expect(captures(list('atLeastOne', policies('1.2.3', '1.2.5')), person)).toBe(false)
    expect(captures(list('atLeastOne', policies('1.2.5'), policies('1.2.3')), person)).toBe(true)
  })

  it('criteria about purposes and attributes of the subject ask for all of them', () => {
    const purposes = (...each: readonly string[]) => list('all', { kind: 'extended-key-usage', purposes: each })
    const person = { extendedKeyUsage: { critical: false, purposes: ['1.3.6.1.5.5.7.3.4', '1.3.6.1.5.5.7.3.2'] } }
    expect(captures(purposes('1.3.6.1.5.5.7.3.4'), person)).toBe(true)
    expect(captures(purposes('1.3.6.1.5.5.7.3.4', '1.3.6.1.5.5.7.3.36'), person)).toBe(false)
    expect(captures(purposes('1.3.6.1.5.5.7.3.4'))).toBe(false)
    const attributes = (...types: readonly string[]) => list('all', { kind: 'subject-attributes', types })
    expect(captures(attributes('2.5.4.3', '2.5.4.6'))).toBe(true)
    expect(captures(attributes('2.5.4.3', '2.5.4.97'))).toBe(false)
  })
})

describe('a criterion that is not understood can lower, never raise', () => {
  const qualified = signer(['compliance', 'eSign', 'device'])
  const lowered = (criteria: CriteriaList) => words(under({ qualifications: [element(['NotQualified'], criteria)] }, qualified))

  it.each<[string, CriteriaList]>([
    ['under all', list('all', met, unknown)],
    ['under atLeastOne, beside one that is missed', list('atLeastOne', missed, unknown)],
    ['under none, where not being met would count', list('none', unknown)],
    ['in a nested list', list('all', met, nested(list('none', unknown)))],
    ['in a list nested twice', list('none', nested(list('all', nested(list('atLeastOne', missed, unknown)))))],
  ])('a criterion that is not understood can lower the level, never raise it: %s', (_, criteria) => {
    expect(captures(criteria)).toBe(false)
    expect(lowered(criteria)).toBe('not qualified')
  })

  it.each<[string, CriteriaList, boolean]>([
    ['under all, one is missed', list('all', missed, unknown), false],
    ['under atLeastOne, one is met', list('atLeastOne', met, unknown), true],
    ['under none, one is met', list('none', met, unknown), false],
  ])('a criterion that is not understood changes nothing where the others decide: %s', (_, criteria, expected) => {
    expect(captures(criteria)).toBe(expected)
    expect(lowered(criteria)).toBe(expected ? 'not qualified' : 'signature with device')
  })

  it.each(['QCNoQSCD', 'NotQualified'])(
    'a criterion that is not understood, next to a qualifier that raises the level, lets only %s count',
    (qualifier) => {
      const qualifications = [element([qualifier, 'QCStatement', 'QCForESig', 'QCWithQSCD'], list('all', unknown))]
      expect(words(under({ qualifications }, qualified))).toBe(qualifier === 'QCNoQSCD' ? 'signature' : 'not qualified')
    },
  )

  it('qualifiers of an element with a criterion that is not understood do not apply; those of other elements do', () => {
    const qualifications = [element(['QCNoQSCD'], list('all', unknown)), element(['QCStatement', 'QCForESig'])]
    expect(words(under({ qualifications }, signer([])))).toBe('signature')
  })
})

describe('captured qualifiers', () => {
  it('captured qualifiers are those of all elements: a later one does not take back an earlier one', () => {
    const qualifications = [element(['QCStatement']), element(['NotQualified'])]
    expect(words(under({ qualifications }, signer(['compliance', 'eSign'])))).toBe('not qualified')
    expect(words(under({ qualifications: qualifications.toReversed() }, signer(['compliance', 'eSign'])))).toBe('not qualified')
  })
})
