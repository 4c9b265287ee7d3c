import { describe, expect, it } from 'vitest'
import { type FindingKey, findingKeys, register } from '#model'
import { plainDraft } from '../support/pdf/plain-document.js'
import { pdfSamples } from '../support/pdf/samples/index.js'
import { addValidationData, signedPdf, signPdf } from '../support/pdf/signed-pdf.js'
import { pki } from '../support/pki.js'
import { trustPath } from '../support/trust.js'
import { type Answer, summaryOf, summaryOfExpected, validate } from './validate-sample.js'

const standard = { policy: 'POLv1', validationTime: '2026-06-01T12:00:00Z', documentType: 'PDF' } as const

function reportOf(answer: Answer) {
  if (answer.kind === 'refused') throw new Error(`refused: ${answer.code}`)
  return answer.report
}

const judge = (document: Buffer, policy: 'POLv1' | 'POLv2' = 'POLv1') =>
  reportOf(validate(document, trustPath('standard'), { ...standard, policy }))

describe('generated PDF documents', () => {
  it.each(pdfSamples)('the generated PDF document $id has its verdict: $what', (sample) => {
    const answer = validate(sample.document(), trustPath(sample.trust), { ...sample, documentType: 'PDF' })
    expect(summaryOf(answer)).toEqual(summaryOfExpected(sample.expected))
  })

  it('generated PDF documents have names of their own', () => {
    expect(new Set(pdfSamples.map(({ id }) => id)).size).toBe(pdfSamples.length)
  })
})

/** Checks that no generated document fails by itself, and why. */
const neverAlone: Partial<Record<FindingKey, string>> = {
  'cms-signer-single': 'the second signer is another person, about whom the validation data say nothing',
  'cms-message-digest-present': 'without signed attributes the reference to the certificate is missing as well',
  'pdf-signature-dictionary-unchanged': 'a dictionary that is written again is a change that no rule explains',
  'pdf-signature-kept': 'a field that is gone is a change that no rule explains',
  'pdf-locked-fields-unchanged': 'a locked field that is filled in is a form that was filled in',
  'pdf-changes-permitted': 'what is changed is told beside it',
  'pdf-byte-ranges-distinct': 'a copied dictionary is not exact',
}

describe('the checks of PDF files and CMS', () => {
  const signatures = pdfSamples.flatMap(({ expected }) => (expected === 'malformed' ? [] : expected.signatures))
  const keys = [...findingKeys.pdf, ...findingKeys.cms].filter((key) => register[key].level !== 'inform')
  const isMissed = (key: string) => signatures.some(({ errors, warnings }) => errors.includes(key) || warnings.includes(key))
  const isMissedAlone = (key: string) =>
    signatures.some(({ errors, warnings }) => {
      const failed = errors.length > 0 ? errors : warnings
      return failed.length === 1 && failed[0] === key
    })

  it.each(keys)('the check %s of PDF files and CMS: a document misses it', (key) => expect(isMissed(key)).toBe(true))

  it.each(keys.filter((key) => !(key in neverAlone)))('the check %s of PDF files and CMS: a document misses it, and only it', (key) => {
    expect(isMissedAlone(key)).toBe(true)
  })

  it('no missed change of a PDF file is among the documents that pass, except with warnings', () => {
    const passing = signatures.filter(({ indication }) => indication === 'TOTAL-PASSED')
    expect(passing.flatMap(({ errors }) => errors)).toEqual([])
    const failing: ReadonlySet<string> = new Set(keys.filter((key) => register[key].level === 'fail'))
    expect(passing.flatMap(({ warnings }) => warnings).filter((key) => failing.has(key))).toEqual([])
  })
})

describe('the report of a PDF document', () => {
  it('the report of a PDF document says when and by whom was signed, and what is covered', () => {
    const report = judge(signedPdf())
    expect(report).toMatchObject({ signatureForm: 'PAdES', signaturesCount: 1, validSignaturesCount: 1 })
    expect(report.signatures[0]).toMatchObject({
      signatureFormat: 'PAdES_BASELINE_LT',
      signedBy: expect.stringContaining('MARI-LIIS'),
      claimedSigningTime: '2026-03-10T10:00:00Z',
      info: { bestSignatureTime: '2026-03-10T10:00:05Z' },
      signatureScopes: [{ name: 'Full PDF', scope: 'FullSignatureScope', content: 'Full document' }],
    })
  })

  it('the report of a PDF document counts the signatures after one that covers less than the whole file', () => {
    const draft = plainDraft()
    const first = signPdf(draft)
    addValidationData(draft)
    signPdf(draft, { signer: pki.secondSigner })
    addValidationData(draft, { signer: pki.secondSigner })
    const scopes = judge(draft.bytes).signatures.map(({ signatureScopes }) => signatureScopes)
    expect(scopes).toEqual([
      [
        {
          name: 'PDF previous version #1',
          scope: 'PdfByteRangeSignatureScope',
          content: `The document byte range: [${first.ranges.join(', ')}]`,
        },
      ],
      [{ name: 'Full PDF', scope: 'FullSignatureScope', content: 'Full document' }],
    ])
  })

  it('the report of a PDF document names a signature by what it is, not by what came later', () => {
    const draft = plainDraft()
    signPdf(draft)
    addValidationData(draft)
    const [before] = judge(draft.bytes).signatures
    signPdf(draft, { signer: pki.secondSigner })
    const [after, other] = judge(draft.bytes).signatures
    expect(before?.id).toMatch(/^id-[0-9a-f]{64}$/)
    expect(after?.id).toBe(before?.id)
    expect(other?.id).not.toBe(before?.id)
  })

  it('the report of a PDF document without signatures has none', () => {
    expect(judge(plainDraft().bytes)).toMatchObject({ signaturesCount: 0, validSignaturesCount: 0, signatures: [] })
  })

  it('a PDF document that needs a password, or is cut short, is refused', () => {
    const sound = signedPdf()
    const cut = validate(sound.subarray(0, 40), trustPath('standard'), standard)
    expect(cut).toEqual({ kind: 'refused', code: expect.stringMatching(/^PDF_/) })
  })

  it('the report of a PDF document is stricter under POLv2: what passes has a level', () => {
    expect(judge(signedPdf(), 'POLv2').signatures[0]).toMatchObject({
      indication: 'TOTAL-FAILED',
      subIndication: 'CHAIN_CONSTRAINTS_FAILURE',
    })
  })
})
