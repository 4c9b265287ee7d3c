import { type ExpectedSignature, type Sample, sample } from '../../samples/sample.js'
import { type SignedPdfOptions, signedPdf } from '../signed-pdf.js'

export type PdfFormat = 'B_BES' | 'B_EPES' | 'T' | 'LT' | 'LTA'
const full = (format: PdfFormat | '') => (format === '' ? '' : `PAdES_BASELINE_${format}`)

export const passes = (format: PdfFormat, ...warnings: readonly string[]): ExpectedSignature => ({
  format: full(format),
  indication: 'TOTAL-PASSED',
  subIndication: '',
  errors: [],
  warnings,
})

export const fails = (
  format: PdfFormat | '',
  subIndication: string,
  errors: readonly string[],
  warnings: readonly string[] = [],
): ExpectedSignature => ({ format: full(format), indication: 'TOTAL-FAILED', subIndication, errors, warnings })

export const isIndeterminate = (
  format: PdfFormat | '',
  subIndication: string,
  errors: readonly string[],
  warnings: readonly string[] = [],
): ExpectedSignature => ({ format: full(format), indication: 'INDETERMINATE', subIndication, errors, warnings })

type Expected = ExpectedSignature | readonly ExpectedSignature[] | 'malformed'

/** A document that is signed in one way, with one thing about it. */
export function pdfSample(id: string, what: string, why: string, document: SignedPdfOptions | (() => Buffer), expected: Expected): Sample {
  const make = typeof document === 'function' ? document : () => signedPdf(document)
  const made = sample(id, { what, why, document: make, extension: 'pdf' }, expected)
  return made.expected === 'malformed' ? made : { ...made, expected: { ...made.expected, signatureForm: 'PAdES' } }
}
