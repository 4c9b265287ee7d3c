import type { AnchorService, CertificateFacts, CriteriaList, QualificationElement, ServicePeriod } from '#model'
import { type CertificateQualification, qualificationAt } from '#validation/policy'
import { certificate } from '../sound-signatures.js'

/** Statements of EN 319 412-5 and the policies that came before them. */
const oids = {
  compliance: '0.4.0.1862.1.1',
  device: '0.4.0.1862.1.4',
  type: '0.4.0.1862.1.6',
  legislation: '0.4.0.1862.1.7',
  eSign: '0.4.0.1862.1.6.1',
  eSeal: '0.4.0.1862.1.6.2',
  web: '0.4.0.1862.1.6.3',
  qcp: '0.4.0.1456.1.2',
  qcpPlus: '0.4.0.1456.1.1',
} as const

export const at = (text: string): number => Date.parse(text)
export const startOfEidas = at('2016-06-30T22:00:00Z')
/** Issued under the Regulation, and under the Directive. */
export const today = at('2024-05-01T10:00:00Z')
export const past = at('2014-05-01T10:00:00Z')

export type Statement = 'compliance' | 'device' | 'legislation' | 'eSign' | 'eSeal' | 'web' | 'qcp' | 'qcpPlus'

/** A signer's certificate that says exactly this of itself. */
export function signer(statements: readonly Statement[], changes: Partial<CertificateFacts> = {}): CertificateFacts {
  const types = statements.flatMap((each) => (each === 'eSign' || each === 'eSeal' || each === 'web' ? [oids[each]] : []))
  const plain = statements.filter((each) => each === 'compliance' || each === 'device' || each === 'legislation')
  const policies = statements.filter((each) => each === 'qcp' || each === 'qcpPlus')
  return {
    ...certificate('Signer', { keyUsage: ['nonRepudiation'] }),
    notBefore: today,
    certificatePolicies: policies.map((each) => oids[each]),
    qcStatements: [
      ...plain.map((each) => ({ oid: oids[each], values: [] })),
      ...(types.length === 0 ? [] : [{ oid: oids.type, values: types }]),
    ],
    ...changes,
  }
}

/** Met by every certificate. */
const everybody: CriteriaList = { assert: 'all', criteria: [] }

export const element = (qualifiers: readonly string[], criteria: CriteriaList = everybody): QualificationElement => ({
  qualifiers,
  criteria,
})

export interface PeriodOptions {
  readonly from?: number
  readonly to?: number | null
  readonly type?: ServicePeriod['type']
  readonly status?: ServicePeriod['status']
  readonly information?: readonly string[]
  readonly qualifications?: readonly QualificationElement[]
  /** Captured by everybody. */
  readonly qualifiers?: readonly string[]
}

/** A period of a CA/QC service for signatures, in the words of its time. */
export function period(options: PeriodOptions = {}): ServicePeriod {
  const { from = at('2017-01-01T00:00:00Z'), to = null, type = 'CA/QC', qualifiers = [] } = options
  const old = from < startOfEidas
  return {
    type,
    status: options.status ?? (old ? 'undersupervision' : 'granted'),
    from,
    to,
    qualification: {
      additionalInformation: options.information ?? (old ? [] : ['ForeSignatures']),
      qualifications: options.qualifications ?? (qualifiers.length === 0 ? [] : [element(qualifiers)]),
      expiredCertificatesRevocationInfo: null,
      takenOverBy: null,
    },
  }
}

export function authority(periods: readonly ServicePeriod[], service = 'EE/1/1'): AnchorService {
  return { service, source: 'EE', name: 'Authority', periods, timeMarkResponder: false }
}

/** What one service, in one period, makes of a certificate at the moment of its issuance. */
export function under(options: PeriodOptions, person: CertificateFacts): CertificateQualification | null {
  return qualificationAt(person, [authority([period(options)])], person.notBefore).result
}

/** `signature with device`, `not qualified`, `undetermined`. */
export function words(result: CertificateQualification | null): string {
  if (result === null) return 'undetermined'
  if (!result.qualified) return 'not qualified'
  return `${result.type}${result.device ? ' with device' : ''}`
}
