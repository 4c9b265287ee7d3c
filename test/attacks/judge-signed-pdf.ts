import { validate } from '../conformance/validate-sample.js'
import { type SignedPdfOptions, signedPdf } from '../support/pdf/signed-pdf.js'

/** What a validation says of the first signature of a signed PDF: the indication, and the keys of errors and warnings, each once. */
export function judge(options: SignedPdfOptions) {
  const answer = validate(signedPdf(options), 'trust/standard.json', {
    documentType: 'PDF',
    policy: 'POLv1',
    validationTime: '2026-06-01T12:00:00Z',
  })
  if (answer.kind === 'refused') throw new Error(answer.code)
  const [{ indication, errors, warnings } = { indication: null, errors: [], warnings: [] }] = answer.report.signatures
  return { indication, errors: [...new Set(errors.map(({ key }) => key))], warnings: [...new Set(warnings.map(({ key }) => key))] }
}
