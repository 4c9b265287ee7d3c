import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { limits } from '#config'
import { buildTrustSnapshot } from '#trust'
import { openDecodedCache } from '../../src/validation/validation-context.js'
import { needs } from '../support/needs.js'
import { validated } from '../support/validated.js'
import { createValidationContext } from '../support/validation-context.js'
import { assemblePublished, havePublished, published, publishedFiles, testLists } from '../trust/lists/published-lists.js'

const moment = '2026-08-20T12:00:00Z'

/** Verdict and level of the published container under each of the published lists with one difference. */
const expected: Readonly<Record<string, string>> = {
  'EE_T-CA-granted-later': 'does not pass',
  'EE_T-CA-invalid-type': 'does not pass',
  'EE_T-CA-non-qa': 'passes AdES',
  'EE_T-CA-noqscd-granted-before': 'passes QES',
  'EE_T-CA-noqscd-granted-later': 'passes AdES',
  'EE_T-CA-withdrawn': 'does not pass',
  'EE_T-CA-withdrawn-granted-before': 'passes QES',
  'EE_T-CA-withdrawn-granted-later': 'does not pass',
  'EE_T-OCSP-granted-later': 'does not pass',
  'EE_T-OCSP-invalid-type': 'does not pass',
  'EE_T-OCSP-noqscd-granted-before': 'passes QES',
  'EE_T-OCSP-noqscd-granted-later': 'passes QES',
  'EE_T-OCSP-withdrawn': 'does not pass',
  'EE_T-OCSP-withdrawn-granted-before': 'passes QES',
  'EE_T-OCSP-withdrawn-granted-later': 'does not pass',
  'EE_T-TSA-granted-later': 'does not pass',
  'EE_T-TSA-invalid-type': 'does not pass',
  'EE_T-TSA-noqscd-granted-before': 'passes QES',
  'EE_T-TSA-noqscd-granted-later': 'passes QES',
  'EE_T-TSA-withdrawn': 'does not pass',
  'EE_T-TSA-withdrawn-granted-before': 'passes QES',
  'EE_T-TSA-withdrawn-granted-later': 'does not pass',
  'EE_T-no_QCSD': 'passes AdES/QC',
  'EE_T-no_QCStatement': 'passes AdES',
  EE_T: 'passes QES',
}

describe('the published container under the published list', needs({ 'published lists beside the repository': havePublished }), () => {
  it('the published containers have an expectation for each published list', () => {
    const names = publishedFiles('test-lists/mutations').map(({ name }) => name.replace(/\.xml(\.gz)?$/, ''))
    expect(names.filter((name) => name !== 'TSL').toSorted()).toEqual(Object.keys(expected).toSorted())
  })

  it.each(Object.entries(expected))('the published container has its verdict under the published list: %s: %s', (name, wanted) => {
    const files = publishedFiles('test-lists/mutations').filter((file) => file.name === 'TSL.xml.gz' || file.name === `${name}.xml.gz`)
    const set = assemblePublished(testLists('test-tsl-2018'), files, moment)
    const context = createValidationContext(buildTrustSnapshot(set.contents), openDecodedCache(limits))
    const document = readFileSync(new URL('test-lists/mutations/tsl.asice', published))
    const request = { document, filename: 'tsl.asice', documentType: 'BDOC', validationTime: Date.parse(moment) } as const
    const validate = (policy: 'POLv1' | 'POLv2') => validated({ ...request, policy }, context).report.signatures[0]
    const signature = validate('POLv1')
    const verdict = signature?.indication === 'TOTAL-PASSED' ? `passes ${signature.signatureLevel}` : 'does not pass'
    expect(verdict).toBe(wanted)
    // decisions.md#polv2: of those that pass, only QES passes POLv2 as well.
    expect(validate('POLv2')?.indication === 'TOTAL-PASSED').toBe(wanted === 'passes QES')
  })
})
