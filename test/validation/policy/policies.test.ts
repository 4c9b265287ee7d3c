import { describe, expect, it } from 'vitest'
import { findingKeys, register } from '#model'
import { POLv1, POLv2 } from '#validation/policy'
import { constraints, evaluateSignature, policyWith } from './concluding.js'
import { changed, soundLongTerm, validationTime } from './sound-signatures.js'

/** Paths at which two plain values differ. */
function differences(a: unknown, b: unknown, at = ''): readonly string[] {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return Object.is(a, b) ? [] : [at]
  const keys = new Set([...Object.keys(a), ...Object.keys(b)])
  return [...keys].flatMap((key) => differences(Reflect.get(a, key), Reflect.get(b, key), at === '' ? key : `${at}.${key}`))
}

function parts(value: unknown): readonly object[] {
  return typeof value === 'object' && value !== null ? [value, ...Object.values(value).flatMap(parts)] : []
}

describe('POLv1 and POLv2', () => {
  it('POLv1 and POLv2 differ in their name and in exactly the constraint on the level of the signature', () => {
    expect(differences(POLv1, POLv2)).toEqual(['name', 'levels.signature-level-qualified'])
    expect(register['signature-level-qualified'].level).toBe('inform')
    expect(POLv2.levels).toEqual({ ...POLv1.levels, 'signature-level-qualified': 'fail' })
  })

  it('POLv1 and POLv2 are frozen through and through', () => {
    for (const policy of [POLv1, POLv2]) expect(parts(policy).filter((part) => !Object.isFrozen(part))).toEqual([])
  })

  it('POLv1 and POLv2 accept the levels of the reference: LT (with a time-stamp or a time-mark) and LTA', () => {
    expect(constraints.signatureLevels).toEqual(['LT', 'LTA'])
  })

  it('POLv1 and POLv2 accept the algorithms of the reference, without end dates', () => {
    for (const accepted of Object.values(constraints.algorithms)) {
      expect(Object.keys(accepted.digests)).toEqual([
        ...['SHA1', 'SHA224', 'SHA256', 'SHA384', 'SHA512', 'SHA3-256', 'SHA3-384', 'SHA3-512', 'RIPEMD160'],
      ])
      expect(Object.keys(accepted.keys)).toEqual(['RSA', 'RSASSA-PSS', 'ECDSA', 'DSA'])
      expect(accepted.keys.RSA).toEqual([
        { minimumBits: 1024, until: null, weakSince: '2019-10-01' },
        { minimumBits: 1900, until: null },
      ])
    }
    expect(constraints.algorithms.signature.keys.ECDSA?.map(({ minimumBits }) => minimumBits)).toEqual([192, 224])
    expect(constraints.algorithms['time-stamp-certificate'].keys.ECDSA?.map(({ minimumBits }) => minimumBits)).toEqual([256])
  })

  it('POLv1 and POLv2 accept these defects with a warning or an information; all others fail', () => {
    const lenient = findingKeys.signature.filter((key) => register[key].level !== 'fail')
    expect(Object.fromEntries(lenient.map((key) => [key, register[key].level]))).toEqual({
      'unused-identifier-unique': 'warn',
      'certificate-readable': 'warn',
      'revocation-data-readable': 'warn',
      'encoding-without-blanks': 'warn',
      'data-object-format-present': 'warn',
      'signature-baseline': 'inform',
      'unsigned-property-understood': 'inform',
      'counter-signature-evaluated': 'warn',
      'counter-signature-intact': 'warn',
      'evidence-record-evaluated': 'warn',
      'signing-certificate-reference-unique': 'warn',
      'signing-certificate-issuer-serial-match': 'warn',
      'signature-policy-explicit': 'warn',
      'signed-data-name-exact': 'inform',
      'signed-data-wholly-covered': 'warn',
      'signature-digest-info-complete': 'warn',
      'certificate-paths-complete': 'warn',
      'revocation-next-update-present': 'inform',
      'supporting-revocation-data-current': 'warn',
      'revocation-data-recent': 'warn',
      'digest-strong': 'warn',
      'key-strong': 'warn',
      'time-stamp-certificate-reference-present': 'warn',
      'time-stamp-name-match': 'warn',
      'revocation-within-quarter': 'warn',
      'past-validation': 'inform',
      'signature-unique': 'warn',
    })
  })
})

describe('the constraints of a kind of document', () => {
  const later = changed(soundLongTerm(), ({ data }) => {
    for (const each of data.revocations) each.producedAt += 25 * 3_600_000
  })
  const keys = (policy: typeof POLv1) => evaluateSignature(policy, later.facts, later.data, validationTime).errors.map(({ key }) => key)

  it('the constraints of a kind of document apply to its signatures only', () => {
    expect(keys(POLv1)).toEqual(['revocation-within-day'])
    expect(keys(policyWith({ revocationDelay: null }))).toEqual([])
    const ofOthers = { ...POLv1, profiles: { ...POLv1.profiles, ddoc: { ...constraints, revocationDelay: null } } }
    expect(keys(ofOthers)).toEqual(['revocation-within-day'])
  })

  it('the constraints of a kind of document say what a miss means before the policy does', () => {
    const ofAll = { ...POLv1, levels: { 'revocation-within-day': 'ignore' } } as const
    expect(keys(ofAll)).toEqual([])
    const ofProfile = policyWith({ levels: { 'revocation-within-day': 'fail' } })
    expect(keys({ ...ofAll, profiles: ofProfile.profiles })).toEqual(['revocation-within-day'])
  })

  it('the constraints of a kind of document say which revocation data can speak for the signer', () => {
    expect(keys(policyWith({ revocationSources: ['crl'], revocationDelay: null }))).toEqual(['revocation-source-ocsp'])
  })
})
