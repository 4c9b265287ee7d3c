import type { TrustName } from '../trust.js'

type Indication = 'TOTAL-PASSED' | 'TOTAL-FAILED' | 'INDETERMINATE'

/** What is expected of one signature. `errors` names the deciding check first; others may follow it. */
export interface ExpectedSignature {
  /** Empty for a signature that cannot be read. */
  readonly format: string
  readonly indication: Indication
  readonly subIndication: string
  readonly errors: readonly string[]
  readonly warnings: readonly string[]
}

interface ExpectedReport {
  /** ASiC_E where absent. */
  readonly signatureForm?: string
  readonly signatures: readonly ExpectedSignature[]
  /** Keys of findings about the container. */
  readonly validationWarnings: readonly string[]
}

/** A document and what has to be said about it. */
export interface Sample {
  /** File name without extension; names the property or the defect. */
  readonly id: string
  /** What the document is, in one sentence. */
  readonly what: string
  /** Why the verdict is what it is: decision, clause or format rule. */
  readonly why: string
  readonly document: () => Buffer
  readonly extension: 'asice' | 'bdoc' | 'sce' | 'ddoc' | 'pdf'
  readonly trust: TrustName
  readonly policy: 'POLv1' | 'POLv2'
  /** ISO 8601. */
  readonly validationTime: string
  /** `malformed`: the request is refused with the key `document`. */
  readonly expected: ExpectedReport | 'malformed'
  /** Stands in `fixtures/`; the others are made where a test needs them. */
  readonly fixture: boolean
}

type SampleOptions = Pick<Sample, 'what' | 'why' | 'document'> & Partial<Omit<Sample, 'id' | 'expected'>>

const defaults = {
  extension: 'asice',
  trust: 'standard',
  policy: 'POLv1',
  validationTime: '2026-06-01T12:00:00Z',
  fixture: false,
} as const satisfies Partial<Sample>

/** A document with one signature, or with as many as expectations are given. */
export function sample(
  id: string,
  options: SampleOptions,
  expected: ExpectedSignature | readonly ExpectedSignature[] | 'malformed',
  validationWarnings: readonly string[] = [],
): Sample {
  if (expected === 'malformed') return { id, ...defaults, ...options, expected }
  const signatures: readonly ExpectedSignature[] = 'format' in expected ? [expected] : expected
  return { id, ...defaults, ...options, expected: { signatures, validationWarnings } }
}

export type Format = 'B_BES' | 'B_EPES' | 'T' | 'LT' | 'LT_TM' | 'LTA'
const fullFormat = (format: Format | '') => (format === '' ? '' : `XAdES_BASELINE_${format}`)

export const passes = (format: Format, ...warnings: readonly string[]): ExpectedSignature => ({
  format: fullFormat(format),
  indication: 'TOTAL-PASSED',
  subIndication: '',
  errors: [],
  warnings,
})

export const fails = (
  format: Format | '',
  subIndication: string,
  errors: readonly string[],
  warnings: readonly string[] = [],
): ExpectedSignature => ({
  format: fullFormat(format),
  indication: 'TOTAL-FAILED',
  subIndication,
  errors,
  warnings,
})

export const isIndeterminate = (
  format: Format | '',
  subIndication: string,
  errors: readonly string[],
  warnings: readonly string[] = [],
): ExpectedSignature => ({ format: fullFormat(format), indication: 'INDETERMINATE', subIndication, errors, warnings })
