import { describe, expect, it } from 'vitest'
import { type FindingKey, findingKeys, register } from '#model'
import { samples } from '../support/samples/index.js'
import { trustPath } from '../support/trust.js'
import { summaryOf, summaryOfExpected, validate } from './validate-sample.js'

describe('generated documents', () => {
  it.each(samples)('the generated document $id has its verdict: $what', (sample) => {
    const answer = validate(sample.document(), trustPath(sample.trust), sample)
    expect(summaryOf(answer)).toEqual(summaryOfExpected(sample.expected))
  })
})

/** Checks that no generated document fails by itself, and why. */
const withoutDocument: Partial<Record<FindingKey, string>> = {
  'existence-proven': 'stands with the reason for which the time-stamp does not count',
  'signing-certificate-reference-signed': 'stands with signed-properties-referenced, which is its reason',
  'time-stamp-data-found': 'stands with signed-data-found, which is its reason',
  'certificate-paths-complete': 'needs more certificates than a sample should have',
  'certificate-issuer-name': 'a path is only built between names that fit',
  'revocation-data-fresh': 'no policy sets an age',
  'time-stamp-delay': 'no policy sets a delay',
  'data-files-signed': 'asked by POLv3 and POLv4 only; test/validation/policy has its documents',
  'time-stamps-valid': 'asked by POLv3 and POLv4 only; test/validation/policy has its documents',
}

/** A time-stamp that does not verify leaves the signature without proof of existence, which is then the deciding error. */
const consequence = 'existence-proven'

describe('the checks of the policy', () => {
  const signatures = samples.flatMap(({ expected }) => (expected === 'malformed' ? [] : expected.signatures))
  const alone = (key: string) =>
    signatures.some(({ errors, warnings }) => {
      const failed = errors.filter((error) => error !== consequence || key === consequence)
      return (failed.length === 1 && failed[0] === key) || (errors.length === 0 && warnings.length === 1 && warnings[0] === key)
    })
  const asked = findingKeys.signature.filter((key) => register[key].level !== 'inform')

  it.each(asked.filter((key) => !(key in withoutDocument)))('the check %s of the policy: a document misses it, and only it', (key) => {
    expect(alone(key)).toBe(true)
  })

  it('the description of a generated document lists nothing as missing that is there', () => {
    expect(Object.keys(withoutDocument).filter(alone)).toEqual([])
  })

  it('the policy knows every key that the samples name', () => {
    const known = new Set<string>([...findingKeys.signature, ...findingKeys.legalLevel])
    expect(signatures.flatMap(({ errors, warnings }) => [...errors, ...warnings]).filter((key) => !known.has(key))).toEqual([])
  })
})
