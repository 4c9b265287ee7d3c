import { describe, expect, it } from 'vitest'
import type { Siva1Report } from '#writers/siva1'
import { signedContainer } from '../support/asice.js'
import { type DdocOptions, type DdocVersion, ddocAgreement, ddocContainer, ddocFile } from '../support/ddoc/container.js'
import { trustPath } from '../support/trust.js'
import { validate } from './validate-sample.js'

const unsigned = (files: string) => `The signature covers the digest of these files, and not the name under which they are shown: ${files}.`

function reportOn(options: DdocOptions, policy: 'POLv1' | 'POLv2' = 'POLv1'): Siva1Report {
  const request = { documentType: 'DDOC', policy, validationTime: '2026-06-01T12:00:00Z' } as const
  const answer = validate(ddocContainer(options), trustPath('standard'), request)
  if (answer.kind === 'refused') throw new Error(answer.code)
  return answer.report
}

describe('the report on a document of DIGIDOC-XML', () => {
  it.each(['1.0', '1.1', '1.2', '1.3'] satisfies DdocVersion[])(
    'the report on a document of DIGIDOC-XML has the values of its description (%s)',
    (version) => {
      const { signatureForm, validationWarnings, signaturesCount, validSignaturesCount, signatures } = reportOn({
        version,
        files: [ddocAgreement, ddocFile('Šužlik & <õun> "ära".txt', 'x')],
      })
      expect({ signatureForm, validationWarnings, signaturesCount, validSignaturesCount }).toEqual({
        signatureForm: `DIGIDOC_XML_${version}`,
        validationWarnings: [],
        signaturesCount: 1,
        validSignaturesCount: 1,
      })
      const old = `Old and unsupported format: ${version === '1.0' ? 'SK-XML' : 'DIGIDOC-XML'} version: ${version}`
      expect(signatures).toEqual([
        {
          id: 'S0',
          // decisions.md#ddoc-format, #ddoc-time, #legal-level: the profile by its name, the moment of the confirmation, no legal level.
          signatureFormat: 'XAdES_BASELINE_LT_TM',
          signatureLevel: '',
          signedBy: 'MÄNNIK,MARI-LIIS,47101010033',
          indication: 'TOTAL-PASSED',
          subIndication: '',
          errors: [],
          // The notice about the version stands with the signature; 1.0 signs no names.
          warnings: [
            ...(version === '1.3' ? [] : [{ key: 'ddoc-version-current', description: old }]),
            ...(version === '1.0'
              ? [{ key: 'ddoc-file-names-signed', description: unsigned('leping.txt, Šužlik & <õun> "ära".txt') }]
              : []),
          ],
          claimedSigningTime: '2026-03-10T10:00:00Z',
          info: { bestSignatureTime: '2026-03-10T10:00:06Z' },
          signatureScopes: [
            { name: 'leping.txt', scope: 'FullSignatureScope', content: 'Full document' },
            { name: 'Šužlik & <õun> "ära".txt', scope: 'FullSignatureScope', content: 'Full document' },
          ],
        },
      ])
    },
  )

  it('the report on a document of DIGIDOC-XML names every file of the container, in hashcode form and not covered ones as well', () => {
    const { signatureForm, signatures } = reportOn({
      files: [{ ...ddocAgreement, hashcode: true }, ddocFile('b.txt', 'b'), ddocFile('lisatud.txt', 'c')],
      signedFiles: [{ ...ddocAgreement, hashcode: true }, ddocFile('b.txt', 'b')],
    })
    expect(signatureForm).toBe('DIGIDOC_XML_1.3_hashcode')
    expect(signatures[0]?.signatureScopes.map(({ name }) => name)).toEqual(['leping.txt', 'b.txt', 'lisatud.txt'])
    expect(signatures[0]?.errors).toEqual([{ key: 'ddoc-data-file-signed', content: 'Missing Reference for file: lisatud.txt' }])
  })

  it('the report on a document of DIGIDOC-XML says which names are not signed: those of files in hashcode form', () => {
    const files = [{ ...ddocAgreement, hashcode: true, attributes: { Filename: 'ümber nimetatud.txt' } }, ddocFile('b.txt', 'b')]
    const report = reportOn({ files, signedFiles: [{ ...ddocAgreement, hashcode: true }, ddocFile('b.txt', 'b')] })
    expect(report.signatures[0]).toMatchObject({
      indication: 'TOTAL-PASSED',
      warnings: [{ key: 'ddoc-file-names-signed', description: unsigned('ümber nimetatud.txt') }],
      signatureScopes: [{ name: 'ümber nimetatud.txt' }, { name: 'b.txt' }],
    })
    expect(reportOn({ files: [ddocAgreement] }).signatures[0]?.warnings).toEqual([])
  })

  it('the report on a document of DIGIDOC-XML says what POLv2 assumes about the level', () => {
    const assumption = /The level of a DIGIDOC-XML signature is not determined: .*nonRepudiation/
    for (const version of ['1.0', '1.1', '1.2', '1.3'] as const)
      for (const hashcode of [false, true])
        expect(reportOn({ version, files: [{ ...ddocAgreement, hashcode }] }, 'POLv2').policy.policyDescription).toMatch(assumption)
    expect(reportOn({}).policy.policyDescription).not.toMatch(/DIGIDOC/)
    const bdoc = validate(signedContainer(), trustPath('standard'), { policy: 'POLv2', validationTime: '2026-06-01T12:00:00Z' })
    expect(bdoc.kind === 'report' && bdoc.report.policy.policyDescription).not.toMatch(/DIGIDOC/)
  })

  it('the report on a document of DIGIDOC-XML writes no year with other than four digits', () => {
    const claimed = (signingTime: string, version: DdocVersion = '1.3') =>
      reportOn({ version, signatures: [{ signingTime }] }).signatures[0]?.claimedSigningTime
    expect(claimed('9999-12-31T23:59:59Z')).toBe('9999-12-31T23:59:59Z')
    expect(claimed('9999-12-31T23:59:59-01:00')).toBe('')
    expect(claimed('9999.12.31T23:59:59-02:00', '1.0')).toBe('9999-12-31T21:59:59Z')
  })

  it('the report on a document of DIGIDOC-XML has no proven time and the profile B_BES without a confirmation', () => {
    expect(reportOn({ signatures: [{ ocsp: null }] }).signatures[0]).toMatchObject({
      signatureFormat: 'XAdES_BASELINE_B_BES',
      indication: 'TOTAL-FAILED',
      subIndication: '',
      claimedSigningTime: '2026-03-10T10:00:00Z',
      info: { bestSignatureTime: '' },
    })
  })

  it('the report on a document of DIGIDOC-XML has no signatures where the document has none', () => {
    expect(reportOn({ signatures: [] })).toMatchObject({ signaturesCount: 0, validSignaturesCount: 0, signatures: [] })
  })

  it('the report on a document of DIGIDOC-XML gives the times of 1.0 in UTC, in summer and in winter', () => {
    const timeOf = (signingTime: string) => reportOn({ version: '1.0', signatures: [{ signingTime }] }).signatures[0]?.claimedSigningTime
    expect(timeOf('2026.07.10T13:00:00-03:00')).toBe('2026-07-10T10:00:00Z')
    expect(timeOf('2026.03.10T12:00:00-02:00')).toBe('2026-03-10T10:00:00Z')
  })
})
