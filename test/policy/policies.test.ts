import { describe, expect, it } from 'vitest'
import { findingKeys, register } from '#model'
import { POLv1, POLv2 } from '#policy'

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
  it('differ in their name and in exactly the constraint on the level of the signature', () => {
    expect(differences(POLv1, POLv2)).toEqual(['name', 'constraintLevels.signature-level-qualified'])
    expect(register['signature-level-qualified'].level).toBe('inform')
    expect(POLv2.constraintLevels).toEqual({ 'signature-level-qualified': 'fail' })
  })

  it('are frozen through and through', () => {
    for (const policy of [POLv1, POLv2]) expect(parts(policy).filter((part) => !Object.isFrozen(part))).toEqual([])
  })

  it('accept the levels of the reference: LT (with a time-stamp or a time-mark) and LTA', () => {
    expect(POLv1.signatureLevels).toEqual(['LT', 'LTA'])
  })

  it('accept the algorithms of the reference, without end dates', () => {
    for (const constraints of Object.values(POLv1.algorithms)) {
      expect(Object.keys(constraints.digests)).toEqual(['SHA1', 'SHA224', 'SHA256', 'SHA384', 'SHA512', 'RIPEMD160'])
      expect(Object.keys(constraints.keys)).toEqual(['RSA', 'RSASSA-PSS', 'DSA', 'ECDSA'])
      expect(constraints.keys.RSA).toEqual([{ minimumBits: 1024, until: null }])
    }
    expect(POLv1.algorithms.signature.keys.ECDSA).toEqual([{ minimumBits: 192, until: null }])
    expect(POLv1.algorithms['time-stamp-certificate'].keys.ECDSA).toEqual([{ minimumBits: 256, until: null }])
  })

  it('let these misses pass, with a warning or a note; all others fail', () => {
    const lenient = findingKeys.signature.filter((key) => register[key].level !== 'fail')
    expect(Object.fromEntries(lenient.map((key) => [key, register[key].level]))).toEqual({
      'certificate-readable': 'warn',
      'revocation-data-readable': 'warn',
      'data-object-format-present': 'warn',
      'unsigned-property-understood': 'inform',
      'signing-certificate-reference-unique': 'warn',
      'signing-certificate-issuer-serial-match': 'warn',
      'signature-policy-explicit': 'warn',
      'signature-digest-info-complete': 'warn',
      'certificate-paths-complete': 'warn',
      'revocation-issued-after-certificate': 'warn',
      'revocation-covers-certificate': 'warn',
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
