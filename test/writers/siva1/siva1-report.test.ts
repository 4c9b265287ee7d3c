import { describe, expect, it } from 'vitest'
import { checked, type DocumentForm, type DocumentReport, type SignatureForm, type SignatureLevel } from '#model'
import { writeSiva1Report, writeSiva1Soap } from '#writers/siva1'
import { passing, reportOf, undecided, unreadable, unsigned, withSignature } from '../../support/sample-reports.js'
import { changed, soundLongTerm, stampedAt } from '../../validation/policy/sound-signatures.js'

const write = (report: DocumentReport) => writeSiva1Report(report, { strict: false })

describe('the report of SiVa 1', () => {
  it('the report in JSON holds every member of the description, with both names of the file (decisions.md#file-name) and the keys of messages', () => {
    expect(write(undecided)).toEqual({
      policy: {
        policyDescription: expect.stringContaining('whatever their legal level') as string,
        policyName: 'POLv1',
        policyUrl: 'http://open-eid.github.io/SiVa/siva/appendix/validation_policy/#POLv1',
      },
      validationTime: '2026-08-20T12:00:00Z',
      filename: 'leping.asice',
      documentName: 'leping.asice',
      signatureForm: 'ASiC_E',
      validationWarnings: [{ content: 'The container holds lisa.txt, which is not signed.', key: 'container-file-not-in-signature' }],
      signatures: [
        {
          id: 'S0',
          signatureFormat: 'XAdES_BASELINE_LT',
          signatureLevel: '',
          signedBy: 'MAASIKAS,MARI,48001010000',
          indication: 'INDETERMINATE',
          subIndication: 'NO_CERTIFICATE_CHAIN_FOUND',
          errors: expect.arrayContaining([expect.objectContaining({ key: 'certificate-chain-found' })]) as unknown[],
          warnings: [],
          claimedSigningTime: '2024-05-01T10:00:00Z',
          info: { bestSignatureTime: expect.any(String) as string },
          signatureScopes: [{ name: 'letter.txt', scope: 'FullSignatureScope', content: 'Full document' }],
        },
      ],
      validSignaturesCount: 0,
      signaturesCount: 1,
    })
  })

  it('the report of SiVa 1 counts signatures and valid ones, and has empty texts for what is not known (decisions.md#empty-members)', () => {
    const report = write({ ...passing, signatures: [...passing.signatures, ...unreadable.signatures] })
    expect([report.signaturesCount, report.validSignaturesCount]).toEqual([2, 1])
    expect(report.signatures[1]).toEqual({
      id: '',
      signatureFormat: '',
      signatureLevel: '',
      signedBy: '',
      indication: 'TOTAL-FAILED',
      subIndication: 'FORMAT_FAILURE',
      errors: [{ content: 'The signature cannot be read: a document type is not allowed (at 39)', key: 'signature-readable' }],
      signatureScopes: [],
      claimedSigningTime: '',
      warnings: [],
      info: { bestSignatureTime: '' },
    })
    expect(write(unsigned)).toMatchObject({ signatures: [], validationWarnings: [], signaturesCount: 0, validSignaturesCount: 0 })
  })

  it('the report of SiVa 1 in its strict form has no keys of messages (decisions.md#extra-members)', () => {
    const warned = withSignature(undecided, { warnings: [checked('digest-strong', false, { algorithm: 'SHA1', uses: ['the signature'] })] })
    const strict = writeSiva1Report(warned, { strict: true })
    expect(strict.validationWarnings).toEqual([{ content: 'The container holds lisa.txt, which is not signed.' }])
    expect(strict.signatures[0]?.warnings).toEqual([{ description: 'The weak digest algorithm SHA1 is used for the signature.' }])
    expect(JSON.stringify(strict)).not.toContain('"key"')
  })

  it('the report of a signature names what is covered: files, revisions of a PDF', () => {
    const report = withSignature(passing, {
      scopes: [
        { kind: 'file', name: '!~#¤%%&()=+-_.txt' },
        { kind: 'pdf-revision', number: 1, byteRange: [0, 10, 20, 30] },
        { kind: 'pdf-revision', number: null, byteRange: [0, 100, 200, 300] },
      ],
    })
    expect(write(report).signatures[0]?.signatureScopes).toEqual([
      { name: '!~#¤%%&()=+-_.txt', scope: 'FullSignatureScope', content: 'Full document' },
      { name: 'PDF previous version #1', scope: 'PdfByteRangeSignatureScope', content: 'The document byte range: [0, 10, 20, 30]' },
      { name: 'Full PDF', scope: 'FullSignatureScope', content: 'Full document' },
    ])
  })

  it('the report of a signature cuts fractions of a second, and shows no time that no calendar knows', () => {
    const late = changed(soundLongTerm(), (e) => {
      e.facts.claimedSigningTime = 9e15
      for (const each of e.facts.timeStamps) each.genTime = stampedAt + 974
    })
    expect(write(reportOf([late])).signatures[0]).toMatchObject({
      claimedSigningTime: '',
      info: { bestSignatureTime: '2024-05-01T10:00:02Z' },
      indication: 'TOTAL-PASSED',
    })
  })

  it.each<[SignatureLevel | null, string]>([
    ['QESig', 'QES'],
    ['QESeal', 'QES'],
    ['AdESig-QC', 'AdES/QC'],
    ['AdESeal-QC', 'AdES/QC'],
    ['AdES-QC-QSCD', 'AdES/QC'],
    ['AdES-QC', 'AdES/QC'],
    ['AdESig', 'AdES'],
    ['AdESeal', 'AdES'],
    ['AdES', 'AdES'],
    [null, 'AdES'],
  ])('the report of SiVa 1 writes the level %s of a sound signature as %s', (level, written) => {
    expect(write(withSignature(passing, { level })).signatures[0]?.signatureLevel).toBe(written)
  })

  it.each<[DocumentForm, string]>([
    [{ kind: 'asic-e' }, 'ASiC_E'],
    [{ kind: 'xroad', batch: false }, 'ASiC_E'],
    [{ kind: 'xroad', batch: true }, 'ASiC_E_batchsignature'],
    [{ kind: 'pdf' }, 'PAdES'],
    [{ kind: 'ddoc', version: '1.0', hashcode: false }, 'DIGIDOC_XML_1.0'],
    [{ kind: 'ddoc', version: '1.3', hashcode: true }, 'DIGIDOC_XML_1.3_hashcode'],
  ])('the report of SiVa 1 writes the form %j as %s', (form, written) => {
    expect(write({ ...passing, document: { ...passing.document, form } }).signatureForm).toBe(written)
  })

  it.each<[Partial<SignatureForm>, string]>([
    [{ level: 'B', proofOfTime: 'none' }, 'XAdES_BASELINE_B_BES'],
    [{ level: 'B', proofOfTime: 'none', namesPolicy: true }, 'XAdES_BASELINE_B_EPES'],
    [{ level: 'T' }, 'XAdES_BASELINE_T'],
    [{ level: 'LT', proofOfTime: 'time-mark' }, 'XAdES_BASELINE_LT_TM'],
    [{ level: 'LTA' }, 'XAdES_BASELINE_LTA'],
    [{ syntax: 'cms', profile: 'pdf', level: 'LT' }, 'PAdES_BASELINE_LT'],
    [{ syntax: 'ddoc', profile: 'ddoc', level: 'LT', proofOfTime: 'time-mark' }, 'XAdES_BASELINE_LT_TM'],
    [{ profile: 'xroad', level: 'T', isBatch: true }, 'XAdES_BASELINE_B_BES'],
    [{ profile: 'xroad', level: 'B' }, 'XAdES_BASELINE_LT'],
  ])('the report of SiVa 1 writes the format of a signature %j as %s', (changes, written) => {
    const form = passing.signatures[0]?.form
    if (form === undefined || form === null) throw new Error('the signature can be read')
    expect(write(withSignature(passing, { form: { ...form, ...changes } })).signatures[0]?.signatureFormat).toBe(written)
  })

  it('the report of SiVa 1 says the same over SOAP, with elements in the order of the schema and without keys', () => {
    const soap = writeSiva1Soap(write(undecided))
    expect(soap).toContain('<SignatureForm>ASiC_E</SignatureForm><Signatures><Signature><Id>S0</Id>')
    expect(soap).toContain('<Content>The container holds lisa.txt, which is not signed.</Content>')
    expect(soap).not.toContain('container-file-not-in-signature')
  })
})
