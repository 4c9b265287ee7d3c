import { describe, expect, it } from 'vitest'
import { type DdocKey, findingKeys } from '#model'
import { ddocSamples } from '../support/ddoc/samples/index.js'
import { trustPath } from '../support/trust.js'
import { summaryOf, summaryOfExpected, validate } from './validate-sample.js'

describe('generated documents of DIGIDOC-XML', () => {
  it('generated documents of DIGIDOC-XML have ids of their own that can be file names', () => {
    const ids = ddocSamples.map(({ id }) => id)
    expect(ids.filter((id) => !/^[a-z0-9.]+(-[a-z0-9.]+)*$/.test(id))).toEqual([])
    expect(new Set(ids).size).toBe(ids.length)
  })

  it.each(ddocSamples)('the generated document $id of DIGIDOC-XML has its verdict: $what', (sample) => {
    const answer = validate(sample.document(), trustPath(sample.trust), { ...sample, documentType: 'DDOC' })
    expect(summaryOf(answer)).toEqual(summaryOfExpected(sample.expected))
  })
})

/** Checks that no generated document fails by itself, and why. */
const withoutDocument: Partial<Record<DdocKey, string>> = {
  'ddoc-data-file-digest-value': 'a hashcode that is none fits no reference either',
  'ddoc-signature-method': 'a value of another method is not verified',
  'ddoc-digest-method': 'what is digested with another algorithm cannot be compared',
  'ddoc-digest-length': 'a digest of another length fits nothing',
  'ddoc-signature-value-length': 'a value that short fits no key',
  'ddoc-signer-certificate-present': 'without a certificate no value verifies',
  'ddoc-signed-properties-id': 'what has no identifier cannot be referenced',
  'ddoc-certificate-serial': 'a number that is missing fits no certificate',
  'ddoc-signer-trusted': 'names of an authority that is not trusted are not confirmed',
}

describe('the checks of DIGIDOC-XML', () => {
  const signatures = ddocSamples.flatMap(({ expected }) => (expected === 'malformed' ? [] : expected.signatures))
  const alone = (key: string) =>
    signatures.some(
      ({ errors, warnings }) =>
        (errors.length === 1 && errors[0] === key) || (errors.length === 0 && warnings.length === 1 && warnings[0] === key),
    )

  it.each(findingKeys.ddoc.filter((key) => !(key in withoutDocument)))(
    'the check %s of DIGIDOC-XML: a document misses it, and only it',
    (key) => {
      expect(alone(key)).toBe(true)
    },
  )

  it('the description of a generated document of DIGIDOC-XML lists nothing as missing that is there', () => {
    expect(Object.keys(withoutDocument).filter(alone)).toEqual([])
  })
})
