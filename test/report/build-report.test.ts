import { describe, expect, it } from 'vitest'
import { checked, type SignatureConclusion } from '#model'
import { POLv1, POLv2 } from '#policy'
import { buildReport } from '#report'
import { concludeUnreadable, evaluateSignature } from '../policy/concluding.js'
import { changeCertificate, changed, type Evidence, soundLongTerm, stampedAt, validationTime } from '../policy/sound-signatures.js'

const request = { filename: 'contract.asice', validationTime: validationTime + 999 }
const opened = { form: 'ASiC_E' } as const
const filesLeftOut = { byAll: { names: ['lisa.txt'], count: 1 }, bySome: { names: [], count: 0 } }

function read(evidence: Evidence) {
  const conclusion: SignatureConclusion = evaluateSignature(POLv1, evidence.facts, evidence.data, validationTime)
  return { read: { kind: 'read', facts: evidence.facts } as const, conclusion }
}

function reportOf(evidence: Evidence) {
  return buildReport({ request, opened, policy: POLv1, signatures: [read(evidence)], findings: [], filesLeftOut }).signatures[0]
}

describe('a report', () => {
  it('holds every field of the interface, in its form', () => {
    expect(buildReport({ request, opened, policy: POLv1, signatures: [read(soundLongTerm())], findings: [], filesLeftOut })).toEqual({
      policy: {
        name: 'POLv1',
        description: expect.stringContaining('whatever their legal level') as string,
        url: 'http://open-eid.github.io/SiVa/siva/appendix/validation_policy/#POLv1',
      },
      validationTime: '2026-08-20T12:00:00Z',
      documentName: 'contract.asice',
      signatureForm: 'ASiC_E',
      validationWarnings: [],
      filesLeftOut,
      signatures: [
        {
          id: 'S0',
          signatureFormat: 'XAdES_BASELINE_LT',
          signatureFamily: 'XAdES',
          signatureLevel: 'AdES',
          signedBy: 'Signer',
          signerCountry: 'EE',
          indication: 'TOTAL-PASSED',
          subIndication: '',
          errors: [],
          warnings: [],
          claimedSigningTime: '2024-05-01T10:00:00Z',
          bestSignatureTime: '2024-05-01T10:00:02Z',
          signatureScopes: [{ name: 'letter.txt', scope: 'FullSignatureScope', content: 'Full document' }],
        },
      ],
      validSignaturesCount: 1,
      signaturesCount: 1,
    })
  })

  it('counts signatures and valid ones, and shows one that cannot be read', () => {
    const source = { file: 'META-INF/signatures1.xml', index: 0 }
    const signature = { source, id: '', code: 'XML_DOCTYPE', message: 'a document type is not allowed', offset: 39 }
    const unreadable = {
      read: { kind: 'unreadable', signature } as const,
      conclusion: concludeUnreadable(POLv2, signature, validationTime),
    }
    const report = buildReport({
      request,
      opened,
      policy: POLv2,
      signatures: [read(soundLongTerm()), unreadable],
      findings: [],
      filesLeftOut,
    })
    expect(report).toMatchObject({
      signaturesCount: 2,
      validSignaturesCount: 1,
      policy: { name: 'POLv2', url: expect.stringMatching(/#POLv2$/) as string },
    })
    expect(report.signatures[1]).toEqual({
      id: '',
      signatureFormat: '',
      signatureFamily: '',
      signatureLevel: '',
      signedBy: '',
      signerCountry: '',
      indication: 'TOTAL-FAILED',
      subIndication: 'FORMAT_FAILURE',
      errors: [{ key: 'signature-readable', text: 'The signature cannot be read: a document type is not allowed (at 39)' }],
      warnings: [],
      claimedSigningTime: '',
      bestSignatureTime: '',
      signatureScopes: [],
    })
  })

  it('writes a document without signatures', () => {
    expect(buildReport({ request, opened, policy: POLv1, signatures: [], findings: [], filesLeftOut })).toMatchObject({
      signatures: [],
      signaturesCount: 0,
      validSignaturesCount: 0,
      validationWarnings: [],
    })
  })

  it('shows findings of the container as validation warnings', () => {
    const findings = [checked('manifest-missing', false)]
    expect(buildReport({ request, opened, policy: POLv1, signatures: [], findings, filesLeftOut }).validationWarnings).toEqual([
      { key: 'manifest-missing', text: 'The container has no list of its files (META-INF/manifest.xml).' },
    ])
  })

  it('explains a failure by key and sentence', () => {
    const evidence = changed(soundLongTerm(), (e) => {
      const [reference] = e.facts.references
      if (reference !== undefined) reference.status = 'mismatch'
    })
    expect(reportOf(evidence)).toMatchObject({
      indication: 'TOTAL-FAILED',
      subIndication: 'HASH_FAILURE',
      errors: [
        { key: 'signed-data-intact', text: 'The file letter.txt has been changed since it was signed (its SHA256 digest differs).' },
      ],
    })
  })
})

describe('values of a signature', () => {
  it('names the signer by common name without its outer quotes, then by given name, surname, pseudonym', () => {
    const signedBy = (attributes: { oid: string; value: string }[]) =>
      reportOf(
        changed(soundLongTerm(), (e) =>
          changeCertificate(e, 'Signer', (c) => {
            c.subject.attributes = attributes
          }),
        ),
      )?.signedBy
    expect(signedBy([{ oid: '2.5.4.3', value: '"NURM,AARE,38211015222"' }])).toBe('NURM,AARE,38211015222')
    expect(signedBy([{ oid: '2.5.4.3', value: '"' }])).toBe('"')
    expect(
      signedBy([
        { oid: '2.5.4.4', value: 'Nurm' },
        { oid: '2.5.4.42', value: 'Aare' },
        { oid: '2.5.4.3', value: ' ' },
      ]),
    ).toBe('Aare')
    expect(signedBy([{ oid: '2.5.4.65', value: 'Nobody' }])).toBe('Nobody')
    expect(signedBy([])).toBe('')
  })

  it('names what is covered: files, revisions of a PDF', () => {
    const evidence = changed(soundLongTerm(), (e) => {
      e.facts.scopes = [
        { kind: 'file', name: '!~#¤%%&()=+-_.txt' },
        { kind: 'pdf-revision', number: 1, byteRange: [0, 10, 20, 30] },
        { kind: 'pdf-revision', number: null, byteRange: [0, 100, 200, 300] },
      ]
    })
    expect(reportOf(evidence)?.signatureScopes).toEqual([
      { name: '!~#¤%%&()=+-_.txt', scope: 'FullSignatureScope', content: 'Full document' },
      { name: 'PDF previous version #1', scope: 'PdfByteRangeSignatureScope', content: 'The document byte range: [0, 10, 20, 30]' },
      { name: 'Full PDF', scope: 'FullSignatureScope', content: 'Full document' },
    ])
  })

  it('cuts fractions of a second, and shows no time that no calendar knows', () => {
    const late = changed(soundLongTerm(), (e) => {
      e.facts.claimedSigningTime = 9e15
      for (const each of e.facts.timeStamps) each.genTime = stampedAt + 974
    })
    expect(reportOf(late)).toMatchObject({ claimedSigningTime: '', bestSignatureTime: '2024-05-01T10:00:02Z', indication: 'TOTAL-PASSED' })
  })
})
